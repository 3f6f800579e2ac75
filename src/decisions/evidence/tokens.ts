import { namesFile, plainFileNames } from "../../kernel/file-names.ts";
import { claimWords } from "./claim-words.ts";

/** A citation's words, blanks between them, without the marks around them. */
export function citationTokens(text: string): readonly string[] {
  return text
    .split(/\s+/u)
    .map(bare)
    .filter((token) => token !== "");
}

/** Marks around a word go; what belongs to a path, flag, number or arrow stays. */
function bare(token: string): string {
  const front = token.replace(/^["'`“”„«»‘’([{<*_,;:!?…]+/u, "");
  return front.replace(/["'`“”„«»‘’)\]}>*_,;:!?.…。！？，；：]+$/u, "");
}

/**
 * Whether a token only claims: a word of the lexicon, several joined (`pass/fail`,
 * `done-and-done`), a criterion's id, or no word at all.
 *
 * Spec: LP-31.
 */
export function isClaim(token: string): boolean {
  const lower = token.toLowerCase().replaceAll("’", "'");
  if (claimWords.has(lower) || /^c\d{1,2}$/u.test(lower)) return true;
  if (!/[\p{L}\p{N}]/u.test(lower)) return !isRelation(token);
  const parts = lower.split(/[/\-–—_+&,;:.=|]+/u).filter((part) => part !== "");
  return parts.length > 1 && parts.every((part) => claimWords.has(part));
}

/** Arrows and comparisons: between two numbers they make a measurement. */
export function isRelation(token: string): boolean {
  return /^(?:→|⇒|➜|->|=>|-->|==>|=|==|===|<|>|<=|>=|≤|≥|≠|!=|≈)$/u.test(token);
}

/** A number, also with a unit, sign, comparison or as a ratio; a version; a reference like `#12`. */
export function isNumber(token: string): boolean {
  return /^(?:[#$€£~<>=≤≥±+-]|v|pr#|gh-)*\d[\d.,:/x×_-]*(?:[\p{L}µ°²³/]{1,6})?\+?$/iu.test(token);
}

/** A number of hundredths and nothing else. */
export function isPercentage(token: string): boolean {
  return /^[~<>=≤≥+-]*\d+(?:[.,]\d+)?\s?[%％]$/u.test(token);
}

/** `https://…`, `www.…`, `file:///…`. */
export function isAddress(token: string): boolean {
  return /^(?:[a-z][a-z0-9+.-]*:\/\/|www\.)[^\s/]/iu.test(token);
}

/**
 * A path: a name with a known extension, a start of `/`, `./`, `../` or `~/`, or two separators;
 * not `pass/fail/done`. A line or column after it belongs to it.
 *
 * Spec: LP-31.
 */
export function isPath(token: string): boolean {
  const path = token.replace(/(?::\d+(?:[:-]\d+)?|#L\d+(?:-L?\d+)?)$/u, "");
  if (!/[\p{L}\p{N}]/u.test(path) || isAddress(path)) return false;
  const parts = path.split(/[\\/]+/u).filter((part) => /[\p{L}\p{N}]/u.test(part));
  if (parts.every((part) => claimWords.has(part.toLowerCase()))) return false;
  if (namesFile(path) || plainFileNames.has((parts.at(-1) ?? "").toLowerCase())) {
    return namesFile(path) || path.includes("/") || path !== token;
  }
  if (/^(?:\/|\.{1,2}\/|~\/|[A-Za-z]:\\)/u.test(path)) return true;
  const separators = path.match(/[\\/]/gu)?.length ?? 0;
  return separators >= 2 && !/^[\d/.,:-]+$/u.test(path);
}

/** Seven or more hex digits with a decimal and a letter among them. */
export function isHash(token: string): boolean {
  return /^(?:sha\d*:)?[0-9a-f]{7,64}$/iu.test(token) && /\d/u.test(token) && /[a-f]/iu.test(token);
}

/** Hex without a decimal digit: a hash only where the word before says so. */
export function isLetterHash(token: string): boolean {
  return /^[a-f]{7,40}$/iu.test(token);
}

/** `test_login`, `auth::rejects`, `TestLogin`, `LoginTest`, `it_works_for`. */
export function isTestName(token: string): boolean {
  if (/^(?:test|it|should|spec|describe)_[\p{L}\p{N}_]{2,}$/iu.test(token)) return true;
  if (/^[\p{L}_][\p{L}\p{N}_]*(?:::[\p{L}\p{N}_[\]-]+)+$/u.test(token)) return true;
  return /^(?:Test[A-Z]\w+|[A-Z]\w+(?:Tests?|Spec))(?:[.#]\w+)?$/u.test(token);
}
