/** An open code fence: its mark, how many of them, and how far it is indented. */
export interface Fence {
  readonly mark: "`" | "~";
  readonly length: number;
  readonly indent: number;
}

const opening = /^([ \t]*)(`{3,}|~{3,})(.*)$/u;

/**
 * The fence that a line opens, if it opens one. A run of marks that closes on its own line is code
 * within a line, not a fence. Indentation is free: a fence in a nested list stands far to the
 * right.
 *
 * `line` is without its line end. Spec: LP-11, LP-21.
 */
export function openedFence(line: string): Fence | undefined {
  const found = opening.exec(line);
  if (found === null) return undefined;
  const [, indent = "", marks = "", info = ""] = found;
  const mark = marks.startsWith("`") ? "`" : "~";
  if (mark === "`" && info.includes("`")) return undefined;
  if (mark === "~" && info.includes("~~~")) return undefined;
  return { mark, length: marks.length, indent: indent.length };
}

/** Whether a line closes the fence: the same mark, at least as often, and nothing after it. */
export function closesFence(fence: Fence, line: string): boolean {
  const bare = line.trim();
  if (bare.length < fence.length) return false;
  for (const char of bare) if (char !== fence.mark) return false;
  const indent = line.length - line.trimStart().length;
  return indent <= fence.indent + 3;
}
