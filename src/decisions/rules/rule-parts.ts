/** The front matter of a rule file: the text between its marks. Spec: SV-10. */
export interface FrontMatterText {
  readonly text: string;
  /** The line of the file on which the text starts, from 1. */
  readonly line: number;
}

/** A rule file cut at its marks. Spec: SV-10. */
export interface RuleParts {
  /** Absent where the file does not open with a mark. */
  readonly frontMatter?: FrontMatterText;
  /** True where a mark opens the file and none closes it. */
  readonly unclosed: boolean;
  /** What the reviewer is given: all that stands behind the closing mark, as it is in the file. */
  readonly body: string;
  /** Lines of the whole file; a line break at its end starts no further line. */
  readonly lineCount: number;
}

/**
 * Cuts a rule file into front matter and body. A byte order mark is dropped, CRLF and LF count
 * alike. A file that opens with a mark which nothing closes is all body and says so: reading it as
 * plain rules would lose the patterns that were meant to narrow it.
 *
 * Spec: SV-10, SV-13.
 */
export function ruleParts(text: string): RuleParts {
  const bare = text.startsWith("\uFEFF") ? text.slice(1) : text;
  const lineCount = lineCountOf(bare);
  const opening = /^---[ \t]*(?:\r?\n|$)/u.exec(bare);
  if (opening === null) return { unclosed: false, body: bare, lineCount };
  const from = opening[0].length;
  const rest = bare.slice(from);
  // The first line behind the opening mark may itself be the closing one.
  const found = /^---[ \t]*(?:\r?\n|$)/u.exec(rest) ?? /\n---[ \t]*(?:\r?\n|$)/u.exec(rest);
  if (found === null) return { unclosed: true, body: bare, lineCount };
  const inside = rest.slice(0, found.index + (found[0].startsWith("\n") ? 1 : 0));
  const body = rest.slice(found.index + found[0].length);
  return { frontMatter: { text: inside, line: 2 }, unclosed: false, body, lineCount };
}

function lineCountOf(text: string): number {
  if (text === "") return 0;
  let count = 1;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) count += 1;
  return text.endsWith("\n") ? count - 1 : count;
}
