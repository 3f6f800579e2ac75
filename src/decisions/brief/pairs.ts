import { gap } from "./gaps.ts";
import { introduces } from "./order-opening.ts";
import type { Scan } from "./scan.ts";

/**
 * Which two neighbouring words are worth a look, as a matrix of bits: most pairs of an ordinary
 * text are not, and cost no more than that.
 *
 * The bit of the word `next` behind the word `before` is bit `next & 31` of
 * `rows[before * width + (next >> 5)]`. `openers[number]` is 1 where a word is worth a look also
 * wherever an order may begin, whatever stands before it.
 *
 * Spec: FG-11.
 */
export interface Pairs {
  readonly rows: Int32Array;
  readonly width: number;
  readonly openers: Uint8Array;
}

/**
 * Words that are worth a look behind some others, all by their numbers: behind those that are
 * listed, behind any word, or where an order may begin.
 *
 * Spec: FG-11.
 */
export interface Interest {
  readonly before: readonly number[] | "any" | "opening";
  readonly next: readonly number[];
}

/** The matrix of some interests over so many words. Spec: FG-11. */
export function pairsOf(words: number, interests: readonly Interest[]): Pairs {
  const width = Math.ceil(words / 32);
  const rows = new Int32Array(words * width);
  const openers = new Uint8Array(words);
  const anywhere = new Int32Array(width);
  const opening = new Int32Array(width);
  for (const { before, next } of interests) {
    if (before === "any") addBits(anywhere, 0, next);
    else if (before === "opening") {
      addBits(opening, 0, next);
      for (const number of next) openers[number] = 1;
    } else for (const number of before) addBits(rows, number * width, next);
  }
  spread(rows, width, anywhere, () => true);
  spread(rows, width, opening, (before) => introduces[before] === 1);
  return { rows, width, openers };
}

/** Adds a row to those of some words. */
function spread(
  rows: Int32Array,
  width: number,
  row: Int32Array,
  wanted: (before: number) => boolean,
): void {
  const cells = [...row.keys()].filter((cell) => row[cell] !== 0);
  for (let before = 0; before * width < rows.length; before++) {
    if (!wanted(before)) continue;
    for (const cell of cells) {
      const at = before * width + cell;
      rows[at] = (rows[at] as number) | (row[cell] as number);
    }
  }
}

function addBits(rows: Int32Array, from: number, numbers: readonly number[]): void {
  for (const number of numbers) {
    const cell = from + (number >> 5);
    rows[cell] = (rows[cell] as number) | (1 << (number & 31));
  }
}

/**
 * 1 where a word is worth a look with the word before it, else 0: both by their numbers, with the
 * gap bits before each of them.
 *
 * Spec: FG-11.
 */
export function isHit(
  rows: Int32Array,
  width: number,
  openers: Uint8Array,
  before: number,
  gapsBefore: number,
  number: number,
  gaps: number,
): number {
  const pair = (rows[before * width + (number >> 5)] as number) >>> (number & 31);
  const marked = ((gaps ^ gapBlank) | (gapsBefore ^ gapBlank)) === 0 ? 0 : 1;
  return (pair | ((openers[number] as number) & marked)) & 1;
}

/** Adds the word that is about to be counted to the hits of a scan if it is one. Spec: FG-11. */
export function addHit({ rows, width, openers }: Pairs, scan: Scan): void {
  const { count, numbers, gaps } = scan;
  const before = count === 0 ? 0 : (numbers[count - 1] as number);
  const gapsBefore = count === 0 ? 0 : (gaps[count - 1] as number);
  const [number, here] = [numbers[count] as number, gaps[count] as number];
  scan.hits[scan.hitCount] = count;
  scan.hitCount += isHit(rows, width, openers, before, gapsBefore, number, here);
}

// A constant of this module: a compiler takes it for a constant, and an imported name not.
const gapBlank = gap.blank;
