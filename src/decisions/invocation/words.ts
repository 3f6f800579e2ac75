import type { ArgumentProblem, ArgumentProblemCode } from "./start-arguments.ts";
import { objectiveUnitsMax } from "./start-arguments.ts";

const templates: Readonly<Record<ArgumentProblemCode, (found: string) => string>> = {
  "unknown-flag": (found) =>
    `${found} is no flag of /loop; there are --max N|unlimited and --expires D. Put it in quotes or after -- if it belongs to the objective.`,
  "flag-without-value": (found) => `${found} needs a value: --max 25 (or unlimited), --expires 2d.`,
  "repeated-flag": (found) => `${found} is given twice; give it once.`,
  "bad-max": (found) => `--max ${found}: write a whole number of turns, 1 or more, or unlimited.`,
  "bad-expires": (found) =>
    `--expires ${found}: write a number and one of s, m, h, d, at most 24d, like 12h.`,
  "bad-interval": (found) =>
    `${found} is no interval; write a number and one of s, m, h, d, at most 24d, like 10m.`,
  "repeated-interval": (found) =>
    `A second interval, ${found}; give one. Put it after -- if it belongs to the objective.`,
  "objective-too-long": (found) =>
    `The objective has ${found} characters; at most ${objectiveUnitsMax} are possible. Put the details in a file and name it.`,
};

/** The sentence for a person about arguments that start nothing. Spec: LP-12. */
export function argumentProblemText(problem: ArgumentProblem): string {
  return templates[problem.code](problem.found);
}
