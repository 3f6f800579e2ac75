import { cutText, fairShares } from "./fair-shares.ts";

/** One hunk of a unified diff: its header, and its lines with their marks. Spec: SV-32. */
export interface DiffHunk {
  readonly header: string;
  readonly lines: readonly string[];
}

/** A unified diff. Spec: SV-31, SV-32. */
export interface DiffFacts {
  /** File names, and notes on what lines cannot show. */
  readonly head: readonly string[];
  readonly hunks: readonly DiffHunk[];
  /** The most UTF-16 units of the whole. */
  readonly unitsMax: number;
}

/** The diff as shown. Spec: SV-32. */
export interface DiffOutcome {
  readonly text: string;
  readonly truncated: boolean;
}

/**
 * The diff within its limit. Where it is too long every hunk keeps its header and a fair share of
 * its lines, and a mark says how many are missing; where not even the headers fit, a mark says how
 * many hunks are missing. A change at the end of a long diff is never hidden without a word.
 *
 * Spec: SV-32.
 */
export function boundedDiff(facts: DiffFacts): DiffOutcome {
  const { head, hunks, unitsMax } = facts;
  const whole = [...head, ...hunks.flatMap(({ header, lines }) => [header, ...lines])].join("\n");
  if (whole.length <= unitsMax) return { text: whole, truncated: false };
  const start = cutText(head.join("\n"), unitsMax);
  const marks = hunks.map(({ lines }) => missing(lines.length, "diff lines"));
  const fixed = hunks.map(({ header }, index) => header.length + 2 + (marks[index] ?? "").length);
  let used = start.length;
  let count = 0;
  while (count < hunks.length && used + (fixed[count] ?? 0) + reserve(hunks, count) <= unitsMax) {
    used += fixed[count] ?? 0;
    count += 1;
  }
  const left = hunks.length - count;
  const kept = hunks.slice(0, count);
  const tail = left > 0 ? `\n${missing(left, "hunks")}` : "";
  const needs = kept.map(({ lines }) => lines.reduce((sum, line) => sum + line.length + 1, 0));
  const shares = fairShares(needs, unitsMax - used - tail.length);
  const shown = kept.map((hunk, index) => hunkText(hunk, shares[index] ?? 0));
  const text = [start, ...shown].join("\n") + tail;
  return { text: text.length <= unitsMax ? text : cutText(text, unitsMax), truncated: true };
}

/** Room for the mark about the hunks behind this one, should they not fit. */
function reserve(hunks: readonly DiffHunk[], index: number): number {
  const left = hunks.length - index - 1;
  return left > 0 ? missing(left, "hunks").length + 1 : 0;
}

function missing(count: number, what: string): string {
  return `... ${count} ${what} omitted ...`;
}

/** Header, as many lines as the units hold, and the mark, for which room is already kept. */
function hunkText(hunk: DiffHunk, units: number): string {
  const shown = [hunk.header];
  let left = units;
  for (const line of hunk.lines) {
    if (line.length + 1 > left) break;
    shown.push(line);
    left -= line.length + 1;
  }
  const cut = hunk.lines[shown.length - 1];
  // A single long line would else be left out as a whole.
  if (shown.length === 1 && cut !== undefined && left > 2) shown.push(cutText(cut, left - 1));
  const rest = hunk.lines.length - (shown.length - 1);
  if (rest > 0) shown.push(missing(rest, "diff lines"));
  return shown.join("\n");
}
