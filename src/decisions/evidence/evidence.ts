import { inlineMarks } from "../../kernel/inline-marks.ts";
import { programs } from "./programs-lexicon.ts";
import * as tokens from "./tokens.ts";

/** One citation, as the model wrote it. Spec: LP-31. */
export interface EvidenceFacts {
  readonly text: string;
}

/** What a citation points at, or why it does not count. A closed set. Spec: LP-31. */
export type EvidenceReason =
  | "address"
  | "path"
  | "exit-code"
  | "hash"
  | "command"
  | "test-name"
  | "quoted-output"
  | "number"
  | "empty"
  | "claim-only"
  | "nothing-checkable";

/** Whether a citation counts, and for what. Spec: LP-31. */
export interface EvidenceOutcome {
  readonly counts: boolean;
  readonly reason: EvidenceReason;
}

const exitCode =
  /\b(?:exit(?:ed|s)?(?:\s+with)?(?:\s+(?:code|status))?|(?:return|status)\s+code|rc)\s*[:=]?\s*-?\d{1,3}\b/iu;

/** A citation is read up to this length, in UTF-16 units: what it points at stands early. */
const citationUnitsMax = 20_000;

/**
 * Whether a citation points at something that can be checked, instead of claiming again. A cheap
 * lower bound: it shows that a pointer is there, not that it proves anything.
 *
 * ```text
 * "tests: 0 fail"  "404 → 200"  "src/a.ts:10"  count     "tests pass"  "all 5 met"  do not
 * ```
 *
 * Spec: LP-31.
 */
export function evidence(facts: EvidenceFacts): EvidenceOutcome {
  const text = facts.text.slice(0, citationUnitsMax);
  const words = tokens.citationTokens(text);
  if (words.length === 0) return { counts: false, reason: "empty" };
  const found = pointer(text, words);
  if (found !== undefined) return { counts: true, reason: found };
  const claims = words.every((word) => tokens.isClaim(word) || isCount(word));
  return { counts: false, reason: claims ? "claim-only" : "nothing-checkable" };
}

function pointer(text: string, words: readonly string[]): EvidenceReason | undefined {
  if (words.some(tokens.isAddress)) return "address";
  if (words.some(tokens.isPath)) return "path";
  if (exitCode.test(text)) return "exit-code";
  if (words.some((_, at) => isHashAt(words, at))) return "hash";
  if (words.some((_, at) => isCommandAt(words, at))) return "command";
  if (words.some(tokens.isTestName)) return "test-name";
  if (quotesOutput(text)) return "quoted-output";
  return isMeasured(words) ? "number" : undefined;
}

function isHashAt(words: readonly string[], at: number): boolean {
  const word = words[at] ?? "";
  if (tokens.isHash(word)) return true;
  const before = (words[at - 1] ?? "").toLowerCase();
  return (
    tokens.isLetterHash(word) && /^(?:commit|commits|sha|sha1|sha256|rev|revision)$/u.test(before)
  );
}

/** A known program with a flag, an argument or one of its subcommands. */
function isCommandAt(words: readonly string[], at: number): boolean {
  const name = (words[at] ?? "").toLowerCase().replace(/^(?:\.\/|\$)/u, "");
  const known = programs.get(name);
  const next = words[at + 1];
  if (known === undefined || next === undefined) return false;
  if (/^-{1,2}[A-Za-z]/u.test(next)) return true;
  if (known === "*") return !tokens.isClaim(next) && !isCount(next);
  return known.has(next.toLowerCase());
}

/** Quoted words or code that say more than a claim does. */
function quotesOutput(text: string): boolean {
  return inlineMarks(text, 0, text.length).some((mark) => {
    if (mark.kind === "url") return false;
    const inner = tokens.citationTokens(text.slice(mark.innerStart, mark.innerEnd));
    return inner.some((word) => !tokens.isClaim(word) && !isCount(word));
  });
}

function isCount(word: string): boolean {
  return tokens.isNumber(word) || tokens.isPercentage(word);
}

/**
 * Whether numbers measure something: beside a word that is no claim, as a relation of two, or
 * alone. A bare percentage, and a number that only counts claims ("step 2 done"), do not.
 */
function isMeasured(words: readonly string[]): boolean {
  if (!words.some(isCount)) return false;
  const others = words.filter((word) => !isCount(word));
  if (others.some((word) => !tokens.isClaim(word))) return true;
  return others.length === 0 && words.some(tokens.isNumber);
}
