import { accompanies, inTitle, quotes } from "./accompaniment.ts";
import { gap, inside } from "./gaps.ts";
import { pathLike } from "./objects.ts";
import { type Read, sentenceAsks } from "./read-request.ts";
import { trait } from "./vocabulary.ts";
import type { Words } from "./words-of-brief.ts";

/** In a brief of more words a statement behind the question is background as often as not. */
const shortBriefMax = 70;

/**
 * The first word of the statement behind what a short brief asks for, or -1: "Why is it slow? The
 * machines belong to the museum." Background stands before a question; what comes behind it
 * limits the work. Parts of the answer, places of files and thoughts of the writer do not count.
 *
 * Spec: FG-9.
 */
export function trailingStatement(context: Read): number {
  const { words, clauses } = context;
  const { count } = words.scan;
  if (count > shortBriefMax) return -1;
  const here = clauses.sentence.from;
  let asked = false;
  let found = -1;
  for (let at = 0; at < count && found < 0; ) {
    const { from, to, question } = clauses.around(at);
    at = to;
    if (sentenceAsks(context, from, to, question)) asked = true;
    else if (asked && !question && limits(words, from, to)) found = from;
  }
  if (here < count) clauses.around(here);
  return found;
}

/** Whether a sentence is a statement of the brief itself that says neither what nor where. */
function limits(words: Words, from: number, to: number): boolean {
  if (to - from < 3 || !opensStatement(words, from)) return false;
  let verb = false;
  for (let at = from; at < to; at++) {
    const reply = words.is(at, trait.reply) && !words.is(at, trait.code);
    if (reply && (!verb || words.spelled(at - 1) === "your")) return false;
    if (pathLike(words, at) && (at === to - 1 || words.is(at - 1, trait.preposition))) return false;
    if (helping.has(words.spelled(at)) || accompanies(words, at, from, to)) return false;
    verb ||= at > from && words.is(at, trait.auxiliary | trait.finite | trait.stating);
  }
  return verb;
}

/** Whether the first word can open such a statement: no order, no speech of the writer. */
function opensStatement(words: Words, from: number): boolean {
  const { marks } = words.scan;
  for (let at = 0; at <= from; at++) {
    if (((marks[at] as number) & shown) !== 0 || (words.gap(at) & gap.list) !== 0) return false;
  }
  if (quotes(words, from) || inTitle(words, from) || words.identifier(from)) return false;
  if (words.capital(0) && !words.capital(from)) return false;
  if (words.is(from, trait.reading) || thinks(words, from)) return false;
  const unlisted = words.number(from) === 0;
  return !(unlisted && words.is(from + 1, trait.determiner | trait.pronoun));
}

/** Behind something that is shown, background goes on. */
const shown = inside.fence | inside.table | inside.blockquote;
/** "I suspect that …": what the writer thinks or did; "we deploy on Mondays only" is no thought. */
function thinks(words: Words, from: number): boolean {
  if (!writers.has(words.spelled(from))) return false;
  if (words.spelled(from) === "my") return true;
  for (let at = from + 1; !words.opens(at) && at < words.scan.count; at++) {
    if (restraining.has(words.spelled(at))) return false;
  }
  return true;
}

const restraining = new Set("only until together next later no without keep before".split(" "));
const writers = new Set(
  "i i'd i'm i've i'll we we'd we're we've we'll my sources source background".split(" "),
);
const helping = new Set("help helps fine ok okay enough welcome optional may might".split(" "));
