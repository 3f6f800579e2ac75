import { gap } from "./gaps.ts";
import { type Candidate, Judge, type Judgement, plainIntroducers } from "./judge.ts";
import { structureWords } from "./lexicon.ts";
import { matchPattern, wordsOfForm } from "./pattern.ts";
import type { BriefRule } from "./rule.ts";
import { type Alternative, beginning, indexesOf, type RuleIndex } from "./rule-index.ts";
import { briefRules } from "./rules.ts";
import type { Scan } from "./scan.ts";
import { Scanner } from "./scanner.ts";
import { buildVocabulary, role, trait } from "./vocabulary.ts";
import { Words } from "./words-of-brief.ts";

const vocabulary = buildVocabulary([
  ...structureWords,
  ...briefRules.flatMap((rule) => [...rule.plain, ...rule.forms].flatMap(wordsOfForm)),
]);

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
  /** By rank: prohibitions first, the rules that come last behind all kinds. */
  readonly #indexes: readonly RuleIndex[];
  readonly #words: Words;
  readonly #judge: Judge;
  /** The last place of each known word, counted on from brief to brief: this one is at `#base`. */
  readonly #lasts = new Int32Array(vocabulary.words.length);
  #base = 1;
  #marked = 0;
  #over = false;
  /** Whether alternatives that are not plain can fire no more in this brief. */
  #plainOnly = false;

  constructor(rules: readonly BriefRule[]) {
    this.#indexes = indexesOf(rules, vocabulary);
    this.#words = new Words(this.#scanner.scan, vocabulary);
    this.#judge = new Judge(this.#words);
  }

  /** Takes a brief; all other members then speak of it. They read as much of it as they need. */
  read(text: string): Scan {
    this.#scanner.begin(text);
    this.#over = false;
    this.#base += this.#marked + 1;
    if (this.#base > basesMax) this.#restart();
    this.#marked = 0;
    return this.#scanner.scan;
  }

  /** Begins to count places anew before they are too many for the array. */
  #restart(): void {
    this.#base = 1;
    this.#lasts.fill(0);
    for (const index of this.#indexes) index.forget();
  }

  /** Reads on up to so many words; answers whether the brief is over. */
  #readOn(upTo: number): boolean {
    const over = this.#scanner.read(upTo);
    const { numbers, count } = this.#scanner.scan;
    const lasts = this.#lasts;
    const base = this.#base;
    for (let at = this.#marked; at < count; at++) lasts[numbers[at] as number] = base + at;
    this.#marked = count;
    return over;
  }

  /** Reads what is left of the brief. What is asked about a candidate may need all of it. */
  #complete(): void {
    if (this.#over) return;
    this.#over = true;
    this.#readOn(Number.MAX_SAFE_INTEGER);
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
  first(wordingOnly: boolean): Candidate | undefined {
    const { scan } = this.#scanner;
    const [prohibitions, ...later] = this.#indexes as readonly [RuleIndex, ...RuleIndex[]];
    let from = 0;
    for (;;) {
      const over = this.#over || this.#readOn(scan.count + stepWords);
      if (over) this.#complete();
      const to = over ? scan.count : scan.count - prohibitions.wordsMax - 2;
      const found = this.#firstOf(prohibitions, from, to, wordingOnly);
      if (found !== undefined) return found;
      if (over) break;
      from = Math.max(from, to);
    }
    for (const index of later) {
      const settled = index.asked && this.#judge.settled();
      if (settled && !wordingOnly) continue;
      this.#plainOnly = settled;
      this.#judge.goBack();
      const found = this.#firstOf(index, 0, scan.count, wordingOnly);
      this.#plainOnly = false;
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** The first candidate of a kind that fires at the words `[from, to)`. */
  #firstOf(index: RuleIndex, from: number, to: number, wording: boolean): Candidate | undefined {
    const { numbers } = this.#scanner.scan;
    const { begins, seconds, orders } = index;
    for (let at = from; at < to; at++) {
      const number = numbers[at] as number;
      const kind = begins[number] as number;
      if (kind === 0) continue;
      const fixed = ((seconds[number] as number) & (1 << (numbers[at + 1] as number))) !== 0;
      if (!fixed && (kind === onlyFixed || this.#idles(index, number, at))) continue;
      if (orders[number] === 1 && !this.#opensOrder(at)) continue;
      const found = this.#firing(index, at, wording);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** Whether a word can begin nothing any more, for all that the whole brief has behind it. */
  #idles(index: RuleIndex, number: number, at: number): boolean {
    return this.#over && index.idle(number, this.#base, this.#base + at, this.#lasts);
  }

  /** The first alternative that fires at a word. */
  #firing(index: RuleIndex, at: number, wording: boolean): Candidate | undefined {
    const { numbers } = this.#scanner.scan;
    const number = numbers[at] as number;
    const next = numbers[at + 1] as number;
    if (number === 0 && !this.#opensUnlisted(at)) return undefined;
    const lasts = this.#lasts;
    const from = this.#base + at;
    for (const alternative of index.at(number, next)) {
      const { second, needed } = alternative;
      if (this.#plainOnly && !alternative.plain) continue;
      if (second >= 0 && second !== next) continue;
      if (needed >= 0 && (lasts[needed] as number) < from) continue;
      if (alternative.orders && !this.#opensOrder(at)) continue;
      const to = this.#end(alternative, at);
      if (to < 0) continue;
      const candidate = { alternative, from: at, to };
      if (this.#fires(candidate, wording)) return candidate;
    }
    return undefined;
  }

  /** Every candidate, from left to right, at one word in the order of the table. */
  all(): readonly Candidate[] {
    this.#complete();
    const { numbers, count } = this.#scanner.scan;
    const found: Candidate[] = [];
    for (let at = 0; at < count; at++) {
      const number = numbers[at] as number;
      if (number === 0 && !this.#opensUnlisted(at)) continue;
      const next = numbers[at + 1] as number;
      const begun = this.#indexes.flatMap((index) => index.at(number, next));
      for (const alternative of begun.sort((a, b) => a.place - b.place)) {
        const to = this.#end(alternative, at);
        if (to >= 0) found.push({ alternative, from: at, to });
      }
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

  /**
   * A look at the word before that spares reading the sentence: behind a determiner, or behind
   * any word with nothing but a blank between, a base form opens no order. Never answers no where
   * the reading would answer yes; the tests compare the two.
   */
  #opensOrder(at: number): boolean {
    const words = this.#words;
    if (words.gap(at) !== gap.blank) return true;
    const before = words.number(at - 1);
    return introduces[before] === 1 || words.gap(at - 1) !== gap.blank;
  }
}

/** Whether an order may come right behind a word, by its number. Spec: FG-6, FG-9. */
const introduces = new Uint8Array(vocabulary.words.length);
for (const number of vocabulary.words.keys()) {
  const traits = vocabulary.traits[number] as number;
  const roles = vocabulary.roles[number] as number;
  const opens = (traits & introducing) !== 0 || (roles & role.introducing) !== 0;
  introduces[number] =
    opens || plainIntroducers.includes(vocabulary.words[number] as string) ? 1 : 0;
}

// A constant of this module: a compiler takes it for one, and an imported name not.
const onlyFixed: number = beginning.fixed;

/** Places are counted up to here. */
const basesMax = 1 << 30;

/** How many words are read before prohibitions are looked for in them. */
const stepWords = 24;
