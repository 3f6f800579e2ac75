import { type Alternative, type Anchors, entrySize, rankCount } from "./anchors.ts";
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

  /** Takes so many of the first away. */
  drop(count: number): void {
    if (count === this.found.length) this.clear();
    else if (count > 0) this.found.splice(0, count);
  }

  /**
   * Looks at a word for what has a rank `from` up to `to`. Adds what matches and has a rank up to
   * `tried` to what was found; `orders` leaves out base forms that open no order. Answers a bit for
   * each rank of the others, 1 where the neighbours allow one: few words have any.
   *
   * Spec: FG-3, FG-11.
   */
  find(at: number, from: number, to: number, tried: number, orders: boolean): number {
    const { numbers } = this.#scan;
    const { heads } = this.#anchors;
    const before = at > 0 ? (numbers[at - 1] as number) : 0;
    const here = (numbers[at] as number) * 2 * rankCount;
    const ahead = (before * 2 + 1) * rankCount;
    const [start, end] = [heads[here + from] as number, heads[here + to + 1] as number];
    const ranks = start === end ? 0 : this.#findAt(start, end, at, before, tried, orders);
    const [first, last] = [heads[ahead + from] as number, heads[ahead + to + 1] as number];
    if (at === 0 || first === last) return ranks;
    return ranks | this.#findAt(first, last, at - 1, 0, tried, orders);
  }

  /** Does the same for entries that are anchored at a word behind another. */
  #findAt(
    start: number,
    end: number,
    anchor: number,
    before: number,
    tried: number,
    orders: boolean,
  ): number {
    const { entries, meanings } = this.#anchors;
    // Behind the last word is the number 0, which is in no class but that of unknown words.
    const behind = this.#scan.numbers[anchor + 1] as number;
    let ranks = 0;
    for (let entry = start; entry < end; entry += entrySize) {
      if (!meanings.fits(entries[entry] as number, behind)) continue;
      if (!meanings.fits(entries[entry + 1] as number, before)) continue;
      const rank = entries[entry + 8] as number;
      if (rank > tried) ranks |= 1 << rank;
      else this.#tryAll(entry, anchor, orders);
    }
    return ranks;
  }

  /** Tries an alternative at each word at which it may begin for its anchor to stand here. */
  #tryAll(entry: number, anchor: number, orders: boolean): void {
    const { entries, meanings } = this.#anchors;
    const { numbers } = this.#scan;
    const place = entries[entry + 7] as number;
    if (!this.#stands(entries[entry + 5] as number, anchor, entries[entry + 6] as number)) return;
    const only = orders && entries[entry + 9] === 1;
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
    const candidate = { alternative, place, from: at, to };
    if (index === found.length) found.push(candidate);
    else found.splice(index, 0, candidate);
  }
}
