import { gap } from "./gaps.ts";
import { vocabulary } from "./known-words.ts";
import { role, trait } from "./vocabulary.ts";
import type { Words } from "./words-of-brief.ts";

/** Traits of words after which an order may come without a mark between them. */
const introducing =
  trait.opener | trait.adverb | trait.child | trait.code | trait.place | trait.changeNoun;

/** 1 where an order may come right behind a word, by its number. Spec: FG-6, FG-9. */
export const introduces = new Uint8Array(vocabulary.words.length);
for (const number of vocabulary.words.keys()) {
  const traits = vocabulary.traits[number] as number;
  const roles = vocabulary.roles[number] as number;
  introduces[number] = (traits & introducing) !== 0 || (roles & role.introducing) !== 0 ? 1 : 0;
}

/**
 * A look at the word before that spares reading the sentence: behind a determiner, or behind
 * any word with no mark between, a base form opens no order. Never answers no where
 * the reading would answer yes; the tests compare the two.
 *
 * Spec: FG-6, FG-11.
 */
export function opensOrder(words: Words, at: number): boolean {
  if (!runsOn(words, at)) return true;
  return introduces[words.number(at - 1)] === 1 || !runsOn(words, at - 1);
}

/** Whether nothing but a blank stands before a word, or a line break that an editor made of it. */
function runsOn(words: Words, at: number): boolean {
  const bits = words.gap(at);
  return bits === gap.blank || ((bits & ~gap.blank) === gap.line && !words.opens(at));
}

/** Whether an unknown word may open an order: an object stands right behind it. Spec: FG-9. */
export function opensUnlisted(words: Words, at: number): boolean {
  if (words.gap(at) === gap.blank && introduces[words.number(at - 1)] === 0) return false;
  return words.gap(at + 1) === gap.blank && words.is(at + 1, trait.determiner | trait.pronoun);
}
