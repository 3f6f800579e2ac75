import { type Alternative, type Anchors, entrySize, lastRank, rankCount } from "./anchors.ts";
import type { Candidate } from "./judge.ts";
import { opensOrder, opensUnlisted } from "./order-opening.ts";
import { matchPattern } from "./pattern.ts";
import type { Scan } from "./scan.ts";
import type { Words } from "./words-of-brief.ts";

/**
 * Finds where alternatives match, a word with the word before it at a time.
 *
 * Spec: FG-11, FG-13.
 */
export class Lookup {
  /** What was found and not taken away: from left to right, at one word in the table's order. */
  readonly found: Candidate[] = [];
  readonly #anchors: Anchors;
  readonly #words: Words;
  readonly #scan: Scan;

  constructor(anchors: Anchors, words: Words) {
    this.#anchors = anchors;
    this.#words = words;
    this.#scan = words.scan;
  }

  /** Forgets what was found. */
  clear(): void {
    if (this.found.length > 0) this.found.length = 0;
  }

  /**
   * Finds the prohibitions at a word, base forms only where they open an order. Answers a bit for
   * each rank up to `lastRank`, 1 for a rank that has to be looked for here: few have.
   *
   * Spec: FG-3, FG-11.
   */
  prohibitions(at: number): number {
    const { numbers } = this.#scan;
    const { heads } = this.#anchors;
    const before = at > 0 ? (numbers[at - 1] as number) : 0;
    const here = (numbers[at] as number) * 2 * rankCount;
    const ahead = (before * 2 + 1) * rankCount;
    let ranks = 0;
    const [start, end] = [heads[here] as number, heads[here + lastRank + 1] as number];
    if (start !== end) ranks = this.#meet(start, end, at, before);
    if (at === 0) return ranks;
    const [first, last] = [heads[ahead] as number, heads[ahead + lastRank + 1] as number];
    return first === last ? ranks : ranks | this.#meet(first, last, at - 1, 0);
  }

  /** Tries the prohibitions among entries; answers the ranks of all that the neighbours allow. */
  #meet(start: number, end: number, anchor: number, before: number): number {
    const { entries, meanings } = this.#anchors;
    const behind = this.#scan.numbers[anchor + 1] as number;
    let ranks = 0;
    for (let entry = start; entry < end; entry += entrySize) {
      if (!meanings.fits(entries[entry] as number, behind)) continue;
      if (!meanings.fits(entries[entry + 1] as number, before)) continue;
      const rank = entries[entry + 8] as number;
      if (rank === 0) this.#tryAll(entry, anchor, true);
      else ranks |= 1 << rank;
    }
    return ranks;
  }

  /** Finds what has one of some ranks at a word; `orders` is for base forms that open an order. */
  find(at: number, from: number, to: number, orders: boolean): void {
    const { numbers } = this.#scan;
    const { heads } = this.#anchors;
    const before = at > 0 ? (numbers[at - 1] as number) : 0;
    const here = (numbers[at] as number) * 2 * rankCount;
    const ahead = (before * 2 + 1) * rankCount;
    const [start, end] = [heads[here + from] as number, heads[here + to + 1] as number];
    if (start !== end) this.#findAt(start, end, at, before, orders);
    if (at === 0) return;
    const [first, last] = [heads[ahead + from] as number, heads[ahead + to + 1] as number];
    if (first !== last) this.#findAt(first, last, at - 1, 0, orders);
  }

  /** Tries entries that are anchored at a word behind another. */
  #findAt(start: number, end: number, anchor: number, before: number, orders: boolean): void {
    const { entries, meanings } = this.#anchors;
    // Behind the last word is the number 0, which is in no class but that of unknown words.
    const behind = this.#scan.numbers[anchor + 1] as number;
    for (let entry = start; entry < end; entry += entrySize) {
      if (!meanings.fits(entries[entry] as number, behind)) continue;
      if (!meanings.fits(entries[entry + 1] as number, before)) continue;
      this.#tryAll(entry, anchor, orders);
    }
  }

  /** Tries an alternative at each word at which it may begin for its anchor to stand here. */
  #tryAll(entry: number, anchor: number, orders: boolean): void {
    const { entries, alternatives, meanings } = this.#anchors;
    const { numbers } = this.#scan;
    const place = entries[entry + 7] as number;
    if (!this.#stands(entries[entry + 5] as number, anchor, entries[entry + 6] as number)) return;
    const only = orders && (alternatives[place] as Alternative).orders;
    const first = entries[entry + 4] as number;
    const last = anchor - (entries[entry + 2] as number);
    for (let at = Math.max(0, anchor - (entries[entry + 3] as number)); at <= last; at++) {
      const number = numbers[at] as number;
      if (!meanings.fits(first, number)) continue;
      if (only && !opensOrder(this.#words, at)) continue;
      if (number === 0 && !opensUnlisted(this.#words, at)) continue;
      this.#try(place, at);
    }
  }

  /** Whether what a code stands for is among some words behind another. */
  #stands(needed: number, anchor: number, reach: number): boolean {
    if (needed === 0) return true;
    const { numbers, count } = this.#scan;
    const { meanings } = this.#anchors;
    const end = Math.min(anchor + reach, count - 1);
    for (let at = anchor + 1; at <= end; at++) {
      if (meanings.fits(needed, numbers[at] as number)) return true;
    }
    return false;
  }

  /** Adds an alternative to what was found, in its place, if it matches at a word. */
  #try(place: number, at: number): void {
    const { found } = this;
    const alternative = this.#anchors.alternatives[place] as Alternative;
    const to = matchPattern(alternative.pattern, this.#words, at);
    if (to < 0) return;
    let index = found.length;
    for (; index > 0; index--) {
      const before = found[index - 1] as Candidate;
      if (before.from < at || (before.from === at && before.place < place)) break;
      if (before.from === at && before.place === place) return;
    }
    found.splice(index, 0, { alternative, place, from: at, to });
  }
}
