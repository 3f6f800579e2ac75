/**
 * A Markdown text with its long lines broken at blanks, as editors and mail programs do: what goes
 * on stands below the text of its list item or behind the mark of its quotation. Fences, tables,
 * titles and indented blocks stay as they are.
 *
 * Spec: FG-8.
 */
export function wrapped(text: string, widthMax: number): string {
  let fenced = false;
  return text
    .split("\n")
    .map((line) => {
      if (/^\s*(?:```|~~~)/.test(line)) fenced = !fenced;
      return fenced || /^(?:\s*\||#| {4})/.test(line) ? line : wrappedLine(line, widthMax);
    })
    .join("\n");
}

function wrappedLine(line: string, widthMax: number): string {
  const [mark = ""] = /^\s*(?:(?:[-*+]|\d+[.)])\s+|>\s*)?/.exec(line) ?? [];
  const indent = mark.includes(">") ? mark : " ".repeat(mark.length);
  const lines: string[] = [];
  let open = mark;
  for (const word of line.slice(mark.length).split(" ")) {
    const begun = open !== mark && open !== indent;
    if (begun && open.length + 1 + word.length > widthMax) {
      lines.push(open);
      open = indent + word;
    } else open += begun ? ` ${word}` : word;
  }
  return [...lines, open].join("\n");
}
