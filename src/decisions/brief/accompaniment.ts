import { gap, inside } from "./gaps.ts";
import { trait } from "./vocabulary.ts";
import type { Words } from "./words-of-brief.ts";

/**
 * Whether the word stands in a title, a cell or a fence, which ask for nothing by themselves.
 *
 * Spec: FG-10.
 */
export function inTitle(words: Words, at: number): boolean {
  const marks = words.scan.marks[at] as number;
  return (marks & (inside.heading | inside.table | inside.fence)) !== 0;
}

/** Whether the word is somebody else's: in a quotation or a block quote. Spec: FG-10. */
export function quotes(words: Words, at: number): boolean {
  const marks = words.scan.marks[at] as number;
  return (marks & (inside.quotation | inside.blockquote)) !== 0;
}

/** "… would be helpful too": a wish beside what the brief is about. Spec: FG-10. */
export function alsoWished(words: Words, from: number, to: number): boolean {
  return from > 0 && words.spelled(to - 1) === "too" && !words.is(from, trait.verb);
}

const closers = new Set("tell report describe list mention note name send give".split(" "));
const endings = new Set("through finished done ready over back".split(" "));

/**
 * "Tell me at the end what you noticed", "a summary when you're through": whether a sentence speaks
 * of what comes behind the work, which is then something else.
 *
 * Spec: FG-10.
 */
export function followsWork(words: Words, from: number, to: number): boolean {
  const asks = words.is(from, trait.reading | trait.embedder) && !closers.has(words.spelled(from));
  if (from === 0 || asks) return false;
  // "Should you stumble over one, mention it".
  if (words.spelled(from) === "should" && words.spelled(from + 1) === "you") return true;
  for (let at = from; at < to && at < from + sentenceWordsMax; at++) {
    const spelled = words.spelled(at);
    if (spelled === "afterwards") return true;
    const before = words.spelled(at - 2);
    const led = words.spelled(at - 1) === "the";
    if (led && spelled === "end" && (before === "at" || before === "in")) return true;
    if (led && spelled === "way" && (before === "on" || before === "along")) return true;
    const when = words.spelled(at - 2) === "when" || words.spelled(at - 2) === "once";
    if (when && endings.has(spelled)) return true;
  }
  return false;
}

/** How much of a sentence is looked at, in words. */
const sentenceWordsMax = 40;

const tellers = new Set(
  "tell report return send drop give mention confirm say ping let inform".split(" "),
);
const reporters = new Set("report return send".split(" "));
const finishing = new Set("done finished ready healthy over through".split(" "));
const outcomes = new Set("commit hash diff sha status pushed output outputs".split(" "));

/**
 * Whether the words from here on only want to hear of the change that the rest of the brief
 * orders: "tell me when it is done", "report the commit". The first words of a brief never do.
 *
 * Looks at most twelve words ahead.
 *
 * Spec: FG-10.
 */
export function accompanies(words: Words, at: number, from: number, to: number): boolean {
  const teller = words.spelled(at);
  if ((from === 0 && at < 3) || !tellers.has(teller)) return false;
  if (teller === "ping") return true;
  const reports = reporters.has(teller);
  for (let index = at + 1; index < to && index < at + 12; index++) {
    const spelled = words.spelled(index);
    const when = spelled === "when" || spelled === "once";
    const over =
      words.is(index + 2, trait.auxiliary) ||
      finishing.has(words.spelled(index + 1)) ||
      finishing.has(words.spelled(index + 2));
    if (when && over) return true;
    if (reports && (outcomes.has(spelled) || words.is(index, trait.changed))) return true;
    if ((words.gap(index) & gap.stop) !== 0 || words.is(index, trait.embedder)) break;
  }
  return false;
}
