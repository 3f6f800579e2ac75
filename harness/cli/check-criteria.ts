import { type CriteriaOutcome, criteria } from "../../src/decisions/criteria/criteria.ts";
import { criteriaProblemText } from "../../src/decisions/criteria/words.ts";
import type { JsonObject } from "../../src/kernel/json.ts";
import { type Checker, textOf, textsOf } from "./checker.ts";

function outcomeOf(input: JsonObject): CriteriaOutcome {
  const objective = textOf(input, "objective");
  if (input["criteria"] === undefined) return criteria({ objective });
  return criteria({ objective, proposed: textsOf(input, "criteria") });
}

function answer(input: JsonObject): JsonObject {
  const found = outcomeOf(input);
  const problems = found.problems.map((problem) => ({
    code: problem.code,
    message: criteriaProblemText(problem),
  }));
  return { criteria: found.criteria, problems };
}

function explain(input: JsonObject): string {
  const found = outcomeOf(input);
  return [
    ...found.criteria.map((text, at) => `c${at + 1} ${text}`),
    ...found.problems.map(
      (problem) => `refused: ${criteriaProblemText(problem)} (${problem.code})`,
    ),
  ].join("\n");
}

/** `gatehouse check criteria`: which criteria has this objective? Spec: LP-20..LP-26, HN-20. */
export const checkCriteria: Checker = {
  name: "criteria",
  summary: "into which completion criteria is this objective split",
  keys: ["objective", "criteria"],
  textKey: "objective",
  answer,
  explain,
};
