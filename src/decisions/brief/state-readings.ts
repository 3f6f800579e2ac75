import { gap } from "./gaps.ts";
import { destinationAfter, objectKind } from "./objects.ts";
import { objectAt } from "./phrases.ts";
import { mainVerb, place } from "./place.ts";
import {
  anyBetween,
  type Context,
  placeAt,
  type Reading,
  reasonOfPlace,
  sentenceHas,
} from "./reading.ts";
import { role, trait } from "./vocabulary.ts";
import type { Words } from "./words-of-brief.ts";

/** "I want it removed": the wish of whoever writes the brief. */
export const wanted: Reading = (context, at, to) => {
  const { words, clauses } = context;
  const where = placeAt(context, at);
  // "I'd like an overview of what changed".
  if (words.is(to - 1, trait.changed) && words.spelled(to - 2) === "what") return "reply-object";
  if (words.spelled(at + 1) === "to" && learning.has(words.spelled(at + 2))) return "reply-object";
  if (where === place.statement) {
    const subject = words.spelled(clauses.subjects[at] as number);
    const near = words.is(at - 1, trait.adverb) ? at - 2 : at - 1;
    const wishes = wishers.has(subject) || wishers.has(words.spelled(near));
    return wishes ? undefined : "described-subject";
  }
  if (where === place.embedded && whyAsked(words, at)) return undefined;
  return reasonOfPlace[where];
};

const learning = new Set("understand know hear learn".split(" "));

/** "…, which is why I must ask you to wait": a relative clause that goes on with a wish. */
function whyAsked(words: Words, at: number): boolean {
  for (let back = at - 1; back > 1 && back > at - 6; back--) {
    if (words.spelled(back) === "why") return words.spelled(back - 2) === "which";
  }
  return false;
}

const wishers = new Set("i i'd i'm i'll i've we we'd we're we'll we've".split(" "));

/** "I'm after a collider", not "the minutes after a deployment". */
const seeking = new Set("i'm we're am are really just".split(" "));

/** "I'd like a collider there": a thing of code that somebody wishes to be there. */
export const desired: Reading = (context, at, to) => {
  const { words, clauses } = context;
  const reason = wanted(context, at, to);
  if (reason !== undefined) return reason;
  if (words.spelled(at) === "after" && !seeking.has(words.spelled(at - 1))) return "noun";
  for (let index = to; index < to + 5 && index + 1 < clauses.sentence.to; index++) {
    if (words.spelled(index) !== "view" && words.spelled(index) !== "check") continue;
    if (words.plays(index + 1, role.nounPreposition)) return "reply-object";
  }
  return objectKind(words, to - 1, clauses.sentence.to) === "code" ? undefined : "reply-object";
};

const anchors = new Set("by time back return returns done finished afterwards yours".split(" "));

/** Whether the sentence says when it is to be so: "by the time you return". */
function anchored(context: Context): boolean {
  return sentenceHas(context, anchors, 60);
}

/** "By the time you are back, the warnings should be gone": what is to have become of the code. */
export const due: Reading = (context, at, to) => {
  const { words, clauses } = context;
  const where = placeAt(context, at);
  if (where === place.question || where === place.embedded) return reasonOfPlace[where];
  const subject = clauses.subjects[at] as number;
  if (words.is(subject, trait.child) && words.spelled(subject) !== "your") return "reply-object";
  if (subject >= 0 && anyBetween(words, subject, at, trait.reply)) return "reply-object";
  if (anchored(context) || !context.asksToRead()) return undefined;
  return finishes(context, at, to) ? undefined : "described-subject";
};

const ending = new Set("definition done target desired expected your remaining outcome".split(" "));

/** "Definition of done: the importer copes with it": an end of the work that is no answer. */
function finishes({ words }: Context, at: number, to: number): boolean {
  const spelled = words.spelled(at);
  if (!ending.has(spelled)) return false;
  // "The chapter, sitting in the handbook at docs/budget.md": it is not in the answer.
  if (destinationAfter(words, to, Math.min(to + 30, words.scan.count))) return true;
  let code = false;
  for (let index = to; index < to + 40 && index < words.scan.count; index++) {
    if ((words.gap(index) & gap.heading) !== 0) break;
    if (words.is(index, trait.code) || words.identifier(index)) code = true;
    else if (words.is(index, trait.reply | trait.embedder | trait.child)) return false;
  }
  return code;
}

/** "The helper should be renamed": what the code needs. */
export const needed: Reading = (context, at) => {
  const { words, clauses } = context;
  const where = placeAt(context, at);
  if (words.spelled(clauses.sentence.from + 1) === "told") return "embedded";
  if (where === place.statement || where === place.start) {
    const subject = words.spelled(clauses.subjects[at] as number);
    return subject === "i" ? "described-subject" : undefined;
  }
  const relative = words.spelled(at - 1) === "that" || words.spelled(at - 1) === "which";
  if (where === place.embedded && relative && !context.asksToRead()) return undefined;
  return reasonOfPlace[where];
};

const gerundFrames = new Set(
  "is by on of to task job goal start begin continue finish try involves means mind about keep".split(
    " ",
  ),
);

/** "Your job is renaming …": the task named by its change. */
export const gerund: Reading = (context, at) => {
  const { words, clauses } = context;
  const where = placeAt(context, at);
  const polite = words.spelled(at - 1) === "about" && at - 2 === clauses.sentence.from;
  if (polite || (where === place.request && words.spelled(at - 1) === "mind")) return undefined;
  if (where === place.question || where === place.embedded) return reasonOfPlace[where];
  const before = words.spelled(at - 1);
  if (where === place.statement) {
    const subject = clauses.subjects[at] as number;
    if (subject === at) return "noun";
    return gerundFrames.has(before) &&
      anyBetween(words, subject, at, trait.assignment | trait.child)
      ? undefined
      : "described-subject";
  }
  if (where === place.order) {
    const verb = clauses.verbs[at] as number;
    if (words.spelled(at - 1) === "mind" && verb === at - 1) return undefined;
    // "Write a summary of the discussion on deleting it".
    if (verb >= 0 && objectKind(words, verb + 1, at) === "reply") return "reply-object";
    const starts = [
      "start",
      "begin",
      "continue",
      "finish",
      "try",
      "by",
      "on",
      "of",
      "keep",
    ].includes(before);
    return starts && clauses.mains[at] !== mainVerb.reading ? undefined : "noun";
  }
  if (where !== place.start) return reasonOfPlace[where];
  return words.is(at - 1, trait.assignment) && objectAt(words, at + 1) ? undefined : "noun";
};

/** "Make sure the tests pass": a state of the code, not of the answer. */
export const ensured: Reading = (context, at, to) => {
  const { words, clauses } = context;
  const reason = reasonOfPlace[placeAt(context, at)];
  if (reason !== undefined) return reason;
  const end = Math.min(clauses.sentence.to, to + 14);
  const first = words.spelled(to) === "that" ? to + 1 : to;
  if (words.is(first, trait.child) || words.spelled(first) === "to") return "reply-object";
  if (
    anyBetween(words, first, Math.min(end, first + 4), trait.reply) ||
    words.spelled(first) === "your"
  )
    return "reply-object";
  for (let at = first; at < end; at++) {
    if (words.is(at, trait.acted) || words.is(at, trait.code)) return undefined;
    if (words.spelled(at) === "ends" && words.spelled(at + 1) === "up") return undefined;
  }
  return "reply-object";
};

const commandVerbs = new Set("run execute invoke issue use do type enter try start".split(" "));

/** Whether the verb before the word asks to run something. */
function runs(context: Context, at: number): boolean {
  const { words, clauses } = context;
  if (commandVerbs.has(words.spelled(at - 1))) return true;
  return commandVerbs.has(words.spelled(clauses.verbs[at] as number));
}

/** A command that changes the tree, where the brief asks to run it. */
export const command: Reading = (context, at) => {
  const { words, clauses } = context;
  const where = placeAt(context, at);
  if (where === place.question || where === place.embedded || where === place.infinitive)
    return reasonOfPlace[where];
  if (where === place.order) return runs(context, at) ? undefined : "noun";
  if (where === place.statement)
    return clauses.subjects[at] === at &&
      !anyBetween(words, at, clauses.sentence.to, trait.auxiliary)
      ? undefined
      : "described-subject";
  return reasonOfPlace[where];
};

/** `--fix`, `--write`: a flag that makes a command write. */
export const flag: Reading = (context, at) => {
  const { words } = context;
  if ((words.gap(at) & gap.flag) === 0) return "noun";
  const where = placeAt(context, at);
  if (where === place.question || where === place.embedded) return reasonOfPlace[where];
  return where !== place.order || runs(context, at) ? undefined : "noun";
};

/**
 * "The button should be blue": what the code should do, in a brief that asks for nothing else.
 *
 * A brief that asks a question or wants something read tells such things as background.
 */
export const wish: Reading = (context, at) => {
  const { words, clauses } = context;
  const where = placeAt(context, at);
  if (where !== place.statement && where !== place.start) return reasonOfPlace[where];
  const subject = words.spelled(clauses.subjects[at] as number);
  const things = ["it", "they", "this", "that", "there", "these"].includes(subject);
  if (!things && ["i", "you", "he", "she"].includes(subject)) return "described-subject";
  // "There must have been a reason" guesses.
  if (words.spelled(at) === "must" && words.spelled(at + 1) === "have") return "described-subject";
  return context.asksToRead() ? "described-subject" : undefined;
};

/** "Deliverable: a patch": what is to come out of the work. */
export const deliverable: Reading = (context, at, to) => {
  const { words, clauses } = context;
  const where = placeAt(context, at);
  const subject = clauses.subjects[at] as number;
  const expects = words.spelled(to - 1) === "you" && where === place.statement;
  if (expects && anyBetween(words, subject, at, trait.reply)) return "reply-object";
  // "Come up with a migration plan".
  if (words.spelled(at) === "come" && words.is(to, trait.reply)) return "reply-object";
  if (where === place.statement || where === place.order) return undefined;
  return reasonOfPlace[where];
};
