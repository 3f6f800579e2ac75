import { isApostrophe, letterTable } from "./characters.ts";
import { fold, foldedCode } from "./fold.ts";
import { gap } from "./gaps.ts";
import { Markup } from "./markup.ts";
import { emptyScan, type Scan } from "./scan.ts";
import { apostropheCode, type Vocabulary } from "./vocabulary.ts";

/** Marks that may stand inside a word: an apostrophe, emphasis, a code mark. */
const mayJoin = (code: number): boolean => code === 39 || code === 42 || code === 96;

/** Room kept between scans, in words: what a longer brief needed is given back. */
const keptWords = (1 << 20) + 64;

/**
 * Reads a brief once, from left to right, into words with the facts the rules need.
 *
 * Each character is looked at a bounded number of times, whatever the text: a run is consumed
 * whole, a quotation or code mark that does not close is forgotten at the next blank line, and a
 * word glued by marks ("ne**ver**") is taken whole only while a known word goes on.
 *
 * Spec: FG-8, FG-10, FG-11.
 */
export class Scanner {
  readonly scan: Scan = emptyScan(1024);
  readonly #markup = new Markup(this.scan);
  readonly #vocabulary: Vocabulary;

  constructor(vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary;
  }

  /** The words of `text`; the answer is overwritten by the next call. Spec: FG-8, FG-11. */
  read(text: string): Scan {
    this.#begin(text);
    const { step, number } = this.#vocabulary;
    const scan = this.scan;
    const { numbers, starts, ends, gaps, marks } = scan;
    const markup = this.#markup;
    const length = text.length;
    let at = markup.lineStart(0);
    let count = 0;
    let pending = markup.pending;
    let lineMarks = markup.lineMarks;
    while (at < length) {
      let code = text.charCodeAt(at);
      let letter = code < 128 ? (letterTable[code] as number) : 0;
      const from = at;
      if (letter !== 0) {
        let node = 1;
        do {
          if (node !== 0) node = step[(node << 5) | letter] as number;
          at++;
          if (at === length) break;
          code = text.charCodeAt(at);
          letter = code < 128 ? (letterTable[code] as number) : 0;
        } while (letter !== 0);
        if (code === 32 || at === length || (code < 128 && !mayJoin(code))) {
          numbers[count] = number[node] as number;
          starts[count] = from;
          ends[count] = at;
          gaps[count] = pending;
          marks[count] = lineMarks;
          count++;
          pending = 0;
          if (code !== 32) continue;
          pending = gap.blank;
          at++;
          continue;
        }
      } else if (code === 32) {
        pending |= gap.blank;
        at++;
        continue;
      }
      // What is rarer than words and blanks: the state goes to the markup reader and back.
      scan.count = count;
      markup.pending = pending;
      const word = letter !== 0 || from !== at || (code >= 128 && foldedCode(code) > 0);
      at = word ? this.#word(from) : markup.mark(at, code);
      count = scan.count;
      pending = markup.pending;
      lineMarks = markup.lineMarks;
    }
    scan.count = count;
    markup.pending = pending;
    return this.#finish(length);
  }

  #begin(text: string): void {
    const scan = this.scan;
    if (scan.numbers.length < text.length + 2 || scan.numbers.length > keptWords) {
      Object.assign(scan, emptyScan(Math.max(text.length + 2, 1024)));
    }
    scan.text = text;
    scan.count = 0;
    this.#markup.begin();
  }

  #finish(length: number): Scan {
    const scan = this.scan;
    scan.gaps[scan.count] = this.#markup.pending | gap.start;
    scan.numbers[scan.count] = 0;
    scan.starts[scan.count] = length;
    scan.ends[scan.count] = length;
    scan.marks[scan.count] = 0;
    return scan;
  }

  #word(from: number): number {
    const { step, number } = this.#vocabulary;
    const text = this.scan.text;
    const length = text.length;
    let node = 1;
    let at = from;
    let joint = -1;
    let jointNode = 0;
    while (at < length) {
      const code = text.charCodeAt(at);
      const letter = code < 128 ? (letterTable[code] as number) : foldedCode(code);
      if (letter > 0) {
        node = step[node * 32 + letter] as number;
        at++;
        if (node === 0 && joint >= 0) break;
        continue;
      }
      const next = code === 32 ? -1 : this.#joined(at, code);
      if (next < 0) break;
      if (joint < 0 || number[node] !== 0) {
        joint = at;
        jointNode = node;
      }
      if (isApostrophe(code)) node = step[node * 32 + apostropheCode] as number;
      if (node === 0) break;
      at = next;
    }
    if (joint >= 0 && (node === 0 || number[node] === 0)) {
      at = joint;
      node = jointNode;
    }
    this.#markup.push(from, at, number[node] as number);
    return at;
  }

  /** Where the word goes on after a mark inside it, or -1 where the mark ends the word. */
  #joined(at: number, code: number): number {
    if (code < 128 && code !== 39 && code !== 42 && code !== 96) return -1;
    const text = this.scan.text;
    let next = at;
    for (;;) {
      const mark = text.charCodeAt(next);
      const skippable =
        mark === code || (mark >= 128 && (foldedCode(mark) === fold.skip || mark === code));
      if (!skippable) break;
      next++;
    }
    if (code >= 128) {
      const folded = foldedCode(code);
      if (folded !== fold.skip && folded !== fold.apostrophe) return -1;
    }
    const after = text.charCodeAt(next);
    const letter = after < 128 ? (letterTable[after] as number) : foldedCode(after);
    return letter > 0 && letter < 27 ? next : -1;
  }
}
