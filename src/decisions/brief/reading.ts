import type { Clauses } from "./clauses.ts";
import type { DropReason } from "./drop.ts";
import { destinationAfter, objectKind, repliedIn } from "./objects.ts";
import { anyOf } from "./phrases.ts";
import { place } from "./place.ts";
import { trait } from "./vocabulary.ts";
import type { Words } from "./words-of-brief.ts";

/** What a reading may look at: the words and where each stands in its sentence. */
export interface Context {
  readonly words: Words;
  readonly clauses: Clauses;
  /** Whether the brief asks anywhere for something to be read, thought about or answered. */
  readonly asksToRead: () => boolean;
}

/** What a reading of the whole brief looks at. Spec: FG-10. */
export type Read = Pick<Context, "words" | "clauses">;

/** Why the words `[at, to)` of a match do not direct the child, or undefined where they do. */
export type Reading = (context: Context, at: number, to: number) => DropReason | undefined;

/** Why a verb in base form is no order, by where it stands. Spec: FG-10. */
export const reasonOfPlace: Readonly<Record<number, DropReason | undefined>> = {
  [place.order]: "noun",
  [place.statement]: "described-subject",
  [place.embedded]: "embedded",
  [place.condition]: "embedded",
  [place.question]: "question",
  [place.infinitive]: "embedded",
  [place.listed]: "listed",
};

/** Where the word stands; reads its sentence if need be. Spec: FG-10. */
export const placeAt = (context: Context, at: number): number => {
  context.clauses.around(at);
  return context.clauses.places[at] as number;
};

/** Whether one of the words has one of the traits. Looks at most twelve words back. */
export function anyBetween(words: Words, from: number, to: number, traits: number): boolean {
  for (let at = Math.max(from, to - 12); at < to; at++) {
    if (words.is(at, traits)) return true;
  }
  return false;
}

/** Whether one of the first words of the sentence at hand is in a set. Spec: FG-10. */
export function sentenceHas(
  { words, clauses }: Context,
  sought: ReadonlySet<string>,
  wordsMax: number,
): boolean {
  const { from, to } = clauses.sentence;
  return anyOf(words, from, Math.min(to, from + wordsMax), sought);
}

/** "Anything that would alter it is": whether the subject is whatever there may be. Spec: FG-10. */
export function anySubject({ words, clauses }: Context, at: number): boolean {
  return words.spelled(clauses.subjects[at] as number) === "anything";
}

/** Traits of what a ban or a boundary is about: changes, places, the child. */
export const fenced = trait.changeNoun | trait.acting | trait.place | trait.child;

/** Whether the subject before the word is the child, its changes, its answer or its places. */
export function ownSubject(context: Context, at: number, extra: number): boolean {
  const { words, clauses } = context;
  const from = clauses.subjects[at] as number;
  if (from < 0) return true;
  if (anyBetween(words, from, at, fenced | extra)) return true;
  for (let index = from; index < at && index < from + 8; index++) {
    if (words.identifier(index)) return true;
  }
  return ["it", "this", "nothing", "nobody"].includes(words.spelled(from)) && extra !== 0;
}

/** Whether the object of a verb that suits the answer too is a part of the answer. */
export function repliesOnly(words: Words, to: number, end: number): boolean {
  if (words.spelled(to) === "up" && words.spelled(to - 1) === "add") return true;
  if (words.spelled(to) === "me") return true;
  if (words.spelled(to - 1) === "make" && words.spelled(to + 1) === "case") return true;
  if (words.spelled(to - 1) === "drop" && words.spelled(to + 1) === "table") return false;
  if (words.spelled(to) === "your") {
    const own = trait.code | trait.place | trait.changeNoun;
    return words.is(to + 1, trait.reply) || !(words.is(to + 1, own) || words.is(to + 2, own));
  }
  if (repliedIn(words, to, end)) return true;
  return objectKind(words, to, end) === "reply" && !destinationAfter(words, to, end);
}
