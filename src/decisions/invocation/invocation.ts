import type { Span } from "../../kernel/decision.ts";
import { maskedText } from "./masked-text.ts";
import { type MentionReason, mentionReason } from "./mention.ts";
import { type ArgumentProblem, type StartArguments, startArguments } from "./start-arguments.ts";

/** What is known of a message: its text, as the user sent it. Spec: LP-10. */
export interface InvocationFacts {
  readonly text: string;
}

/** A token that looked like an invocation and why it is none, for people who ask. Spec: LP-11. */
export interface PassedMention {
  readonly span: Span;
  readonly reason: MentionReason | "no-objective";
}

/**
 * The explicit invocation of a message, if it has one. `span` is the token. With a problem nothing
 * is invoked: a bad flag never becomes part of an objective.
 *
 * Spec: LP-10..LP-12.
 */
export type InvocationOutcome = { readonly passed: readonly PassedMention[] } & (
  | { readonly invoked: false; readonly problem?: ArgumentProblem; readonly span?: Span }
  | ({ readonly invoked: true; readonly span: Span } & Omit<StartArguments, "problem">)
);

/** `/loop` with a blank or the text's start before it and a blank after it. */
const slashForm = /(?<![^\s])\/loop(?=\s)/gu;

/** `loop:` at a line's start, after indentation, a list marker or a check box. */
const lineForm =
  /^[^\S\n]*(?:(?:[-*+•–]|\d{1,9}[.)]|\(?[A-Za-z]\)|\(\d{1,9}\))[^\S\n]+)?(?:\[[^\]\n]\][^\S\n]+)?(loop:)(?=[^\S\n]+\S)/gimu;

/** What a settings file has after the colon. */
const settingValue =
  /^[^\S\n]+(?:true|false|[+-]?(?:\d[\d_]*\.?\d*|\.\d+)(?:e[+-]?\d+)?)[,;]?[^\S\n]*(?:#[^\n]*)?\r?(?:\n|$)/iu;

/**
 * The first explicit invocation in a user's message, or none. A message that only mentions, shows,
 * asks about or forbids the command invokes nothing: a spurious start costs turns until a cap.
 *
 * Spec: LP-10, LP-11, LP-12.
 */
export function invocation(facts: InvocationFacts): InvocationOutcome {
  const { text } = facts;
  const passed: PassedMention[] = [];
  if (!/\/loop\s|loop:/iu.test(text)) return { invoked: false, passed };
  const masked = maskedText(text);
  for (const { start, end, isSlash } of candidates(masked)) {
    const span: Span = [start, end];
    const reason = isSlash ? mentionReason(masked, start, end) : undefined;
    if (reason !== undefined) {
      passed.push({ span, reason });
      continue;
    }
    const { problem, ...found } = startArguments(text, masked, end);
    if (!/[\p{L}\p{N}]/u.test(found.objective)) {
      passed.push({ span, reason: "no-objective" });
      continue;
    }
    if (problem !== undefined) return { invoked: false, problem, span, passed };
    return { invoked: true, span, ...found, passed };
  }
  return { invoked: false, passed };
}

interface Candidate {
  readonly start: number;
  readonly end: number;
  readonly isSlash: boolean;
}

function candidates(masked: string): readonly Candidate[] {
  const slashes = [...masked.matchAll(slashForm)].map(({ index }) => ({
    start: index,
    end: index + 5,
    isSlash: true,
  }));
  const lines = [...masked.matchAll(lineForm)].flatMap(({ index, 0: whole }) => {
    const end = index + whole.length;
    const rest = masked.slice(end, end + 200);
    return settingValue.test(rest) ? [] : [{ start: end - 5, end, isSlash: false }];
  });
  return [...slashes, ...lines].sort((one, other) => one.start - other.start);
}
