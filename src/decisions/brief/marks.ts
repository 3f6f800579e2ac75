import { isTagCharacter } from "./characters.ts";
import { fold } from "./fold.ts";
import { gap } from "./gaps.ts";

/** Whether a blank, a line break or the end of the text. Spec: FG-8. */
export function isBlank(code: number): boolean {
  return code === 32 || code === 10 || Number.isNaN(code);
}

/** Whether three code marks, tildes or quotation marks stand here. Spec: FG-8, FG-10. */
export function isFence(text: string, at: number, code: number): boolean {
  if (code !== 96 && code !== 126 && code !== 34) return false;
  return text.charCodeAt(at + 1) === code && text.charCodeAt(at + 2) === code;
}

/** Whether a backslash belongs to a Windows path such as `C:\new`. Spec: FG-8. */
export function isDrivePath(text: string, at: number): boolean {
  const before = text.charCodeAt(at - 1);
  const letter = before === 58 ? text.charCodeAt(at - 2) | 32 : 0;
  return letter >= 97 && letter <= 122 && !(text.charCodeAt(at - 3) > 64);
}

/** The gap bits of a `<`, which may begin a tag, and the offset behind it. Spec: FG-8. */
export function tagAt(text: string, at: number): { readonly bits: number; readonly next: number } {
  let next = at + 1;
  if (text.charCodeAt(next) === 47) next++;
  const from = next;
  while (next - from < 24 && isTagCharacter(text.charCodeAt(next))) next++;
  if (next === from || text.charCodeAt(next) !== 62) return { bits: gap.symbol, next: at + 1 };
  const inline = next - from <= 4 || text.startsWith("strong", from);
  return { bits: inline ? gap.emphasis : gap.tag, next: next + 1 };
}

/**
 * What closes a quotation that a mark opens. German ones begin low and end with what begins an
 * English one.
 *
 * Spec: FG-10.
 */
export function closingOf(code: number): number {
  if (code === 0x201e) return 0x201c;
  return code === 0x201a ? 0x2018 : fold.closeQuote;
}
