import { gap } from "./gaps.ts";
import { anyOf, lettered } from "./phrases.ts";
import { role, trait } from "./vocabulary.ts";
import type { Words } from "./words-of-brief.ts";

/** What a lead-in makes of the block behind it. Spec: FG-10. */
export type Lead = "none" | "orders" | "describes";

/** "I have to decide between these". */
const choosing = new Set("decide choose pick".split(" "));
/** "Points to make": what is to be said in a text. */
const conveying = new Set("make mention convey say tell raise".split(" "));

/** "Work packages", "still open": verbs of reading that are none in a lead. */
const working = new Set(["work", "open"]);

/** "Where everyone stands", "what everybody wants": views of several people follow. */
const people = new Set("everyone everybody each they".split(" "));
const holding = new Set("stands stand thinks wants prefers says said camp party".split(" "));

/**
 * What the words of a lead-in say of the block behind it: that it is to be done, or told about.
 *
 * Spec: FG-10.
 */
export function leadOf(words: Words, from: number, to: number): Lead {
  let describes = false;
  for (let at = from; at < to; at++) {
    const spelled = words.spelled(at);
    const verb = words.is(at, trait.verb) && !lettered(words, at + 1);
    const initial =
      at === from ||
      words.is(at - 1, trait.opener | trait.adverb) ||
      (words.gap(at) & gap.comma) !== 0;
    if (verb && initial) {
      const sure = at === from || !words.is(at, trait.nounLike);
      if (sure && words.is(at, trait.running | trait.change)) return "orders";
      if (words.is(at, trait.reading) && !working.has(spelled)) describes = true;
    }
    if (spelled === "following") continue;
    if (words.is(at, trait.describing)) describes = true;
    if (spelled === "plans" && words.spelled(at + 1) === "to") describes = true;
    if (changedBefore(words, at)) describes = true;
    if (choosing.has(spelled) && words.spelled(at + 1) === "between") describes = true;
    if (spelled === "i" && words.spelled(at + 1) === "did") describes = true;
    if (people.has(spelled) && holding.has(words.spelled(at + 1))) describes = true;
    if (spelled === "to" && conveying.has(words.spelled(at + 1)) && at > from) describes = true;
  }
  return describes ? "describes" : "none";
}

/** What the sentence before the word says of the block that begins there. Spec: FG-10. */
export function leadBefore(words: Words, at: number): Lead {
  return at === 0 ? "none" : leadOf(words, sentenceBefore(words, at), at);
}

/** The first word of the sentence before a word, or of the last words of a long one. */
export function sentenceBefore(words: Words, at: number): number {
  let from = at - 1;
  while (from > 0 && at - from < leadWordsMax && !words.opens(from)) from--;
  return Math.max(from, 0);
}

/** Leads are judged by their last words only, so that a long line costs no more. */
const leadWordsMax = 40;

/** Whose words a block may be: what they say is told, not ordered. */
const sources = new Set(
  `customer customers client clients boss tracker workshop brainstorming handbook manual policy wiki runbook guide guideline guidelines vendor consultant retro slide slides
  invariants todos bans board standard rfc spec team teams department project company guild
  colleague colleagues partner supplier auditors auditor lawyers thread minutes article book paper
  users customers people forum survey legal
  post blog talk don'ts cluster licence license contract checker linter compiler output they he she
  them him`.split(/\s+/),
);
/** Words of a lead that speaks to the child or of what is needed. */
const addressing = new Set(
  `you your yours please need needs should must want wants follow keep i'd constraint constraints
  condition conditions apply applies agreed demand demands limits requirements`.split(/\s+/),
);

/**
 * Whether the words of a lead name somebody else whose rules or words follow: "their handbook has
 * four rules:", "the rules, as they went out to all teams:".
 *
 * Spec: FG-10.
 */
export function sourced(words: Words, from: number, to: number): boolean {
  let named = false;
  for (let at = from; at < to; at++) {
    const spelled = words.spelled(at);
    const demanded = named && (spelled === "demands" || spelled === "wants");
    if (addressing.has(spelled) && !demanded) return false;
    if (sources.has(spelled)) named = true;
  }
  return named || (words.spelled(from) === "from" && to - from > 1);
}

const bidding = new Set("please need needs must follow should".split(" "));
const owners = new Set("my our his her their".split(" "));
const plans = new Set(
  "plan plans proposal checklist roadmap timetable draft idea ideas".split(" "),
);

/** "Here's my plan:": whether the words of a lead name a plan of somebody. Spec: FG-10. */
export function planned(words: Words, from: number, to: number): boolean {
  // "I imagine:" is said of what follows.
  if (words.spelled(to - 2) === "i" && words.is(to - 1, trait.reading)) return true;
  let owned = false;
  for (let at = from; at < to; at++) {
    const spelled = words.spelled(at);
    if (bidding.has(spelled) || (spelled === "you" && words.spelled(at + 1) === "to")) return false;
    if (owners.has(spelled)) owned = true;
    if (owned && plans.has(spelled)) return true;
  }
  return false;
}

const collected = new Set("wrote copied found collected gathered heard noted said".split(" "));

/** "Here are some that I've copied out", "below is what the team wrote": what was found is shown. */
export function presents(words: Words, from: number, to: number): boolean {
  const first = words.spelled(from);
  if (first !== "here" && first !== "these" && first !== "below") return false;
  return anyOf(words, from + 1, to, collected);
}

/** Verbs that only speak of a list, wherever it stands. */
const telling = new Set("explain describe interpret translate summarize summarise".split(" "));
const lists = new Set("checklist checklists list plan boxes points entries proposal".split(" "));

/**
 * "Read the checklist and report which boxes could be ticked.": whether the words look at the list
 * that follows them.
 *
 * Spec: FG-10.
 */
export function looksAtList(words: Words, from: number, to: number): boolean {
  if (!words.is(from, trait.reading)) return false;
  let named = false;
  for (let at = from; at < to; at++) {
    if (lists.has(words.spelled(at))) named = true;
    if (words.spelled(at) === "do") return false;
    if (words.spelled(at) === "below" && !telling.has(words.spelled(from))) return false;
  }
  return named;
}

const textLabels = new Set("draft text wording original excerpt current".split(" "));

/** Whether the words of a lead announce a text of somebody else. Spec: FG-10. */
export function announces(words: Words, from: number, to: number): boolean {
  return textLabels.has(words.spelled(from)) || sourced(words, from, to);
}

const outstanding = new Set("left remains missing do done next".split(" "));

/** "Which of these?": whether a question before a list is about its items. Spec: FG-10. */
export function asksOfList(words: Words, from: number, to: number): boolean {
  if (words.plays(from, role.asker)) return false;
  for (let at = from; at < to; at++) {
    if (addressing.has(words.spelled(at)) || outstanding.has(words.spelled(at))) return false;
  }
  return true;
}

const settledWords = new Set("agreed decided approved requested accepted planned asked".split(" "));

/** "It was changed three times:": a list of what was done. */
function changedBefore(words: Words, at: number): boolean {
  const past = words.spelled(at) === "was" || words.spelled(at) === "were";
  return past && words.is(at + 1, trait.changed) && !settledWords.has(words.spelled(at + 1));
}

/** A heading of digits alone is a version: what is under it was done before. Spec: FG-10. */
export function isVersion(words: Words, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    if (!words.digit(at)) return false;
  }
  return true;
}

/** Whether the sentence at the word asks about, or tells of, what stands above it. */
export function asksAbout(words: Words, at: number): boolean {
  let to = at + 1;
  while (to < words.scan.count && to < at + 40 && !words.opens(to)) to++;
  if ((words.gap(to) & gap.question) !== 0) return true;
  for (let index = at; index < to; index++) {
    if (words.is(index, trait.embedder) && words.spelled(index) !== "that") return true;
  }
  return words.is(at, trait.reading);
}

/** How far around a list its question is looked for, in words. */
const listWordsMax = 160;
const pointers = new Set("this these following below".split(" "));

/**
 * Whether a question is asked about the list that begins at the word: one in the paragraph before
 * that points at it, or one as the first sentence behind it.
 *
 * Spec: FG-10.
 */
export function listAsked(words: Words, at: number): boolean {
  let pointed = false;
  for (let back = at - 1; back > 0 && at - back < 40; back--) {
    if (pointers.has(words.spelled(back))) pointed = true;
    if (pointed && (words.gap(back) & gap.question) !== 0) return true;
    if ((words.gap(back) & (gap.paragraph | gap.heading)) !== 0) break;
  }
  if (pointed && words.spelled(firstOfParagraph(words, at)) === "which") return true;
  const { count } = words.scan;
  let after = at;
  const ends = gap.line | gap.paragraph;
  while (after < count && after - at < listWordsMax) {
    const bits = words.gap(after);
    if (after > at && (bits & ends) !== 0 && (bits & gap.list) === 0 && words.capital(after)) break;
    after++;
  }
  if (after >= count || after - at >= listWordsMax) return false;
  if (!words.is(after, trait.embedder)) return false;
  let to = after + 1;
  while (to < count && to < after + 40 && !words.opens(to)) to++;
  return (words.gap(to) & gap.question) !== 0;
}

function firstOfParagraph(words: Words, at: number): number {
  let from = at - 1;
  while (from > 0 && at - from < 40) {
    if ((words.gap(from) & (gap.paragraph | gap.heading | gap.start)) !== 0) break;
    from--;
  }
  return Math.max(from, 0);
}
