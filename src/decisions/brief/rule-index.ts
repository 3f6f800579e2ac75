import { classOf, compilePattern, type Pattern } from "./pattern.ts";
import type { BriefKind, BriefRule } from "./rule.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** The kinds in the order in which they are tried. Spec: FG-3. */
export const briefKinds: readonly BriefKind[] = ["prohibition", "boundary", "mutation"];

/** One alternative of one rule, ready to be tried at a word. Spec: FG-13. */
export interface Alternative {
  readonly rule: BriefRule;
  /** The place of the rule's kind among the kinds. */
  readonly rank: number;
  readonly pattern: Pattern;
  /** Whether `wording` takes it wherever it stands. */
  readonly plain: boolean;
  /** The number of its second word where that is fixed, else -1. */
  readonly second: number;
  /** The number of a word that it cannot match without, behind the second one, else -1. */
  readonly needed: number;
  /** Whether it is a base form that must open an order. */
  readonly orders: boolean;
  /** Whether it stands for any unknown word before an object. */
  readonly unlisted: boolean;
}

/**
 * Which alternatives may begin at which word: `alternatives[number]` in the order of the table,
 * `ranks[number]` the smallest rank among them, so that most words cost one look.
 *
 * Spec: FG-11, FG-13.
 */
export class RuleIndex {
  readonly alternatives: (readonly Alternative[] | undefined)[] = [];
  readonly ranks: Uint8Array;

  constructor(rules: readonly BriefRule[], vocabulary: Vocabulary) {
    const lists: Alternative[][] = [];
    for (const rule of rules) {
      for (const [forms, plain] of [
        [rule.plain, true],
        [rule.forms, false],
      ] as const) {
        for (const form of forms) {
          const alternative = alternativeOf(rule, form, plain, vocabulary);
          for (const number of firstWords(form, vocabulary)) {
            lists[number] ??= [];
            lists[number].push(alternative);
          }
        }
      }
    }
    this.alternatives = lists;
    this.ranks = new Uint8Array(vocabulary.words.length).fill(briefKinds.length);
    for (const [number, list] of lists.entries()) {
      if (list !== undefined) this.ranks[number] = Math.min(...list.map((one) => one.rank));
    }
  }
}

const unlistedForm = "<unlisted>";

function alternativeOf(
  rule: BriefRule,
  form: string,
  plain: boolean,
  vocabulary: Vocabulary,
): Alternative {
  const unlisted = form === unlistedForm;
  const pattern = compilePattern(unlisted ? "<verb>" : form, vocabulary.numbers);
  const second = pattern.parts[1];
  const fixed = second?.type === "word" && !second.optional;
  return {
    rule,
    rank: briefKinds.indexOf(rule.kind),
    pattern: unlisted ? { ...pattern, form } : pattern,
    plain,
    second: fixed ? second.number : -1,
    needed: neededWord(pattern),
    orders: orderReadings.has(rule.reading),
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
function firstWords(form: string, vocabulary: Vocabulary): readonly number[] {
  const first = form.split(" ")[0] as string;
  if (form === unlistedForm) return [0];
  if (!first.startsWith("<")) return [vocabulary.numbers.get(first) as number];
  const { traits, roles } = classOf(first);
  return [...vocabulary.numbers.values()].filter((number) => {
    if (((vocabulary.traits[number] as number) & traits) !== 0) return true;
    return ((vocabulary.roles[number] as number) & roles) !== 0;
  });
}
