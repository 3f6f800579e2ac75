import { checkBrief } from "./check-brief.ts";
import { checkCriteria } from "./check-criteria.ts";
import { checkDuration } from "./check-duration.ts";
import { checkEnvelope } from "./check-envelope.ts";
import { checkEvidence } from "./check-evidence.ts";
import { checkGlob } from "./check-glob.ts";
import { checkInvocation } from "./check-invocation.ts";
import { checkOrigin } from "./check-origin.ts";
import { checkOverlap } from "./check-overlap.ts";
import { checkPath } from "./check-path.ts";
import { checkRoots } from "./check-roots.ts";
import { checkRuleFile } from "./check-rule-file.ts";
import { checkSpec } from "./check-spec.ts";
import { checkVerdict } from "./check-verdict.ts";
import type { Checker } from "./checker.ts";

/** Every decision that `gatehouse check` offers. One line each. Spec: HN-20. */
export const checkers: readonly Checker[] = [
  checkBrief,
  checkGlob,
  checkRuleFile,
  checkVerdict,
  checkOrigin,
  checkPath,
  checkDuration,
  checkInvocation,
  checkCriteria,
  checkEvidence,
  checkOverlap,
  checkRoots,
  checkSpec,
  checkEnvelope,
];

/** The checker of that name, if there is one. */
export function checkerNamed(name: string): Checker | undefined {
  return checkers.find((checker) => checker.name === name);
}
