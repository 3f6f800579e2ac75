import { place } from "./place.ts";
import type { Context } from "./reading.ts";
import { trait } from "./vocabulary.ts";

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
    if (sentence.question) return true;
    for (let index = sentence.from; index < sentence.to; index++) {
      const where = clauses.places[index] as number;
      if (where === place.question) return true;
      const reads =
        words.is(index, trait.reading) && !words.is(index, trait.change | trait.nounLike);
      if (reads && orderPlaces.has(where) && !neutralVerbs.has(words.spelled(index))) return true;
      if (words.is(index, trait.reply) && !words.is(index, trait.code | trait.verb)) {
        if (where === place.order || where === place.start) return true;
      }
    }
    at = sentence.to;
  }
  return false;
}

/** Verbs that stand with reading ones and ask for nothing by themselves. */
const neutralVerbs = new Set(
  "consider do have be let keep leave use take go come want need like make start put get".split(
    " ",
  ),
);
