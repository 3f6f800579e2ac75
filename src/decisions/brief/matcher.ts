import { type Alternative, Anchors, askedRank, entrySize, lastRank, rankCount } from "./anchors.ts";
import { type Candidate, Judge, type Judgement } from "./judge.ts";
import { vocabulary } from "./known-words.ts";
import { opensOrder, opensUnlisted } from "./order-opening.ts";
import { matchPattern } from "./pattern.ts";
import type { BriefRule } from "./rule.ts";
import type { Scan } from "./scan.ts";
import { Scanner } from "./scanner.ts";
import { Words } from "./words-of-brief.ts";

/**
 * A rule table made ready to judge briefs, one at a time.
 *
 * Made once for the production table; tests make others with a rule or an alternative less.
 *
 * Spec: FG-13.
 */
export class Matcher {
  readonly #anchors: Anchors;
  readonly #scanner: Scanner;
  readonly #words: Words;
  readonly #judge: Judge;
  readonly #found: Candidate[] = [];
  #over = false;

  constructor(rules: readonly BriefRule[]) {
    this.#anchors = new Anchors(rules, vocabulary);
    this.#scanner = new Scanner(this.#anchors.pairs);
    this.#words = new Words(this.#scanner.scan, vocabulary);
    this.#judge = new Judge(this.#words);
  }

  /** Takes a brief; all other members then speak of it. They read as much of it as they need. */
  read(text: string): Scan {
    this.#scanner.begin(text);
    this.#over = false;
    return this.#scanner.scan;
  }

  /** Reads what is left of the brief. What is asked about a candidate may need all of it. */
  #complete(): void {
    if (this.#over) return;
    this.#over = true;
    this.#scanner.read(Number.MAX_SAFE_INTEGER);
    this.#judge.begin();
  }

  /**
   * The candidate that decides: of the first kind that fires, the earliest; undefined where none
   * does. At one word the order of the table decides. Rules that come last wait for all others.
   *
   * Prohibitions are looked for while the brief is read: a plain one ends it there.
   *
   * Spec: FG-3, FG-11.
   */
  first(wording: boolean): Candidate | undefined {
    const early = this.#firstWhileReading(wording);
    if (early !== undefined) return early;
    const { hits, hitCount, count } = this.#scanner.scan;
    for (let rank = 1; rank < lastRank; rank++) {
      const firing = this.#firstOf(hits, hitCount, rank, rank, wording);
      if (firing !== undefined) return firing;
    }
    if (!this.#judge.asksToRead()) {
      return this.#firstOf(undefined, count, lastRank, askedRank, wording);
    }
    return wording ? this.#firstOf(hits, hitCount, lastRank, lastRank, wording) : undefined;
  }

  /** The first candidate of some ranks that fires, at some hits or, without them, at any word. */
  #firstOf(
    hits: Int32Array | undefined,
    hitCount: number,
    from: number,
    to: number,
    wording: boolean,
  ): Candidate | undefined {
    this.#judge.goBack();
    const found = this.#list();
    const reach = Math.max(...this.#anchors.beforeMax.subarray(from, to + 1));
    for (let hit = 0; hit < hitCount; hit++) {
      const at = hits === undefined ? hit : (hits[hit] as number);
      this.#collect(at, from, to, true, found);
      // A long brief must not make a long list.
      if (found.length < foundMax) continue;
      const firing = this.#firing(found, at - reach, wording);
      if (firing !== undefined) return firing;
    }
    return this.#firing(found, Number.MAX_SAFE_INTEGER, wording);
  }

  /** An empty list for candidates. */
  #list(): Candidate[] {
    if (this.#found.length > 0) this.#found.length = 0;
    return this.#found;
  }

  /** The first prohibition; the brief has been read to its end where there is none. */
  #firstWhileReading(wording: boolean): Candidate | undefined {
    const { scan } = this.#scanner;
    const before = this.#anchors.beforeMax[0] as number;
    const behind = this.#anchors.behindMax[0] as number;
    const found = this.#list();
    let hit = 0;
    for (;;) {
      const over = this.#over || this.#scanner.read(scan.count + stepWords);
      if (over) this.#complete();
      // What is asked about a word may look at the two behind it.
      const known = over ? scan.count + before + 2 : scan.count - behind - 2;
      const { hits, hitCount } = scan;
      for (; hit < hitCount && (hits[hit] as number) < known; hit++) {
        this.#collect(hits[hit] as number, 0, 0, true, found);
      }
      // The next hit may be looked at from the word before it.
      const firing = this.#firing(found, known - before - 1, wording);
      if (firing !== undefined || over) return firing;
    }
  }

  /**
   * Adds the candidates of some ranks for which a word is looked at with the word before it to a
   * list, which stays in order: from left to right, at one word in the order of the table. `orders`
   * leaves out base forms that open no order.
   */
  #collect(at: number, from: number, to: number, orders: boolean, found: Candidate[]): void {
    const { numbers } = this.#scanner.scan;
    const { heads } = this.#anchors;
    const number = numbers[at] as number;
    const before = at > 0 ? (numbers[at - 1] as number) : 0;
    const here = number * 2 * rankCount;
    const start = heads[here + from] as number;
    const end = heads[here + to + 1] as number;
    if (start !== end) this.#collectAt(start, end, at, before, orders, found);
    if (at === 0) return;
    const ahead = (before * 2 + 1) * rankCount;
    const startAhead = heads[ahead + from] as number;
    const endAhead = heads[ahead + to + 1] as number;
    if (startAhead !== endAhead) this.#collectAt(startAhead, endAhead, at - 1, 0, orders, found);
  }

  /** Adds the candidates among some entries that are anchored at a word behind another. */
  #collectAt(
    start: number,
    end: number,
    anchor: number,
    before: number,
    orders: boolean,
    found: Candidate[],
  ): void {
    const { entries, meanings } = this.#anchors;
    // Behind the last word is the number 0, which is in no class but that of unknown words.
    const behind = this.#scanner.scan.numbers[anchor + 1] as number;
    for (let entry = start; entry < end; entry += entrySize) {
      if (!meanings.fits(entries[entry] as number, behind)) continue;
      if (!meanings.fits(entries[entry + 1] as number, before)) continue;
      this.#tryAll(entry, anchor, orders, found);
    }
  }

  /** Tries an alternative at each word at which it may begin for its anchor to stand here. */
  #tryAll(entry: number, anchor: number, orders: boolean, found: Candidate[]): void {
    const { entries, alternatives, meanings } = this.#anchors;
    const { numbers } = this.#scanner.scan;
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
      this.#try(place, at, found);
    }
  }

  /** Whether what a code stands for is among some words behind another. */
  #stands(needed: number, anchor: number, reach: number): boolean {
    if (needed === 0) return true;
    const { numbers, count } = this.#scanner.scan;
    const { meanings } = this.#anchors;
    const end = Math.min(anchor + reach, count - 1);
    for (let at = anchor + 1; at <= end; at++) {
      if (meanings.fits(needed, numbers[at] as number)) return true;
    }
    return false;
  }

  /** Adds an alternative to the candidates, each in its place, if it matches at a word. */
  #try(place: number, at: number, found: Candidate[]): void {
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

  /** The first candidate that fires; takes those away that begin before `known` and do not. */
  #firing(found: Candidate[], known: number, wording: boolean): Candidate | undefined {
    let asked = 0;
    for (; asked < found.length; asked++) {
      const candidate = found[asked] as Candidate;
      if (candidate.from >= known) break;
      if (this.#fires(candidate, wording)) return candidate;
    }
    if (asked > 0) found.splice(0, asked);
    return undefined;
  }

  /** Every candidate, from left to right, at one word in the order of the table. */
  all(): readonly Candidate[] {
    this.#complete();
    const found: Candidate[] = [];
    for (let at = 0; at < this.#scanner.scan.count; at++) {
      this.#collect(at, 0, askedRank, false, found);
    }
    return found;
  }

  /** What the sensitivities say of a candidate. Spec: FG-7, FG-10. */
  judge(candidate: Candidate): Judgement {
    this.#complete();
    return this.#judge.of(candidate);
  }

  #fires(candidate: Candidate, wording: boolean): boolean {
    if (wording && this.#judge.anywhere(candidate)) return true;
    const judgement = this.judge(candidate);
    return wording ? judgement.wording : judgement.drop === undefined;
  }
}

/** How many words are read before prohibitions are looked for in them. */
const stepWords = 64;

/** So many candidates are judged before more are looked for. */
const foundMax = 64;
