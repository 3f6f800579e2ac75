import { nodePorts } from "../../src/edge/node-ports.ts";
import { checkedCall } from "../../src/edge/task/checked-call.ts";
import { isJsonObject, type JsonObject } from "../../src/kernel/json.ts";
import type { Checker } from "./checker.ts";
import { UsageError } from "./command.ts";

/** The spec: the object itself, or what stands under `spec`, as an object or as JSON text. */
function specOf(input: JsonObject): unknown {
  const keys = Object.keys(input).filter((key) => key !== "id");
  if (keys.length !== 1 || keys[0] !== "spec") return input;
  const { spec } = input;
  if (typeof spec !== "string") return spec;
  try {
    return JSON.parse(spec);
  } catch (error) {
    throw new UsageError(`spec: not JSON: ${String(error)}`);
  }
}

function problemsOf(input: JsonObject) {
  if (!isJsonObject(input)) throw new UsageError("expected a task spec as a JSON object");
  return checkedCall(specOf(input), nodePorts).problems;
}

/**
 * `gatehouse check spec`: all that is wrong with a task spec, its form and its roots.
 *
 * Spec: TK-12, TK-30, HN-20.
 */
export const checkSpec: Checker = {
  name: "spec",
  summary: "all that is wrong with a task spec, its form and its roots",
  keys: ["a task spec", "spec"],
  takesWhole: true,
  textKey: "spec",
  answer: (input) => ({
    problems: problemsOf(input).map(({ code, message }) => ({ code, message })),
  }),
  explain: (input) => {
    const problems = problemsOf(input);
    if (problems.length === 0) return "no problem (TK-30)";
    return problems.map(({ code, message }) => `${code} (TK-30): ${message}`).join("\n");
  },
};
