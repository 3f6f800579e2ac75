import { gap } from "./gaps.ts";
import { type Meanings, nameOf } from "./meanings.ts";
import type { Words } from "./words-of-brief.ts";

/**
 * One alternative of a rule, compiled: what must stand at and after its first word.
 *
 * Spec: FG-13.
 */
export interface Pattern {
  readonly form: string;
  readonly parts: readonly Part[];
}

/** One shape for all parts keeps the matcher's reads of them cheap. Spec: FG-13. */
export interface Part {
  /** What it stands for, as `Meanings.code` writes it; 0 for a gap. */
  readonly code: number;
  readonly optional: boolean;
  readonly meanings: Meanings;
  readonly wordsMax: number;
}

/** The plain words that a pattern names, without traits and gaps. Spec: FG-13. */
export function wordsOfForm(form: string): readonly string[] {
  return form
    .split(" ")
    .filter((part) => !part.startsWith("<") && !part.startsWith(".."))
    .map((part) => part.replace(/\?$/, ""));
}

/**
 * Compiles an alternative. Parts are separated by blanks: a word, `<trait+role>` for any word with
 * one of these traits or roles, a `?` behind either where it may be absent, `..3` for up to three
 * words of any kind.
 *
 * Spec: FG-13.
 */
export function compilePattern(form: string, meanings: Meanings): Pattern {
  const parts = form.split(" ").map((part): Part => {
    const name = nameOf(part);
    const optional = name !== part;
    const isGap = part.startsWith("..");
    const wordsMax = isGap ? Number(part.slice(2)) : 1;
    return { code: isGap ? 0 : meanings.code(name), optional, meanings, wordsMax };
  });
  return { form, parts };
}

/** Marks that words of one phrase do not have between them. Spec: FG-8. */
const apart =
  gap.stop |
  gap.comma |
  gap.semicolon |
  gap.colon |
  gap.open |
  gap.close |
  gap.slash |
  gap.list |
  gap.heading |
  gap.cell |
  gap.symbol |
  gap.tag |
  gap.flag |
  gap.dot |
  gap.start;

/** Marks that end a phrase with up to so many words in it. */
const ending = gap.semicolon | gap.list | gap.heading | gap.cell | gap.tag | gap.start;

/**
 * The word after the last one that the pattern takes, or -1 where it does not match at `at`.
 *
 * Gaps take as few words as they can. The cost is bounded by the pattern alone: at most the
 * product of its gap sizes, whatever the text.
 *
 * Spec: FG-8, FG-11, FG-13.
 */
export function matchPattern(pattern: Pattern, words: Words, at: number): number {
  const first = pattern.parts[0];
  const isFirst = first !== undefined && takes(first, words, at);
  return isFirst ? matchFrom(pattern.parts, 1, words, at + 1, false) : -1;
}

function matchFrom(
  parts: readonly Part[],
  index: number,
  words: Words,
  at: number,
  loose: boolean,
): number {
  const part = parts[index];
  if (part === undefined) return at;
  if (part.code === 0) {
    for (let taken = 0; taken <= part.wordsMax; taken++) {
      const end = matchFrom(parts, index + 1, words, at + taken, true);
      if (end >= 0) return end;
      if (at + taken >= words.scan.count) return -1;
      const bits = words.gap(at + taken);
      if ((bits & ending) !== 0 || ((bits & gap.stop) !== 0 && words.opens(at + taken))) return -1;
    }
    return -1;
  }
  if (takes(part, words, at) && joins(words, at, loose)) {
    const end = matchFrom(parts, index + 1, words, at + 1, false);
    if (end >= 0) return end;
  }
  return part.optional ? matchFrom(parts, index + 1, words, at, loose) : -1;
}

function takes(part: Part, words: Words, at: number): boolean {
  const { count, numbers } = words.scan;
  return at < count && part.meanings.fits(part.code, numbers[at] as number);
}

/** Whether nothing but blanks and markup stands before the word; commas too after a gap. */
function joins(words: Words, at: number, loose: boolean): boolean {
  const bits = words.gap(at);
  if (loose) return (bits & ending) === 0 && ((bits & gap.stop) === 0 || !words.opens(at));
  if ((bits & apart) === 0) return (bits & gap.dash) === 0 || (bits & gap.blank) === 0;
  return false;
}
