import type { GateDecision } from "../kernel/gate.ts";
import type { Host } from "./host.ts";

/** The type of the session entries that hold this package's verdicts. Spec: HN-6. */
export const decisionEntryType = "gatehouse.decision";

/** What such an entry holds: a decision, and the version of this form. Spec: HN-6. */
export interface DecisionEntry extends GateDecision {
  readonly version: 1;
}

/**
 * Writes a block or a note into the session, so that a recording carries its own verdicts. Allowed
 * calls leave no entry: they are the rule, and a session is not a log.
 *
 * Spec: HN-6.
 */
export function recordDecision(host: Pick<Host, "appendEntry">, decision: GateDecision): void {
  if (decision.verdict === "allow") return;
  const { why: _, ...kept } = decision;
  host.appendEntry<DecisionEntry>(decisionEntryType, { version: 1, ...kept });
}
