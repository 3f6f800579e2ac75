import { breaking, type Clauses, mainVerb, objectAt, place, verbal } from "./clauses.ts";
import type { DropReason } from "./drop.ts";
import { gap } from "./gaps.ts";
import { destinationAfter, objectKind } from "./objects.ts";
import type { ReadingName } from "./rule.ts";
import { trait } from "./vocabulary.ts";
import type { Words } from "./words-of-brief.ts";

/** What a reading may look at: the words and where each stands in its sentence. */
export interface Context {
  readonly words: Words;
  readonly clauses: Clauses;
  /** Whether the brief asks anywhere for something to be read, thought about or answered. */
  readonly asksToRead: () => boolean;
}

/** Why the words `[at, to)` of a match do not direct the child, or undefined where they do. */
export type Reading = (context: Context, at: number, to: number) => DropReason | undefined;

const reasonOfPlace: Readonly<Record<number, DropReason | undefined>> = {
  [place.order]: "noun",
  [place.statement]: "described-subject",
  [place.embedded]: "embedded",
  [place.condition]: "embedded",
  [place.question]: "question",
  [place.infinitive]: "embedded",
  [place.listed]: "listed",
};

const placeAt = (context: Context, at: number): number => {
  context.clauses.around(at);
  return context.clauses.places[at] as number;
};

/** Whether the object of a verb that suits the answer too is a part of the answer. */
function repliesOnly(words: Words, to: number, end: number): boolean {
  if (words.spelled(to) === "up" && words.spelled(to - 1) === "add") return true;
  if (words.spelled(to) === "me") return true;
  if (words.spelled(to) === "your") {
    const own = trait.code | trait.place | trait.changeNoun;
    return words.is(to + 1, trait.reply) || !(words.is(to + 1, own) || words.is(to + 2, own));
  }
  return objectKind(words, to, end) === "reply" && !destinationAfter(words, to, end);
}

/** "List the risks and shorten it": an order that goes on with the reply of the one before. */
function shapesReply(context: Context, at: number, to: number): boolean {
  const { words, clauses } = context;
  if (at === 0 || (clauses.places[at] as number) !== place.coordinate) return false;
  const before = clauses.verbs[at - 1] as number;
  if (before < clauses.sentence.from || objectKind(words, before + 1, at) !== "reply") return false;
  return objectKind(words, to, clauses.sentence.to) !== "code";
}

/** An imperative: the verb stands where an order begins. */
const order: Reading = (context, at, to) => {
  const { words, clauses } = context;
  const reason = reasonOfPlace[placeAt(context, at)];
  if (reason !== undefined) return reason;
  if (words.identifier(at)) return "identifier";
  const end = clauses.sentence.to;
  if (words.is(at, trait.verb) && !verbal(words, at, end)) return "noun";
  if (!words.is(at, trait.soft)) return undefined;
  return repliesOnly(words, to, end) || shapesReply(context, at, to) ? "reply-object" : undefined;
};

/** An imperative of several words: the object may stand inside or behind them. */
const phrasal: Reading = (context, at, to) => {
  const { words, clauses } = context;
  const reason = order(context, at, to);
  if (reason !== undefined) return reason;
  const end = clauses.sentence.to;
  if (destinationAfter(words, at, end)) return undefined;
  const inner = anyBetween(words, at + 1, to, trait.code);
  return !inner && repliesOnly(words, to, end) ? "reply-object" : undefined;
};

const wishes = new Set("want wish expect like".split(" "));
const speakers = new Set(["i", "we", "i'd", "we'd"]);

/** "Do not", "never": an order unless somebody or something is said not to do it. */
const negated: Reading = (context, at, to) => {
  const { words, clauses } = context;
  const where = placeAt(context, at);
  if ((words.gap(to) & (gap.hyphen | gap.blank)) === gap.hyphen && to < words.scan.count) {
    if (!words.opens(at)) return "noun";
  }
  if (words.spelled(to) === "mind" || words.spelled(to) === "worry") return "described-subject";
  if (where === place.start || where === place.coordinate || where === place.request) {
    return undefined;
  }
  if (where === place.order) {
    const verb = words.is(to, trait.change | trait.making | trait.telling);
    return verb && clauses.mains[at] !== mainVerb.none ? undefined : "described-subject";
  }
  if (where === place.statement) {
    const subject = words.spelled(clauses.subjects[at] as number);
    if (speakers.has(words.spelled(at - 1)) && wishes.has(words.spelled(to))) return undefined;
    if (subject === "you" && modalBetween(words, clauses.subjects[at] as number, at)) {
      return undefined;
    }
    if (subject === "you" && words.spelled(at) === "never" && words.is(to, trait.change)) {
      return undefined;
    }
    return "described-subject";
  }
  return reasonOfPlace[where];
};

function modalBetween(words: Words, from: number, to: number): boolean {
  for (let at = Math.max(from, to - 6); at < to; at++) {
    if (words.is(at, trait.auxiliary)) return true;
  }
  return false;
}

/** Whether one of the words has one of the traits. Looks at most twelve words back. */
function anyBetween(words: Words, from: number, to: number, traits: number): boolean {
  for (let at = Math.max(from, to - 12); at < to; at++) {
    if (words.is(at, traits)) return true;
  }
  return false;
}

const fenced = trait.changeNoun | trait.acting | trait.place | trait.child;

/** Whether the subject before the word is the child, its changes, its answer or its places. */
function ownSubject(context: Context, at: number, extra: number): boolean {
  const { words, clauses } = context;
  const from = clauses.subjects[at] as number;
  if (from < 0) return true;
  if (anyBetween(words, from, at, fenced | extra)) return true;
  for (let index = from; index < at && index < from + 8; index++) {
    if (words.identifier(index)) return true;
  }
  return ["it", "this", "nothing", "nobody"].includes(words.spelled(from)) && extra !== 0;
}

/** "Must not", "cannot": directs where the child, its changes or its answer are meant. */
const modal: Reading = (context, at, to) => {
  const { words } = context;
  const where = placeAt(context, at);
  if (where === place.question || where === place.embedded) return reasonOfPlace[where];
  if (where === place.condition || where === place.listed) return reasonOfPlace[where];
  const before = words.spelled(at - 1);
  if (before === "you" || words.is(at - 1, trait.child)) return undefined;
  const ability = ["can", "cannot", "can't", "cant", "will", "won't", "wont"].includes(
    words.spelled(at),
  );
  if (before === "we") return words.is(to - 1, trait.change) ? undefined : "described-subject";
  if (where === place.statement) {
    const passive = words.spelled(to - 1) === "be" || words.spelled(to) === "be";
    const acted = anyBetween(words, to - 1, Math.min(to + 3, words.scan.count), trait.acted);
    if (ability) {
      return passive && acted && ownSubject(context, at, 0) ? undefined : "described-subject";
    }
    if (passive && acted) return undefined;
    const changes = words.is(to - 1, trait.change) || words.is(to, trait.change);
    return changes || ownSubject(context, at, trait.reply) ? undefined : "described-subject";
  }
  return undefined;
};

/** "Not allowed", "off limits": directs where changes, places or the child are the subject. */
const predicate: Reading = (context, at, to) => {
  const { words } = context;
  const where = placeAt(context, at);
  if (where === place.question || where === place.embedded) return reasonOfPlace[where];
  if (where === place.condition || where === place.infinitive) return reasonOfPlace[where];
  if (where === place.order) return words.spelled(at - 1) === "as" ? undefined : "noun";
  if (where === place.statement) {
    return ownSubject(context, at, trait.code | trait.reply) ? undefined : "described-subject";
  }
  const bits = words.gap(to);
  const label = to >= words.scan.count || (bits & (gap.colon | breaking)) !== 0;
  return label || words.spelled(to) === "to" ? undefined : "noun";
};

/** A ban that stands beside an order: "without editing", "nothing else". */
const ban: Reading = (context, at, to) => {
  const { words, clauses } = context;
  const where = placeAt(context, at);
  const listed = (words.gap(at) & gap.comma) !== 0;
  if (where === place.embedded && (listed || words.is(to, trait.pronoun))) return undefined;
  if (where === place.statement) {
    const subject = clauses.subjects[at] as number;
    const asked = ["i", "i'd", "we", "you", "this", "there", "it's"].includes(
      words.spelled(subject),
    );
    const deontic = anyBetween(words, subject, at, trait.child | trait.reply | trait.assignment);
    return asked || deontic ? undefined : "described-subject";
  }
  if (where === place.order || where === place.start || where === place.coordinate) {
    return undefined;
  }
  return where === place.request ? undefined : reasonOfPlace[where];
};

/** A state that must hold: "src/ stays as it is", "nothing may be changed". */
const state: Reading = (context, at) => {
  const { words } = context;
  const where = placeAt(context, at);
  if (where === place.statement) {
    return ownSubject(context, at, trait.code | trait.reply) ||
      anyBetween(words, at - 4, at, trait.auxiliary)
      ? undefined
      : "described-subject";
  }
  if (where === place.order || where === place.infinitive) return undefined;
  if (where === place.embedded && demanded(words, at)) return undefined;
  return reasonOfPlace[where];
};

const demands = new Set("essential important crucial vital imperative sure certain it".split(" "));

/** "It is essential that nothing …": what is demanded is not merely told. */
function demanded(words: Words, at: number): boolean {
  for (let back = at - 1; back > 0 && back >= at - 6; back--) {
    if (words.spelled(back) === "that") return demands.has(words.spelled(back - 1));
  }
  return false;
}

const notBans = new Set(
  "one longer matter doubt idea problem wonder need more less such way".split(" "),
);

/** "No edits", "no code": a ban where no verb makes a statement of it. */
const bare: Reading = (context, at, to) => {
  const { words, clauses } = context;
  const where = placeAt(context, at);
  const reason = reasonOfPlace[where];
  const generic = to === at + 1;
  if (generic && (notBans.has(words.spelled(to)) || (words.gap(to) & breaking) !== 0))
    return "noun";
  if (where === place.statement) {
    const subject = words.spelled(clauses.subjects[at] as number);
    const deontic =
      words.spelled(at - 1) === "be" || (words.gap(at) & (gap.comma | gap.open)) !== 0;
    const speaks = ["i", "we", "i'd"].includes(subject) || words.spelled(at - 1) === "with";
    if (subject === "no" || clauses.subjects[at] === at) return verbless(context, to);
    return deontic || (speaks && !generic) ? verbless(context, to) : "described-subject";
  }
  if (where === place.order) {
    const made = ["make", "with", "and", "but", "write", "use"].includes(words.spelled(at - 1));
    return made || (words.gap(at) & (gap.comma | gap.open)) !== 0 ? undefined : "noun";
  }
  if (reason !== undefined) return reason;
  return verbless(context, to);
};

function verbless(context: Context, from: number): DropReason | undefined {
  const { words, clauses } = context;
  for (let at = from; at < clauses.sentence.to && at < from + 8; at++) {
    if ((words.gap(at) & breaking) !== 0) return undefined;
    if (words.spelled(at) === "that" || words.is(at, trait.preposition)) return undefined;
    if (at === from && !words.is(at, trait.auxiliary)) continue;
    const finite = words.is(at, trait.auxiliary | trait.finite | trait.stating);
    const modalVerb = ["should", "may", "must", "can", "is", "are"].includes(words.spelled(at));
    if (finite && !modalVerb && !words.is(at, trait.changeNoun | trait.code | trait.reply)) {
      return "described-subject";
    }
    if (modalVerb)
      return words.is(at + 2, trait.acted) ||
        words.is(at + 1, trait.adverb) ||
        allowedAfter(words, at)
        ? undefined
        : "described-subject";
    const base =
      words.is(at, trait.verb) &&
      !words.is(at, trait.nounLike | trait.reply | trait.code | trait.changeNoun);
    if (base && at > from) return "described-subject";
  }
  return undefined;
}

function allowedAfter(words: Words, at: number): boolean {
  return (
    ["allowed", "permitted", "needed", "wanted", "necessary", "required"].includes(
      words.spelled(at + 1),
    ) || words.is(at + 1, trait.acted)
  );
}

/** "Not to edit" after a request. */
const infinitive: Reading = (context, at, to) => {
  const { words, clauses } = context;
  const where = placeAt(context, at);
  if (where === place.question || where === place.embedded) return reasonOfPlace[where];
  if (where === place.statement) {
    const subject = clauses.subjects[at] as number;
    const passive = words.spelled(to - 2) === "be" || words.spelled(to - 1) === "be";
    const own = passive
      ? ownSubject(context, at, trait.code)
      : anyBetween(words, subject, at, trait.child | trait.assignment);
    return own || ["i", "i'd", "we", "it"].includes(words.spelled(subject))
      ? undefined
      : "described-subject";
  }
  return where === place.infinitive || where === place.condition ? reasonOfPlace[where] : undefined;
};

/** "Only edit", "edit only": the limit of an order or a permission. */
const limit: Reading = (context, at) => {
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
const outsidePlace: Reading = (context, at) => {
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

const boundNames: Reading = (context, at) => {
  const { words, clauses } = context;
  const where = placeAt(context, at);
  if (where === place.question || where === place.embedded) return reasonOfPlace[where];
  if (where === place.order && clauses.mains[at] === mainVerb.reading) return "noun";
  if (
    where === place.statement &&
    !["you", "your", "the"].includes(words.spelled(clauses.subjects[at] as number))
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
const readOnly: Reading = (context, at, to) => {
  const { words, clauses } = context;
  const where = placeAt(context, at);
  if (where === place.question || where === place.embedded) return reasonOfPlace[where];
  if (where === place.condition && !words.is(to, trait.work)) return "embedded";
  const next = words.gap(to);
  const ends = to >= words.scan.count || to >= clauses.sentence.to || (next & breaking) !== 0;
  if (where === place.order && clauses.mains[at] === mainVerb.reading) {
    const does = words.is(to, trait.work) && works.has(words.spelled(clauses.verbs[at] as number));
    return treats(words, at) || does ? undefined : "noun";
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
const scope: Reading = (context, at, to) => {
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
    if (words.is(at, trait.reply)) return false;
    if (words.is(at, trait.place) || words.identifier(at)) return true;
  }
  return false;
}

const confined: Reading = (context, at, to) => {
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
const changes: Reading = (context, at, to) => {
  const { words, clauses } = context;
  const where = placeAt(context, at);
  if (where === place.question || where === place.embedded) return reasonOfPlace[where];
  const near = anyBetween(
    words,
    Math.max(clauses.sentence.from, at - 10),
    to,
    trait.changeNoun | trait.acting | trait.change | trait.acted,
  );
  if (clauses.mains[at] === mainVerb.reading && where === place.order) return "read-scope";
  if (!near) return "read-scope";
  return placeFollows(words, to - 1) || words.spelled(to - 1) === "belong" ? undefined : "noun";
};

const scopeLine: Reading = (context, at, to) => {
  const { words, clauses } = context;
  if (to === at + 1 && (at === 0 || !words.identifier(at - 1))) return "read-scope";
  const where = placeAt(context, at);
  if (where === place.question || where === place.embedded) return reasonOfPlace[where];
  if (clauses.mains[at] === mainVerb.reading) return "read-scope";
  const from = Math.max(clauses.sentence.from, at - 10);
  return anyBetween(words, from, at, trait.change | trait.changeNoun) ||
    words.spelled(from) === "scope"
    ? undefined
    : "read-scope";
};

/** "Create", "write": an order to change only with the right object. */
const making: Reading = (context, at) => {
  const { words, clauses } = context;
  const reason = order(context, at, at + 1);
  if (reason !== undefined) return reason;
  if (words.spelled(at + 1) === "me" || words.spelled(at + 1) === "your") return "reply-object";
  const end = clauses.sentence.to;
  const kind = objectKind(words, at + 1, end);
  if (destinationAfter(words, at + 1, end)) return undefined;
  if (kind === "code") return undefined;
  if (kind === "reply") return "reply-object";
  return words.is(at, trait.making) && kind === "thing" ? undefined : "reply-object";
};

/** An unknown word that opens a sentence before a thing: most often a verb. */
const unlisted: Reading = (context, at) => {
  const { words } = context;
  const where = placeAt(context, at);
  if (reasonOfPlace[where] !== undefined) return reasonOfPlace[where];
  if (words.identifier(at) || words.digit(at) || words.innerCapital(at)) return "identifier";
  const object = trait.determiner | trait.pronoun;
  const determiner = words.is(at + 1, object) && (words.gap(at + 1) & breaking) === 0;
  if (!determiner || !baseLike(words, at)) return "noun";
  return repliesOnly(words, at + 1, context.clauses.sentence.to) ? "reply-object" : undefined;
};

function baseLike(words: Words, at: number): boolean {
  const { text, starts, ends } = words.scan;
  const end = ends[at] as number;
  if (end - (starts[at] as number) < 4) return false;
  const tail = text.slice(Math.max(starts[at] as number, end - 3), end).toLowerCase();
  return !(tail.endsWith("s") || tail.endsWith("ed") || tail === "ing" || tail.endsWith("ly"));
}

/** "I want it removed": the wish of whoever writes the brief. */
const wanted: Reading = (context, at) => {
  const { words, clauses } = context;
  const where = placeAt(context, at);
  if (where === place.statement) {
    const subject = words.spelled(clauses.subjects[at] as number);
    return ["i", "i'd", "we", "we'd"].includes(subject) ? undefined : "described-subject";
  }
  return reasonOfPlace[where];
};

/** "The helper should be renamed": what the code needs. */
const needed: Reading = (context, at) => {
  const { words, clauses } = context;
  const where = placeAt(context, at);
  if (where === place.statement || where === place.start) {
    const subject = words.spelled(clauses.subjects[at] as number);
    return subject === "i" ? "described-subject" : undefined;
  }
  return reasonOfPlace[where];
};

const gerundFrames = new Set(
  "is by on of to task job goal start begin continue finish try involves means mind about keep".split(
    " ",
  ),
);

/** "Your job is renaming …": the task named by its change. */
const gerund: Reading = (context, at) => {
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
    if (words.spelled(at - 1) === "mind" && clauses.verbs[at] === at - 1) return undefined;
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
const ensured: Reading = (context, at, to) => {
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
const command: Reading = (context, at) => {
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
const flag: Reading = (context, at) => {
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
const wish: Reading = (context, at) => {
  const { words, clauses } = context;
  const where = placeAt(context, at);
  if (where !== place.statement && where !== place.start) return reasonOfPlace[where];
  const subject = words.spelled(clauses.subjects[at] as number);
  const things = ["it", "they", "this", "that", "there", "these"].includes(subject);
  if (!things && !ownSubject(context, at, trait.code)) return "described-subject";
  return context.asksToRead() ? "described-subject" : undefined;
};

/** A claim about what may change: it holds wherever it is not asked about. */
const claim: Reading = (context, at) => {
  const where = placeAt(context, at);
  return where === place.statement || where === place.order ? undefined : reasonOfPlace[where];
};

const deliverable: Reading = (context, at) => {
  const where = placeAt(context, at);
  if (where === place.statement || where === place.order) return undefined;
  return reasonOfPlace[where];
};

/** The readings by name. Spec: FG-10, FG-13. */
export const readings: Readonly<Record<ReadingName, Reading>> = {
  order,
  negated,
  modal,
  predicate,
  ban,
  state,
  bare,
  infinitive,
  limit,
  place: outsidePlace,
  bound: boundNames,
  readOnly,
  scope,
  confined,
  changes,
  scopeLine,
  making,
  unlisted,
  wanted,
  needed,
  gerund,
  ensured,
  command,
  flag,
  deliverable,
  claim,
  wish,
  phrasal,
};

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
  "do have be let keep leave use take go come want need like make start put get".split(" "),
);
