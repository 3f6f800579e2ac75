import { closesFence, type Fence, openedFence } from "../../kernel/fence.ts";
import { inlineMarks } from "../../kernel/inline-marks.ts";

/** Stands for a unit that is code, quoted or an address: no word, no blank, no sentence end. */
export const maskUnit = "\uFFFC";

/** `> …`, also within list items. */
const quoteLine = /^\s*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*>/u;
const quoteMarks = /^(?:[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])[ \t]))+/u;
/** What cannot go on a paragraph of the lines before it. */
const blockStart = /^\s{0,3}(?:#{1,6}[ \t]|(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)|(?:[-*_][ \t]*){3,}$)/u;
/** A row of a table. */
const tableRow = /^\s*\|.*\|\s*$/u;

interface Line {
  readonly start: number;
  /** Without the line end. */
  readonly end: number;
  readonly next: number;
}

/**
 * The text with everything masked that a person only shows or cites: fenced and inline code, block
 * quotes with the lines that go on with them, quotations, addresses, comments, rows of tables. The
 * length stays, line ends too, so positions are those of the text.
 *
 * Spec: LP-11.
 */
export function maskedText(text: string): string {
  const mask = new Uint8Array(text.length);
  const lines = linesOf(text);
  maskBlocks(text, lines, mask);
  maskInline(text, lines, mask);
  let masked = "";
  let from = 0;
  for (let at = 0; at <= text.length; at++) {
    const hides = at < text.length && mask[at] === 1 && text[at] !== "\n";
    if (!hides && at < text.length) continue;
    masked += text.slice(from, at) + (hides ? maskUnit : "");
    from = at + 1;
  }
  return masked;
}

function linesOf(text: string): readonly Line[] {
  const lines: Line[] = [];
  for (let start = 0; start <= text.length; ) {
    const feed = text.indexOf("\n", start);
    const next = feed === -1 ? text.length + 1 : feed + 1;
    const stop = feed === -1 ? text.length : feed;
    const end = text[stop - 1] === "\r" && stop > start ? stop - 1 : stop;
    lines.push({ start, end, next });
    start = next;
  }
  return lines;
}

/** Fences, comments, block quotes and tables: what goes by lines. */
function maskBlocks(text: string, lines: readonly Line[], mask: Uint8Array): void {
  let fence: Fence | undefined;
  let quoteGoesOn = false;
  let hiddenTo = 0;
  // Where no comment closes any more, none is looked for: the time stays linear.
  const lastClose = text.lastIndexOf("-->");
  for (const line of lines) {
    if (line.end < hiddenTo) continue;
    const shown = text.slice(line.start, line.end);
    if (fence !== undefined) {
      mask.fill(1, line.start, line.end);
      if (closesFence(fence, shown)) fence = undefined;
      continue;
    }
    fence = openedFence(withoutListMark(shown));
    if (fence !== undefined) {
      mask.fill(1, line.start, line.end);
      quoteGoesOn = false;
      continue;
    }
    if (isQuoted(shown, quoteGoesOn)) {
      mask.fill(1, line.start, line.end);
      quoteGoesOn = quoteLine.test(shown) ? quotesParagraph(shown) : quoteGoesOn;
      continue;
    }
    quoteGoesOn = false;
    if (tableRow.test(shown)) mask.fill(1, line.start, line.end);
    hiddenTo = maskComments(text, line, mask, hiddenTo, lastClose);
  }
}

/** A fence may open right after a list marker; spaces stand for it, so that columns stay. */
function withoutListMark(line: string): string {
  return line.replace(/^(\s*)((?:[-*+]|\d{1,9}[.)])[ \t]+)/u, (_, lead: string, mark: string) =>
    lead.concat(" ".repeat(mark.length)),
  );
}

function isQuoted(line: string, goesOn: boolean): boolean {
  if (quoteLine.test(line)) return true;
  return goesOn && line.trim() !== "" && !blockStart.test(line);
}

/** Whether the quoted line is running text, which a line without `>` may go on with. */
function quotesParagraph(line: string): boolean {
  const quoted = line.replace(quoteMarks, "");
  return quoted.trim() !== "" && !blockStart.test(quoted) && openedFence(quoted) === undefined;
}

/**
 * Masks the comments that start on the line, and says how far the last one goes. One that never
 * closes hides the rest where it starts a line, as Markdown has it, and nothing elsewhere.
 */
function maskComments(
  text: string,
  line: Line,
  mask: Uint8Array,
  hiddenTo: number,
  lastClose: number,
): number {
  let at = Math.max(line.start, hiddenTo);
  let hidden = hiddenTo;
  if (!text.slice(at, line.end).includes("<!--")) return hidden;
  const code = inlineMarks(text, line.start, line.end).filter(({ kind }) => kind === "code");
  let passed = 0;
  while (at < line.end) {
    const open = text.indexOf("<!--", at);
    if (open === -1 || open >= line.end) break;
    while ((code[passed]?.end ?? text.length) <= open) passed++;
    const within = code[passed];
    if (within !== undefined && within.start < open) {
      at = within.end;
      continue;
    }
    const close = open < lastClose ? text.indexOf("-->", open + 4) : -1;
    const startsLine = text.slice(line.start, open).trim() === "";
    if (close === -1 && !startsLine) break;
    const stop = close === -1 ? text.length : close + 3;
    mask.fill(1, open, stop);
    hidden = stop;
    at = stop;
  }
  return hidden;
}

/** Code, quotations and addresses: they may go over lines, but not over a blank or masked one. */
function maskInline(text: string, lines: readonly Line[], mask: Uint8Array): void {
  let start: number | undefined;
  let end = 0;
  const close = (): void => {
    if (start !== undefined) {
      for (const mark of inlineMarks(text, start, end)) mask.fill(1, mark.start, mark.end);
      maskCodeElements(text.slice(start, end), start, mask);
    }
    start = undefined;
  };
  for (const line of lines) {
    const isBreak = text.slice(line.start, line.end).trim() === "" || mask[line.start] === 1;
    if (isBreak) {
      close();
      continue;
    }
    start ??= line.start;
    end = line.end;
  }
  close();
}

/** `<code>…</code>` and `<pre>…</pre>`: inline code in another spelling. */
function maskCodeElements(paragraph: string, offset: number, mask: Uint8Array): void {
  if (!/<(?:code|pre|kbd)>/iu.test(paragraph)) return;
  const lower = paragraph.toLowerCase();
  for (const name of ["code", "pre", "kbd"]) {
    let at = lower.indexOf(`<${name}>`);
    while (at !== -1) {
      const close = lower.indexOf(`</${name}>`, at);
      if (close === -1) break;
      mask.fill(1, offset + at, offset + close + name.length + 3);
      at = lower.indexOf(`<${name}>`, close);
    }
  }
}
