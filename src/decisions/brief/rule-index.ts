import { classOf, compilePattern, type Pattern } from "./pattern.ts";
import type { BriefKind, BriefRule } from "./rule.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** The kinds in the order in which they are tried. Spec: FG-3. */
export const briefKinds: readonly BriefKind[] = ["prohibition", "boundary", "mutation"];

/** The rank of the rules that are tried only where no other fires. Spec: FG-3. */
export const lastRank = briefKinds.length;

/** One alternative of one rule, ready to be tried at a word. Spec: FG-13. */
export interface Alternative {
  readonly rule: BriefRule;
  /** The place of the rule's kind among the kinds; rules that come last are behind all kinds. */
  readonly rank: number;
  /** Its place in the table. */
  readonly place: number;
  readonly pattern: Pattern;
  /** Whether `wording` takes it wherever it stands. */
  readonly plain: boolean;
  /** The number of its second word where that is fixed, else -1. */
  readonly second: number;
  /** The number of a word that it cannot match without, behind the second one, else -1. */
  readonly needed: number;
  /** Whether it is a base form that must open an order at either sensitivity. */
  readonly orders: boolean;
  /** Whether it stands for any unknown word before an object. */
  readonly unlisted: boolean;
}

const none: readonly Alternative[] = [];

/** Two words as one number. */
const pairOf = (number: number, second: number): number => (number << 14) | second;

/** What begins at a word: nothing (0), only alternatives that fix the second word, others too. */
export const beginning = { fixed: 1, open: 2 } as const;

/**
 * Which alternatives may begin at which word, so that most words cost one look: those with a fixed
 * second word apart from the others, each in the order of the table.
 *
 * `begins[number]` is a `beginning` or 0; `seconds[number]` has a bit for each fixed second word,
 * by its number modulo 32. `orders[number]` is 1 where all that begins are orders.
 *
 * Spec: FG-11, FG-13.
 */
export class RuleIndex {
  readonly seconds: Int32Array;
  readonly begins: Uint8Array;
  readonly orders: Uint8Array;
  /** No alternative looks at more words than so many. */
  wordsMax = 0;
  /** Whether each of the alternatives directs only in a brief that asks for nothing to be read. */
  asked = false;
  readonly #open: Alternative[][] = [];
  /** By both words, as `pairOf` has it. */
  readonly #fixed = new Map<number, Alternative[]>();
  readonly #merged = new Map<number, readonly Alternative[]>();
  readonly #idle: Int32Array;

  /** An empty index for a vocabulary of so many words. */
  constructor(words: number) {
    this.seconds = new Int32Array(words);
    this.begins = new Uint8Array(words);
    this.orders = new Uint8Array(words).fill(1);
    this.#idle = new Int32Array(words);
  }

  /** Adds an alternative at a word that it may begin with; in the order of the table. */
  add(number: number, alternative: Alternative): void {
    const { second, orders } = alternative;
    if (!orders) this.orders[number] = 0;
    if (second < 0) {
      this.begins[number] = beginning.open;
      this.#open[number] ??= [];
      this.#open[number].push(alternative);
      return;
    }
    if (this.begins[number] === 0) this.begins[number] = beginning.fixed;
    this.seconds[number] = (this.seconds[number] as number) | (1 << (second & 31));
    const list = this.#fixed.get(pairOf(number, second));
    if (list === undefined) this.#fixed.set(pairOf(number, second), [alternative]);
    else list.push(alternative);
  }

  /** The alternatives that may match at a word before another, in the order of the table. */
  at(number: number, second: number): readonly Alternative[] {
    const open = this.#open[number] ?? none;
    if (((this.seconds[number] as number) & (1 << (second & 31))) === 0) return open;
    const merged = this.#merged.get(pairOf(number, second));
    return merged ?? this.#merge(number, second, open);
  }

  #merge(number: number, second: number, open: readonly Alternative[]): readonly Alternative[] {
    const fixed = this.#fixed.get(pairOf(number, second));
    if (fixed === undefined) return open;
    const merged = [...fixed, ...open].sort((a, b) => a.place - b.place);
    this.#merged.set(pairOf(number, second), merged);
    return merged;
  }

  /** Forgets what has been answered of briefs. */
  forget(): void {
    this.#idle.fill(0);
  }

  /**
   * Whether nothing without a fixed second word can match at a word, or at its like further on:
   * each alternative needs a word whose last place, `lasts[needed]`, is before `from`. That is
   * answered once for a brief, which `base` stands for.
   */
  idle(number: number, base: number, from: number, lasts: Int32Array): boolean {
    if (this.#idle[number] === base) return true;
    for (const { needed } of this.#open[number] ?? none) {
      if (needed < 0 || (lasts[needed] as number) >= from) return false;
    }
    this.#idle[number] = base;
    return true;
  }
}

/** The rules of each rank by first words: one index for each kind, one for the last rules. */
export function indexesOf(
  rules: readonly BriefRule[],
  vocabulary: Vocabulary,
): readonly RuleIndex[] {
  const indexes = [...briefKinds, "last"].map(() => new RuleIndex(vocabulary.words.length));
  const firsts = new Map<string, readonly number[]>();
  let place = 0;
  for (const rule of rules) {
    for (const [index, form] of [...rule.plain, ...rule.forms].entries()) {
      const own = alternativeOf(rule, form, index < rule.plain.length, vocabulary);
      const alternative = { ...own, place: place++ };
      const first = form === unlistedForm ? form : (form.split(" ")[0] as string);
      const numbers = firsts.get(first) ?? firstWords(first, vocabulary);
      firsts.set(first, numbers);
      const ranked = indexes[own.rank] as RuleIndex;
      const asked = rule.reading === "asked";
      ranked.asked = asked && (ranked.wordsMax === 0 || ranked.asked);
      ranked.wordsMax = Math.max(ranked.wordsMax, wordsMaxOf(own.pattern));
      for (const number of numbers) ranked.add(number, alternative);
    }
  }
  return indexes;
}

function wordsMaxOf(pattern: Pattern): number {
  return pattern.parts.reduce((sum, part) => sum + part.wordsMax, 0);
}

const unlistedForm = "<unlisted>";

function alternativeOf(
  rule: BriefRule,
  form: string,
  plain: boolean,
  vocabulary: Vocabulary,
): Omit<Alternative, "place"> {
  const unlisted = form === unlistedForm;
  const pattern = compilePattern(unlisted ? "<verb>" : form, vocabulary.numbers);
  const second = pattern.parts[1];
  const fixed = second?.type === "word" && !second.optional;
  return {
    rule,
    rank: rule.last === true ? lastRank : briefKinds.indexOf(rule.kind),
    pattern: unlisted ? { ...pattern, form } : pattern,
    plain,
    second: fixed ? second.number : -1,
    needed: neededWord(pattern),
    orders: orderReadings.has(rule.reading) && !(plain && rule.kind !== "mutation"),
    unlisted,
  };
}

/** The last word that a pattern names and cannot do without: the rarest, most often. */
function neededWord(pattern: Pattern): number {
  for (let index = pattern.parts.length - 1; index > 0; index--) {
    const part = pattern.parts[index];
    if (part?.type === "word" && !part.optional) return part.number;
  }
  return -1;
}

/** Readings that ask whether their first word opens an order. */
const orderReadings: ReadonlySet<string> = new Set(["order", "making", "phrasal"]);

/** The numbers of the words that may begin an alternative; 0 is any unknown word. */
function firstWords(first: string, vocabulary: Vocabulary): readonly number[] {
  if (first === unlistedForm) return [0];
  if (!first.startsWith("<")) return [vocabulary.numbers.get(first) as number];
  const { traits, roles } = classOf(first);
  return [...vocabulary.numbers.values()].filter((number) => {
    if (((vocabulary.traits[number] as number) & traits) !== 0) return true;
    return ((vocabulary.roles[number] as number) & roles) !== 0;
  });
}
