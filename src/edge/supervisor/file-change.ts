import type { StructuredPatchHunk } from "diff";
import type { DiffHunk } from "../../decisions/review/bounded-diff.ts";
import type { ChangedLines } from "../../decisions/review/excerpt.ts";
import type { FileState } from "./file-state.ts";

/** Lines of context round a change. Spec: SV-31. */
const context = 3;

/** Over this many changed lines the smallest diff is not searched for: the search is quadratic. */
const editsMax = 1_200;

/** What changed in a file, ready to be shown. Spec: SV-31, SV-32. */
export interface FileChange {
  /** File names, and notes on what lines cannot show. */
  readonly head: readonly string[];
  readonly hunks: readonly DiffHunk[];
  /** In lines of the file after the change. */
  readonly changed: readonly ChangedLines[];
  /** The file's lines after the change; undefined where it is gone. */
  readonly lines: readonly string[] | undefined;
}

/** A change, or why there is none to show. Spec: SV-31. */
export type ChangeAnswer =
  | { readonly kind: "change"; readonly change: FileChange }
  | { readonly kind: "unchanged" }
  | { readonly kind: "unseen"; readonly reason: string };

/**
 * What changed between two states of a file. Lines are compared without their ends; a change of
 * line ends or of the byte order mark is said in the head, so that it neither hides nor floods the
 * rest.
 *
 * Spec: SV-31.
 */
export async function fileChange(
  path: string,
  before: FileState,
  after: FileState,
): Promise<ChangeAnswer> {
  for (const state of [after, before]) {
    if (state.kind === "binary") return { kind: "unseen", reason: "binary file" };
    if (state.kind === "large") return { kind: "unseen", reason: "file too large" };
    if (state.kind === "unreadable") {
      return { kind: "unseen", reason: `file cannot be read (${state.problem})` };
    }
  }
  const old = textOf(before);
  const now = textOf(after);
  if (old === undefined && now === undefined) return { kind: "unchanged" };
  const same = old === now && markOf(before) === markOf(after);
  if (same && before.kind === after.kind) return { kind: "unchanged" };
  const hunks = await hunksOf(plain(old ?? ""), plain(now ?? ""));
  const head = [
    old === undefined ? "--- /dev/null" : `--- a/${path}`,
    now === undefined ? "+++ /dev/null" : `+++ b/${path}`,
    ...notes(before, after),
  ];
  const lines = now === undefined ? undefined : linesOf(plain(now));
  const change = { head, hunks: hunks.map(shownHunk), changed: hunks.map(changedLines), lines };
  return { kind: "change", change };
}

function textOf(state: FileState): string | undefined {
  return state.kind === "text" ? state.text : undefined;
}

function markOf(state: FileState): boolean {
  return state.kind === "text" && state.mark;
}

/** The text with LF line ends. */
export function plain(text: string): string {
  return text.includes("\r") ? text.replaceAll("\r\n", "\n") : text;
}

/** The lines of a text with LF line ends; a break at its end starts no line. */
export function linesOf(text: string): string[] {
  if (text === "") return [];
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

type LineEnds = "none" | "LF" | "CRLF" | "mixed";

/** How the lines of a text end. */
export function lineEnds(text: string): LineEnds {
  const breaks = text.split("\n").length - 1;
  const returns = text.split("\r\n").length - 1;
  if (breaks === 0) return "none";
  if (returns === 0) return "LF";
  return returns === breaks ? "CRLF" : "mixed";
}

function notes(before: FileState, after: FileState): string[] {
  if (before.kind !== "text" || after.kind !== "text") return [];
  const said: string[] = [];
  const [was, is] = [lineEnds(before.text), lineEnds(after.text)];
  if (was !== is && was !== "none" && is !== "none") said.push(`(line ends: ${was} -> ${is})`);
  if (before.mark !== after.mark) {
    said.push(`(byte order mark: ${after.mark ? "added" : "removed"})`);
  }
  return said;
}

/**
 * The hunks between two texts with LF line ends. What both begin and end with is taken off first,
 * so that a small change in a large file costs a small search; where the search grows too long the
 * rest is one hunk, which is a right diff, if not the smallest.
 */
async function hunksOf(old: string, now: string): Promise<StructuredPatchHunk[]> {
  if (old === now) return [];
  const [a, b] = [broken(old), broken(now)];
  let first = 0;
  while (first < a.length && first < b.length && a[first] === b[first]) first += 1;
  let tail = 0;
  const most = Math.min(a.length, b.length) - first;
  while (tail < most && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail += 1;
  const from = Math.max(0, first - context);
  const keep = Math.max(0, tail - context);
  const left = a.slice(from, a.length - keep);
  const right = b.slice(from, b.length - keep);
  const ends = { lead: first - from, trail: tail - keep };
  const found = most === tail ? undefined : await searched(left, right);
  return (found ?? [wholeHunk(left, right, ends)]).map((hunk) => ({
    ...hunk,
    oldStart: hunk.oldStart + from,
    newStart: hunk.newStart + from,
  }));
}

/** The hunks of the smallest diff; undefined where the search for it grew too long. */
async function searched(
  left: readonly string[],
  right: readonly string[],
): Promise<StructuredPatchHunk[] | undefined> {
  const { structuredPatch } = await import("diff");
  const options = { context, maxEditLength: editsMax };
  return structuredPatch("a", "b", left.join(""), right.join(""), "", "", options)?.hunks;
}

/** The lines of a text with their breaks. */
function broken(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/gu) ?? [];
}

const noFinalBreak = "\\ No newline at end of file";

/** One hunk for all that differs, with the lines round it that both have. */
function wholeHunk(
  left: readonly string[],
  right: readonly string[],
  { lead, trail }: { readonly lead: number; readonly trail: number },
): StructuredPatchHunk {
  const marked = (mark: string, lines: readonly string[]) =>
    lines.flatMap((line) =>
      line.endsWith("\n") ? [`${mark}${line.slice(0, -1)}`] : [`${mark}${line}`, noFinalBreak],
    );
  const lines = [
    ...marked(" ", left.slice(0, lead)),
    ...marked("-", left.slice(lead, left.length - trail)),
    ...marked("+", right.slice(lead, right.length - trail)),
    ...marked(" ", right.slice(right.length - trail)),
  ];
  return { oldStart: 1, oldLines: left.length, newStart: 1, newLines: right.length, lines };
}

function shownHunk(hunk: StructuredPatchHunk): DiffHunk {
  // A side without lines is counted from the line before it, as every diff does.
  const start = (line: number, count: number) => (count === 0 ? line - 1 : line);
  const old = `-${start(hunk.oldStart, hunk.oldLines)},${hunk.oldLines}`;
  const now = `+${start(hunk.newStart, hunk.newLines)},${hunk.newLines}`;
  return { header: `@@ ${old} ${now} @@`, lines: hunk.lines };
}

/** The lines that a hunk added, or the line that stands where it took some away. */
function changedLines(hunk: StructuredPatchHunk): ChangedLines {
  let line = hunk.newStart;
  let start: number | undefined;
  let end = hunk.newStart;
  for (const text of hunk.lines) {
    const mark = text[0];
    if (mark === "+" || mark === "-") {
      start ??= line;
      end = line;
    }
    if (mark === "+" || mark === " ") line += 1;
  }
  return { start: Math.max(1, start ?? hunk.newStart), end: Math.max(1, end) };
}
