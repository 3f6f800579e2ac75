import { gap } from "./gaps.ts";
import { role, trait } from "./vocabulary.ts";
import type { Words } from "./words-of-brief.ts";

/** Marks after which a new phrase begins. Spec: FG-10. */
export const breaking =
  gap.stop | gap.comma | gap.semicolon | gap.colon | gap.dash | gap.open | gap.close | gap.start;

/** Whether one of the words `[from, to)` is in a set. Spec: FG-10. */
export function anyOf(
  words: Words,
  from: number,
  to: number,
  sought: ReadonlySet<string>,
): boolean {
  for (let at = from; at < to; at++) {
    if (sought.has(words.spelled(at))) return true;
  }
  return false;
}

/** Whether the word takes up what was named before: "it", "them". Spec: FG-10. */
export function takesUp(words: Words, at: number): boolean {
  return words.spelled(at) === "it" || words.spelled(at) === "them";
}

const objectOpening = trait.determiner | trait.pronoun | trait.gerund | trait.embedder;

/** Whether a complete object begins at the word: a determiner, a pronoun or a name. Spec: FG-10. */
export function objectAt(words: Words, at: number): boolean {
  if (at >= words.scan.count) return false;
  if ((words.gap(at) & breaking) !== 0) return false;
  if (words.is(at, objectOpening)) return true;
  return words.nameLike(at) || words.plays(at, role.particle) || words.capital(at);
}

/** Verbs that order nothing with the word behind them. A map: `constructor` is a word too. */
const idioms: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    pull: ["request", "requests"],
    push: ["back"],
    move: ["on"],
    set: ["aside", "out", "apart", "forth"],
    add: ["up"],
    update: ["me"],
    fix: ["me"],
    correct: ["me"],
    extract: ["from"],
    put: ["yourself"],
    close: ["with", "by"],
    finish: ["with", "by"],
    complete: ["with"],
  }),
);

/** Whether a verb and the word behind it order nothing to be changed: "set aside". Spec: FG-10. */
export function idiomatic(words: Words, at: number): boolean {
  return idioms.get(words.spelled(at))?.includes(words.spelled(at + 1)) === true;
}

/**
 * Whether a base form that opens a clause is a verb there and not a noun ("Patch Tuesday is").
 *
 * Looks at most eight words ahead.
 *
 * Spec: FG-10.
 */
export function verbal(words: Words, at: number, to: number): boolean {
  const next = at + 1;
  const after = words.gap(next);
  if (next < to && (after & gap.hyphen) !== 0 && (after & gap.blank) === 0) return false;
  if (next < to && after === gap.blank && words.is(next, trait.auxiliary)) return false;
  if (idiomatic(words, at)) return false;
  if (!words.is(at, trait.reading) && isWeighed(words, next, to)) return false;
  if (next < to && after === gap.blank && implying.has(words.spelled(next))) return false;
  if (!words.is(at, trait.nounLike) || next >= to) return true;
  if ((words.gap(at) & gap.open) !== 0 && (words.gap(at + 3) & gap.close) !== 0) {
    if (words.spelled(next) === "or" || words.spelled(next) === "and") return false;
  }
  if (after === gap.blank && habits.has(words.spelled(next))) return false;
  if (words.capital(next) && words.plays(next, role.labelNoun)) return false;
  if (lettered(words, next) || enumerated(words, at)) return false;
  if (words.nameLike(next) && words.is(next + 1, trait.finite | trait.auxiliary)) return false;
  if ((after & gap.colon) !== 0) return false;
  if (words.spelled(at) === "commit") {
    if (hashLike(words, next) || (after & gap.quote) !== 0) return false;
    if (commitParts.has(words.spelled(next))) return false;
  }
  if (words.is(next, trait.finite) && !words.is(next, trait.code | trait.reply | trait.nounLike)) {
    return false;
  }
  if (words.spelled(next) === "" && !words.nameLike(next) && endsInEd(words, next)) return false;
  if (words.digit(next) && happened(words, next + 1)) return false;
  const preposition = words.plays(next, role.nounPreposition);
  if (!preposition && objectAt(words, next)) return true;
  const alone = trait.opener | trait.adverb | trait.subordinator;
  if ((after & breaking) !== 0 || words.is(next, alone)) return true;
  if (preposition || words.plays(next, role.labelNoun)) return false;
  return takesObject(words, next, to);
}

/** "Vendor A", "version 1": a letter or a number names one of several things. Spec: FG-10. */
export function lettered(words: Words, at: number): boolean {
  const { starts, ends } = words.scan;
  const single = words.capital(at) && (ends[at] as number) - (starts[at] as number) === 1;
  return (single || words.digit(at)) && (words.gap(at + 1) & (gap.line | gap.paragraph)) !== 0;
}

/** "In macros, code, and contracts": code between two commas is one of several things. */
function enumerated(words: Words, at: number): boolean {
  const commas = words.gap(at) & words.gap(at + 1) & gap.comma;
  return commas !== 0 && words.is(at, trait.code | trait.nounLike);
}

const comparing = new Set(["versus", "vs"]);

/** "Rewrite versus refactoring: what is cheaper?": what is compared is not ordered. */
function isWeighed(words: Words, from: number, to: number): boolean {
  for (let at = from; at < to && at < from + 7; at++) {
    if (comparing.has(words.spelled(at))) return true;
    if ((words.gap(at) & breaking) !== 0) return false;
  }
  return false;
}

/** What a word is said to do that is named and not given as an order: "apply implies". */
const implying = new Set("implies suggests means sounds seems appears looks".split(" "));

/** "Update never blocks": how often something does what it does. */
const habits = new Set("never always usually sometimes still".split(" "));

/** Past forms that are no participles: the nouns before them are their subject. */
const pasts = new Set(
  `broke came went ran took gave grew fell began wrote threw hung stalled failed crashed slipped died
  froze timed`.split(/\s+/),
);

const commitParts = new Set("message messages log logs hash hashes".split(" "));

/** "Commit 1f0c1de": a name of a commit in digits and letters. */
function hashLike(words: Words, at: number): boolean {
  const { starts, ends } = words.scan;
  return words.digit(at) && (ends[at] as number) - (starts[at] as number) > 5;
}

/** "Deploy 92 failed": a number behind a noun, and what became of it. */
function happened(words: Words, at: number): boolean {
  if (words.gap(at) !== gap.blank) return false;
  return pasts.has(words.spelled(at)) || words.is(at, trait.auxiliary) || endsInEd(words, at);
}

/** "Support escalated": an unknown word in -ed behind a noun is its verb. */
function endsInEd(words: Words, at: number): boolean {
  const { text, ends } = words.scan;
  const end = ends[at] as number;
  return text.charCodeAt(end - 1) === 100 && text.charCodeAt(end - 2) === 101;
}

/** Whether the nouns from here on are an object and not the subject of a verb behind them. */
function takesObject(words: Words, from: number, to: number): boolean {
  for (let at = from; at < to && at < from + 6; at++) {
    if (at > from && (words.gap(at) & breaking) !== 0) return (words.gap(at) & gap.colon) === 0;
    if (words.is(at, trait.auxiliary) || pasts.has(words.spelled(at))) return false;
    if (at > from && words.is(at, trait.stating | trait.finite)) {
      if (!words.is(at, trait.code | trait.reply | trait.nounLike)) return false;
    }
    if (words.is(at, trait.determiner | trait.preposition | trait.embedder)) return true;
  }
  return true;
}

/** Whether "to" before the word is a preposition: a thing follows, not a verb. Spec: FG-10. */
export function thingAt(words: Words, at: number): boolean {
  if (words.is(at, trait.determiner | trait.pronoun) || words.identifier(at)) return true;
  return !words.is(at, trait.verb) && words.is(at, trait.code | trait.reply | trait.gerund);
}

/** A dash inside a label such as "must–fix" joins two words. Spec: FG-10. */
export function labelled(words: Words, at: number): boolean {
  const before = words.spelled(at - 1);
  return before === "must" || before === "should" || before === "nice";
}

/**
 * "Review that file": whether "that" at the word points at a thing where a verb or a preposition
 * wants one.
 *
 * Spec: FG-10.
 */
export function determines(words: Words, at: number): boolean {
  const governed = words.is(at - 1, trait.verb | trait.preposition | trait.auxiliary);
  const verbal = trait.finite | trait.auxiliary | trait.determiner | trait.pronoun;
  return governed && !words.is(at + 1, verbal);
}

const stating = new Set("says states reads".split(" "));

/** "The page says: *never on Mondays*": a quotation that only its type shows. Spec: FG-10. */
export function emphasised(words: Words, at: number): boolean {
  const bits = gap.colon | gap.emphasis;
  return (words.gap(at) & bits) === bits && stating.has(words.spelled(at - 1));
}

/** "Our contract says: the supplier may not change it": what a text says of others. Spec: FG-10. */
export function attributed(words: Words, at: number): boolean {
  for (let back = at - 1; back > 0 && back > at - 10; back--) {
    if (words.is(back, trait.child)) return false;
    if ((words.gap(back) & gap.colon) !== 0) return stating.has(words.spelled(back - 1));
    if (words.opens(back)) return false;
  }
  return false;
}
