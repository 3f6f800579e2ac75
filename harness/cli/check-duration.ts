import { duration, formatDuration } from "../../src/decisions/duration/duration.ts";
import type { JsonObject } from "../../src/kernel/json.ts";
import { type Checker, oneOf, textOf } from "./checker.ts";

function outcomeOf(input: JsonObject) {
  const kind = oneOf(input, "kind", ["duration", "interval"]);
  return duration({ text: textOf(input, "text"), kind });
}

function explain(input: JsonObject): string {
  const found = outcomeOf(input);
  if (found.ms === null) {
    return "invalid: 1 to 9 digits and one of s, m, h, d, above zero and at most 24d (LP-1).";
  }
  const value = `${found.ms} ms, written ${formatDuration(found.ms)} (LP-3)`;
  if (!("clamped" in found) || !found.clamped) return value;
  return `${value}; ${formatDuration(found.requestedMs)} was raised to it (LP-2)`;
}

/** `gatehouse check duration`: what is a duration token worth? Spec: LP-1, LP-2, HN-20. */
export const checkDuration: Checker = {
  name: "duration",
  summary: "what is a duration like 10m worth, also as a loop's interval",
  keys: ["text", "kind"],
  textKey: "text",
  answer: (input) => ({ ...outcomeOf(input) }),
  explain,
};
