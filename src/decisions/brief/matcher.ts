import { type Alternative, Anchors, askedRank, entrySize, lastRank, rankCount } from "./anchors.ts";
import { type Candidate, Judge, type Judgement } from "./judge.ts";
import { vocabulary } from "./known-words.ts";
import { opensOrder, opensUnlisted } from "./order-opening.ts";
import { matchPattern } from "./pattern.ts";
import type { BriefRule } from "./rule.ts";
import type { Scan } from "./scan.ts";
import { Scanner } from "./scanner.ts";
import { Words } from "./words-of-brief.ts";

/** Candidates by rank. */
type Lists = readonly Candidate[][];

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
  readonly #found: Lists = Array.from({ length: rankCount }, () => []);
  #over = false;

  constructor(rules: readonly BriefRule[]) {
    this.#anchors = new Anchors(rules, vocabulary);
    this.#scanner = new Scanner(this.#anchors.marks);
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
    const { laterHits, laterCount, count } = this.#scanner.scan;
    const found = this.#lists();
    for (let hit = 0; hit < laterCount; hit++) {
      this.#collect(laterHits[hit] as number, 1, lastRank, true, found);
    }
    for (let rank = 1; rank < lastRank; rank++) {
      const firing = this.#firstOf(found[rank] as Candidate[], wording);
      if (firing !== undefined) return firing;
    }
    if (this.#judge.asksToRead()) {
      return wording ? this.#firstOf(found[lastRank] as Candidate[], wording) : undefined;
    }
    for (let at = 0; at < count; at++) this.#collect(at, askedRank, askedRank, true, found);
    return this.#firstOf(inOrder(found.slice(lastRank).flat()), wording);
  }

  /** A list for the candidates of each rank, empty. */
  #lists(): Lists {
    for (const list of this.#found) if (list.length > 0) list.length = 0;
    return this.#found;
  }

  #firstOf(found: Candidate[], wording: boolean): Candidate | undefined {
    this.#judge.goBack();
    return this.#firing(found, Number.MAX_SAFE_INTEGER, wording);
  }

  /** The first prohibition; the brief has been read to its end where there is none. */
  #firstWhileReading(wording: boolean): Candidate | undefined {
    const { scan } = this.#scanner;
    const { beforeMax, behindMax } = this.#anchors;
    const found = this.#lists();
    const prohibitions = found[0] as Candidate[];
    let hit = 0;
    for (;;) {
      const over = this.#over || this.#scanner.read(scan.count + stepWords);
      if (over) this.#complete();
      // What is asked about a word may look at the two behind it.
      const known = over ? scan.count + beforeMax + 1 : scan.count - behindMax - 2;
      const { firstHits, firstCount } = scan;
      for (; hit < firstCount && (firstHits[hit] as number) < known; hit++) {
        this.#collect(firstHits[hit] as number, 0, 0, true, found);
      }
      const firing = this.#firing(prohibitions, known - beforeMax, wording);
      if (firing !== undefined || over) return firing;
    }
  }

  /**
   * Adds the candidates of some ranks that are anchored at a word to those of their rank, which
   * stay in order: from left to right, at one word in the order of the table. `orders` leaves out
   * base forms that open no order.
   */
  #collect(anchor: number, from: number, to: number, orders: boolean, found: Lists): void {
    const { numbers } = this.#scanner.scan;
    const { heads, entries } = this.#anchors;
    const { classes, width } = this.#anchors.meanings;
    const head = (numbers[anchor] as number) * rankCount;
    // Behind the last word is the number 0, which is in no class but that of unknown words.
    const behind = numbers[anchor + 1] as number;
    const before = anchor > 0 ? (numbers[anchor - 1] as number) : 0;
    const end = heads[head + to + 1] as number;
    for (let entry = heads[head + from] as number; entry < end; entry += entrySize) {
      const right = entries[entry] as number;
      if (right > 0 && right !== behind) continue;
      if (right < 0 && !isIn(classes, behind * width, right)) continue;
      const left = entries[entry + 1] as number;
      if (left > 0 && left !== before) continue;
      if (left < 0 && !isIn(classes, before * width, left)) continue;
      this.#tryAll(entry, anchor, orders, found);
    }
  }

  /** Tries an alternative at each word at which it may begin for its anchor to stand here. */
  #tryAll(entry: number, anchor: number, orders: boolean, found: Lists): void {
    const { entries, alternatives, meanings } = this.#anchors;
    const { numbers } = this.#scanner.scan;
    const place = entries[entry + 7] as number;
    if (!this.#stands(entries[entry + 5] as number, anchor, entries[entry + 6] as number)) return;
    const only = orders && (alternatives[place] as Alternative).orders;
    const first = entries[entry + 4] as number;
    const last = anchor - (entries[entry + 2] as number);
    for (let at = Math.max(0, anchor - (entries[entry + 3] as number)); at <= last; at++) {
      const number = numbers[at] as number;
      if (first > 0 && number !== first) continue;
      if (first < 0 && !isIn(meanings.classes, number * meanings.width, first)) continue;
      if (only && !opensOrder(this.#words, at)) continue;
      if (number === 0 && !opensUnlisted(this.#words, at)) continue;
      this.#try(place, at, found);
    }
  }

  /** Whether a word or class, as `Anchors` writes it, is among some words behind another. */
  #stands(needed: number, anchor: number, reach: number): boolean {
    if (needed === 0) return true;
    const { numbers, count } = this.#scanner.scan;
    const { classes, width } = this.#anchors.meanings;
    const end = Math.min(anchor + reach, count - 1);
    for (let at = anchor + 1; at <= end; at++) {
      const number = numbers[at] as number;
      if (needed > 0 ? number === needed : isIn(classes, number * width, needed)) return true;
    }
    return false;
  }

  /** Adds an alternative to the candidates, each in its place, if it matches at a word. */
  #try(place: number, at: number, lists: Lists): void {
    const alternative = this.#anchors.alternatives[place] as Alternative;
    const to = matchPattern(alternative.pattern, this.#words, at);
    if (to < 0) return;
    const found = lists[alternative.rank] as Candidate[];
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
    const found = this.#lists();
    for (let at = 0; at < this.#scanner.scan.count; at++) {
      this.#collect(at, 0, askedRank, false, found);
    }
    return inOrder(found.flat());
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

const inOrder = (found: Candidate[]): Candidate[] =>
  found.sort((one, other) => one.from - other.from || one.place - other.place);

/** Whether a word, whose classes begin at a cell, is in a class as `Anchors` writes it. */
function isIn(classes: Int32Array, cell: number, wanted: number): boolean {
  const place = -1 - wanted;
  return ((classes[cell + (place >> 5)] as number) & (1 << (place & 31))) !== 0;
}

/** How many words are read before prohibitions are looked for in them. */
const stepWords = 64;
