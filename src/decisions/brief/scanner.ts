import { isApostrophe, joiningKind, letterTable, unitTable } from "./characters.ts";
import { fold, foldedCode } from "./fold.ts";
import { gap } from "./gaps.ts";
import { numberOfKey, vocabulary } from "./known-words.ts";
import { Markup } from "./markup.ts";
import { isHit, type Pairs } from "./pairs.ts";
import { emptyScan, recordWord, type Scan } from "./scan.ts";
import { unitsOf } from "./units.ts";
import { apostropheCode } from "./vocabulary.ts";
import { keyLettersMax, lowMask } from "./word-table.ts";

// Constants of this module: a compiler takes them for constants, and imported names not.
const unitKinds = unitTable;
const joining = joiningKind;
const longest = keyLettersMax;
const sixLetters = lowMask;
const { step, number: numberAt } = vocabulary;
const fullStop = 46;
const lineFeed = 10;
const slash = 47;
const { dot: gapDot, stop: gapStop, line: gapLine, paragraph: gapParagraph } = gap;

/** Room kept between scans, in words: what a longer brief needed is given back. */
const keptWords = (1 << 20) + (1 << 12);

/**
 * The gap bits of a full stop, or of a line break before an empty line or a line that begins with
 * a word; 0 where more must be looked at.
 */
function plainMark(bytes: Uint8Array, at: number): number {
  const code = bytes[at];
  const next = bytes[at + 1] as number;
  const kind = unitKinds[next] as number;
  if (code === fullStop && kind !== joining && next !== slash) return kind > 0 ? gapDot : gapStop;
  if (code !== lineFeed) return 0;
  return next === lineFeed ||
    (isLetter(kind) && isLetter(unitKinds[bytes[at + 2] as number] as number))
    ? gapLine
    : 0;
}

const isLetter = (kind: number): boolean => kind > 0 && kind <= 26;

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
  #bytes = unitsOf("");
  readonly #markup: Markup;
  readonly #pairs: Pairs;
  #at = 0;

  /** `pairs` says which words are worth a look. */
  constructor(pairs: Pairs) {
    this.#pairs = pairs;
    this.#markup = new Markup(this.scan, pairs);
  }

  /** Begins with a text; the last scan is overwritten. No word is read yet. Spec: FG-8. */
  begin(text: string): void {
    const scan = this.scan;
    if (scan.numbers.length < text.length + 2 || scan.numbers.length > keptWords) {
      Object.assign(scan, emptyScan(Math.max(text.length + 2, 1024)));
    }
    scan.text = text;
    scan.count = 0;
    scan.hitCount = 0;
    this.#bytes = unitsOf(text);
    this.#markup.begin();
    this.#at = this.#markup.lineStart(0);
  }

  /**
   * Reads on until the scan has `upTo` words or more, or the text is over; answers whether it is.
   * What marks say of a word may still change until then: a quotation closes behind it.
   *
   * Spec: FG-8, FG-11.
   */
  read(upTo: number): boolean {
    const { scan } = this;
    const { text } = scan;
    const { length } = text;
    const markup = this.#markup;
    while (this.#at < length) {
      const at = this.#run(upTo);
      if (scan.count >= upTo && this.#at < length) return false;
      if (this.#at === at) {
        if (at === length) break;
        const code = text.charCodeAt(at);
        const word = code >= 128 && foldedCode(code) > 0;
        this.#at = word ? this.#word(at) : markup.mark(at, code);
      } else this.#at = this.#word(this.#at);
    }
    this.#finish(length);
    return true;
  }

  /**
   * The loop in which most of the time goes: reads words of ASCII letters and the marks between
   * them, up to what needs a look around. Answers where it stops; the last word begins at `#at`.
   * It calls nothing that a compiler does not take into it.
   */
  #run(upTo: number): number {
    const { scan } = this;
    const { all, room } = scan;
    const bytes = this.#bytes;
    const hits = room * 5;
    const { rows, width, openers } = this.#pairs;
    let { pending, lineMarks } = this.#markup;
    let empty = false;
    let { count, hitCount } = scan;
    let at = this.#at;
    let from = at;
    let before = count === 0 ? 0 : (all[count - 1] as number);
    let gapsBefore = count === 0 ? 0 : (all[room * 3 + count - 1] as number);
    let low = 0;
    let high = 0;
    for (;;) {
      // Behind the last byte is a NUL, at which the loop ends.
      const kind = unitKinds[bytes[at] as number] as number;
      if (kind > 0) {
        high = (high << 5) | (low >>> 25);
        low = ((low << 5) & sixLetters) | kind;
        at++;
        continue;
      }
      if (from !== at) {
        if (kind === joining || at - from > longest) break;
        const number = numberOfKey(low, high);
        // Written for every word and kept for the hits: a branch here would cost more.
        all[hits + hitCount] = count;
        hitCount += isHit(rows, width, openers, before, gapsBefore, number, pending);
        before = number;
        gapsBefore = pending;
        recordWord(all, room, count++, number, from, at, pending, lineMarks);
        pending = 0;
        low = 0;
        high = 0;
        from = at;
        if (count >= upTo) break;
      }
      if (kind < 0) {
        if (kind === joining) break;
        pending |= -kind;
      } else {
        const bits = plainMark(bytes, at);
        if (bits === 0) break;
        if (bits === gapLine) {
          empty ||= (pending & gapLine) !== 0;
          pending |= (pending & gapLine) === 0 ? 0 : gapParagraph;
          lineMarks = 0;
        }
        pending |= bits;
      }
      at++;
      from = at;
    }
    scan.count = count;
    scan.hitCount = hitCount;
    this.#markup.resume(pending, lineMarks, empty);
    this.#at = from;
    return at;
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
      if (joint < 0 || numberAt[node] !== 0) {
        joint = at;
        jointNode = node;
      }
      if (isApostrophe(code)) node = step[node * 32 + apostropheCode] as number;
      if (node === 0) break;
      at = next;
    }
    if (joint >= 0 && (node === 0 || numberAt[node] === 0)) {
      at = joint;
      node = jointNode;
    }
    this.#markup.push(from, at, numberAt[node] as number);
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
