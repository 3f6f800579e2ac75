import { checkBrief } from "./check-brief.ts";
import type { Checker } from "./checker.ts";

/** Every decision that `gatehouse check` offers. One line each. Spec: HN-20. */
export const checkers: readonly Checker[] = [checkBrief];

/** The checker of that name, if there is one. */
export function checkerNamed(name: string): Checker | undefined {
  return checkers.find((checker) => checker.name === name);
}
