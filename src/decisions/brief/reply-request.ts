import { gap } from "./gaps.ts";
import { destinationAfter } from "./objects.ts";
import { breaking } from "./phrases.ts";
import { place } from "./place.ts";
import { anyBetween, type Read } from "./reading.ts";
import { trait } from "./vocabulary.ts";
import type { Words } from "./words-of-brief.ts";

/** Who wishes for an answer: whoever writes the brief. Spec: FG-10. */
export const wishers: ReadonlySet<string> = new Set("i i'd i'm we we'd we're it'd".split(" "));

/**
 * Whether the word names a part of an answer ("a table of the options") where it is asked for.
 *
 * Spec: FG-10.
 */
export function asksForReply(context: Read, at: number, from: number, to: number): boolean {
  const { words, clauses } = context;
  if (!namesReply(words, at)) return false;
  const where = clauses.places[at] as number;
  if (intoReply(words, at)) return true;
  if (where === place.order || where === place.request) {
    const verb = clauses.verbs[at] as number;
    if (destinationAfter(words, at, to)) return false;
    if (verb < 0) return words.spelled(from) === "do" || words.spelled(from + 2) === "do";
    return (
      words.is(verb, trait.soft | trait.telling | trait.making) ||
      supplying.has(words.spelled(verb))
    );
  }
  if (where === place.start) return alone(words, at, to);
  if (where === place.question || where === place.embedded) return named(words, at, from);
  if (where === place.condition) return wishedIn(words, at, from);
  if (where !== place.statement) return false;
  const subject = clauses.subjects[at] as number;
  const spelled = words.spelled(subject);
  const told = telling.has(words.spelled(subject + 1));
  const yours = spelled === "your" && viewing.has(words.spelled(at));
  const own =
    yours || (wishers.has(spelled) && !told) || (spelled === "this" && words.is(at, trait.work));
  return own || listedReply(words, from, at, to);
}

/** "What I need in the end is a paragraph on it". */
function named(words: Words, at: number, from: number): boolean {
  if (words.spelled(from) !== "what") return false;
  for (let back = at - 1; back > from + 1 && back > at - 4; back--) {
    if (words.is(back, trait.determiner) && words.spelled(back - 1) === "is") return true;
  }
  return false;
}

/** "For my slides I need a picture of how it works". */
function wishedIn(words: Words, at: number, from: number): boolean {
  for (let back = at - 1; back >= from && back > at - 7; back--) {
    if (needing.has(words.spelled(back)) && wishers.has(words.spelled(back - 1))) return true;
  }
  return false;
}

const needing = new Set("need want like".split(" "));

/** "Turn it into a timeline". */
function intoReply(words: Words, at: number): boolean {
  return words.spelled(at - 2) === "into" && words.is(at - 1, trait.determiner);
}

const telling = new Set(
  "share agree wrote made sent put took added attached left know see".split(" "),
);
const supplying = new Set(
  `give provide deliver bring leave have want need like get include end do finish close reply answer
  respond work expect base offer start begin come help`.split(/\s+/),
);

/** A noun that names what is wanted, not what follows: no colon behind it, no further noun. */
function alone(words: Words, at: number, to: number): boolean {
  const named = !words.is(at - 1, trait.determiner);
  if (named && ((words.gap(to) & gap.colon) !== 0 || to - at < 2)) return false;
  if (at + 1 >= to) return true;
  const bits = words.gap(at + 1);
  if ((bits & breaking) !== 0) {
    return (bits & gap.colon) === 0 || !named;
  }
  return words.is(at + 1, trait.preposition | trait.embedder | trait.opener | trait.gerund);
}

/** A part of an answer: a noun that is no verb here. */
function namesReply(words: Words, at: number): boolean {
  const spelled = words.spelled(at);
  if (words.is(at, trait.embedder) && words.spelled(at - 1) === "of") {
    return words.spelled(at - 2) !== "out";
  }
  if (viewing.has(spelled) && words.spelled(at - 1) === "your") return true;
  if (!words.is(at, trait.reply) || words.is(at, trait.code)) return false;
  if (spelled === "time" || spelled === "times" || words.digit(at + 1)) return false;
  if (settled.has(spelled) && words.is(at - 1, trait.verb)) return false;
  if (spelled === "line" && words.spelled(at - 1) === "in") return false;
  return !words.is(at, trait.verb) || words.is(at - 1, trait.determiner);
}

const settled = new Set(["care", "order"]);
const viewing = new Set("view take opinion reading impression verdict thoughts guess".split(" "));
const counting = new Set("a an one two three four five".split(" "));

/** Whether "your" at the word is said of a view: "your take on it". Spec: FG-10. */
export function viewed(words: Words, at: number): boolean {
  return words.spelled(at) === "your" && viewing.has(words.spelled(at + 1));
}

/** "A table with one row per finding.": a sentence that is nothing but a part of the answer. */
function listedReply(words: Words, from: number, at: number, to: number): boolean {
  const item = words.spelled(from) === "the" && (words.gap(from) & gap.list) !== 0;
  if (at - from >= 6 || !(item || counting.has(words.spelled(from)))) return false;
  // "The docs gain a sentence" tells of the docs.
  if (item && anyBetween(words, from + 1, at, trait.verb | trait.stating)) return false;
  return alone(words, at, to);
}
