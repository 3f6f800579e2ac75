import { Clauses, clauseWords } from "./clauses.ts";
import { type DropReason, surroundingReasons } from "./drop.ts";
import { gap } from "./gaps.ts";
import { structureWords } from "./lexicon.ts";
import { compilePattern, matchPattern, type Pattern, wordsOfForm } from "./pattern.ts";
import { asksToRead, type Context, readings } from "./readings.ts";
import type { BriefKind, BriefRule } from "./rule.ts";
import { briefRules } from "./rules.ts";
import { type Scan, Scanner } from "./scan.ts";
import { Surroundings } from "./surroundings.ts";
import { buildVocabulary, type TraitName, trait } from "./vocabulary.ts";
import { Words } from "./words-of-brief.ts";

/** A place where an alternative of a rule matches, before anybody asks what it is there. */
export interface Candidate {
  readonly rule: BriefRule;
  readonly form: string;
  readonly plain: boolean;
  readonly from: number;
  readonly to: number;
}

/** What both sensitivities say of a candidate. Spec: FG-7, FG-10. */
export interface Judgement {
  readonly wording: boolean;
  readonly drop: DropReason | undefined;
}

interface Alternative {
  readonly rule: BriefRule;
  readonly pattern: Pattern;
  readonly plain: boolean;
}

/** The kinds in the order in which they are tried. Spec: FG-3. */
export const briefKinds: readonly BriefKind[] = ["prohibition", "boundary", "mutation"];

const vocabulary = buildVocabulary([
  ...structureWords,
  ...clauseWords,
  ...briefRules.flatMap((rule) => [...rule.plain, ...rule.forms].flatMap(wordsOfForm)),
]);

/** Gap bits after which a plain mutation verb counts. Spec: FG-6. */
const plainOpening =
  gap.start | gap.stop | gap.dot | gap.colon | gap.semicolon | gap.line | gap.paragraph;
const plainIntroducers = new Set(
  ["then", "and", "also", "please", "now"].map((word) => vocabulary.numbers.get(word)),
);

/**
 * A rule table made ready: which alternatives may begin at which word.
 *
 * Made once for the production table; tests make others with a rule or an alternative less.
 *
 * Spec: FG-13.
 */
export class Matcher {
  readonly #scanner = new Scanner(vocabulary);
  readonly #byWord: (readonly Alternative[] | undefined)[];
  readonly #words: Words;
  readonly #clauses: Clauses;
  readonly #surroundings: Surroundings;
  readonly #context: Context;
  #asked: boolean | undefined;

  constructor(rules: readonly BriefRule[]) {
    this.#byWord = indexByWord(rules);
    this.#words = new Words(this.#scanner.scan, vocabulary);
    this.#clauses = new Clauses(this.#words);
    this.#surroundings = new Surroundings(this.#words, this.#clauses);
    const asked = (): boolean => this.#asksToRead();
    this.#context = { words: this.#words, clauses: this.#clauses, asksToRead: asked };
  }

  /** Reads a brief; `visit`, `judge` and `offsets` then speak of it. */
  read(text: string): Scan {
    const scan = this.#scanner.read(text);
    this.#clauses.begin(scan.count);
    this.#surroundings.begin();
    this.#asked = undefined;
    return scan;
  }

  /**
   * Calls back for every candidate, from left to right, at one word in the order of the table.
   * The callback answers whether to go on.
   */
  visit(see: (candidate: Candidate) => boolean, kindsFrom: () => number): void {
    const scan = this.#scanner.scan;
    const { numbers, count } = scan;
    for (let at = 0; at < count; at++) {
      const alternatives = this.#byWord[numbers[at] as number];
      if (alternatives === undefined) continue;
      if (numbers[at] === 0 && !this.#opensUnlisted(at)) continue;
      for (const { rule, pattern, plain } of alternatives) {
        if (briefKinds.indexOf(rule.kind) >= kindsFrom()) continue;
        const to = numbers[at] === 0 ? at + 1 : matchPattern(pattern, this.#words, at);
        if (to < 0) continue;
        if (!see({ rule, form: pattern.form, plain, from: at, to })) return;
      }
    }
  }

  /** Read once a brief at most: whether some sentence asks or orders to read or answer. */
  #asksToRead(): boolean {
    if (this.#asked === undefined) this.#asked = asksToRead(this.#context);
    return this.#asked;
  }

  #opensUnlisted(at: number): boolean {
    const after = this.#words.gap(at + 1);
    return after === gap.blank && this.#words.is(at + 1, trait.determiner);
  }

  /** What the sensitivities say of a candidate; `directive` is asked for only where needed. */
  judge(candidate: Candidate, wordingOnly: boolean): Judgement {
    const { rule, plain, from, to } = candidate;
    const anywhere = plain && (rule.kind !== "mutation" || this.#plainlyInitial(from));
    if (anywhere && wordingOnly) return { wording: true, drop: undefined };
    const grammar = readings[rule.reading](this.#context, from, to);
    const drop = grammar ?? this.#surroundings.reason(from, to);
    return { wording: anywhere || drop === undefined || surroundingReasons.has(drop), drop };
  }

  #plainlyInitial(at: number): boolean {
    if ((this.#words.gap(at) & plainOpening) !== 0) return true;
    return plainIntroducers.has(this.#words.scan.numbers[at - 1]);
  }
}

function indexByWord(rules: readonly BriefRule[]): (readonly Alternative[] | undefined)[] {
  const byWord: Alternative[][] = [];
  const add = (number: number, alternative: Alternative): void => {
    byWord[number] ??= [];
    byWord[number].push(alternative);
  };
  for (const rule of rules) {
    for (const [forms, plain] of [
      [rule.plain, true],
      [rule.forms, false],
    ] as const) {
      for (const form of forms) {
        const alternative = {
          rule,
          pattern: compilePattern(firstWord(form), vocabulary.numbers),
          plain,
        };
        for (const number of anchors(form)) add(number, alternative);
      }
    }
  }
  return byWord;
}

const firstWord = (form: string): string => (form === "<unlisted>" ? "<change>" : form);

/** The numbers of the words that may begin an alternative; 0 is any unknown word. */
function anchors(form: string): readonly number[] {
  const first = form.split(" ")[0] as string;
  if (first === "<unlisted>") return [0];
  if (!first.startsWith("<")) return [vocabulary.numbers.get(first) as number];
  const names = first.slice(1, -1).split("+") as TraitName[];
  const bits = names.reduce((sum, name) => sum | trait[name], 0);
  return [...vocabulary.numbers.values()].filter(
    (number) => ((vocabulary.traits[number] as number) & bits) !== 0,
  );
}
