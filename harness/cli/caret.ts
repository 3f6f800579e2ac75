import type { Span } from "../../src/kernel/decision.ts";

/** Units of text shown on each side of the marked words. */
const contextUnits = 60;

/**
 * The marked words in their line, and a line of carets under them. Long lines are cut around the
 * mark; line breaks inside the mark show as ⏎.
 *
 * Spec: HN-20.
 */
export function caretLines(text: string, [start, end]: Span): readonly string[] {
  const lineStart = text.lastIndexOf("\n", start - 1) + 1;
  const lineEnd = text.indexOf("\n", end);
  const from = Math.max(lineStart, start - contextUnits);
  const to = Math.min(lineEnd === -1 ? text.length : lineEnd, end + contextUnits);
  const before = plain(text.slice(from, start));
  const marked = plain(text.slice(start, end));
  const shown = `${from > lineStart ? "…" : ""}${before}`;
  return [
    `  ${shown}${marked}${plain(text.slice(end, to))}`,
    `  ${" ".repeat(shown.length)}${"^".repeat(Math.max(1, marked.length))}`,
  ];
}

/** One column a unit, so that the carets stand under their words. */
function plain(text: string): string {
  return text.replace(/\r?\n/gu, "⏎").replace(/[\p{Cc}\p{Cf}]/gu, "·");
}
