import { gap } from "./gaps.ts";
import { repliedIn } from "./objects.ts";
import { attributed, breaking, emphasised } from "./phrases.ts";
import { mainVerb, place } from "./place.ts";
import {
  anyBetween,
  anySubject,
  type Context,
  ownSubject,
  placeAt,
  type Reading,
  reasonOfPlace,
} from "./reading.ts";
import { role, trait } from "./vocabulary.ts";
import type { Words } from "./words-of-brief.ts";

const wishes = new Set("want wish expect like".split(" "));

const speakers = new Set(["i", "we", "i'd", "we'd"]);

/** "Do not", "never": an order unless somebody or something is said not to do it. */
export const negated: Reading = (context, at, to) => {
  const { words, clauses } = context;
  const where = placeAt(context, at);
  if ((words.gap(to) & (gap.hyphen | gap.blank)) === gap.hyphen && to < words.scan.count) {
    if (!words.opens(at)) return "noun";
  }
  if (["mind", "worry", "know"].includes(words.spelled(to))) return "described-subject";
  if (encourages(words, to)) return "described-subject";
  if (words.spelled(to) === "have" && words.is(to + 1, trait.participle)) {
    return "described-subject";
  }
  // "The teacher never finds it".
  const told = words.is(to, trait.finite) && !words.is(to, trait.verb | trait.changeNoun);
  if (told && words.spelled(at) === "never") return "described-subject";
  if (emphasised(words, at) || answered(context, at, to)) return "quoted";
  if (where === place.start || where === place.coordinate || where === place.request) {
    const aside = words.spelled(at) === "never" && (words.gap(at) & gap.comma) !== 0;
    return aside && words.is(to, trait.preposition) ? "described-subject" : undefined;
  }
  if (where === place.order) {
    const verb = words.is(to, trait.change | trait.making | trait.telling);
    return verb && clauses.mains[at] !== mainVerb.none ? undefined : "described-subject";
  }
  if (where === place.statement) {
    const subject = words.spelled(clauses.subjects[at] as number);
    if (speakers.has(words.spelled(at - 1)) && wishes.has(words.spelled(to))) return undefined;
    // "I don't need any code", but not "I don't need to know".
    const needless = words.spelled(at - 1) === "i" && words.spelled(to) === "need";
    if (needless && anyBetween(words, to + 1, to + 4, made)) return undefined;
    if (subject === "you" && modalBetween(words, clauses.subjects[at] as number, at)) {
      return undefined;
    }
    if (words.spelled(at) === "never") {
      if (subject === "you" && words.is(to, trait.change)) return undefined;
      const bound = words.spelled(at - 1) === "must" || words.spelled(at - 1) === "should";
      if (bound && repliedIn(words, to, clauses.sentence.to)) return undefined;
    }
    return "described-subject";
  }
  return reasonOfPlace[where];
};

const made = trait.changeNoun | trait.gerund | trait.code | trait.reply;
/** "(In truth, never.)", "mobile: never; …": an answer to what somebody asked. */
function answered({ words, clauses, asksToRead }: Context, at: number, to: number): boolean {
  if (words.spelled(at) !== "never" || at === clauses.sentence.from) return false;
  const ends = to >= clauses.sentence.to || (words.gap(to) & gap.close) !== 0;
  const aside = (words.gap(at) & (gap.comma | gap.open)) !== 0;
  return (
    ends && aside && words.is(at - 1, trait.adverb | trait.reply | trait.opener) && asksToRead()
  );
}

/** "Don't hesitate", "don't hold back", "don't be shy": it bids the child go on. */
function encourages(words: Words, at: number): boolean {
  const next = words.spelled(at + 1);
  if (words.spelled(at) === "hold") return next === "back";
  if (words.spelled(at) === "be") return next === "afraid" || next === "shy" || next === "polite";
  return words.spelled(at) === "hesitate";
}

function modalBetween(words: Words, from: number, to: number): boolean {
  for (let at = Math.max(from, to - 6); at < to; at++) {
    if (words.is(at, trait.auxiliary)) return true;
  }
  return false;
}

/** "Must not", "cannot": directs where the child, its changes or its answer are meant. */
export const modal: Reading = (context, at, to) => {
  const { words, clauses } = context;
  const where = placeAt(context, at);
  if (where === place.question || where === place.embedded) return reasonOfPlace[where];
  if (where === place.condition || where === place.listed) return reasonOfPlace[where];
  if (words.spelled(to - 1) === "to" && words.spelled(to) === "be" && where === place.statement) {
    if (words.is(to + 1, trait.participle)) return undefined;
  }
  if (where === place.statement && attributed(words, at) && context.asksToRead()) return "quoted";
  const before = words.spelled(at - 1);
  const child = before === "you" || words.is(at - 1, trait.child);
  const acts = words.is(to - 1, trait.change | trait.making | trait.telling | trait.running);
  const ability = ["can", "cannot", "can't", "will", "won't"].includes(words.spelled(at));
  if (before === "i" && ability) return "described-subject";
  if (child) return ability && !acts ? "described-subject" : undefined;
  const told = words.is(at - 2, trait.embedder) || !words.is(to - 1, trait.change);
  if (before === "we") return told ? "described-subject" : undefined;
  if (where === place.statement) {
    const passive = words.spelled(to - 1) === "be" || words.spelled(to) === "be";
    const acted = anyBetween(words, to - 1, Math.min(to + 3, words.scan.count), trait.acted);
    if (ability) {
      return passive && acted && ownSubject(context, at, 0) ? undefined : "described-subject";
    }
    if (passive && acted) return undefined;
    const changes = words.is(to - 1, trait.change) || words.is(to, trait.change);
    const code = words.identifier(clauses.subjects[at] as number);
    if (code && !changes && context.asksToRead()) return "described-subject";
    const own = changes || ownSubject(context, at, trait.reply);
    return own || repliedIn(words, to, clauses.sentence.to) ? undefined : "described-subject";
  }
  const being = words.spelled(to - 1) === "be" && !words.is(to, trait.acted | trait.adverb);
  const label = ability && (words.gap(to - 1) & (gap.hyphen | gap.blank)) === gap.hyphen;
  return being || label ? "described-subject" : undefined;
};

/** "Not allowed", "off limits": directs where changes, places or the child are the subject. */
export const predicate: Reading = (context, at, to) => {
  const { words, clauses } = context;
  const where = placeAt(context, at);
  const yours = words.spelled(to) === "for" && words.is(to + 1, trait.child);
  if (yours && where !== place.question) return undefined;
  if (where === place.embedded && anySubject(context, at)) return undefined;
  if (where === place.question || where === place.embedded) return reasonOfPlace[where];
  if (where === place.condition || where === place.infinitive) return reasonOfPlace[where];
  if (where === place.order) return words.spelled(at - 1) === "as" ? undefined : "noun";
  if (where === place.statement) {
    const said = anyBetween(words, Math.max(at - 3, 0), at, trait.auxiliary);
    if (!said && words.spelled(at - 1) === "and") return "described-subject";
    const acts = anyBetween(
      words,
      Math.max(clauses.subjects[at] as number, at - 10),
      at,
      trait.gerund,
    );
    const strong = words.plays(at, role.sacred) && words.spelled(at - 1) !== "and";
    const own = acts || strong || ownSubject(context, at, trait.code | trait.reply);
    return own ? undefined : "described-subject";
  }
  const bits = words.gap(to);
  const label = to >= words.scan.count || (bits & (gap.colon | breaking)) !== 0;
  return label || words.spelled(to) === "to" ? undefined : "noun";
};

/** A ban that stands beside an order: "without editing", "nothing else". */
export const ban: Reading = (context, at, to) => {
  const { words, clauses } = context;
  const where = placeAt(context, at);
  const listed = (words.gap(at) & gap.comma) !== 0;
  // "Nothing else changes for users", "the hands-off period".
  if (words.spelled(to - 1) === "else" && words.is(to, trait.finite) && context.asksToRead()) {
    return "described-subject";
  }
  const compound = words.spelled(to - 1) === "off" && words.gap(to - 1) === gap.hyphen;
  if (compound && words.gap(to) === gap.blank && plainNoun(words, to)) return "noun";
  if (supposes(words, clauses.sentence.from)) return "embedded";
  const had = words.spelled(to - 1) === "having" && !words.is(to, trait.participle);
  if (had) return "described-subject";
  if (where === place.embedded && (listed || words.is(to, trait.pronoun))) return undefined;
  if (where === place.statement) {
    const subject = clauses.subjects[at] as number;
    const asked = ["i", "i'd", "we", "you", "this", "there", "it's"].includes(
      words.spelled(subject),
    );
    const deontic =
      anyBetween(words, subject, at, trait.child | trait.reply | trait.assignment) ||
      (words.plays(at - 1, role.modal) && repliedIn(words, to, clauses.sentence.to));
    return asked || deontic ? undefined : "described-subject";
  }
  if (where === place.order || where === place.start || where === place.coordinate) {
    return undefined;
  }
  const task = where === place.infinitive && clauses.mains[at] === mainVerb.none;
  if (task && clauses.subjects[at] !== -1 && words.is(to - 1, trait.participle)) return undefined;
  return where === place.request ? undefined : reasonOfPlace[where];
};

/** Whether a noun follows that a hyphenated word belongs to, and no object of its own. */
function plainNoun(words: Words, at: number): boolean {
  const other = trait.determiner | trait.pronoun | trait.preposition | trait.opener | trait.adverb;
  return !words.is(at, other) && !words.nameLike(at);
}

const supposing = new Set("suppose assume imagine pretend".split(" "));

/** "Suppose that …": what follows is not the case. */
function supposes(words: Words, from: number): boolean {
  return supposing.has(words.spelled(from));
}

/** A state that must hold: "src/ stays as it is", "nothing may be changed". */
export const state: Reading = (context, at) => {
  const { words, clauses } = context;
  const where = placeAt(context, at);
  if (where === place.statement) {
    const when = words.is(clauses.sentence.from, trait.subordinator);
    if (when && words.spelled(at + 1) === "is" && context.asksToRead()) return "described-subject";
    return ownSubject(context, at, trait.code | trait.reply) ||
      anyBetween(words, at - 4, at, trait.auxiliary)
      ? undefined
      : "described-subject";
  }
  if (where === place.order || where === place.infinitive) return undefined;
  // "For her sake the memo is to be free of code".
  const { from } = clauses.sentence;
  const fronted = where === place.condition && words.is(at, trait.auxiliary);
  if (fronted && words.is(from, trait.preposition) && anyBetween(words, from, at, trait.reply)) {
    return undefined;
  }
  if (where === place.embedded && demanded(words, at)) return undefined;
  return reasonOfPlace[where];
};

const demands = new Set("essential important crucial vital imperative sure certain it".split(" "));

/** "It is essential that nothing …": what is demanded is not merely told. */
function demanded(words: Words, at: number): boolean {
  for (let back = at - 1; back > 0 && back >= at - 6; back--) {
    if (words.spelled(back) === "that") return demands.has(words.spelled(back - 1));
    if (words.spelled(back) === "if" && back > 1) {
      return words.plays(back - 1, role.wish) || words.plays(back - 2, role.wish);
    }
  }
  return false;
}
