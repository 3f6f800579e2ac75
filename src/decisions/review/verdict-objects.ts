import { isJsonObject, type JsonObject } from "../../kernel/json.ts";
import { jsonExtent } from "./json-text.ts";

/** An object of an answer that has a boolean `passed`, and its text. Spec: SV-35. */
export interface VerdictObject {
  readonly text: string;
  readonly value: JsonObject;
}

/** The verdicts of an answer in reading order, and what kept others from being one. Spec: SV-35. */
export interface VerdictObjects {
  readonly found: readonly VerdictObject[];
  readonly problem?: string;
}

const mark =
  /[{]|<(\/?)(think|thinking|thought|thoughts|reasoning|reflection|analysis)\b[^<>]*>/giu;

/** How deep a wrapper round a verdict may be. Spec: SV-35. */
const wrappersMax = 32;

/**
 * The objects with a boolean `passed` in a reviewer's text. What stands in a reasoning block is not
 * an answer; prose, fences and wrappers are passed over. An object that breaks off at the end of
 * the text means that the answer is cut, so nothing counts; a broken object that speaks of `passed`
 * takes back what stood before it, and what is nested in it never counts.
 *
 * Spec: SV-35.
 */
export function verdictObjects(text: string): VerdictObjects {
  let found: VerdictObject[] = [];
  let problem: string | undefined;
  let at = 0;
  for (;;) {
    mark.lastIndex = at;
    const next = mark.exec(text);
    if (next === null) break;
    if (next[0] !== "{") {
      at = afterReasoning(text, next);
      if (next[1] === "/") found = [];
      if (at === -1) return { found: [], problem: "the answer ends within its reasoning" };
      continue;
    }
    const extent = jsonExtent(text, next.index);
    if (extent.kind === "cut") return { found: [], problem: "the answer is cut off" };
    if (extent.kind === "complete") {
      const piece = text.slice(next.index, extent.end);
      const verdict = verdictIn(JSON.parse(piece), 0);
      if (verdict.value !== undefined) found.push({ text: piece, value: verdict.value });
      problem = verdict.problem ?? problem;
      at = extent.end;
      continue;
    }
    if (!/\S/u.test(text.slice(next.index + 1, extent.at))) {
      at = next.index + 1;
      continue;
    }
    const end = balancedEnd(text, next.index);
    problem = "the answer's JSON is not well formed";
    if (end === -1) return { found: [], problem };
    if (text.slice(next.index, end).includes('"passed"')) found = [];
    at = end;
  }
  return problem === undefined ? { found } : { found, problem };
}

/** Behind the block that starts here, or behind the closing tag of one whose start was not sent. */
function afterReasoning(text: string, tag: RegExpExecArray): number {
  const behind = tag.index + tag[0].length;
  if (tag[1] === "/") return behind;
  const closing = new RegExp(`</${tag[2]}\\s*>`, "giu");
  closing.lastIndex = behind;
  return closing.test(text) ? closing.lastIndex : -1;
}

/** Behind the bracket that closes the object, strings passed over; -1 where none does. */
function balancedEnd(text: string, from: number): number {
  const piece = /"(?:[^"\\]|\\.)*"|[{}]/gsu;
  piece.lastIndex = from;
  let depth = 0;
  for (let found = piece.exec(text); found !== null; found = piece.exec(text)) {
    if (found[0] === "{") depth += 1;
    if (found[0] === "}") depth -= 1;
    if (depth === 0) return piece.lastIndex;
  }
  return -1;
}

interface Inside {
  readonly value?: JsonObject;
  readonly problem?: string;
}

/** The verdict that a value is or wraps; of several the last. */
function verdictIn(value: unknown, depth: number): Inside {
  if (depth > wrappersMax || typeof value !== "object" || value === null) return {};
  if (isJsonObject(value) && Object.hasOwn(value, "passed")) {
    if (typeof value["passed"] === "boolean") return { value };
    return { problem: `"passed" is ${kindOf(value["passed"])}, not true or false` };
  }
  let last: Inside = {};
  for (const member of Object.values(value)) {
    const inside = verdictIn(member, depth + 1);
    if (inside.value !== undefined || last.value === undefined) last = { ...last, ...inside };
  }
  return last;
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "a list" : `a ${typeof value}`;
}
