import { fold, foldedCode } from "./fold.ts";
import { gap, inside } from "./gaps.ts";

/** What a line begins with, and where its words begin. Spec: FG-8, FG-10. */
export interface LineOpening {
  readonly next: number;
  readonly gaps: number;
  readonly marks: number;
}

/** The first offset from `from` that is no blank; line breaks are not blanks here. Spec: FG-8. */
export function afterBlanks(text: string, from: number): number {
  let at = from;
  for (;;) {
    const code = text.charCodeAt(at);
    const blank = code === 32 || code === 9 || code === 11 || code === 12;
    if (!blank && !(code >= 128 && isWideBlank(code))) return at;
    at++;
  }
}

function isWideBlank(code: number): boolean {
  const folded = foldedCode(code);
  return folded === fold.blank || folded === fold.skip;
}

/** Whether the same mark stands again before the line ends: then a fence is inline code. */
export function closesOnLine(text: string, from: number, code: number): boolean {
  for (let at = from; at < text.length; at++) {
    const here = text.charCodeAt(at);
    if (here === code) return true;
    if (here === 10 || here === 13) return false;
    if (here === 92 && text.charCodeAt(at + 1) === 110) return false;
  }
  return false;
}

const isBlank = (code: number): boolean =>
  code === 32 || code === 9 || code === 10 || code === 13 || Number.isNaN(code) || wide(code);

const wide = (code: number): boolean => code >= 128 && foldedCode(code) === fold.blank;

const isDigit = (code: number): boolean => code >= 48 && code <= 57;

/** The end of a list marker that begins here ("- ", "3) ", "(b) ", "[x] "), or -1. Spec: FG-8. */
export function listMarkerEnd(text: string, at: number): number {
  const code = text.charCodeAt(at);
  const next = text.charCodeAt(at + 1);
  if (code === 45 || code === 42 || code === 43) return isBlank(next) ? at + 1 : -1;
  if (code === 91) {
    const box = next === 32 || (next | 32) === 120;
    if (next === 93) return at + 2;
    return box && text.charCodeAt(at + 2) === 93 ? at + 3 : -1;
  }
  let end = code === 40 ? at + 1 : at;
  const from = end;
  while (end - from < 4 && isDigit(text.charCodeAt(end))) end++;
  const letter = text.charCodeAt(end) | 32;
  if (end === from && letter >= 97 && letter <= 122) end++;
  if (end === from) return -1;
  const close = text.charCodeAt(end);
  const lettered = !isDigit(text.charCodeAt(from));
  const closed = close === 41 || (close === 46 && !lettered && code !== 40);
  return closed && isBlank(text.charCodeAt(end + 1)) ? end + 1 : -1;
}

/** Whether the line is a horizontal rule. Reads the run of its marks, and nothing behind it. */
function isRuled(text: string, from: number): boolean {
  const code = text.charCodeAt(from);
  if (code !== 45 && code !== 42 && code !== 95 && code !== 61) return false;
  let at = from;
  while (text.charCodeAt(at) === code) at++;
  const end = text.charCodeAt(afterBlanks(text, at));
  return at - from >= 3 && (end === 10 || end === 13 || Number.isNaN(end));
}

/** Whether a line begins with two letters: then it has no block marks. Spec: FG-8. */
export function opensPlainly(text: string, from: number): boolean {
  if (from + 1 >= text.length) return false;
  const code = text.charCodeAt(from) | 32;
  const next = text.charCodeAt(from + 1) | 32;
  return code >= 97 && code <= 122 && next >= 97 && next <= 122;
}

/**
 * Reads the block marks at the start of a line: block quotes, headings, list markers, check
 * boxes, a table's bar, in any nesting.
 *
 * Spec: FG-8, FG-10.
 */
export function lineOpening(text: string, from: number): LineOpening {
  let at = from;
  let gaps = isRuled(text, from) ? gap.rule : 0;
  let marks = 0;
  for (;;) {
    const code = text.charCodeAt(at);
    if (code === 62) {
      gaps |= gap.blockquote;
      marks |= inside.blockquote;
      at = afterBlanks(text, at + 1);
      continue;
    }
    if (code === 35) {
      let end = at;
      while (text.charCodeAt(end) === 35) end++;
      if (end - at > 6 || !isBlank(text.charCodeAt(end))) break;
      gaps |= gap.heading;
      marks |= inside.heading;
      at = afterBlanks(text, end);
      continue;
    }
    if (code === 124) {
      gaps |= gap.cell;
      marks |= inside.table;
      at = afterBlanks(text, at + 1);
      break;
    }
    const quoted = code === 34 || code === 96 || code === 0x201c || code === 0xab;
    const end = listMarkerEnd(text, quoted ? at + 1 : at);
    if (end < 0) break;
    gaps |= gap.list;
    at = afterBlanks(text, end);
  }
  return { next: at, gaps, marks };
}
