import { accompanies, alsoWished, followsWork, inTitle, quotes } from "./accompaniment.ts";
import { gives, readsAt, tellsOut } from "./answer-verbs.ts";
import { gap } from "./gaps.ts";
import { place } from "./place.ts";
import { anyBetween, type Read } from "./reading.ts";
import { asksForReply, viewed, wishers } from "./reply-request.ts";
import { proposes } from "./requests.ts";
import { role, trait } from "./vocabulary.ts";
import type { Words } from "./words-of-brief.ts";

/** Places where a verb in base form is an order. */
const orderPlaces: ReadonlySet<number> = new Set([place.start, place.coordinate, place.request]);

/**
 * Whether a brief asks anywhere for something to be read, thought about or answered: a question,
 * an order with a reading verb, a part of a reply. Titles, cells and what is only to be told about
 * a change that was made ("report the commit") ask for nothing.
 *
 * Reads every sentence once.
 *
 * Spec: FG-10.
 */
export function asksToRead(context: Read): boolean {
  const { clauses } = context;
  const { from, to } = clauses.sentence;
  // Most briefs ask in a sentence that shows it at either end, which spares reading the others.
  const asks = asksOpenly(context) || asksWhere(context, plainly) || asksWhere(context, faintly);
  // Whoever asks is in the middle of a sentence, and goes on there.
  if (from < to) clauses.around(from);
  return asks;
}

/** Whether one of the sentences that end as questions asks for something. */
function asksOpenly(context: Read): boolean {
  const { words } = context;
  const { count, gaps } = words.scan;
  for (let to = 1; to <= count; to++) {
    if (((gaps[to] as number) & gap.question) === 0) continue;
    let from = to - 1;
    while (from > 0 && !words.opens(from)) from--;
    if (sentenceAsks(context, from, to)) return true;
  }
  return false;
}

/** A look at a sentence `[from, to)` before it is read. */
type Look = (words: Words, from: number, to: number) => boolean;

/** Whether one of the other sentences, of those that a look picks, asks for something. */
function asksWhere(context: Read, look: Look): boolean {
  const { words } = context;
  const { count } = words.scan;
  for (let from = 0; from < count; ) {
    let to = from + 1;
    while (to < count && !words.opens(to)) to++;
    const picked = (words.gap(to) & gap.question) === 0 && look(words, from, to);
    if (picked && sentenceAsks(context, from, to)) return true;
    from = to;
  }
  return false;
}

/** Whether a sentence begins with a verb of reading. */
const plainly: Look = (words, from) =>
  words.is(from, trait.reading) || words.spelled(from) === "for";

/** Whether another sentence has any word without which none asks. */
const faintly: Look = (words, from, to) => {
  if (plainly(words, from, to)) return false;
  for (let at = from; at < to; at++) {
    if (words.is(at, telling | trait.auxiliary)) return true;
  }
  return false;
};

/** Whether a sentence asks for something to be read or answered. */
function sentenceAsks(context: Read, from: number, to: number): boolean {
  const { words, clauses } = context;
  const marked = (words.gap(to) & gap.question) !== 0;
  const title = inTitle(words, from);
  if (title && !marked) return false;
  if ((marked && echoes(words, from, to)) || forEach(words, from, to)) return true;
  const bids = bidsOnly(words, from, to);
  if (marked && !bids) return true;
  clauses.around(from);
  if (!bids && questions(context, from, to)) return true;
  if (title || alsoWished(words, from, to) || followsWork(words, from, to)) return false;
  for (let index = from; index < to; index++) {
    if (asksAt(context, index, from, to) && !accompanies(words, index, from, to)) return true;
  }
  return false;
}

/** Whether what may look like a question wants no answer, or is somebody else's. */
function bidsOnly(words: Words, from: number, to: number): boolean {
  if (tagged(words, from, to) || requests(words, from, to)) return true;
  return quotes(words, from) && quotes(words, to - 1);
}

/** Whether a sentence without a question mark is a question. */
function questions({ words, clauses }: Read, from: number, to: number): boolean {
  if (cleft(words, from, to) || labelled(words, from, to)) return false;
  for (let at = from; at < to; at++) {
    if ((clauses.places[at] as number) === place.question) return true;
  }
  return false;
}

/** Only words of these sorts ask. */
const telling = trait.verb | trait.reply | trait.embedder | trait.child;

/** Whether a word of a sentence asks for something to be read or answered. */
function asksAt(context: Read, at: number, from: number, to: number): boolean {
  const { words, clauses } = context;
  const bits = words.traits(at);
  if ((bits & telling) === 0) return false;
  const where = clauses.places[at] as number;
  const spelled = words.spelled(at);
  if (spelled === "whether" || (knowing.has(spelled) && wishes(words, at))) return true;
  if (orderPlaces.has(where)) {
    if (spelled === "go" && goingThrough.has(words.spelled(at + 1))) return true;
    if (gives(words, at) || readsAt(words, at, from, to) || tellsOut(words, at, to)) return true;
  }
  if ((bits & trait.child) !== 0 && viewed(words, at))
    return asksForReply(context, at + 1, from, to);
  return asksForReply(context, at, from, to);
}

/** "You are free, aren't you?": a statement that only ends as a question. */
function tagged(words: Words, from: number, to: number): boolean {
  if (words.spelled(to - 1) === "it") return false;
  if (to - from < 5 || words.is(from, trait.auxiliary | trait.embedder)) return false;
  return (words.gap(to - 2) & gap.comma) !== 0 && words.is(to - 2, trait.auxiliary);
}

const asking = new Set(["possible", "too"]);

/** "For each: the strongest objection": parts of an answer, and no change, behind the colon. */
function forEach(words: Words, from: number, to: number): boolean {
  if (words.spelled(from) !== "for" || !eachWords.has(words.spelled(from + 1))) return false;
  for (let at = from + 2; at < to && at < from + 7; at++) {
    if ((words.gap(at) & gap.colon) === 0) continue;
    if (words.is(at, trait.determiner)) return true;
    return anyBetween(words, at, Math.min(at + 12, to), trait.reply | trait.embedder);
  }
  return false;
}

const eachWords = new Set(["each", "every"]);

/** "I can't tell who did it. Can you?": asks for what the sentence before could not answer. */
function echoes(words: Words, from: number, to: number): boolean {
  if (to - from !== 2 || from === 0 || !words.plays(from, role.asker)) return false;
  for (let at = from - 1; at >= 0 && at > from - 24; at--) {
    const able = words.spelled(at - 1) === "can't" || words.spelled(at - 1) === "cannot";
    if (able && words.is(at, trait.reading)) return true;
    if (words.opens(at)) return false;
  }
  return false;
}

/** "Could the spinner please wait?", "could you …?": a question that asks for no answer. */
function requests(words: Words, from: number, to: number): boolean {
  const second = words.spelled(from + 1);
  if (proposes(words, from)) return true;
  if (words.spelled(from) === "how" && words.plays(from + 1, role.wish)) return true;
  if (words.spelled(from) === "would" && second === "it") {
    return words.spelled(from + 2) === "be" && asking.has(words.spelled(from + 3));
  }
  if (words.spelled(from) === "would" && second === "you") {
    const third = words.spelled(from + 2);
    return third === "mind" || third === "be" || third === "please" || third === "kindly";
  }
  if (!words.plays(from, role.asker)) return false;
  if (second === "you") return true;
  for (let at = from; at < to && at < from + 24; at++) {
    if (words.spelled(at) === "please") return true;
  }
  return wantsMore(words, from, to);
}

/** "Could the page show the total too?": more is asked of a thing, not whether it can. */
function wantsMore(words: Words, from: number, to: number): boolean {
  const last = words.spelled(to - 1);
  const more = last === "too" || (last === "well" && words.spelled(to - 2) === "as");
  if (!more || !words.is(from + 1, trait.determiner)) return false;
  for (let at = from + 2; at < to && at < from + 6; at++) {
    if (words.is(at, trait.stating) || unwelcome.has(words.spelled(at))) return false;
    if (words.is(at, trait.verb) && !words.is(at, trait.code))
      return words.gap(at + 1) === gap.blank;
  }
  return false;
}

const unwelcome = new Set("be have drop lose delete remove overwrite clear kill reset".split(" "));

/** "Why: two people lost a day": a question word that names what follows. */
function labelled(words: Words, from: number, to: number): boolean {
  for (let at = from + 1; at < to && at < from + 7; at++) {
    if ((words.gap(at) & (gap.colon | gap.dash)) !== 0) return true;
  }
  return false;
}

/** "What the page lacks is a link": a statement that begins like a question. */
function cleft(words: Words, from: number, to: number): boolean {
  if (words.spelled(from) === "what's") return words.is(from + 1, trait.participle | trait.gerund);
  if (words.spelled(from) !== "what" || words.is(from + 1, trait.auxiliary)) return false;
  const verb = trait.finite | trait.stating | trait.verb;
  for (let at = from + 2; at < to && at < from + 16; at++) {
    const links = words.spelled(at) === "is" || words.spelled(at) === "are";
    if (links && (words.is(at - 1, verb) || words.is(at - 1, trait.preposition))) return true;
  }
  return false;
}

const knowing = new Set("know see hear understand learn find".split(" "));
const outcomes = new Set("see find".split(" "));

/** "I just want to know": a wish for an answer; "I hope to see a branch" is none. */
function wishes(words: Words, at: number): boolean {
  const asks = words.is(at + 1, trait.embedder) || words.is(at + 2, trait.reply);
  const when = words.spelled(at + 1) === "when" || words.spelled(at + 1) === "once";
  if (when || (outcomes.has(words.spelled(at)) && !asks)) return false;
  if (words.spelled(at - 1) === "me" && words.spelled(at - 2) === "let") return true;
  if (words.spelled(at - 1) !== "to") return false;
  const good = words.spelled(at - 2) === "good" || words.spelled(at - 2) === "nice";
  if (good) return true;
  for (let back = at - 2; back >= 0 && back > at - 6; back--) {
    if (wishers.has(words.spelled(back))) return true;
  }
  return false;
}

const goingThrough = new Set(["through", "over"]);
