import * as lexicon from "./sentence-lexicon.ts";

const tokenUnit = /[\p{L}\p{N}.'’-]/u;

/**
 * Whether the single full stop at `at` ends a sentence, given what follows: `next` is the text from
 * the first letter or digit on, `nextUnit` the unit that stands right after the blank.
 *
 * ```text
 * "see fig. 3"  no    "200 ms. Then stop"  yes    "the U.S. dates"  no    "ship A. Then B"  yes
 * ```
 *
 * Spec: LP-22.
 */
export function endsSentence(text: string, at: number, next: string, nextUnit: string): boolean {
  const start = tokenStart(text, at);
  const token = text.slice(start, at);
  const lower = token.toLowerCase();
  if (isListNumber(text, start, token)) return false;
  if (lexicon.leadingOn.has(lower)) return false;
  if (lower === "etc") return !/^\p{Ll}/u.test(nextUnit);
  const afterNumber = /\d\s*$/u.test(text.slice(Math.max(0, start - 12), start));
  if (lexicon.numbered.has(lower) && !afterNumber) return !/^\p{Nd}/u.test(nextUnit);
  if (lexicon.titles.has(token)) return afterNumber;
  if (/^[ap]\.m$/u.test(lower)) return /^\p{Lu}/u.test(next);
  if (isInitials(token)) return opensAfter(next, token.length === 1);
  if (!lexicon.cutOff.has(lower)) return true;
  if (lower === "st" && (token !== "St" || afterNumber)) return true;
  if (lower === "al" && !/\bet\s+$/iu.test(text.slice(Math.max(0, start - 6), start))) return true;
  return opensAfter(next, false);
}

/** The word that the stop closes: at most as long as an abbreviation can be. */
function tokenStart(text: string, at: number): number {
  let start = at;
  while (start > 0 && at - start < 24 && tokenUnit.test(text[start - 1] ?? "")) start--;
  return start;
}

/** A number at a line's start or after a colon; `a.` is no list number. */
function isListNumber(text: string, start: number, token: string): boolean {
  if (!/^\d{1,9}$/u.test(token)) return false;
  const before = text.slice(Math.max(0, start - 40), start);
  if (/(?:^|\n)[^\S\n]*$/u.test(before) && (start < 40 || before.includes("\n"))) return true;
  return /[:：]\s+$/u.test(before);
}

/** A single capital, or letters with stops between them: J., U.S. */
function isInitials(token: string): boolean {
  return /^\p{Lu}$/u.test(token) || /^\p{Lu}(?:\.\p{L})+$/u.test(token);
}

/** Whether the next word begins a sentence although the stop may belong to the word before it. */
function opensAfter(next: string, isSingle: boolean): boolean {
  if (/^\p{Lo}/u.test(next)) return true;
  const word = /^[\p{L}'’]+/u.exec(next)?.[0].replaceAll("’", "'") ?? "";
  if (/^\p{Lu}/u.test(word)) return lexicon.openers.has(word.toLowerCase());
  return isSingle && lexicon.plainOpeners.has(word);
}
