import { endsWord, gapTable, letterOf, letterTable } from "./characters.ts";
import { fold, foldedCode } from "./fold.ts";
import { gap, inside } from "./gaps.ts";
import { afterBlanks, closesOnLine, lineOpening, opensPlainly } from "./line-opening.ts";
import { closingOf, isBlank, isDrivePath, isFence, tagAt } from "./marks.ts";
import { addHit, type Pairs } from "./pairs.ts";
import { entitles, recordWord, type Scan } from "./scan.ts";

/**
 * What stands between the words of a brief: reads marks, quotations, code, fences, lines, and
 * keeps what is pending for the next word.
 *
 * Spec: FG-8, FG-10, FG-11.
 */
export class Markup {
  /** Gap bits since the last word. */
  pending = 0;
  /** What every word of this line stands in. */
  lineMarks = 0;
  readonly #scan: Scan;
  readonly #pairs: Pairs;
  #tickRun = 0;
  #tickFrom = 0;
  #quoteEnd = 0;
  #quoteFrom = 0;
  #fenceCode = 0;
  #fenceFrom = 0;

  /** For a scan, and the pairs of words that are worth a look. */
  constructor(scan: Scan, pairs: Pairs) {
    this.#scan = scan;
    this.#pairs = pairs;
  }

  /** Forgets the last brief. */
  begin(): void {
    this.pending = gap.start;
    this.lineMarks = 0;
    this.#tickRun = 0;
    this.#quoteEnd = 0;
    this.#fenceCode = 0;
  }

  /** Takes over from a reader of plain marks; `empty` says whether it read an empty line. */
  resume(pending: number, lineMarks: number, empty: boolean): void {
    this.pending = pending;
    this.lineMarks = lineMarks;
    if (empty) this.#emptyLine();
  }

  /** Neither a code mark nor a quotation goes on behind an empty line. */
  #emptyLine(): void {
    this.#tickRun = 0;
    this.#quoteEnd = 0;
  }

  /** Adds a word `[start, end)` with what was pending before it. */
  push(start: number, end: number, number: number): void {
    const scan = this.#scan;
    const { all, room, count } = scan;
    recordWord(all, room, count, number, start, end, this.pending, this.lineMarks);
    addHit(this.#pairs, scan);
    scan.count++;
    this.pending = 0;
  }

  /** Reads the mark at an offset; answers the offset behind it. */
  mark(at: number, code: number): number {
    if (code >= 128) return this.#wide(at, code);
    const text = this.#scan.text;
    const next = text.charCodeAt(at + 1);
    if (code === 10) return this.#line(at + 1);
    if (code === 13) return next === 10 ? at + 1 : this.#line(at + 1);
    switch (code) {
      case 46:
        this.pending |= endsWord(next) ? gap.stop : gap.dot;
        return at + 1;
      case 45:
        return this.#hyphens(at);
      case 96:
        return this.#ticks(at);
      case 34:
      case 39:
        return this.#straightQuote(at, code);
      case 92:
        if ((next === 110 || next === 114 || next === 116) && !isDrivePath(text, at)) {
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
    this.pending |= bits;
    return next;
  }

  #hyphens(at: number): number {
    const text = this.#scan.text;
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
    const text = this.#scan.text;
    let next = at;
    while (text.charCodeAt(next) === 96) next++;
    const run = next - at;
    const count = this.#scan.count;
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
    const { marks, count } = this.#scan;
    for (let index = from; index < count; index++) marks[index] = (marks[index] as number) | bit;
  }

  #straightQuote(at: number, code: number): number {
    const text = this.#scan.text;
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
    this.#quoteFrom = this.#scan.count;
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
        this.pending |= gap.list | gap.line;
        return this.lineStart(at + 1);
      case fold.openQuote:
        if (this.#quoteEnd === 0) this.#openQuote(closingOf(code));
        else if (this.#quoteEnd === code) this.#closeQuote();
        return this.#pend(gap.quote, at + 1);
      case fold.apostrophe:
      case fold.closeQuote:
        if (this.#quoteEnd === fold.closeQuote) this.#closeQuote();
        else if (folded === fold.closeQuote && this.#quoteEnd > 127) this.#closeQuote();
        return this.#pend(gap.quote, at + 1);
      case fold.letter:
        return this.#foreignWord(at);
      default:
        if (code >= 0xff01 && code <= 0xff5e) return this.mark(at, code - 0xfee0);
        return this.#pend(gap.symbol, at + 1);
    }
  }

  /** A run of letters the vocabulary has no codes for is one unknown word. */
  #foreignWord(from: number): number {
    const text = this.#scan.text;
    let at = from + 1;
    while (text.charCodeAt(at) >= 128 && foldedCode(text.charCodeAt(at)) === fold.letter) at++;
    this.push(from, at, 0);
    return at;
  }

  #tag(at: number): number {
    const { bits, next } = tagAt(this.#scan.text, at);
    return this.#pend(bits, next);
  }

  #line(next: number): number {
    if ((this.pending & gap.line) !== 0) {
      this.pending |= gap.paragraph;
      this.#emptyLine();
    }
    this.pending |= gap.line;
    return this.lineStart(next);
  }

  /** Reads the block marks of a line; answers the offset of its first word. */
  lineStart(from: number): number {
    this.lineMarks = 0;
    const text = this.#scan.text;
    if (opensPlainly(text, from)) return from;
    const at = afterBlanks(text, from);
    const code = text.charCodeAt(at);
    if (isFence(text, at, code)) return this.#fence(at, code);
    if (this.#fenceCode !== 0) return at;
    const opening = lineOpening(text, at);
    const ruled = (opening.gaps & gap.rule) !== 0 && (code === 45 || code === 61);
    if (ruled && entitles(this.#scan, this.pending)) this.pending |= gap.paragraph;
    else this.pending |= opening.gaps;
    this.lineMarks = opening.marks;
    return opening.next;
  }

  #fence(at: number, code: number): number {
    const text = this.#scan.text;
    let next = at;
    while (text.charCodeAt(next) === code) next++;
    if (this.#fenceCode === code) {
      this.#cover(this.#fenceFrom, inside.fence);
      this.#fenceCode = 0;
    } else if (this.#fenceCode === 0 && !closesOnLine(text, next, code)) {
      this.#fenceCode = code;
      this.#fenceFrom = this.#scan.count;
    } else return this.#ticks(at);
    return this.#pend(gap.tick | gap.paragraph, next);
  }
}
