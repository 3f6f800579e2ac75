import { gap } from "./gaps.ts";
import { breaking } from "./phrases.ts";
import { mainVerb, place } from "./place.ts";
import { anyBetween, fenced, ownSubject, placeAt, type Reading, reasonOfPlace } from "./reading.ts";
import { trait } from "./vocabulary.ts";
import type { Words } from "./words-of-brief.ts";

/** "Only edit", "edit only": the limit of an order or a permission. */
export const limit: Reading = (context, at) => {
  const { words, clauses } = context;
  const where = placeAt(context, at);
  if (where === place.statement) {
    const subject = clauses.subjects[at] as number;
    return words.is(subject, trait.child) || anyBetween(words, subject, at, trait.child)
      ? undefined
      : "described-subject";
  }
  return reasonOfPlace[where];
};

/** "Outside the repo": a boundary only beside an order that changes or a ban. */
export const outsidePlace: Reading = (context, at) => {
  const { words, clauses } = context;
  const where = placeAt(context, at);
  if (where === place.question || where === place.embedded) return reasonOfPlace[where];
  const { from, to } = clauses.sentence;
  const acts = trait.change | trait.acting | trait.changeNoun;
  const reading = clauses.mains[at] === mainVerb.reading;
  if (reading) return "read-scope";
  const near = anyBetween(words, Math.max(from, at - 12), Math.min(to, at + 1), acts);
  if (where === place.statement && !near) return "described-subject";
  return undefined;
};

/** "Write boundary", "write access": directs where the child is given one. */
export const boundNames: Reading = (context, at, to) => {
  const { words, clauses } = context;
  const where = placeAt(context, at);
  // "Writable: src", but not "the folder is writable".
  const label = (words.gap(to) & (gap.colon | gap.close)) !== 0;
  if (to === at + 1 && !label) return "noun";
  if (where === place.question || where === place.embedded || where === place.infinitive) {
    return reasonOfPlace[where];
  }
  if (where === place.order && clauses.mains[at] === mainVerb.reading) return "noun";
  if (
    where === place.statement &&
    !["you", "your", "the", "you've", "you'll", "you're"].includes(
      words.spelled(clauses.subjects[at] as number),
    )
  ) {
    return "described-subject";
  }
  return undefined;
};

const works = new Set("do make run perform operate work stay act conduct take".split(" "));

const treatments = new Set(
  "treat consider keep regard mount as stay remain strictly be".split(" "),
);

/** "Read-only": directs where the child's work or its places are so called. */
export const readOnly: Reading = (context, at, to) => {
  const { words, clauses } = context;
  const where = placeAt(context, at);
  if (where === place.question || where === place.embedded || where === place.listed) {
    return reasonOfPlace[where];
  }
  // "The user is said to be read-only".
  if (hearsay.has(words.spelled(at - 3)) && words.spelled(at - 1) === "be") return "embedded";
  if (inSeries(words, at, to)) return "noun";
  if (where === place.condition && !words.is(to, trait.work)) return "embedded";
  const next = words.gap(to);
  const ends = to >= words.scan.count || to >= clauses.sentence.to || (next & breaking) !== 0;
  if (where === place.order && clauses.mains[at] === mainVerb.reading) {
    const does = words.is(to, trait.work) && works.has(words.spelled(clauses.verbs[at] as number));
    return treats(words, at) || does || manner(words, at, to) ? undefined : "noun";
  }
  if (words.is(to, trait.work)) return undefined;
  if (!ends) return "noun";
  if (where === place.statement) {
    return ownSubject(context, at, 0) ||
      treats(words, at) ||
      workSubject(words, clauses.subjects[at] as number, at)
      ? undefined
      : "described-subject";
  }
  return undefined;
};

const hearsay = new Set("said known claimed believed reported".split(" "));
const manners = new Set("mode intent fashion manner spirit basis footing".split(" "));

/** "Explore it in read-only mode". */
function manner(words: Words, at: number, to: number): boolean {
  return words.is(at - 1, trait.preposition) && manners.has(words.spelled(to));
}

/** "Edit-only, read-only and forbidden": one of several names. */
function inSeries(words: Words, at: number, to: number): boolean {
  const joined = words.spelled(to) === "and" || words.spelled(to) === "or";
  return (words.gap(at) & gap.comma) !== 0 && joined && !words.is(to + 1, trait.verb);
}

function workSubject(words: Words, from: number, to: number): boolean {
  if (["this", "everything", "all", "it", "it's", "that's"].includes(words.spelled(from)))
    return true;
  return anyBetween(words, from, to, trait.work | trait.assignment);
}

function treats(words: Words, at: number): boolean {
  for (let back = at - 1; back >= 0 && back >= at - 8; back--) {
    if (treatments.has(words.spelled(back))) return true;
  }
  return false;
}

/** "Stay within", "limit … to": a boundary where a place follows, not a length or a topic. */
export const scope: Reading = (context, at, to) => {
  const { words, clauses } = context;
  const where = placeAt(context, at);
  const reason = reasonOfPlace[where];
  const subject = clauses.subjects[at] as number;
  if (where === place.statement && anyBetween(words, subject, at, fenced | trait.change)) {
    return placeFollows(words, to) ? undefined : "noun";
  }
  if (reason !== undefined) return reason;
  if (anyBetween(words, at, to, trait.reply)) return "reply-object";
  return placeFollows(words, to) || anyBetween(words, at, to, trait.changeNoun)
    ? undefined
    : "reply-object";
};

/** Whether a path, a file or a directory is named within the next eight words. */
function placeFollows(words: Words, from: number): boolean {
  const { count } = words.scan;
  for (let at = from; at < count && at < from + 8; at++) {
    if (at > from && words.opens(at)) return false;
    if (words.identifier(at)) return true;
    if (words.is(at, trait.reply)) return false;
    if (words.is(at, trait.place)) return true;
  }
  return false;
}

/** "Confined to", "limited to": a boundary of changes, not of a bug or of a list. */
export const confined: Reading = (context, at, to) => {
  const { words, clauses } = context;
  const where = placeAt(context, at);
  if (where === place.question || where === place.embedded) return reasonOfPlace[where];
  const from = Math.max(clauses.sentence.from, at - 10);
  const own = anyBetween(words, from, at, trait.changeNoun | trait.child | trait.acting);
  const kept =
    anyBetween(words, from, at, trait.assignment) ||
    ["stay", "keep", "remain"].includes(words.spelled(at - 1));
  if (own || kept) return undefined;
  if (where === place.statement || where === place.order) return "described-subject";
  return placeFollows(words, to) ? reasonOfPlace[where] : "noun";
};

/** "Changes only in src/": where what is written may land. */
export const changes: Reading = (context, at, to) => {
  const { words, clauses } = context;
  const where = placeAt(context, at);
  if (where === place.question || where === place.embedded) return reasonOfPlace[where];
  const from = Math.max(clauses.sentence.from, at - 10);
  const acts = trait.changeNoun | trait.acting | trait.change | trait.acted;
  // "Work exclusively in docs" speaks of all that is done.
  const works = words.spelled(from) === "work";
  const near = works || anyBetween(words, from, to, acts);
  const reads = clauses.mains[at] === mainVerb.reading && where === place.order;
  if (reads && !works) return "read-scope";
  if (!near) return "read-scope";
  return placeFollows(words, to - 1) || words.spelled(at) === "belong" ? undefined : "noun";
};

/** "Scope: packages/a only": a place and "only", beside words of change. */
export const scopeLine: Reading = (context, at, to) => {
  const { words, clauses } = context;
  const before = at > 0 && (words.identifier(at - 1) || words.is(at - 1, trait.place | trait.code));
  if (to === at + 1 && !before) return "read-scope";
  const where = placeAt(context, at);
  if (where === place.question || where === place.embedded) return reasonOfPlace[where];
  if (clauses.mains[at] === mainVerb.reading) return "read-scope";
  const from = Math.max(clauses.sentence.from, at - 10);
  return anyBetween(words, from, at, trait.change | trait.changeNoun) ||
    words.spelled(from) === "scope"
    ? undefined
    : "read-scope";
};

/** A claim about what may change: it holds wherever it is not asked about. */
export const claim: Reading = (context, at) => {
  const { words, clauses } = context;
  const where = placeAt(context, at);
  // "Players can only change it at a shrine" says what others can.
  const subject = clauses.subjects[at] as number;
  const others = words.spelled(at) === "can" && subject >= 0 && !words.is(subject, trait.child);
  if (others && where === place.statement && context.asksToRead()) return "described-subject";
  return where === place.statement || where === place.order ? undefined : reasonOfPlace[where];
};
