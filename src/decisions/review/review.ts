/** What one reviewer, or all together, answered. Spec: SV-34. */
export type ReviewStatus = "passed" | "rejected" | "failed" | "skipped";

/** How much a finding weighs; one without a severity must be fixed too. Spec: SV-35. */
export type Severity = "error" | "warning" | "info";

/**
 * One thing a reviewer found. `line` is a line of the file after the change, from 1. Spec: SV-35.
 */
export interface Finding {
  readonly message: string;
  readonly severity?: Severity;
  readonly line?: number;
  /** The rule's own label for it, as the model gave it: free text. */
  readonly ruleGroup?: string;
}

/** Before the tool runs, or after. Spec: SV-2. */
export type Trigger = "before" | "after";

/**
 * The status of a review with these answers: rejected, failed and passed win over what follows
 * them, and where nobody judged it is skipped. One failure never hides a rejection, and one
 * reviewer who was not concerned never hides that another passed the call.
 *
 * Spec: SV-34.
 */
export function review(statuses: readonly ReviewStatus[]): ReviewStatus {
  const order: readonly ReviewStatus[] = ["rejected", "failed", "passed"];
  return order.find((status) => statuses.includes(status)) ?? "skipped";
}
