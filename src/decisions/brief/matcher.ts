import { Anchors, askedRank, lastRank } from "./anchors.ts";
import { type Candidate, Judge, type Judgement } from "./judge.ts";
import { vocabulary } from "./known-words.ts";
import { Lookup } from "./lookup.ts";
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
  readonly #lookup: Lookup;
  readonly #judge: Judge;
  #over = false;
  /** How many of the hits have been found to be of interest to later ranks. */
  #later = 0;
  /** The bits of all of them. */
  #laterRanks = 0;

  constructor(rules: readonly BriefRule[]) {
    this.#anchors = new Anchors(rules, vocabulary);
    this.#scanner = new Scanner(this.#anchors.pairs);
    const words = new Words(this.#scanner.scan, vocabulary);
    this.#lookup = new Lookup(this.#anchors, words);
    this.#judge = new Judge(words);
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
    for (let rank = 1; rank < lastRank; rank++) {
      const firing = this.#firstLater(rank, wording);
      if (firing !== undefined) return firing;
    }
    if (!this.#judge.asksToRead()) return this.#firstOfLast(wording);
    return wording ? this.#firstLater(lastRank, wording) : undefined;
  }

  /** The first prohibition; the brief has been read to its end where there is none. */
  #firstWhileReading(wording: boolean): Candidate | undefined {
    const { scan } = this.#scanner;
    const { hits } = scan;
    const before = this.#anchors.beforeMax[0] as number;
    const behind = this.#anchors.behindMax[0] as number;
    this.#lookup.clear();
    this.#later = 0;
    this.#laterRanks = 0;
    let hit = 0;
    for (;;) {
      const over = this.#over || this.#scanner.read(scan.count + stepWords);
      if (over) this.#complete();
      // What is asked about a word may look at the two behind it.
      const known = over ? scan.count + before + 2 : scan.count - behind - 2;
      for (; hit < scan.hitCount && (hits[hit] as number) < known; hit++) {
        const at = hits[hit] as number;
        const ranks = this.#lookup.find(at, 0, lastRank, 0, true);
        // Hits at which later ranks are looked for take the place of those that were passed.
        if (ranks !== 0) hits[this.#later++] = (at << rankBits) | (ranks >> 1);
        this.#laterRanks |= ranks >> 1;
      }
      // The next hit may be looked at from the word before it.
      const firing = this.#firing(known - before - 1, wording);
      if (firing !== undefined || over) return firing;
    }
  }

  /** The first candidate of a later rank that fires. */
  #firstLater(rank: number, wording: boolean): Candidate | undefined {
    const { hits } = this.#scanner.scan;
    const bit = 1 << (rank - 1);
    if ((this.#laterRanks & bit) === 0) return undefined;
    const reach = this.#begin(rank, rank);
    for (let hit = 0; hit < this.#later; hit++) {
      if (((hits[hit] as number) & bit) === 0) continue;
      const firing = this.#findFiring(
        (hits[hit] as number) >> rankBits,
        rank,
        rank,
        reach,
        wording,
      );
      if (firing !== undefined) return firing;
    }
    return this.#firing(Number.MAX_SAFE_INTEGER, wording);
  }

  /** The first candidate of both last ranks that fires: what they are anchored at is no hit. */
  #firstOfLast(wording: boolean): Candidate | undefined {
    const { scan } = this.#scanner;
    const reach = this.#begin(lastRank, askedRank);
    for (let at = 0; at < scan.count; at++) {
      const firing = this.#findFiring(at, lastRank, askedRank, reach, wording);
      if (firing !== undefined) return firing;
    }
    return this.#firing(Number.MAX_SAFE_INTEGER, wording);
  }

  /** Begins at the left; answers how many words a candidate of two ranks has before its anchor. */
  #begin(from: number, to: number): number {
    this.#judge.goBack();
    this.#lookup.clear();
    const { beforeMax } = this.#anchors;
    return Math.max(beforeMax[from] as number, beforeMax[to] as number);
  }

  /** Looks at a word; asks of what was found only where it has become much. */
  #findFiring(at: number, from: number, to: number, reach: number, wording: boolean) {
    this.#lookup.find(at, from, to, to, true);
    // A long brief must not make a long list.
    return this.#lookup.found.length < foundMax ? undefined : this.#firing(at - reach, wording);
  }

  /** The first candidate that fires; takes those away that begin before `known` and do not. */
  #firing(known: number, wording: boolean): Candidate | undefined {
    const { found } = this.#lookup;
    let asked = 0;
    for (; asked < found.length; asked++) {
      const candidate = found[asked] as Candidate;
      if (candidate.from >= known) break;
      if (this.#fires(candidate, wording)) return candidate;
    }
    this.#lookup.drop(asked);
    return undefined;
  }

  /** Every candidate, from left to right, at one word in the order of the table. */
  all(): readonly Candidate[] {
    this.#complete();
    this.#lookup.clear();
    for (let at = 0; at < this.#scanner.scan.count; at++) {
      this.#lookup.find(at, 0, askedRank, askedRank, false);
    }
    return [...this.#lookup.found];
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

/** In a hit of later ranks so many bits are theirs; those above are the word. */
const rankBits = lastRank;

/** So many candidates are judged before more are looked for. */
const foundMax = 64;
