/** The three kinds of brief that must not go to a fork. Spec: FG-2, FG-3. */
export type BriefKind = "prohibition" | "boundary" | "mutation";

/**
 * How `directive` decides whether the words of a rule direct the child; each is a function of
 * `readings.ts` with the same name.
 *
 * Spec: FG-10, FG-13.
 */
export type ReadingName =
  | "order"
  | "negated"
  | "modal"
  | "predicate"
  | "ban"
  | "state"
  | "bare"
  | "infinitive"
  | "limit"
  | "place"
  | "bound"
  | "readOnly"
  | "scope"
  | "confined"
  | "changes"
  | "scopeLine"
  | "making"
  | "unlisted"
  | "wanted"
  | "needed"
  | "gerund"
  | "ensured"
  | "command"
  | "flag"
  | "deliverable"
  | "claim"
  | "wish"
  | "phrasal"
  | "idiom"
  | "barredAct"
  | "desired"
  | "due"
  | "deferred"
  | "asked"
  | "guarded"
  | "forNow";

/**
 * One rule of the brief decision: what it looks for, and which clause asks for it.
 *
 * `plain` are the triggers that `wording` takes wherever they stand; `forms` are taken only where
 * they direct, or would if they were not quoted. Each is an alternative of its own: dropping one
 * makes a test fail. The notation is that of `compilePattern`.
 *
 * Spec: FG-13.
 */
export interface BriefRule {
  readonly id: string;
  readonly kind: BriefKind;
  readonly clause: string;
  readonly why: string;
  readonly reading: ReadingName;
  /** Whether words about "the rest" or "all other files" make a boundary of it instead. */
  readonly yields?: true;
  /** Whether it is tried only where no other rule fires: a guess from what a brief lacks. */
  readonly last?: true;
  readonly plain: readonly string[];
  readonly forms: readonly string[];
  readonly match: readonly string[];
  readonly noMatch: readonly string[];
}
