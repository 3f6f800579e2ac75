/** A heading of a Markdown text. `start` and `end` are units: the line with its line end. */
export interface Heading {
  readonly level: number;
  readonly title: string;
  readonly start: number;
  readonly end: number;
}

/** What a reading by lines tells. Spec: WL-9. */
export interface TextLines {
  readonly headings: readonly Heading[];
  /** A code fence that is never closed reaches over everything behind it. */
  readonly isFenceOpen: boolean;
}

/** Where a section's body stands, from after its heading up to the next heading of its rank. */
export interface SectionPlace {
  readonly from: number;
  readonly to: number;
}

/**
 * The headings of a text, `#` and underlined ones. A line in a code fence or in a comment is none.
 *
 * Spec: WL-9.
 */
export function textLines(text: string): TextLines {
  const headings: Heading[] = [];
  let fence: string | undefined;
  let isComment = false;
  let above: { readonly text: string; readonly start: number } | undefined;
  for (const { 0: whole, index: start } of text.matchAll(/[^\n]*(?:\n|$)/gu)) {
    if (whole === "") break;
    const line = whole.trimEnd();
    const marks = /^ {0,3}(`{3,}|~{3,})(.*)$/u.exec(line);
    const before = above;
    above = undefined;
    if (fence !== undefined) {
      if (marks?.[2]?.trim() === "" && marks[1]?.startsWith(fence) === true) fence = undefined;
    } else if (isComment) {
      isComment = !line.includes("-->");
    } else if (marks !== null && !(marks[1]?.startsWith("`") === true && marks[2]?.includes("`"))) {
      fence = marks[1];
    } else if (/^ {0,3}<!--/u.test(line)) {
      isComment = !line.includes("-->");
    } else {
      const found = headingOf(line, before);
      const end = start + whole.length;
      if (found !== undefined) headings.push({ ...found, start: found.start ?? start, end });
      else if (isParagraph(line)) above = { text: line.trim(), start };
    }
  }
  return { headings, isFenceOpen: fence !== undefined };
}

function headingOf(
  line: string,
  above: { readonly text: string; readonly start: number } | undefined,
) {
  const marked = /^ {0,3}(#{1,6})(?:[ \t]+(.*))?$/u.exec(line);
  if (marked !== null) {
    const title = (marked[2] ?? "").replace(/(?:^|[ \t]+)#+$/u, "").trim();
    return { level: marked[1]?.length ?? 1, title, start: undefined };
  }
  const underline = /^ {0,3}(=+|-+)$/u.exec(line);
  if (underline === null || above === undefined) return undefined;
  return { level: underline[1]?.startsWith("=") ? 1 : 2, title: above.text, start: above.start };
}

/** A line that an underline below would turn into a heading: no list, quote, table or indent. */
function isParagraph(line: string): boolean {
  return /^ {0,3}\S/u.test(line) && !/^ {0,3}(?:[-+*>|]|\d+[.)])/u.test(line);
}

/** The section under a heading of the second level with this title, in any case. Spec: WL-9. */
export function sectionOf(text: string, title: string): SectionPlace | undefined {
  const { headings } = textLines(text);
  const at = headings.findIndex(
    (heading) => heading.level === 2 && heading.title.toLowerCase() === title.toLowerCase(),
  );
  const found = headings[at];
  if (found === undefined) return undefined;
  const next = headings.slice(at + 1).find((heading) => heading.level <= 2);
  return { from: found.end, to: next?.start ?? text.length };
}
