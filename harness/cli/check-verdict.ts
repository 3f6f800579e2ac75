import { verdict } from "../../src/decisions/review/verdict.ts";
import { findingLine } from "../../src/decisions/review/words.ts";
import type { JsonObject } from "../../src/kernel/json.ts";
import { type Checker, textOf } from "./checker.ts";

function answer(input: JsonObject): JsonObject {
  const { status, findings, problem } = verdict({ text: textOf(input, "text") });
  return problem === undefined ? { status, findings } : { status, findings, problem };
}

/** `gatehouse check verdict`: what did a reviewer answer? Spec: SV-35, HN-20. */
export const checkVerdict: Checker = {
  name: "verdict",
  summary: "what a reviewer's raw answer says: passed, rejected or failed",
  keys: ["text"],
  textKey: "text",
  answer,
  explain: (input) => {
    const { status, findings, summary, problem } = verdict({ text: textOf(input, "text") });
    return [
      `${status}${problem === undefined ? "" : `: ${problem}`} (SV-35)`,
      ...(summary === undefined ? [] : [`summary: ${summary}`]),
      ...findings.map(
        (finding) => `${findingLine(finding)} (${finding.severity ?? "must be fixed"})`,
      ),
    ].join("\n");
  },
};
