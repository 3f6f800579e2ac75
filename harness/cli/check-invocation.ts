import { type InvocationOutcome, invocation } from "../../src/decisions/invocation/invocation.ts";
import { argumentProblemText } from "../../src/decisions/invocation/words.ts";
import type { JsonObject } from "../../src/kernel/json.ts";
import { caretLines } from "./caret.ts";
import { type Checker, textOf } from "./checker.ts";

function answer(input: JsonObject): JsonObject {
  const found = invocation({ text: textOf(input, "text") });
  if (found.invoked) {
    const { span: _span, passed: _passed, ...wire } = found;
    return wire;
  }
  if (found.problem === undefined) return { invoked: false };
  return { invoked: false, error: argumentProblemText(found.problem) };
}

function explain(input: JsonObject): string {
  const text = textOf(input, "text");
  const found = invocation({ text });
  return [...verdictLines(text, found), ...passedLines(text, found)].join("\n");
}

function verdictLines(text: string, found: InvocationOutcome): readonly string[] {
  if (found.invoked) {
    const given = [found.interval, found.max, found.expires].map((value) => value ?? "default");
    return [
      "invoked (LP-10)",
      ...caretLines(text, found.span),
      `objective: ${JSON.stringify(found.objective)}`,
      `interval ${given[0]}, max ${given[1]}, expires ${given[2]} (LP-12)`,
    ];
  }
  if (found.problem === undefined) return ["not invoked (LP-10, LP-11)"];
  const place = found.span === undefined ? [] : caretLines(text, found.span);
  return ["not invoked (LP-12)", ...place, argumentProblemText(found.problem)];
}

function passedLines(text: string, found: InvocationOutcome): readonly string[] {
  return found.passed.flatMap(({ span, reason }) => [
    `passed over: ${reason} (LP-11)`,
    ...caretLines(text, span),
  ]);
}

/** `gatehouse check invocation`: does this message start a loop? Spec: LP-10..LP-12, HN-20. */
export const checkInvocation: Checker = {
  name: "invocation",
  summary: "does this message start a loop, with which objective and limits",
  keys: ["text"],
  textKey: "text",
  answer,
  explain,
};
