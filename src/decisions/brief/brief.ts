// Placeholder contract until the rules land; replaced in the same change set.
import type { Decision, Span } from "../../kernel/decision.ts";

export type BriefKind = "prohibition" | "boundary" | "mutation";
export type Sensitivity = "wording" | "directive";
export interface BriefFacts {
  readonly brief: unknown;
  readonly sensitivity: Sensitivity;
}
export type BriefOutcome =
  | { readonly block: false }
  | {
      readonly block: true;
      readonly kind: BriefKind;
      readonly rule: string;
      readonly clause: string;
      readonly matched: string;
      readonly span: Span;
      readonly why: string;
    };

export const brief: Decision<BriefFacts, BriefOutcome> = () => ({
  block: false,
});
