import { inTitle } from "./accompaniment.ts";
import { neutralVerbs } from "./answer-verbs.ts";
import { gap } from "./gaps.ts";
import { anyOf } from "./phrases.ts";
import { mainVerb, place } from "./place.ts";
import {
  anyBetween,
  type Context,
  placeAt,
  type Reading,
  reasonOfPlace,
  sentenceHas,
} from "./reading.ts";
import { trait } from "./vocabulary.ts";
import type { Words } from "./words-of-brief.ts";

const speaking = new Set("i i'd i'm i'll we we'd we're we'll you you're this it it's".split(" "));
const apart = gap.comma | gap.dash | gap.semicolon | gap.colon | gap.open;
const past = new Set("was were had been".split(" "));

/**
 * A turn of phrase that is said to somebody who is about to act ("hold your fire"): it directs
 * unless it is asked about, looked at or told of the past.
 */
export const idiom: Reading = (context, at) => {
  const { words, clauses } = context;
  const where = placeAt(context, at);
  if (where === place.question || where === place.listed) return reasonOfPlace[where];
  if (past.has(words.spelled(at - 1))) return "described-subject";
  if (words.spelled(at - 1) === "a" && words.is(at, trait.verb)) return "noun";
  if (where === place.embedded) {
    const subject = words.spelled(clauses.subjects[at] as number);
    const any = subject === "anything" || subject === "whatever" || speaking.has(subject);
    return any || clauses.subjects[at] === -1 ? lookedAt(words, at) : "embedded";
  }
  if (where === place.order && clauses.mains[at] === mainVerb.reading) {
    return (words.gap(at) & apart) !== 0 ? undefined : lookedAt(words, at);
  }
  return undefined;
};

const relatives = new Set("that which".split(" "));

/** "Explain the code freeze", "why it is off limits": named as what an order looks at. */
function lookedAt(words: Words, at: number): "noun" | undefined {
  for (let back = at - 1; back >= 0 && back >= at - 5; back--) {
    const asks = words.is(back, trait.embedder) && !relatives.has(words.spelled(back));
    const neutral = neutralVerbs.has(words.spelled(back)) || words.spelled(back) === "work";
    const reads = words.is(back, trait.reading) && !neutral;
    if (asks || reads) return "noun";
    if (words.opens(back)) return undefined;
    if ((words.gap(back + 1) & apart) !== 0) return undefined;
  }
  return undefined;
}

/**
 * A turn of phrase that speaks of permissions and places in general too: in a brief that asks for
 * an answer it directs where its sentence is about changes or about the child.
 */
export const guarded: Reading = (context, at, to) => {
  const reason = idiom(context, at, to);
  if (reason !== undefined) return reason;
  return concernsChild(context, at) || !context.asksToRead() ? undefined : "described-subject";
};

/** Whether the sentence names the child or a change. Looks at forty words around. */
function concernsChild({ words, clauses }: Context, at: number): boolean {
  const { from, to } = clauses.around(at);
  const near = trait.changeNoun | trait.acting | trait.child;
  for (let index = Math.max(from, at - 20); index < to && index < at + 20; index++) {
    if (words.is(index, near)) return true;
    if (words.is(index, trait.change) && !words.is(index, trait.nounLike)) return true;
  }
  return false;
}

const nowWords = new Set(
  `today tonight tomorrow now until before week release you me my okay permission please here
  including while during`.split(/\s+/),
);

/** "Nobody touches it today": a ban on everybody where it is one for now, not a habit. */
export const forNow: Reading = (context, at, to) => {
  const reason = idiom(context, at, to);
  if (reason !== undefined) return reason;
  const { words, clauses } = context;
  const end = Math.min(clauses.around(at).to, to + 20);
  for (let index = to; index < end; index++) {
    if (nowWords.has(words.spelled(index))) return undefined;
  }
  return context.asksToRead() ? "described-subject" : undefined;
};

const pointing = new Set(
  "they these those that this it none neither anything everything such thing implementation".split(
    " ",
  ),
);

/**
 * "Restarting it is off the table": a predicate that bans where an action is the subject, or
 * something that points at one.
 */
export const barredAct: Reading = (context, at, to) => {
  const { words, clauses } = context;
  const where = placeAt(context, at);
  if (fences.has(words.spelled(at)) && barring.has(words.spelled(to - 1))) {
    return titlesAct(words, at, to) ? undefined : "noun";
  }
  if (where === place.question) return reasonOfPlace[where];
  if (where === place.embedded) {
    const subject = words.spelled(clauses.subjects[at] as number);
    if (subject === "anything" || subject === "everything" || stressed(words, at)) return undefined;
    return "embedded";
  }
  if (past.has(words.spelled(at - 1))) return "described-subject";
  const { from } = clauses.sentence;
  const acts = trait.gerund | trait.changeNoun;
  const subject = Math.max(clauses.subjects[at] as number, from, at - 14);
  if (anyBetween(words, subject, at, acts)) return undefined;
  if (at === from && words.spelled(at) === "for" && context.asksToRead()) return "reply-object";
  if (where !== place.statement) return reasonOfPlace[where];
  const mine = words.spelled(subject) === "my";
  if (words.spelled(at) === "off" && (mine || reserves(words, subject, at))) return undefined;
  for (let index = subject; index < at && index < subject + 2; index++) {
    if (pointing.has(words.spelled(index))) return undefined;
  }
  return "described-subject";
};

const fences = new Set(["out", "not", "explicitly"]);
const barring = new Set(["scope", "excluded"]);

/** "Out of scope: fixing it": a title or a label over actions that are not to be taken. */
function titlesAct(words: Words, at: number, to: number): boolean {
  if (!words.opens(at)) return false;
  const bits = words.gap(to);
  if ((bits & (gap.colon | gap.paragraph | gap.list)) === 0) return false;
  if (namesAct(words, to)) return true;
  for (let item = to + 1; (bits & gap.list) !== 0 && item < to + 30; item++) {
    if ((words.gap(item) & (gap.heading | gap.start)) !== 0) return false;
    if ((words.gap(item) & gap.list) !== 0 && namesAct(words, item)) return true;
  }
  return false;
}

/** "Fixing it", "any change": an action at the start of an item. */
function namesAct(words: Words, to: number): boolean {
  const acts = trait.acting | trait.changeNoun;
  return (
    words.is(to, acts) || (words.is(to, trait.determiner | trait.code) && words.is(to + 1, acts))
  );
}

const estates = new Set(
  `tenant tenants machine machines host hosts environment account accounts customer customers
  database databases server servers cluster instance bucket folder directory repo branch system
  systems box lab production prod staging demo data device devices`.split(/\s+/),
);

/** "The demo tenant is off the table": a thing that can be worked on, and not a choice. */
function reserves(words: Words, from: number, to: number): boolean {
  return anyOf(words, from, Math.min(to, from + 8), estates);
}

/** "The thing I want to stress is that the demo tenant is off the table". */
function stressed(words: Words, at: number): boolean {
  for (let back = at - 1; back > 1 && back > at - 10; back--) {
    if (words.spelled(back) !== "that" || words.spelled(back - 1) !== "is") continue;
    return words.spelled(at) === "off" && reserves(words, back, at);
  }
  return false;
}

const settling = new Set("my mine reserved left forbidden ours".split(" "));

/**
 * "Renaming them is a job for next week": a statement about an action, behind what the brief asks
 * to be read, puts the action off.
 */
export const deferred: Reading = (context, at, to) => {
  const { words, clauses } = context;
  const where = placeAt(context, at);
  if (where === place.question || where === place.embedded) return reasonOfPlace[where];
  const { from } = clauses.sentence;
  const object = trait.pronoun | trait.determiner;
  const behindComma =
    (words.gap(at) & gap.comma) !== 0 &&
    words.is(at, trait.gerund) &&
    words.is(at + 1, object) &&
    words.is(from, trait.child);
  const begins =
    behindComma || at <= from + 1 || (words.gap(at) & (gap.semicolon | gap.dash)) !== 0;
  if (!begins || clauses.sentence.question) return "described-subject";
  // "In staging there is no …" says where.
  if (at > from && words.is(at - 1, trait.preposition)) return "described-subject";
  if (from === 0 && at <= 1 && !settling.has(words.spelled(to - 1))) return "described-subject";
  if (past.has(words.spelled(to - 1))) return "described-subject";
  for (let index = at + 1; index < to; index++) {
    if ((words.gap(index) & (gap.paragraph | gap.tick)) !== 0) return "noun";
  }
  if (anyBetween(words, at + 1, to - 1, trait.reply | trait.embedder)) return "reply-object";
  return context.asksToRead() ? undefined : "described-subject";
};

/**
 * "Dark mode, please": words of asking in a brief that asks for nothing to be read or answered.
 */
export const asked: Reading = (context, at) => {
  if (context.asksToRead()) return "described-subject";
  if (inTitle(context.words, at)) return "heading";
  const where = placeAt(context, at);
  if (shapesAnswer(context)) return "reply-object";
  return where === place.listed ? reasonOfPlace[where] : undefined;
};

const answers = new Set("answer reply response facts".split(" "));

/** "Stick to the facts", "use a heading in your reply": a sentence about the form of the answer. */
function shapesAnswer(context: Context): boolean {
  return sentenceHas(context, answers, 24);
}
