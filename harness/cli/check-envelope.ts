import {
  envelope,
  type PointerState,
  type RunFacts,
  type RunVerdict,
} from "../../src/decisions/envelope/envelope.ts";
import { pointerLookup } from "../../src/decisions/envelope/facts.ts";
import { fencedJson } from "../../src/decisions/envelope/fenced-json.ts";
import { nodePorts } from "../../src/edge/node-ports.ts";
import { isJsonObject, type JsonObject } from "../../src/kernel/json.ts";
import { type Checker, optionalText, textsOf } from "./checker.ts";
import { UsageError } from "./command.ts";

const states: readonly PointerState[] = [
  "found",
  "malformed",
  "file-missing",
  "file-unreadable",
  "line-missing",
];

function verdictOf(input: JsonObject): RunVerdict {
  const text = optionalText(input, "text");
  const handedOver = input["envelope"] ?? (text === undefined ? undefined : fencedJson(text));
  const trip = optionalText(input, "trip");
  if (trip !== undefined && trip !== "wall-clock" && trip !== "cost") {
    throw new UsageError('trip: expected "wall-clock" or "cost"');
  }
  const stopped = optionalText(input, "stopped");
  const protocol = optionalText(input, "protocol");
  const facts: RunFacts = {
    aborted: flag(input, "aborted", false),
    settled: flag(input, "settled", true),
    guarded: flag(input, "guarded", true),
    outside: lines(input, "outside"),
    refused: lines(input, "refused"),
    unwatched: lines(input, "unwatched"),
    pointer: lookup(input),
    ...(trip === undefined ? {} : { trip }),
    ...(stopped === undefined ? {} : { stopped }),
    ...(protocol === undefined ? {} : { protocol }),
    ...(handedOver === undefined ? {} : { handedOver }),
  };
  return envelope(facts);
}

/** Pointers named in the input have the state given there; all others are looked up here. */
function lookup(input: JsonObject): (pointer: string) => PointerState {
  const given = input["pointers"] ?? {};
  if (!isJsonObject(given)) throw new UsageError("pointers: expected an object of states");
  const look = pointerLookup(nodePorts.files, process.cwd());
  return (pointer) => {
    const state = Object.hasOwn(given, pointer) ? given[pointer] : look(pointer);
    const known = states.find((each) => each === state);
    if (known !== undefined) return known;
    throw new UsageError(`pointers: ${pointer}: expected ${states.join(", ")}`);
  };
}

function flag(input: JsonObject, key: string, usual: boolean): boolean {
  const value = input[key] ?? usual;
  if (typeof value === "boolean") return value;
  throw new UsageError(`${key}: expected true or false`);
}

function lines(input: JsonObject, key: string): readonly string[] {
  return input[key] === undefined ? [] : textsOf(input, key);
}

/**
 * `gatehouse check envelope`: the verdict on a task's run, from its answer and what was found.
 *
 * Spec: TK-35, HN-20.
 */
export const checkEnvelope: Checker = {
  name: "envelope",
  summary: "the verdict on a task's answer and on what the run found",
  keys: [
    "text",
    "envelope",
    "settled",
    "aborted",
    "trip",
    "stopped",
    "protocol",
    "guarded",
    "outside",
    "refused",
    "unwatched",
    "pointers",
  ],
  textKey: "text",
  answer: (input) => {
    const { verdict, failures, envelope: said } = verdictOf(input);
    const codes = failures.map(({ code }) => code);
    return { verdict, codes, ...(said === undefined ? {} : { deliverable: said.deliverable }) };
  },
  explain: (input) => {
    const { verdict, failures } = verdictOf(input);
    const why = failures.map(({ code, message }) => `${code} (TK-35): ${message}`);
    return [verdict, ...why].join("\n");
  },
};
