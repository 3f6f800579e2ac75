import {
  endsWord,
  gapTable,
  isApostrophe,
  isTagCharacter,
  letterOf,
  letterTable,
} from "./characters.ts";
import { fold, foldedCode } from "./fold.ts";
import { gap, inside } from "./gaps.ts";
import { afterBlanks, closesOnLine, lineOpening } from "./line-opening.ts";
import { apostropheCode, type Vocabulary } from "./vocabulary.ts";

/**
 * A brief as words. Arrays are indexed by word; `gaps[count]` is what follows the last one.
 *
 * The arrays are longer than `count` and are reused by the next scan, so nothing may keep them.
 * `starts` and `ends` are UTF-16 offsets of the original text.
 *
 * Spec: FG-2, FG-8.
 */
export interface Scan {
  text: string;
  count: number;
  numbers: Int32Array;
  starts: Int32Array;
  ends: Int32Array;
  gaps: Int32Array;
  marks: Uint8Array;
}

/** A scan with room for `size` words. Spec: FG-11. */
export function emptyScan(size: number): Scan {
  return {
    text: "",
    count: 0,
    numbers: new Int32Array(size),
    starts: new Int32Array(size),
    ends: new Int32Array(size),
    gaps: new Int32Array(size),
    marks: new Uint8Array(size),
  };
}

const isBlank = (code: number): boolean => code === 32 || code === 10 || Number.isNaN(code);

/** Marks that may stand inside a word: an apostrophe, emphasis, a code mark. */
const mayJoin = (code: number): boolean => code === 39 || code === 42 || code === 96;

/** Room kept between scans, in words: what a longer brief needed is given back. */
const keptWords = 1 << 16;

const isFence = (text: string, at: number, code: number): boolean =>
  (code === 96 || code === 126) &&
  text.charCodeAt(at + 1) === code &&
  text.charCodeAt(at + 2) === code;

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
  readonly #vocabulary: Vocabulary;
  #pending = 0;
  #tickRun = 0;
  #tickFrom = 0;
  #quoteEnd: number = 0;
  #quoteFrom = 0;
  #fenceCode = 0;
  #fenceFrom = 0;
  #lineMarks = 0;

  constructor(vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary;
  }

  /** The words of `text`; the answer is overwritten by the next call. Spec: FG-8, FG-11. */
  read(text: string): Scan {
    this.#begin(text);
    const { step, number } = this.#vocabulary;
    const scan = this.scan;
    const { numbers, starts, ends, gaps, marks } = scan;
    const length = text.length;
    let at = this.#lineStart(0);
    while (at < length) {
      let code = text.charCodeAt(at);
      let letter = code < 128 ? (letterTable[code] as number) : 0;
      if (letter !== 0) {
        const from = at;
        let node = 1;
        do {
          if (node !== 0) node = step[(node << 5) | letter] as number;
          at++;
          if (at === length) break;
          code = text.charCodeAt(at);
          letter = code < 128 ? (letterTable[code] as number) : 0;
        } while (letter !== 0);
        if (code !== 32 && at < length && (code >= 128 || mayJoin(code))) {
          at = this.#word(from);
          continue;
        }
        const index = scan.count++;
        numbers[index] = number[node] as number;
        starts[index] = from;
        ends[index] = at;
        gaps[index] = this.#pending;
        marks[index] = this.#lineMarks;
        if (code === 32) {
          this.#pending = gap.blank;
          at++;
        } else this.#pending = 0;
      } else if (code === 32) {
        this.#pending |= gap.blank;
        at++;
      } else if (code >= 128 && foldedCode(code) > 0) at = this.#word(at);
      else at = this.#mark(at, code);
    }
    return this.#finish(length);
  }

  #begin(text: string): void {
    const scan = this.scan;
    if (scan.numbers.length < text.length + 2 || scan.numbers.length > keptWords) {
      Object.assign(scan, emptyScan(Math.max(text.length + 2, 1024)));
    }
    scan.text = text;
    scan.count = 0;
    this.#pending = gap.start;
    this.#tickRun = 0;
    this.#quoteEnd = 0;
    this.#fenceCode = 0;
  }

  #finish(length: number): Scan {
    const scan = this.scan;
    scan.gaps[scan.count] = this.#pending | gap.start;
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
    this.#push(from, at, number[node] as number);
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

  #push(start: number, end: number, number: number): void {
    const scan = this.scan;
    const index = scan.count++;
    scan.numbers[index] = number;
    scan.starts[index] = start;
    scan.ends[index] = end;
    scan.gaps[index] = this.#pending;
    scan.marks[index] = this.#lineMarks;
    this.#pending = 0;
  }

  #mark(at: number, code: number): number {
    if (code >= 128) return this.#wide(at, code);
    const text = this.scan.text;
    const next = text.charCodeAt(at + 1);
    if (code === 10) return this.#line(at + 1);
    if (code === 13) return next === 10 ? at + 1 : this.#line(at + 1);
    switch (code) {
      case 46:
        this.#pending |= endsWord(next) ? gap.stop : gap.dot;
        return at + 1;
      case 45:
        return this.#hyphens(at);
      case 96:
        return this.#ticks(at);
      case 34:
      case 39:
        return this.#straightQuote(at, code);
      case 92:
        if ((next === 110 || next === 114 || next === 116) && !this.#drivePath(at)) {
          if (next === 116) return this.#pend(gap.blank, at + 2);
          return text.startsWith("\\r\\n", at) ? at + 2 : this.#line(at + 2);
        }
        return this.#pend(gap.slash, at + 1);
      case 60:
        return this.#tag(at);
      default:
        return this.#pend(gapTable[code] as number, at + 1);
    }
  }

  #pend(bits: number, next: number): number {
    this.#pending |= bits;
    return next;
  }

  /** Whether a backslash belongs to a Windows path such as `C:\new`. */
  #drivePath(at: number): boolean {
    const text = this.scan.text;
    const before = text.charCodeAt(at - 1);
    const letter = before === 58 ? text.charCodeAt(at - 2) | 32 : 0;
    return letter >= 97 && letter <= 122 && !(text.charCodeAt(at - 3) > 64);
  }

  #hyphens(at: number): number {
    const text = this.scan.text;
    let next = at;
    while (text.charCodeAt(next) === 45) next++;
    const before = at === 0 ? 32 : text.charCodeAt(at - 1);
    const after = text.charCodeAt(next);
    const tightAfter = letterOf(after) > 0;
    if (before === 32 && tightAfter) {
      return this.#pend(gap.flag, next);
    }
    const spaced = before === 32 || !tightAfter;
    return this.#pend(spaced || next - at > 1 ? gap.dash : gap.hyphen, next);
  }

  #ticks(at: number): number {
    const text = this.scan.text;
    let next = at;
    while (text.charCodeAt(next) === 96) next++;
    const run = next - at;
    const count = this.scan.count;
    if (this.#fenceCode === 0) {
      if (this.#tickRun === 0) {
        this.#tickRun = run;
        this.#tickFrom = count;
      } else if (this.#tickRun === run) {
        this.#cover(this.#tickFrom, inside.code);
        this.#tickRun = 0;
      }
    }
    return this.#pend(gap.tick, next);
  }

  #cover(from: number, bit: number): void {
    const { marks, count } = this.scan;
    for (let index = from; index < count; index++) marks[index] = (marks[index] as number) | bit;
  }

  #straightQuote(at: number, code: number): number {
    const text = this.scan.text;
    if (this.#quoteEnd === code) this.#closeQuote();
    else if (this.#quoteEnd === 0) {
      const before = at === 0 ? 32 : text.charCodeAt(at - 1);
      const word = before < 128 ? letterTable[before] !== 0 : foldedCode(before) > 0;
      if (!word && !isBlank(text.charCodeAt(at + 1))) this.#openQuote(code);
    }
    return this.#pend(gap.quote, at + 1);
  }

  #openQuote(end: number): void {
    this.#quoteEnd = end;
    this.#quoteFrom = this.scan.count;
  }

  #closeQuote(): void {
    this.#cover(this.#quoteFrom, inside.quotation);
    this.#quoteEnd = 0;
  }

  #wide(at: number, code: number): number {
    const folded = foldedCode(code);
    switch (folded) {
      case fold.skip:
        return at + 1;
      case fold.blank:
        return this.#pend(gap.blank, at + 1);
      case fold.line:
        return this.#line(at + 1);
      case fold.hyphen:
        return this.#pend(gap.hyphen, at + 1);
      case fold.dash:
        return this.#pend(gap.dash, at + 1);
      case fold.stop:
        return this.#pend(gap.stop, at + 1);
      case fold.bullet:
        this.#pending |= gap.list | gap.line;
        return this.#lineStart(at + 1);
      case fold.openQuote:
        if (this.#quoteEnd === 0) this.#openQuote(fold.closeQuote);
        return this.#pend(gap.quote, at + 1);
      case fold.apostrophe:
      case fold.closeQuote:
        if (this.#quoteEnd === fold.closeQuote) this.#closeQuote();
        return this.#pend(gap.quote, at + 1);
      case fold.letter:
        return this.#foreignWord(at);
      default:
        if (code >= 0xff01 && code <= 0xff5e) return this.#mark(at, code - 0xfee0);
        return this.#pend(gap.symbol, at + 1);
    }
  }

  /** A run of letters the vocabulary has no codes for is one unknown word. */
  #foreignWord(from: number): number {
    const text = this.scan.text;
    let at = from + 1;
    while (text.charCodeAt(at) >= 128 && foldedCode(text.charCodeAt(at)) === fold.letter) at++;
    this.#push(from, at, 0);
    return at;
  }

  #tag(at: number): number {
    const text = this.scan.text;
    let next = at + 1;
    if (text.charCodeAt(next) === 47) next++;
    const from = next;
    while (next - from < 24 && isTagCharacter(text.charCodeAt(next))) next++;
    if (next === from || text.charCodeAt(next) !== 62) return this.#pend(gap.symbol, at + 1);
    const inline = next - from <= 4 || text.startsWith("strong", from);
    return this.#pend(inline ? gap.emphasis : gap.tag, next + 1);
  }

  #line(next: number): number {
    if ((this.#pending & gap.line) !== 0) {
      this.#pending |= gap.paragraph;
      this.#tickRun = 0;
      this.#quoteEnd = 0;
    }
    this.#pending |= gap.line;
    return this.#lineStart(next);
  }

  #lineStart(from: number): number {
    this.#lineMarks = 0;
    const text = this.scan.text;
    const at = afterBlanks(text, from);
    const code = text.charCodeAt(at);
    if (isFence(text, at, code)) return this.#fence(at, code);
    if (this.#fenceCode !== 0) return at;
    const opening = lineOpening(text, at);
    this.#pending |= opening.gaps;
    this.#lineMarks = opening.marks;
    return opening.next;
  }

  #fence(at: number, code: number): number {
    const text = this.scan.text;
    let next = at;
    while (text.charCodeAt(next) === code) next++;
    if (this.#fenceCode === code) {
      this.#cover(this.#fenceFrom, inside.fence);
      this.#fenceCode = 0;
    } else if (this.#fenceCode === 0 && !closesOnLine(text, next, code)) {
      this.#fenceCode = code;
      this.#fenceFrom = this.scan.count;
    } else return this.#ticks(at);
    return this.#pend(gap.tick | gap.paragraph, next);
  }
}
