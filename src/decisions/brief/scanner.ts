import { isApostrophe, joiningKind, letterTable, unitTable } from "./characters.ts";
import { fold, foldedCode } from "./fold.ts";
import { gap } from "./gaps.ts";
import { Markup } from "./markup.ts";
import { emptyScan, type Scan } from "./scan.ts";
import { apostropheCode, type Vocabulary } from "./vocabulary.ts";
import { hashing, keyLettersMax, lowMask } from "./word-table.ts";

// Constants of this module: a compiler takes them for constants, and imported names not.
const unitKinds = unitTable;
const joining = joiningKind;
const longest = keyLettersMax;
const sixLetters = lowMask;
const { lowFactor: lowBy, highFactor: highBy, shift, slotMask } = hashing;

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
  #at = 0;

  constructor(vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary;
  }

  /** Begins with a text; the last scan is overwritten. No word is read yet. Spec: FG-8. */
  begin(text: string): void {
    const scan = this.scan;
    if (scan.numbers.length < text.length + 2 || scan.numbers.length > keptWords) {
      Object.assign(scan, emptyScan(Math.max(text.length + 2, 1024)));
    }
    scan.text = text;
    scan.count = 0;
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
   * It calls nothing, so that all it needs stays in registers.
   */
  #run(upTo: number): number {
    const { scan } = this;
    const { text, all, room } = scan;
    const { slots, keys } = this.#vocabulary.table;
    const { length } = text;
    const { lineMarks } = this.#markup;
    let { pending } = this.#markup;
    let { count } = scan;
    let at = this.#at;
    let from = at;
    let low = 0;
    let high = 0;
    while (at < length) {
      const kind = unitKinds[text.charCodeAt(at)] as number;
      if (kind > 0) {
        high = (high << 5) | (low >>> 25);
        low = ((low << 5) & sixLetters) | kind;
        at++;
        continue;
      }
      if (from !== at) {
        if (kind === joining || at - from > longest) break;
        let slot = (Math.imul(low, lowBy) ^ Math.imul(high, highBy)) >>> shift;
        let number = slots[slot] as number;
        while (number !== 0 && (keys[number * 2] !== low || keys[number * 2 + 1] !== high)) {
          slot = (slot + 1) & slotMask;
          number = slots[slot] as number;
        }
        let cell = count++;
        all[cell] = number;
        cell += room;
        all[cell] = from;
        cell += room;
        all[cell] = at;
        cell += room;
        all[cell] = pending;
        all[cell + room] = lineMarks;
        pending = 0;
        low = 0;
        high = 0;
        from = at;
        if (count >= upTo) break;
      }
      if (kind >= 0 || kind === joining) break;
      pending |= -kind;
      at++;
      from = at;
    }
    scan.count = count;
    this.#markup.pending = pending;
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
