import type { Decision, Span } from "../../kernel/decision.ts";
import type { DropReason } from "./drop.ts";
import type { Candidate } from "./judge.ts";
import { Matcher } from "./matcher.ts";
import type { BriefKind } from "./rule.ts";
import { briefRules } from "./rules.ts";
import type { Scan } from "./scan.ts";

export type { BriefKind } from "./rule.ts";

/**
 * How a brief is read: `wording` by its words wherever they stand, `directive` only where they
 * direct the child. What `directive` blocks, `wording` blocks.
 *
 * Spec: FG-7.
 */
export type Sensitivity = "wording" | "directive";

/** All that the decision may know. A brief that is no string is allowed. Spec: FG-1, FG-7. */
export interface BriefFacts {
  readonly brief: unknown;
  readonly sensitivity: Sensitivity;
}

/** Whether the brief must not go to a fork, and for which of its words. Spec: FG-2. */
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

/**
 * One match of a rule, for `check brief --explain`: `fires` says whether it blocks at the asked
 * sensitivity, `drop` why `directive` lets it be.
 *
 * Spec: FG-10, FG-13.
 */
export interface BriefMatch {
  readonly kind: BriefKind;
  readonly rule: string;
  readonly form: string;
  readonly clause: string;
  readonly matched: string;
  readonly span: Span;
  readonly why: string;
  readonly fires: boolean;
  readonly drop?: DropReason;
}

const matcher = new Matcher(briefRules);

/**
 * Whether a brief carries a prohibition, draws a write boundary or orders a change.
 *
 * Kinds are tried in that order; within a kind the earliest words win. It reads wording, not
 * intent, and judges English only: text in other languages is allowed.
 *
 * Spec: FG-1, FG-2, FG-3, FG-7.
 */
export const brief: Decision<BriefFacts, BriefOutcome> = (facts) => judgeBrief(matcher, facts);

/** The decision under another rule table; see `brief`. Spec: FG-13. */
export function judgeBrief(table: Matcher, facts: BriefFacts): BriefOutcome {
  const text = facts.brief;
  if (typeof text !== "string" || text.length === 0) return { block: false };
  const scan = table.read(text);
  const found = table.first(facts.sensitivity === "wording");
  if (found === undefined) return { block: false };
  const { id, kind, clause, why } = found.alternative.rule;
  const span = spanOf(scan, found);
  return { block: true, kind, rule: id, clause, matched: text.slice(...span), span, why };
}

/**
 * Every match of every rule, from left to right, at one place in the order of the table.
 *
 * Spec: FG-10, FG-13.
 */
export function briefMatches(facts: BriefFacts, table: Matcher = matcher): readonly BriefMatch[] {
  const text = facts.brief;
  if (typeof text !== "string" || text.length === 0) return [];
  const scan = table.read(text);
  return table.all().map((candidate): BriefMatch => {
    const { wording, drop } = table.judge(candidate);
    const { rule, pattern } = candidate.alternative;
    const { id, kind, clause, why } = rule;
    const span = spanOf(scan, candidate);
    const fires = facts.sensitivity === "wording" ? wording : drop === undefined;
    const matched = text.slice(...span);
    const match = { kind, rule: id, form: pattern.form, clause, matched, span, why, fires };
    return drop === undefined ? match : { ...match, drop };
  });
}

function spanOf(scan: Scan, { from, to }: Candidate): Span {
  return [scan.starts[from] as number, scan.ends[to - 1] as number];
}
