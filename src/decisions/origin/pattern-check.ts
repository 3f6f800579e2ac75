import { patternCost, stepsLog2 } from "./pattern-cost.ts";
import { patternGraph } from "./pattern-positions.ts";
import { patternTree } from "./pattern-syntax.ts";

/** A user's pattern, read: how to ask it, or why it is skipped. Spec: RG-2. */
export interface ReadPattern {
  readonly source: string;
  /** Absent where the pattern is skipped. `too-long`: a text on which it could take too long. */
  readonly matches?: (text: string) => boolean | "too-long";
  /** One line that names the pattern. */
  readonly problem?: string;
}

/** A pattern is asked only where it cannot take more steps than this: about half a second. */
const stepsLog2Max = 26;

/** The length, in units, of an origin that every pattern that is kept must be able to judge. */
const usualUnits = 100;

/** A pattern over this length is a mistake. */
const patternUnitsMax = 10_000;

/**
 * Reads one entry of the user's list. An ordinary JavaScript regular expression without flags is
 * kept; what is no text, no expression, or can backtrack without a bound is skipped and named.
 *
 * Spec: RG-2.
 */
export function patternRegExp(entry: unknown): ReadPattern {
  if (typeof entry !== "string") return skipped(String(JSON.stringify(entry)), "it is no text");
  const shown = JSON.stringify(entry.length <= 200 ? entry : `${entry.slice(0, 200)}…`);
  if (entry.length > patternUnitsMax) return skipped(shown, "it is too long to be a pattern");
  let regExp: RegExp;
  try {
    regExp = new RegExp(entry);
  } catch {
    return skipped(shown, "it is no valid regular expression");
  }
  const tree = patternTree(entry);
  const graph = tree === undefined ? undefined : patternGraph(tree, entry);
  if (graph === undefined) {
    return skipped(shown, "it is too involved to be shown free of endless backtracking");
  }
  const cost = patternCost(graph);
  if (stepsLog2(cost, usualUnits) > stepsLog2Max) {
    return skipped(shown, "it can backtrack without end on some origins");
  }
  const matches = (text: string) =>
    stepsLog2(cost, text.length) > stepsLog2Max ? "too-long" : regExp.test(text);
  return { source: entry, matches };
}

function skipped(shown: string, why: string): ReadPattern {
  return { source: shown, problem: `pattern ${shown} is skipped: ${why}` };
}
