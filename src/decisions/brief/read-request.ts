import { gap } from "./gaps.ts";
import { destinationAfter, objectKind } from "./objects.ts";
import { idiomatic, verbal } from "./phrases.ts";
import { place } from "./place.ts";
import type { Context } from "./reading.ts";
import { role, trait } from "./vocabulary.ts";
import type { Words } from "./words-of-brief.ts";

/** Places where a verb in base form is an order. */
const orderPlaces: ReadonlySet<number> = new Set([place.start, place.coordinate, place.request]);

/**
 * Whether a brief asks anywhere for something to be read, thought about or answered: a question,
 * an order with a reading verb, a part of a reply.
 *
 * Reads every sentence once.
 *
 * Spec: FG-10.
 */
export function asksToRead(context: Pick<Context, "words" | "clauses">): boolean {
  const { words, clauses } = context;
  const { count } = words.scan;
  for (let at = 0; at < count; ) {
    const sentence = clauses.around(at);
    if (sentence.question && !requests(words, sentence.from, sentence.to)) return true;
    for (let index = sentence.from; index < sentence.to; index++) {
      const where = clauses.places[index] as number;
      if (where === place.question && !requests(words, sentence.from, sentence.to)) return true;
      const reads =
        words.is(index, trait.reading) &&
        !words.is(index, trait.change) &&
        (!words.is(index, trait.nounLike) || saysVerb(words, index, sentence.to));
      if (knowing.has(words.spelled(index)) && wishes(words, index)) return true;
      const goes = words.spelled(index) === "go" && goingThrough.has(words.spelled(index + 1));
      if (goes && orderPlaces.has(where)) return true;
      if (reads && orderPlaces.has(where) && !neutralVerbs.has(words.spelled(index))) return true;
      if (namesReply(words, index)) {
        if (where === place.order || where === place.start || where === place.request) return true;
        const subject = words.spelled(clauses.subjects[index] as number);
        const own = wishers.has(subject) || (subject === "this" && words.is(index, trait.work));
        if (where === place.statement && (own || listedReply(words, sentence.from, index)))
          return true;
      }
      if (orderPlaces.has(where) && tellsOut(words, index, sentence.to)) return true;
    }
    at = sentence.to;
  }
  return false;
}

/** "Could the spinner please wait?": a question that asks for no answer. */
function requests(words: Words, from: number, to: number): boolean {
  if (words.spelled(from) === "would" && words.spelled(from + 2) === "mind") return true;
  if (!words.plays(from, role.asker)) return false;
  for (let at = from; at < to && at < from + 24; at++) {
    if (words.spelled(at) === "please") return true;
  }
  return false;
}

function saysVerb(words: Words, at: number, to: number): boolean {
  return !words.is(at, trait.making | trait.telling) && verbal(words, at, to);
}

const knowing = new Set("know see hear understand learn find".split(" "));

/** "I just want to know": a wish for an answer. */
function wishes(words: Words, at: number): boolean {
  if (words.spelled(at - 1) === "me" && words.spelled(at - 2) === "let") return true;
  if (words.spelled(at - 1) !== "to") return false;
  for (let back = at - 2; back >= 0 && back > at - 6; back--) {
    if (wishers.has(words.spelled(back))) return true;
  }
  return false;
}

/** A part of an answer: a noun that is no verb here. */
function namesReply(words: Words, at: number): boolean {
  if (!words.is(at, trait.reply) || words.is(at, trait.code)) return false;
  return !words.is(at, trait.verb) || words.is(at - 1, trait.determiner);
}

const counting = new Set("a an one two three four five".split(" "));

/** "A table with one row per finding.": a sentence that is nothing but a part of the answer. */
function listedReply(words: Words, from: number, at: number): boolean {
  return at - from < 4 && counting.has(words.spelled(from));
}

const wishers = new Set("i i'd i'm we we'd we're it'd".split(" "));

/** "Set out the trade-offs", "write a haiku", "cross-check it": other orders for an answer. */
function tellsOut(words: Words, at: number, to: number): boolean {
  if (idiomatic(words, at)) return true;
  const glued = (words.gap(at + 1) & (gap.hyphen | gap.blank)) === gap.hyphen;
  if (glued && words.is(at + 1, trait.reading)) return true;
  if (words.spelled(at) === "make" && words.spelled(at + 2) === "case") return true;
  if (words.is(at + 1, trait.pronoun) && !words.is(at + 1, trait.determiner)) return false;
  if (!words.is(at, trait.telling) || !verbal(words, at, to)) return false;
  return objectKind(words, at + 1, to) !== "code" && !destinationAfter(words, at + 1, to);
}

const goingThrough = new Set(["through", "over"]);

/** Verbs that stand with reading ones and ask for nothing by themselves. */
const neutralVerbs = new Set(
  "consider do have be let keep leave use take go come want need like make start put get".split(
    " ",
  ),
);
