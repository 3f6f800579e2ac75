import { closesFence, openedFence } from "../../kernel/fence.ts";
import { inlineMarks } from "../../kernel/inline-marks.ts";
import { endsSentence } from "./full-stop.ts";

/** Ends of a sentence; the last three need no blank after them. */
const endMarks = ".!?…。！？";
const wideEndMarks = "。！？";
const quoteClosers = "\"'”’»«›)]}」』】）》";
const wideClosers = "」』】）》";
const emphasis = "*_~";
const brackets: Readonly<Record<string, string>> = {
  "(": ")",
  "[": "]",
  "{": "}",
  "（": "）",
  "【": "】",
  "《": "》",
};

/**
 * The sentences of one paragraph, each as written. Nothing is lost: their concatenation is the
 * paragraph, blanks apart. Code, addresses, quotations and brackets are whole.
 *
 * Spec: LP-22, LP-23.
 */
export function sentences(paragraph: string): readonly string[] {
  const marks = new ParagraphMarks(paragraph);
  const pieces: string[] = [];
  let start = 0;
  for (let at = 0; at < paragraph.length; ) {
    if (!endMarks.includes(paragraph[at] ?? "") || marks.isFixed(at)) {
      at++;
      continue;
    }
    const markEnd = runEnd(paragraph, at, endMarks, marks);
    const close = closersEnd(paragraph, markEnd, marks);
    if (splitsAt(paragraph, at, markEnd, close, marks)) {
      pieces.push(paragraph.slice(start, close));
      start = close;
    }
    at = Math.max(markEnd, at + 1);
  }
  pieces.push(paragraph.slice(start));
  return withoutWordless(pieces);
}

function runEnd(text: string, from: number, set: string, marks: ParagraphMarks): number {
  let at = from;
  while (at < text.length && set.includes(text[at] ?? "") && !marks.isFixed(at)) at++;
  return at;
}

/** Behind the closing quotes, brackets and emphasis marks that follow an end mark. */
function closersEnd(text: string, from: number, marks: ParagraphMarks): number {
  let at = from;
  while (at < text.length) {
    const char = text[at] ?? "";
    const closes = quoteClosers.includes(char) || emphasis.includes(char);
    if (!closes || marks.opensAt(at)) return at;
    at++;
  }
  return at;
}

/**
 * Whether a sentence ends with the end marks `[at, markEnd)` and the closers up to `close`.
 *
 * Spec: LP-22.
 */
function splitsAt(
  text: string,
  at: number,
  markEnd: number,
  close: number,
  marks: ParagraphMarks,
): boolean {
  if (marks.isWithin(close)) return false;
  const closers = text.slice(markEnd, close);
  const next = nextStart(text, close);
  if (next === undefined) return false;
  const hasBlank = next > close;
  const isQuoted = [...closers].some((char) => quoteClosers.includes(char));
  if (isQuoted && isLower(wordStart(text, next))) return false;
  if (wideEndMarks.includes(text[markEnd - 1] ?? "")) {
    return hasBlank || ![...closers].some((char) => wideClosers.includes(char));
  }
  if (!hasBlank || !startsSentence(text, next)) return false;
  if (text.slice(at, markEnd) !== ".") return true;
  return endsSentence(text, at, wordStart(text, next), text[next] ?? "");
}

function nextStart(text: string, from: number): number | undefined {
  for (let at = from; at < text.length; at++) if (!/\s/u.test(text[at] ?? "")) return at;
  return undefined;
}

/** The text from the first letter or digit, past what may stand before it. */
function wordStart(text: string, from: number): string {
  return text.slice(from, from + 60).replace(/^[^\p{L}\p{N}\s]+/u, "");
}

function isLower(word: string): boolean {
  return /^\p{Ll}/u.test(word);
}

const openingUnits = "\"'“‘„‚«‹「『(（[【{《`¿¡";

function startsSentence(text: string, at: number): boolean {
  const rest = text.slice(at, at + 3);
  if (/^[\p{L}\p{N}\p{Extended_Pictographic}\p{Regional_Indicator}]/u.test(rest)) return true;
  if (openingUnits.includes(rest[0] ?? "")) return true;
  return /^(?:[*_~]+[^\s*_~]|<[\p{L}/])/u.test(text.slice(at, at + 6));
}

/** A piece without a word is no sentence: it stays with the one before it, or after it. */
function withoutWordless(pieces: readonly string[]): readonly string[] {
  const kept: string[] = [];
  let held = "";
  for (const piece of pieces) {
    if (hasWord(piece)) {
      kept.push(held + piece);
      held = "";
    } else if (kept.length > 0) kept.push((kept.pop() ?? "") + piece);
    else held += piece;
  }
  return kept;
}

/** Whether a text has a letter or a digit. Spec: LP-24. */
export function hasWord(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

/** Where a paragraph may not be taken apart. */
class ParagraphMarks {
  /** Code and addresses: nothing in them ends a sentence. */
  readonly #fixed: Uint8Array;
  /** Within a quotation or a bracket: a sentence goes on until it closes. */
  readonly #within: Uint8Array;
  readonly #opens: Uint8Array;

  constructor(text: string) {
    this.#fixed = new Uint8Array(text.length);
    this.#within = new Uint8Array(text.length);
    this.#opens = new Uint8Array(text.length);
    for (const [start, end] of this.#plainRanges(text)) this.#takeInline(text, start, end);
    this.#takeBrackets(text);
  }

  isFixed(at: number): boolean {
    return this.#fixed[at] === 1;
  }

  isWithin(at: number): boolean {
    return this.#within[at] === 1;
  }

  opensAt(at: number): boolean {
    return this.#opens[at] === 1;
  }

  /** Marks fences, and gives the ranges between them. */
  #plainRanges(text: string): readonly (readonly [number, number])[] {
    const ranges: [number, number][] = [];
    let fence: ReturnType<typeof openedFence>;
    let from = 0;
    let at = 0;
    for (const line of text.split("\n")) {
      const end = Math.min(text.length, at + line.length + 1);
      if (fence !== undefined) {
        this.#fixed.fill(1, at, end);
        if (closesFence(fence, line)) fence = undefined;
        from = end;
      } else {
        fence = openedFence(line);
        if (fence !== undefined) {
          ranges.push([from, at]);
          this.#fixed.fill(1, at, end);
          from = end;
        }
      }
      at = end;
    }
    ranges.push([from, text.length]);
    return ranges;
  }

  #takeInline(text: string, start: number, end: number): void {
    for (const mark of inlineMarks(text, start, end)) {
      if (mark.kind !== "quotation") this.#fixed.fill(1, mark.start, mark.end);
      else {
        this.#within.fill(1, mark.start + 1, mark.end);
        this.#opens[mark.start] = 1;
      }
    }
  }

  /** Every pair that closes counts, also within one that never does; linear in depth too. */
  #takeBrackets(text: string): void {
    const open: { readonly at: number; readonly close: string }[] = [];
    const depth = new Int32Array(text.length + 2);
    for (let at = 0; at < text.length; at++) {
      if (this.#fixed[at] === 1 || this.#within[at] === 1) continue;
      const char = text[at] ?? "";
      const close = brackets[char];
      if (close !== undefined) open.push({ at, close });
      else if (char === open.at(-1)?.close) {
        const start = open.pop()?.at ?? at;
        this.#opens[start] = 1;
        depth[start + 1] = (depth[start + 1] ?? 0) + 1;
        depth[at + 1] = (depth[at + 1] ?? 0) - 1;
      }
    }
    for (let at = 0, level = 0; at < text.length; at++) {
      level += depth[at] ?? 0;
      if (level > 0) this.#within[at] = 1;
    }
  }
}
