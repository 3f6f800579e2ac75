import { gap } from "./gaps.ts";
import { leadOf } from "./leads.ts";
import { destinationAfter, objectKind, repliedIn } from "./objects.ts";
import { breaking, takesUp, verbal } from "./phrases.ts";
import { place } from "./place.ts";
import {
  anyBetween,
  type Context,
  ownSubject,
  placeAt,
  type Reading,
  reasonOfPlace,
  repliesOnly,
} from "./reading.ts";
import { underForm } from "./titles.ts";
import { trait } from "./vocabulary.ts";
import type { Words } from "./words-of-brief.ts";

/** "List the risks and shorten it": an order that goes on with the reply of the one before. */
function shapesReply(context: Context, at: number, to: number): boolean {
  const { words, clauses } = context;
  if (at === 0 || (clauses.places[at] as number) !== place.coordinate) return false;
  const before = clauses.verbs[at - 1] as number;
  if (before < clauses.sentence.from || objectKind(words, before + 1, at) !== "reply") return false;
  return objectKind(words, to, clauses.sentence.to) !== "code";
}

/** An imperative: the verb stands where an order begins. */
export const order: Reading = (context, at, to) => {
  const { words, clauses } = context;
  const reason = reasonOfPlace[placeAt(context, at)];
  if (reason !== undefined) return reason;
  if (words.identifier(at)) return "identifier";
  const end = clauses.sentence.to;
  if (words.is(at, trait.verb) && !verbal(words, at, end)) return "noun";
  if (context.asksToRead() && named(context, at)) return "listed";
  if (end - clauses.sentence.from === 1 && at > 0 && words.is(at, trait.nounLike)) {
    if (words.opens(end) && context.asksToRead()) return "noun";
  }
  if (!words.is(at, trait.soft) || inPlace(words, to, end)) return undefined;
  if (words.spelled(at) === "apply" && advised(words, to)) return undefined;
  if (ofProgram(words, to)) return undefined;
  if (words.digit(to) && to < end) return "reply-object";
  if (repliesOnly(words, to, end) || shapesReply(context, at, to)) return "reply-object";
  if (objectKind(words, to, end) === "code" || destinationAfter(words, to, end)) return undefined;
  return context.asksToRead() && underForm(words, at) ? "reply-object" : undefined;
};

const advice = new Set("suggestion suggestions recommendation recommendations feedback".split(" "));

/** "Apply the suggestions from the review". */
function advised(words: Words, from: number): boolean {
  return advice.has(words.spelled(from)) || advice.has(words.spelled(from + 1));
}

/** "Reword the error messages": they are a program's, and no part of the answer. */
function ofProgram(words: Words, from: number): boolean {
  for (let at = from; at < from + 3; at++) {
    if (words.spelled(at) === "error" && words.spelled(at + 1).startsWith("message")) return true;
  }
  return false;
}

/** "Dedupe the table in place": what is in its place is not the reply. */
function inPlace(words: Words, from: number, to: number): boolean {
  for (let at = from; at + 1 < to && at < from + 8; at++) {
    if (words.spelled(at) === "in" && words.spelled(at + 1) === "place") return true;
  }
  return false;
}

/** "Workaround: delete it", "Good: code, docs": what a label in a brief that asks is about. */
function named(context: Context, at: number): boolean {
  const { words, clauses } = context;
  const bits = words.gap(at);
  const mark = gap.line | gap.list | gap.paragraph | gap.start;
  if ((bits & mark) !== 0) return (words.gap(at + 1) & gap.colon) !== 0;
  if ((bits & gap.symbol) !== 0 && at > clauses.sentence.from) return true;
  const { from, to } = clauses.sentence;
  let colon = at;
  while (colon > from && colon > at - 24 && (words.gap(colon) & gap.colon) === 0) colon--;
  if (colon === from || (words.gap(colon) & gap.colon) === 0) return false;
  const alone = at + 1 >= to || (words.gap(at + 1) & breaking) !== 0;
  if (alone && colon === at) return true;
  const hash =
    colon === from + 1 &&
    words.digit(from) &&
    (words.scan.ends[from] as number) - (words.scan.starts[from] as number) > 2;
  return hash || leadOf(words, from, colon) === "describes" || owned(words, from, colon);
}

const topics = new Set("project feature topic subject title epic story theme".split(" "));

/** "The customer's workaround", "from the paper": a label of somebody else. */
function owned(words: Words, from: number, to: number): boolean {
  if (words.spelled(from) === "from" || topics.has(words.spelled(from))) return true;
  for (let at = from; at < to; at++) {
    const { text, ends } = words.scan;
    const end = ends[at] as number;
    if (words.spelled(at) === "s" || text.slice(end - 2, end) === "'s") return true;
  }
  return false;
}

/** An imperative of several words: the object may stand inside or behind them. */
export const phrasal: Reading = (context, at, to) => {
  const { words, clauses } = context;
  const reason = order(context, at, to);
  if (reason !== undefined) return reason;
  const end = clauses.sentence.to;
  const fills = words.spelled(at) === "fill" && objectKind(words, to, end) !== "code";
  if (fills && context.asksToRead() && !destinationAfter(words, at, end)) return "reply-object";
  if (to < end && asksFor(words, to)) return "reply-object";
  const given = words.spelled(at) === "give" || words.spelled(at) === "get";
  if (given && words.spelled(at + 1) === "me") return "reply-object";
  const several = (words.gap(to - 1) & gap.comma) !== 0 && to - 1 > at + 1;
  if (given && several && context.asksToRead()) return "reply-object";
  if (repliedIn(words, at, end)) return "reply-object";
  if (destinationAfter(words, at, end)) return undefined;
  if (executing.has(words.spelled(at)) && !words.is(to - 1, trait.pronoun)) return undefined;
  const inner = anyBetween(words, at + 1, to, trait.code);
  return !inner && repliesOnly(words, to, end) ? "reply-object" : undefined;
};

/** "Pull in what is known", but not "tick off what you manage". */
function asksFor(words: Words, at: number): boolean {
  const asked = words.spelled(at) === "what" || words.spelled(at) === "what's";
  return asked && !words.is(at + 1, trait.child);
}

/** With these the form has its object within. */
const executing = new Set("execute perform follow do work tick carry".split(" "));

/** With any thing as their object these shape the answer where a brief asks for one. */
const shapingVerbs = new Set("mark put sort place close draw tag set group fill bring".split(" "));

/** "Create", "write": an order to change only with the right object. */
export const making: Reading = (context, at) => {
  const { words, clauses } = context;
  const reason = order(context, at, at + 1);
  if (reason !== undefined) return reason;
  const vague = words.spelled(at) === "make" || words.spelled(at) === "put";
  if (vague && words.spelled(at + 1) === "it") return "reply-object";
  const end = clauses.sentence.to;
  if (words.spelled(at + 1) === "me") return "reply-object";
  const kind = objectKind(words, at + 1, end);
  if (repliedIn(words, at + 1, end)) return "reply-object";
  if (destinationAfter(words, at + 1, end)) return undefined;
  if (!vague && actsOnCode(context, at)) return undefined;
  if (words.spelled(at + 1) === "your") return "reply-object";
  if (tabulated(words, at + 1, end) && context.asksToRead()) return "reply-object";
  if (kind === "thing" && shapingVerbs.has(words.spelled(at)) && context.asksToRead()) {
    return "reply-object";
  }
  if (ranking.has(words.spelled(at)) && rankedBy(words, at, end)) return "reply-object";
  if (kind === "code") return undefined;
  if (kind === "reply") return "reply-object";
  return words.is(at, trait.making) && kind === "thing" ? undefined : "reply-object";
};

/** "Find the helper and copy it": what was found is code, and so is "it". */
function actsOnCode({ words, clauses }: Context, at: number): boolean {
  if (!takesUp(words, at + 1) || !words.is(at, trait.making) || words.spelled(at - 1) !== "and")
    return false;
  const before = clauses.verbs[at - 1] as number;
  return before >= clauses.sentence.from && objectKind(words, before + 1, at) === "code";
}

const ordinals = new Set(
  "last first second third fourth fifth sixth separate extra own".split(" "),
);
const parts = new Set("column columns row rows footnote appendix line".split(" "));

/** "Copy the comment into a fifth column": a part of the table that the answer has. */
function tabulated(words: Words, from: number, to: number): boolean {
  for (let at = from + 1; at < to && at < from + 14; at++) {
    if (!words.is(at, trait.preposition) || !words.is(at + 1, trait.determiner)) continue;
    if (ordinals.has(words.spelled(at + 2)) && parts.has(words.spelled(at + 3))) return true;
    if (words.spelled(at + 2) === "footnote" || words.spelled(at + 2) === "appendix") return true;
  }
  return false;
}

const ranking = new Set(["sort", "group", "order"]);

/** "Sort the issues by impact". */
function rankedBy(words: Words, at: number, to: number): boolean {
  for (let index = at + 1; index < to && index < at + 8; index++) {
    if (words.spelled(index) === "by") return true;
  }
  return false;
}

/** An unknown word that opens a sentence before a thing: most often a verb. */
export const unlisted: Reading = (context, at) => {
  const { words } = context;
  const where = placeAt(context, at);
  if (reasonOfPlace[where] !== undefined) return reasonOfPlace[where];
  if (words.identifier(at) || words.digit(at) || words.innerCapital(at)) return "identifier";
  const object = trait.determiner | trait.pronoun;
  if (words.capital(at + 1) || words.spelled(at + 1) === "one") return "noun";
  const determiner = words.is(at + 1, object) && (words.gap(at + 1) & breaking) === 0;
  if (!determiner || !baseLike(words, at)) return "noun";
  if ((words.gap(at + 2) & gap.colon) !== 0) return "noun";
  return repliesOnly(words, at + 1, context.clauses.sentence.to) ? "reply-object" : undefined;
};

function baseLike(words: Words, at: number): boolean {
  const { text, starts, ends } = words.scan;
  const end = ends[at] as number;
  if (end - (starts[at] as number) < 4) return false;
  const tail = text.slice(Math.max(starts[at] as number, end - 3), end).toLowerCase();
  return !(tail.endsWith("s") || tail.endsWith("ed") || tail === "ing" || tail.endsWith("ly"));
}

/** "Not to edit" after a request. */
export const infinitive: Reading = (context, at, to) => {
  const { words, clauses } = context;
  const where = placeAt(context, at);
  if (where === place.question || where === place.embedded) return reasonOfPlace[where];
  if (where === place.statement) {
    const subject = clauses.subjects[at] as number;
    const reported = words.spelled(at - 1) === "told" || words.spelled(at - 1) === "asked";
    const past = words.spelled(at - 2) === "was" || words.spelled(at - 2) === "were";
    if (reported && past) return "described-subject";
    const passive = words.spelled(to - 2) === "be" || words.spelled(to - 1) === "be";
    const own = passive
      ? ownSubject(context, at, trait.code)
      : anyBetween(words, subject, at, trait.child | trait.assignment);
    return own || ["i", "i'd", "we", "it"].includes(words.spelled(subject))
      ? undefined
      : "described-subject";
  }
  return where === place.order ? undefined : reasonOfPlace[where];
};
