import type { Sentence } from "./clauses.ts";
import { gap } from "./gaps.ts";
import { isVersion, type Lead, leadOf } from "./leads.ts";
import { trait } from "./vocabulary.ts";
import type { Words } from "./words-of-brief.ts";

/** Titles under which the brief speaks itself, so that its orders count. */
const backgroundTitles = new Set(["context", "background", "question", "questions", "previous"]);
/** Titles over what was done already. */
const doneTitles = new Set("done finished completed theirs ours roadmap timeline".split(" "));
/** "What would have to happen", "from the workshop": a title over what is only thought of. */
const meetings = new Set("workshop meeting retro brainstorming debrief survey author".split(" "));
/** What a wanted report is said to have, before its headings follow. */
const shapeWords = new Set(
  "form format shape structure template headings sections skeleton layout outline".split(" "),
);

/**
 * Whether the title at the word stands over things that are told about. The brief's `own` title
 * names what the brief is about, and its orders stand below it.
 *
 * Spec: FG-10.
 */
export function titleLead(words: Words, at: number, own: boolean): Lead {
  let to = at + 1;
  while (to < words.scan.count && to < at + 8 && !words.opens(to)) to++;
  if (isVersion(words, at, to) || doneTitles.has(words.spelled(at))) return "describes";
  for (let index = at; index < to; index++) {
    if (backgroundTitles.has(words.spelled(index))) return "none";
  }
  if (supposes(words, at)) return "describes";
  if (words.spelled(at) === "please") return "none";
  if (own) return "none";
  const tells = leadOf(words, at, to) === "describes" && !words.is(at, trait.verb);
  return tells ? "describes" : "none";
}

/** Whether a title names what would have to be done, or whose notes follow. */
function supposes(words: Words, at: number): boolean {
  if (words.spelled(at) === "what" && words.spelled(at + 1) === "would") return true;
  for (let index = at + 1; index < at + 8 && index < words.scan.count; index++) {
    if ((words.gap(index) & (gap.line | gap.paragraph)) !== 0) return false;
    if (!meetings.has(words.spelled(index))) continue;
    return fromWords.has(words.spelled(index - 2)) && !decided.has(words.spelled(at));
  }
  return false;
}

const fromWords = new Set("from of by in at".split(" "));
const decided = new Set("decisions decision tasks task orders agreed actions steps".split(" "));

/** How many marks a heading has; a title of bold text stands below all of them. Spec: FG-10. */
export function headingLevel(words: Words, at: number): number {
  const { text, starts } = words.scan;
  let end = (starts[at] as number) - 1;
  while (end > 0 && text.charCodeAt(end) !== hashCode) {
    if (text.charCodeAt(end) === lineCode || (starts[at] as number) - end > 8) return 0;
    end--;
  }
  let level = 0;
  while (level < 7 && text.charCodeAt(end - level) === hashCode) level++;
  return level;
}

const formTitles = new Set("format form answer reply response".split(" "));
/** How far the title of a section is looked for, in words. */
const sectionWordsMax = 120;

/** Whether the section around the word says what form the answer shall have. Spec: FG-10. */
export function underForm(words: Words, at: number): boolean {
  for (let back = at; back >= 0 && back > at - sectionWordsMax; back--) {
    if ((words.gap(back) & gap.heading) === 0 && !isBoldTitle(words, back)) continue;
    for (let index = back; index < back + 4; index++) {
      if (formTitles.has(words.spelled(index))) return true;
      if (words.opens(index + 1)) return false;
    }
    return false;
  }
  return false;
}

/** "Options": a title of one word in the plural. Spec: FG-10. */
export function namesSeveral(words: Words, at: number): boolean {
  const { text, ends } = words.scan;
  const last = text.charCodeAt((ends[at] as number) - 1) | 32;
  return words.opens(at + 1) && last === letterS;
}

const letterS = 115;
const hashCode = 35;
const lineCode = 10;

/**
 * Whether the sentence before a title announces the titles of the wanted report: "Report in this
 * form:".
 *
 * Spec: FG-10.
 */
export function shapesReport(words: Words, at: number): boolean {
  for (let back = at - 1; back >= 0 && at - back < 16; back--) {
    if (shapeWords.has(words.spelled(back))) return true;
    if (words.opens(back)) return false;
  }
  return false;
}

/**
 * "- [x] Merge it": whether a ticked box before the word says that it was done. One box alone says
 * nothing; a list of boxes has one before or behind it.
 *
 * Spec: FG-8, FG-10.
 */
export function isTicked(words: Words, at: number): boolean {
  if ((words.gap(at) & gap.list) === 0) return false;
  const { text, starts } = words.scan;
  const start = starts[at] as number;
  const ticked = text.startsWith("] ", start - 2) && (text.charCodeAt(start - 3) | 32) === letterX;
  if (!ticked) return false;
  if (text.slice(start, start + boxesNear).includes("\n- [")) return true;
  return text.slice(Math.max(start - boxesNear, 0), start - 6).includes("- [");
}

/** How far the next box of a list may be, in UTF-16 units. */
const boxesNear = 300;

const letterX = 120;

/** "**What we know**": whether a line of nothing but emphasis begins at the word. Spec: FG-10. */
export function isBoldTitle(words: Words, at: number): boolean {
  const bits = words.gap(at);
  const first = (bits & (gap.paragraph | gap.start)) !== 0 && (bits & gap.list) === 0;
  if (!first || (bits & gap.emphasis) === 0) return false;
  let to = at + 1;
  const line = gap.line | gap.paragraph | gap.colon;
  while (to < words.scan.count && to < at + 10 && (words.gap(to) & line) === 0) to++;
  if ((words.gap(to) & gap.paragraph) === 0) return false;
  const { text, starts, ends } = words.scan;
  const after = ends[to - 1] as number;
  return text.startsWith("**", (starts[at] as number) - 2) && text.startsWith("**", after);
}

/** "**4. What I want.** Rank them": whether a numbered part begins at the word. Spec: FG-10. */
export function isNumberedLead(words: Words, at: number): boolean {
  const bits = gap.paragraph | gap.emphasis;
  return (words.gap(at) & bits) === bits && words.digit(at);
}

/**
 * A heading of one word, or of a noun with its nouns, is a title where other text follows; so is
 * every one of a wanted report.
 *
 * Spec: FG-10.
 */
export function isTitle(words: Words, sentence: Sentence, at: number, template: boolean): boolean {
  const { from, to } = sentence;
  if (to === words.scan.count && from === 0) return false;
  if (to - from <= 1 || template) return true;
  const named = words.nameLike(at + 1) && !words.digit(at + 1);
  const next = words.is(at + 1, trait.determiner | trait.pronoun) || named;
  return words.is(at, trait.nounLike) && !next;
}
