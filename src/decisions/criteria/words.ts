import { type CriteriaProblem, criteriaMax, criterionUnitsMax } from "./criteria.ts";

/** The sentence for a person about criteria that are refused, and what to do. Spec: LP-24, LP-26. */
export function criteriaProblemText(problem: CriteriaProblem): string {
  switch (problem.code) {
    case "no-criteria":
      return "The objective names nothing that could be checked: it has no words.";
    case "too-many":
      return (
        `${problem.count} criteria; at most ${criteriaMax} are possible. Group what belongs ` +
        "together, or pass criteria."
      );
    case "too-long":
      return (
        `${places(problem.places)}: up to ${problem.units} characters; at most ` +
        `${criterionUnitsMax} are possible. Say it shorter, or split it.`
      );
    case "no-proposal":
      return "criteria is an empty list; leave it out, or name at least one.";
    case "blank-entry":
      return `${places(problem.places)}: no words. Remove it.`;
    case "duplicate-entry":
      return `${places(problem.places)}: says the same as one before it. Remove it.`;
    case "dropped-requirement":
      return (
        "The proposed criteria drop " +
        `${problem.missing.map((part) => JSON.stringify(part)).join(", ")} of ` +
        `"${problem.criterion}". Restate every requirement, or leave criteria out.`
      );
  }
}

function places(list: readonly number[]): string {
  return list.length === 1 ? `Criterion ${list[0]}` : `Criteria ${list.join(", ")}`;
}
