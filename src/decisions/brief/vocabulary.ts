import { type RoleName, roleWords } from "./grammar-words.ts";
import {
  adverbs,
  assignmentNouns,
  auxiliaries,
  changeNouns,
  changeVerbs,
  childNouns,
  codeNouns,
  describingLeads,
  determiners,
  doublingVerbs,
  embedders,
  irregularForms,
  makingVerbs,
  nounLikeVerbs,
  objectPronouns,
  openers,
  placeNouns,
  plainChangeVerbs,
  prepositions,
  readingVerbs,
  replyNouns,
  runningVerbs,
  softChangeVerbs,
  statingVerbs,
  subordinators,
  tellingVerbs,
  workNouns,
} from "./lexicon.ts";
import { type WordTable, wordTable } from "./word-table.ts";

/** What a known word can be, as bits of one number. Spec: FG-6, FG-9, FG-10. */
export const trait = {
  change: 1 << 0,
  making: 1 << 1,
  telling: 1 << 2,
  reading: 1 << 3,
  nounLike: 1 << 4,
  soft: 1 << 5,
  changed: 1 << 6,
  changing: 1 << 7,
  determiner: 1 << 8,
  pronoun: 1 << 9,
  auxiliary: 1 << 10,
  embedder: 1 << 11,
  subordinator: 1 << 12,
  preposition: 1 << 13,
  opener: 1 << 14,
  adverb: 1 << 15,
  assignment: 1 << 16,
  changeNoun: 1 << 17,
  place: 1 << 18,
  child: 1 << 19,
  reply: 1 << 20,
  code: 1 << 21,
  describing: 1 << 22,
  running: 1 << 23,
  stating: 1 << 31,
  work: 1 << 24,
  finite: 1 << 25,
  participle: 1 << 26,
  gerund: 1 << 27,
  verb: 1 << 28,
  acting: 1 << 29,
  acted: 1 << 30,
} as const;

/** The names of the traits, as rule patterns write them: `<change>`. Spec: FG-13. */
export type TraitName = keyof typeof trait;

/** The parts that a known word plays in a sentence, as bits of a second number. Spec: FG-10. */
export const role: Readonly<Record<RoleName, number>> = Object.fromEntries(
  Object.keys(roleWords).map((name, index) => [name, 1 << index]),
) as Record<RoleName, number>;

interface Inflections {
  readonly finite: string;
  readonly ed: string;
  readonly ing: string;
}

const doubling = new Set(doublingVerbs);

function inflect(base: string): Inflections {
  const irregular = irregularForms[base];
  const last = base.at(-1) ?? "";
  const consonantY = /[^aeiou]y$/.test(base);
  const finite = /(?:s|x|z|ch|sh|o)$/.test(base)
    ? `${base}es`
    : consonantY
      ? `${base.slice(0, -1)}ies`
      : `${base}s`;
  const doubled = doubling.has(base) ? `${base}${last}` : base;
  const silent = base.endsWith("e") && !/(?:ee|ye|oe)$/.test(base);
  const ed = base.endsWith("e")
    ? `${base}d`
    : consonantY
      ? `${base.slice(0, -1)}ied`
      : `${doubled}ed`;
  const ing = silent ? `${base.slice(0, -1)}ing` : `${doubled}ing`;
  return { finite, ed: irregular?.[0] ?? ed, ing: irregular?.[1] ?? ing };
}

/** A word and what it can be, before it has a number. */
type Entries = Map<string, number>;

function mark(entries: Entries, words: readonly string[], traits: number): void {
  for (const word of words) entries.set(word, (entries.get(word) ?? 0) | traits);
}

function markVerbs(
  entries: Entries,
  bases: readonly string[],
  own: number,
  effect: "changes" | "acts" | "reads",
): void {
  const participle = { changes: trait.changed | trait.acted, acts: trait.acted, reads: 0 }[effect];
  const gerund = { changes: trait.changing | trait.acting, acts: trait.acting, reads: 0 }[effect];
  for (const base of bases) {
    const { finite, ed, ing } = inflect(base);
    mark(entries, [base], own | trait.verb);
    mark(entries, [finite], trait.finite);
    mark(entries, [ed], trait.participle | participle);
    mark(entries, [ing], trait.gerund | gerund);
  }
}

function lexiconEntries(): Entries {
  const entries: Entries = new Map();
  markVerbs(entries, plainChangeVerbs, trait.change, "changes");
  markVerbs(entries, changeVerbs, trait.change, "changes");
  markVerbs(entries, makingVerbs, trait.making, "acts");
  markVerbs(entries, tellingVerbs, trait.telling, "acts");
  for (const base of statingVerbs) {
    const { finite, ed, ing } = inflect(base);
    mark(entries, [finite], trait.finite);
    mark(entries, [ed], trait.participle);
    mark(entries, [ing], trait.gerund);
    mark(entries, [base], trait.stating);
  }
  markVerbs(entries, readingVerbs, trait.reading, "reads");
  mark(entries, softChangeVerbs, trait.soft);
  mark(entries, nounLikeVerbs, trait.nounLike);
  mark(entries, determiners, trait.determiner);
  mark(entries, objectPronouns, trait.pronoun);
  mark(entries, auxiliaries, trait.auxiliary);
  mark(entries, embedders, trait.embedder);
  mark(entries, subordinators, trait.subordinator);
  mark(entries, prepositions, trait.preposition);
  mark(entries, openers, trait.opener);
  mark(entries, adverbs, trait.adverb);
  mark(entries, assignmentNouns, trait.assignment);
  mark(entries, changeNouns, trait.changeNoun);
  mark(entries, placeNouns, trait.place);
  mark(entries, childNouns, trait.child);
  mark(entries, replyNouns, trait.reply);
  mark(entries, codeNouns, trait.code);
  mark(entries, describingLeads, trait.describing);
  mark(entries, runningVerbs, trait.running);
  mark(entries, workNouns, trait.work);
  return entries;
}

/** The letter code of the apostrophe; letters are 1 to 26, any other word character 28. */
export const apostropheCode = 27;

/**
 * Known words as a trie over letter codes: the scanner walks it while it reads, so that looking a
 * word up costs one array read a letter and makes no string.
 *
 * `step[node * 32 + code]` is the next node, 0 where no known word goes on; the root is 1.
 * `number[node]` is the word's number, 0 where no word ends. `traits[number]` are its traits.
 *
 * Spec: FG-8, FG-11.
 */
export interface Vocabulary {
  readonly step: Uint16Array;
  readonly number: Uint16Array;
  readonly table: WordTable;
  readonly traits: Int32Array;
  readonly roles: Int32Array;
  readonly words: readonly string[];
  readonly numbers: ReadonlyMap<string, number>;
}

/** A word without its apostrophe. Spec: FG-8. */
export function bare(word: string): string {
  return word.replace("'", "");
}

function letterCode(character: string): number {
  return character === "'" ? apostropheCode : character.charCodeAt(0) - 96;
}

/** Builds the vocabulary of the lexicon and of the words that rule patterns name. Spec: FG-13. */
export function buildVocabulary(patternWords: readonly string[]): Vocabulary {
  const entries = lexiconEntries();
  mark(entries, patternWords, 0);
  for (const list of Object.values(roleWords)) mark(entries, list.trim().split(/\s+/), 0);
  // "dont" is "don't" in another dress: it can all that "don't" can, and is spelled like it.
  const canonical = new Map<string, string>();
  for (const [word, bits] of [...entries]) {
    if (!word.endsWith("n't")) continue;
    canonical.set(bare(word), word);
    mark(entries, [bare(word)], bits);
  }
  const letters = [...entries.keys()].reduce((sum, word) => sum + word.length, 2);
  const step = new Uint16Array(letters * 32);
  const number = new Uint16Array(letters);
  const traits = new Int32Array(entries.size + 1);
  const words: string[] = [""];
  const numbers = new Map<string, number>();
  let nodes = 2;
  for (const [word, bits] of entries) {
    let node = 1;
    for (const character of word) {
      const slot = node * 32 + letterCode(character);
      if (step[slot] === 0) step[slot] = nodes++;
      node = step[slot] as number;
    }
    number[node] = words.length;
    traits[words.length] = bits;
    numbers.set(word, words.length);
    words.push(canonical.get(word) ?? word);
  }
  const roles = new Int32Array(words.length);
  for (const [name, list] of Object.entries(roleWords)) {
    for (const word of list.trim().split(/\s+/)) {
      for (const spelling of [word, bare(word)]) {
        const index = numbers.get(spelling);
        if (index !== undefined) roles[index] = (roles[index] as number) | role[name as RoleName];
      }
    }
  }
  const trie = { step: step.slice(0, nodes * 32), number: number.slice(0, nodes) };
  return {
    ...trie,
    table: wordTable(["", ...entries.keys()], letterCode),
    traits,
    roles,
    words,
    numbers,
  };
}
