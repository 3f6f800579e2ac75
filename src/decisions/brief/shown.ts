import { gap, inside } from "./gaps.ts";
import { pathLike } from "./objects.ts";
import { role, trait } from "./vocabulary.ts";
import type { Words } from "./words-of-brief.ts";

/** How many blanks a line begins with. A tab counts as four. Spec: FG-10. */
function indentOf(text: string, lineStart: number): number {
  let width = 0;
  for (let at = lineStart; at < lineStart + indentMax; at++) {
    const code = text.charCodeAt(at);
    if (code === 9) width += 4;
    else if (code === 32) width++;
    else return width;
  }
  return width;
}

const indentMax = 16;

function lineStart(text: string, at: number): number {
  return at === 0 ? 0 : text.lastIndexOf("\n", at - 1) + 1;
}

/**
 * Whether a block set in from the margin begins at the word: the line of the word before stands
 * further left, and a colon, or an empty line and four blanks, come between.
 *
 * Spec: FG-10.
 */
export function opensIndented(words: Words, at: number): boolean {
  const bits = words.gap(at);
  if (at === 0 || (bits & (gap.line | gap.paragraph)) === 0 || (bits & gap.list) !== 0)
    return false;
  const colon = (bits & (gap.colon | gap.question)) !== 0;
  if (!colon && (bits & gap.paragraph) === 0) return false;
  const { text, starts } = words.scan;
  const width = indentOf(text, lineStart(text, starts[at] as number));
  if (width < (colon ? 2 : 4)) return false;
  return indentOf(text, lineStart(text, starts[at - 1] as number)) < width;
}

/** Whether the line that begins at the word is set in from the margin. Spec: FG-10. */
export function isIndented(words: Words, at: number): boolean {
  const { text, starts } = words.scan;
  return indentOf(text, lineStart(text, starts[at] as number)) >= 2;
}

/** "02:11 retry forbidden": a line of a log begins with a time of day. */
function isTime(words: Words, at: number): boolean {
  const glued = (words.gap(at + 1) & (gap.colon | gap.blank)) === gap.colon;
  return glued && words.digit(at) && words.digit(at + 1);
}

const numbered = new Set(
  "adr rfc finding slide option variant proposal plan draft policy version approach alternative row chapter".split(
    " ",
  ),
);
const failures = new Set("error fatal panic".split(" "));

/**
 * Whether a sentence begins with a label that names one of several things ("A: …", "Slide 5: …"),
 * an error, or a place in a file ("src/a.c:12: …"): what follows is told.
 *
 * Spec: FG-10.
 */
export function namesItem(words: Words, from: number, to: number): boolean {
  const { text, starts, ends } = words.scan;
  if (isTime(words, from)) return true;
  const long = (at: number): number => (ends[at] as number) - (starts[at] as number);
  for (let at = from + 1; at < to && at < from + 10; at++) {
    if ((words.gap(at) & gap.colon) === 0) continue;
    if (at === from + 1) {
      const code = text.charCodeAt(starts[from] as number);
      const letter = code >= 65 && code <= 70 && long(from) === 1;
      return letter || failures.has(words.spelled(from));
    }
    if (at === from + 2 && numbered.has(words.spelled(from))) return long(from + 1) < 3;
    return words.digit(at - 1) && pathLike(words, from) && !words.is(from, trait.verb);
  }
  return false;
}

/**
 * "Anna: leave it": whether a name that is no word begins a line here and another one near.
 */
function isTurn(words: Words, at: number): boolean {
  if (words.spelled(at) !== "" || words.identifier(at) || words.digit(at)) return false;
  if ((words.gap(at) & gap.list) !== 0) return false;
  const { text, starts, ends, count } = words.scan;
  const name = text.slice(starts[at] as number, ends[at] as number);
  const to = Math.min(count, at + turnsNear);
  for (let index = Math.max(0, at - turnsNear); index < to; index++) {
    if (index === at || (words.gap(index) & (gap.line | gap.paragraph)) === 0) continue;
    const colon = (words.gap(index + 1) & gap.colon) !== 0;
    if (colon && text.startsWith(`${name}:`, starts[index] as number)) return true;
  }
  return false;
}

/** How far another turn may be, in words. */
const turnsNear = 80;

/** Words with which a sentence points at a text beside it. Spec: FG-10. */
const pointingWords: ReadonlySet<string> = new Set(
  "this these following follows below that between".split(" "),
);
const draftWordsMax = 60;

/** Whether the last paragraph before a horizontal rule points at a text below. Spec: FG-10. */
export function draftBefore(words: Words, at: number): boolean {
  for (let back = at - 1; back >= 0 && at - back < draftWordsMax; back--) {
    if (pointingWords.has(words.spelled(back))) return true;
    if ((words.gap(back) & (gap.paragraph | gap.heading)) !== 0) return false;
  }
  return false;
}

/** A quotation of which something is said ("… says the handbook") is the subject. Spec: FG-10. */
export function isSpokenOf(words: Words, at: number, bit: number): boolean {
  const { marks, count } = words.scan;
  let after = at;
  while (after < count && after - at < quotedWordsMax) {
    if (((marks[after] as number) & bit) === 0) break;
    after++;
  }
  if (after >= count || words.opens(after)) return false;
  return words.is(after, trait.finite | trait.auxiliary | trait.stating);
}

const quotedWordsMax = 60;

const runners = new Set("run execute apply invoke issue".split(" "));

/** "Run `git push`", "then execute `npm publish`": the code itself is the order. Spec: FG-10. */
export function isRun(words: Words, from: number): boolean {
  for (let back = from - 1; back >= 0 && back >= from - 4; back--) {
    const runs = words.is(back, trait.running) && words.is(back, trait.verb);
    if (runs) return runners.has(words.spelled(back));
    if (words.opens(back + 1)) return false;
  }
  return false;
}

/** The kind of block that a word stands in, as the gap bit it begins with, or 0. Spec: FG-10. */
export function blockOf(bits: number, marks: number): number {
  if ((marks & inside.fence) !== 0) return gap.tick;
  if ((marks & inside.blockquote) !== 0) return gap.blockquote;
  return (bits & gap.list) !== 0 ? gap.list : 0;
}

/** The first word behind the block quote around the word, or one of the quote if it is long. */
export function behindQuote(words: Words, at: number): number {
  const { marks, count } = words.scan;
  let after = at;
  while (after < count && after < at + 200) {
    if (((marks[after] as number) & inside.blockquote) === 0) break;
    after++;
  }
  return after;
}

/** "Customer: please fix it": what somebody else says, up to the next blank line. Spec: FG-10. */
export function speaks(words: Words, at: number, asksToRead: () => boolean): boolean {
  const after = words.digit(at + 1) ? at + 2 : at + 1;
  const colon = (words.gap(after) & (gap.colon | gap.blank)) === (gap.colon | gap.blank);
  if (!colon || !words.capital(at)) return false;
  return words.plays(at, role.speaker) || (isTurn(words, at) && asksToRead());
}

/** Whether the sentence before a quotation points at it: "What does this mean". Spec: FG-10. */
export function pointedAt(words: Words, at: number, block: number): boolean {
  if (block !== gap.blockquote) return false;
  for (let back = at - 1; back >= 0 && at - back < 40; back--) {
    if (pointingWords.has(words.spelled(back)) || words.is(back, trait.describing)) return true;
    if (words.opens(back)) return false;
  }
  return false;
}

/** "… my plan: 1. freeze": whether numbered steps begin within a line at the word. Spec: FG-10. */
export function opensSteps(words: Words, at: number, bits: number): boolean {
  const apart = gap.colon | gap.blank;
  if ((bits & apart) !== apart || (bits & gap.paragraph) !== 0 || !words.digit(at)) return false;
  return words.spelled(at) === "" && (words.gap(at + 1) & (gap.stop | gap.close)) !== 0;
}

/** Whether numbered steps within a line are over before the word. Spec: FG-10. */
export function endsSteps(words: Words, at: number, bits: number): boolean {
  if ((bits & gap.paragraph) !== 0) return true;
  if ((bits & gap.list) !== 0 || (bits & gap.stop) === 0) return false;
  return !(words.digit(at) || words.digit(at - 1));
}

/** A brief with fewer words outside its block quotes may speak in them itself. */
const ownWordsMin = 12;

/** Whether a brief has some sentences of its own beside its block quotes. Spec: FG-10. */
export function speaksOutside(words: Words): boolean {
  const { marks, count } = words.scan;
  let own = 0;
  for (let at = 0; at < count && own < ownWordsMin; at++) {
    if (((marks[at] as number) & inside.blockquote) === 0) own++;
  }
  return own >= ownWordsMin;
}

/** Whether an item of a list is a quotation, as the one before or behind it. Spec: FG-10. */
export function isCollected(words: Words, from: number): boolean {
  if ((words.gap(from) & gap.list) === 0) return false;
  const { text, starts } = words.scan;
  const start = starts[from] as number;
  const here = lineStart(text, start);
  const item = text.slice(start, start + itemLengthMax);
  const next = item.indexOf("\n");
  const end = next < 0 ? item.length : next;
  const last = Math.max(...closingQuotes.map((mark) => item.lastIndexOf(mark, end)));
  if (last < end - sourceLengthMax) return false;
  const quoted = next >= 0 && opensQuoted(text, start + next + 1);
  return quoted || (here > 1 && opensQuoted(text, lineStart(text, here - 1)));
}

/** Whether the line is an item of a list that begins with a quotation mark. */
function opensQuoted(text: string, from: number): boolean {
  let at = from;
  while (at < from + 6 && " -*+\u2022.)0123456789".includes(text.charAt(at))) at++;
  return at > from && openingQuotes.includes(text.charAt(at));
}

const openingQuotes = ['"', "\u201c", "\u201e", "\u00ab", "\u2018"];
const closingQuotes = ['"', "\u201d", "\u201c", "\u00bb", "\u2019"];

const itemLengthMax = 400;
/** "… (31 votes)": so much may stand behind the quotation. */
const sourceLengthMax = 24;

/** Whether a line that begins at the word, and is no item, ends the list before it. Spec: FG-10. */
export function endsBlock(words: Words, at: number, bits: number): boolean {
  return (bits & gap.paragraph) !== 0 || ((bits & gap.line) !== 0 && words.capital(at));
}
