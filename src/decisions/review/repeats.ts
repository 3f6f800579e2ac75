import type { Finding, ReviewStatus } from "./review.ts";

/** The last rejection on one file, and how often it came in a row. Spec: SV-37. */
export interface Repeats {
  readonly signature: string;
  readonly count: number;
}

/** A reviewer's part in a rejection. Spec: SV-37. */
export interface Rejection {
  readonly name: string;
  readonly findings: readonly Finding[];
}

/** From this many in a row the agent is told to ask the user. Spec: SV-37. */
export const repeatsMax = 3;

/**
 * The count after one more review of the file. Rejections are the same when the same reviewers
 * object on the same grounds: the rule's label where the reviewer names one, as models word one
 * complaint in many ways, else the words. A pass starts anew; a review that judged nothing changes
 * nothing.
 *
 * Spec: SV-37.
 */
export function repeats(
  before: Repeats | undefined,
  status: ReviewStatus,
  rejections: readonly Rejection[],
): Repeats | undefined {
  if (status === "passed") return undefined;
  if (status !== "rejected") return before;
  const signature = JSON.stringify(
    rejections.map(({ name, findings }) => [name, grounds(findings)]),
  );
  const count = before?.signature === signature ? before.count + 1 : 1;
  return { signature, count };
}

function grounds(findings: readonly Finding[]): string[] {
  return [...new Set(findings.map(({ ruleGroup, message }) => ruleGroup ?? message))].sort();
}
