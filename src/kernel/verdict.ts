import type { Span } from "./decision.ts";

/** What a gate says about one call. `unknown` names a fact that could not be had. Spec: HN-6. */
export type VerdictKind = "allow" | "block" | "note" | "unknown";

/** Every verdict kind, in the order in which reports list them. Spec: HN-6. */
export const verdictKinds: readonly VerdictKind[] = ["allow", "block", "note", "unknown"];

/**
 * A gate's answer as plain data: never prose for people, which `edge/present.ts` makes from it.
 *
 * `reason` is a kebab-case name of the fact found (`outside-root`), from a closed set of the gate.
 * `where` says which argument of the call was judged (`task`, `tasks[1].task`, `path`).
 *
 * Spec: HN-6, ST-1.
 */
export interface Verdict {
  readonly verdict: VerdictKind;
  readonly reason: string;
  readonly clause: string;
  readonly rule?: string;
  readonly kind?: string;
  readonly matched?: string;
  readonly span?: Span;
  readonly where?: string;
  /** One line: why this kind of call cannot be trusted here. */
  readonly why?: string;
}
