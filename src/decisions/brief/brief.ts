import type { Decision, Span } from "../../kernel/decision.ts";
import type { DropReason } from "./drop.ts";
import { briefKinds, type Candidate, Matcher } from "./matcher.ts";
import type { BriefKind } from "./rule.ts";
import { briefRules } from "./rules.ts";

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
  const wordingOnly = facts.sensitivity === "wording";
  const scan = table.read(text);
  let rank = briefKinds.length;
  let found: Candidate | undefined;
  table.visit(
    (candidate) => {
      const { wording, drop } = table.judge(candidate, wordingOnly);
      if (wordingOnly ? !wording : drop !== undefined) return true;
      rank = briefKinds.indexOf(candidate.rule.kind);
      found = candidate;
      return rank > 0;
    },
    () => rank,
  );
  if (found === undefined) return { block: false };
  const { id, kind, clause, why } = found.rule;
  const span: Span = [scan.starts[found.from] as number, scan.ends[found.to - 1] as number];
  return { block: true, kind, rule: id, clause, matched: text.slice(span[0], span[1]), span, why };
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
  const matches: BriefMatch[] = [];
  table.visit(
    (candidate) => {
      const { wording, drop } = table.judge(candidate, false);
      const { id, kind, clause, why } = candidate.rule;
      const start = scan.starts[candidate.from] as number;
      const end = scan.ends[candidate.to - 1] as number;
      const fires = facts.sensitivity === "wording" ? wording : drop === undefined;
      const matched = text.slice(start, end);
      const shared = { kind, rule: id, form: candidate.form, clause, matched, why, fires };
      const span: Span = [start, end];
      matches.push(drop === undefined ? { ...shared, span } : { ...shared, span, drop });
      return true;
    },
    () => briefKinds.length,
  );
  return matches;
}
