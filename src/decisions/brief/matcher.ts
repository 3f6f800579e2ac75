import { Clauses } from "./clauses.ts";
import { type DropReason, surroundingReasons } from "./drop.ts";
import { gap } from "./gaps.ts";
import { structureWords } from "./lexicon.ts";
import { matchPattern, wordsOfForm } from "./pattern.ts";
import { asksToRead } from "./read-request.ts";
import type { Context } from "./reading.ts";
import { readings } from "./readings.ts";
import type { BriefRule } from "./rule.ts";
import { type Alternative, RuleIndex } from "./rule-index.ts";
import { briefRules } from "./rules.ts";
import type { Scan } from "./scan.ts";
import { Scanner } from "./scanner.ts";
import { Surroundings } from "./surroundings.ts";
import { buildVocabulary, role, trait } from "./vocabulary.ts";
import { Words } from "./words-of-brief.ts";

/** A place where an alternative of a rule matches, before anybody asks what it is there. */
export interface Candidate {
  readonly alternative: Alternative;
  /** Words `[from, to)` of the scan. */
  readonly from: number;
  readonly to: number;
}

/** What both sensitivities say of a candidate. Spec: FG-7, FG-10. */
export interface Judgement {
  readonly wording: boolean;
  readonly drop: DropReason | undefined;
}

const vocabulary = buildVocabulary([
  ...structureWords,
  ...briefRules.flatMap((rule) => [...rule.plain, ...rule.forms].flatMap(wordsOfForm)),
]);

/** Gap bits after which a plain mutation verb counts. Spec: FG-6. */
const plainOpening =
  gap.start | gap.stop | gap.dot | gap.colon | gap.semicolon | gap.line | gap.paragraph;
const plainIntroducers = new Set(
  ["then", "and", "also", "please", "now"].map((word) => vocabulary.numbers.get(word)),
);

/** Traits of words after which an order may come without a mark between them. */
const introducing =
  trait.opener | trait.adverb | trait.child | trait.code | trait.place | trait.changeNoun;

/**
 * A rule table made ready to judge briefs, one at a time.
 *
 * Made once for the production table; tests make others with a rule or an alternative less.
 *
 * Spec: FG-13.
 */
export class Matcher {
  readonly #scanner = new Scanner(vocabulary);
  readonly #index: RuleIndex;
  readonly #words: Words;
  readonly #clauses: Clauses;
  readonly #surroundings: Surroundings;
  readonly #context: Context;
  /** The last brief, by its serial number, in which each known word stood. */
  readonly #seen = new Uint32Array(vocabulary.words.length);
  #serial = 0;
  #asked: boolean | undefined;

  constructor(rules: readonly BriefRule[]) {
    this.#index = new RuleIndex(rules, vocabulary);
    this.#words = new Words(this.#scanner.scan, vocabulary);
    this.#clauses = new Clauses(this.#words);
    this.#surroundings = new Surroundings(this.#words, this.#clauses);
    this.#context = {
      words: this.#words,
      clauses: this.#clauses,
      asksToRead: () => {
        this.#asked ??= asksToRead(this.#context);
        return this.#asked;
      },
    };
  }

  /** Reads a brief; all other members then speak of it. */
  read(text: string): Scan {
    const scan = this.#scanner.read(text);
    this.#clauses.begin(scan.count);
    this.#surroundings.begin();
    this.#asked = undefined;
    this.#serial = (this.#serial + 1) >>> 0;
    const { numbers, count } = scan;
    for (let at = 0; at < count; at++) this.#seen[numbers[at] as number] = this.#serial;
    return scan;
  }

  /**
   * The candidate that decides: of the first kind that fires, the earliest; undefined where none
   * does. At one word the order of the table decides.
   *
   * Spec: FG-3.
   */
  first(wordingOnly: boolean): Candidate | undefined {
    const { numbers, count } = this.#scanner.scan;
    const { ranks, alternatives } = this.#index;
    let rank = lastRank;
    let found: Candidate | undefined;
    for (let at = 0; at < count; at++) {
      const number = numbers[at] as number;
      if ((ranks[number] as number) >= rank) continue;
      if (number === 0 && !this.#opensUnlisted(at)) continue;
      for (const alternative of alternatives[number] as readonly Alternative[]) {
        if (alternative.rank >= rank) continue;
        if (alternative.second >= 0 && alternative.second !== numbers[at + 1]) continue;
        if (alternative.needed >= 0 && this.#seen[alternative.needed] !== this.#serial) continue;
        if (alternative.orders && !this.#mayOrder(at, alternative, wordingOnly)) continue;
        const to = this.#end(alternative, at);
        if (to < 0 || !this.#fires({ alternative, from: at, to }, wordingOnly)) continue;
        found = { alternative, from: at, to };
        rank = alternative.rank;
        if (rank === 0) return found;
        break;
      }
    }
    return found;
  }

  /** Every candidate, from left to right, at one word in the order of the table. */
  all(): readonly Candidate[] {
    const { numbers, count } = this.#scanner.scan;
    const found: Candidate[] = [];
    for (let at = 0; at < count; at++) {
      const number = numbers[at] as number;
      if (number === 0 && !this.#opensUnlisted(at)) continue;
      for (const alternative of this.#index.alternatives[number] ?? []) {
        const to = this.#end(alternative, at);
        if (to >= 0) found.push({ alternative, from: at, to });
      }
    }
    return found;
  }

  /** What the sensitivities say of a candidate. Spec: FG-7, FG-10. */
  judge({ alternative, from, to }: Candidate): Judgement {
    const { rule } = alternative;
    const grammar = readings[rule.reading](this.#context, from, to);
    const bounded = rule.yields === true && !alternative.plain && this.#bounded(from, to);
    const drop = grammar ?? (bounded ? "bounded" : this.#surroundings.reason(from, to));
    const wording =
      this.#anywhere(alternative, from) || drop === undefined || surroundingReasons.has(drop);
    return { wording, drop };
  }

  #fires(candidate: Candidate, wordingOnly: boolean): boolean {
    if (!wordingOnly) return this.judge(candidate).drop === undefined;
    if (this.#anywhere(candidate.alternative, candidate.from)) return true;
    return this.judge(candidate).wording;
  }

  #end(alternative: Alternative, at: number): number {
    const { pattern, unlisted } = alternative;
    if (unlisted || pattern.parts.length === 1) return at + 1;
    if (alternative.second >= 0) {
      if (this.#words.scan.numbers[at + 1] !== alternative.second) return -1;
      if (pattern.parts.length === 2 && this.#words.gap(at + 1) === gap.blank) return at + 2;
    }
    return matchPattern(pattern, this.#words, at);
  }

  #opensUnlisted(at: number): boolean {
    const words = this.#words;
    if (words.gap(at) === gap.blank && !words.is(at - 1, introducing)) {
      if (!words.plays(at - 1, role.introducing)) return false;
    }
    const after = words.gap(at + 1);
    return after === gap.blank && this.#words.is(at + 1, trait.determiner | trait.pronoun);
  }

  /** "Leave the rest alone", "touch nothing but a.ts": a rule of the kind boundary takes it. */
  #bounded(from: number, to: number): boolean {
    const words = this.#words;
    const last = words.spelled(to - 1);
    if (last === "nothing" && words.plays(to, role.excepting)) return true;
    const sentence = this.#clauses.around(from);
    for (let at = Math.max(sentence.from, from - 8); at < to; at++) {
      if (words.plays(at, role.remaining)) {
        const spelled = words.spelled(at);
        if (spelled === "rest" || spelled.startsWith("remain")) return true;
        const next = words.spelled(at + 1);
        if (next === "else" || (next === "other" && spelled !== "anything")) return true;
        if (spelled === "nothing" && next === "outside") return true;
      }
    }
    return false;
  }

  /** Whether a plain trigger stands where `wording` takes it. Spec: FG-4, FG-5, FG-6. */
  #anywhere({ plain, rank }: Alternative, at: number): boolean {
    if (!plain || rank < 2) return plain;
    if ((this.#words.gap(at) & plainOpening) !== 0) return true;
    return plainIntroducers.has(this.#words.scan.numbers[at - 1]);
  }

  /**
   * A look at the word before that spares reading the sentence: behind a determiner, or behind
   * any word with nothing but a blank between, a base form opens no order. Never answers no where
   * the reading would answer yes; the tests compare the two.
   */
  #mayOrder(at: number, alternative: Alternative, wordingOnly: boolean): boolean {
    const words = this.#words;
    if (words.gap(at) !== gap.blank) return true;
    if (words.plays(at - 1, role.introducing) || words.is(at - 1, introducing)) return true;
    if (words.gap(at - 1) !== gap.blank) return true;
    return wordingOnly && this.#anywhere(alternative, at);
  }
}

/** One more than the rank of the last kind. */
const lastRank = 3;
