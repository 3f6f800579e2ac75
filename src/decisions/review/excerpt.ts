import { cutText, fairShares } from "./fair-shares.ts";

/** Lines that a change added or altered, from 1, both ends included. Spec: SV-32. */
export interface ChangedLines {
  readonly start: number;
  readonly end: number;
}

/** A file after its change. Spec: SV-32. */
export interface ExcerptFacts {
  /** The file's lines without their breaks. */
  readonly lines: readonly string[];
  /**
   * What changed, in order. A hunk that only took lines away has the line that now stands there, or
   * the last line where it took the end.
   */
  readonly hunks: readonly ChangedLines[];
  /** The most UTF-16 units of numbered text. */
  readonly unitsMax: number;
}

/** What the reviewer is shown of the file. Spec: SV-32. */
export interface ExcerptOutcome {
  readonly text: string;
  readonly truncated: boolean;
}

const radii: readonly number[] = [100, 50, 20, 10, 3, 0];

/**
 * The file with line numbers, whole where it fits, else the surroundings of every hunk with the
 * largest radius that fits: first round whole hunks, then round both ends of each, then the first
 * line of each, cut. The limit is never passed; the first line of every hunk is its anchor and is
 * shown, if only by its number, as long as the limit holds the numbers.
 *
 * ```text
 * ... lines 1-9 omitted ...
 * 10 | const total = 3;
 * ... lines 11-300 omitted ...
 * ```
 *
 * Spec: SV-32.
 */
export function excerpt(facts: ExcerptFacts): ExcerptOutcome {
  const { lines, unitsMax } = facts;
  const count = lines.length;
  if (count === 0) return { text: "", truncated: false };
  const sums = lengthSums(lines);
  const whole: Range = [1, count];
  if (shownLength([whole], count, sums) <= unitsMax) {
    return { text: shownText([whole], lines), truncated: false };
  }
  const hunks = clamped(facts.hunks, count);
  for (const points of [hunks, hunks.flatMap(bothEnds)]) {
    for (const radius of radii) {
      const ranges = merged(points, radius, count);
      if (shownLength(ranges, count, sums) <= unitsMax) {
        return { text: shownText(ranges, lines), truncated: true };
      }
    }
  }
  const anchors = [...new Set(hunks.map(({ start }) => start))];
  return { text: anchorText(anchors, lines, unitsMax), truncated: true };
}

type Range = readonly [first: number, last: number];

function clamped(hunks: readonly ChangedLines[], count: number): readonly ChangedLines[] {
  const within = (line: number): number => Math.min(count, Math.max(1, line));
  if (hunks.length === 0) return [{ start: 1, end: 1 }];
  return hunks
    .map(({ start, end }) => ({ start: within(start), end: within(Math.max(start, end)) }))
    .sort((a, b) => a.start - b.start);
}

function bothEnds({ start, end }: ChangedLines): ChangedLines[] {
  return [
    { start, end: start },
    { start: end, end },
  ];
}

/** Ranges round the points, joined where they touch. Points are in order of their starts. */
function merged(points: readonly ChangedLines[], radius: number, count: number): Range[] {
  const ranges: [number, number][] = [];
  for (const { start, end } of [...points].sort((a, b) => a.start - b.start)) {
    const first = Math.max(1, start - radius);
    const last = Math.min(count, end + radius);
    const before = ranges.at(-1);
    if (before !== undefined && first <= before[1] + 1) before[1] = Math.max(before[1], last);
    else ranges.push([first, last]);
  }
  return ranges;
}

/** Units of the numbered lines before each line, their breaks counted. */
function lengthSums(lines: readonly string[]): Float64Array {
  const sums = new Float64Array(lines.length + 1);
  lines.forEach((line, index) => {
    sums[index + 1] = (sums[index] ?? 0) + numbered(index + 1, "").length + line.length + 1;
  });
  return sums;
}

function numbered(line: number, text: string): string {
  return `${line} | ${text}`;
}

function gap(first: number, last: number): string {
  return first === last
    ? `... line ${first} omitted ...`
    : `... lines ${first}-${last} omitted ...`;
}

function shownLength(ranges: readonly Range[], count: number, sums: Float64Array): number {
  let units = -1;
  for (const [first, last] of ranges) units += (sums[last] ?? 0) - (sums[first - 1] ?? 0);
  for (const mark of gaps(ranges, count)) if (mark !== "") units += mark.length + 1;
  return units;
}

/** The marks before, between and behind the ranges; empty where nothing is left out. */
function gaps(ranges: readonly Range[], count: number): readonly string[] {
  const marks: string[] = [];
  let next = 1;
  for (const [first, last] of ranges) {
    marks.push(first > next ? gap(next, first - 1) : "");
    next = last + 1;
  }
  marks.push(next <= count ? gap(next, count) : "");
  return marks;
}

function shownText(ranges: readonly Range[], lines: readonly string[]): string {
  const marks = gaps(ranges, lines.length);
  const shown: string[] = [];
  ranges.forEach(([first, last], index) => {
    const mark = marks[index] ?? "";
    if (mark !== "") shown.push(mark);
    for (let line = first; line <= last; line += 1)
      shown.push(numbered(line, lines[line - 1] ?? ""));
  });
  const tail = marks[ranges.length] ?? "";
  return (tail === "" ? shown : [...shown, tail]).join("\n");
}

/** One line for each anchor, with marks, without them, or only numbers: the most that fits. */
function anchorText(
  anchors: readonly number[],
  lines: readonly string[],
  unitsMax: number,
): string {
  const ranges = anchors.map((line): Range => [line, line]);
  const marks = gaps(ranges, lines.length).filter((mark) => mark !== "");
  const bare = anchors.map((line) => numbered(line, ""));
  const joined = bare.join("\n").length;
  const withMarks = joined + marks.reduce((sum, mark) => sum + mark.length + 1, 0);
  if (joined > unitsMax) return numbersText(anchors, unitsMax);
  const room = unitsMax - (withMarks <= unitsMax ? withMarks : joined);
  const texts = anchors.map((line) => lines[line - 1] ?? "");
  const shares = fairShares(
    texts.map((text) => text.length),
    room,
  );
  const cut = new Map(
    anchors.map((line, index) => [line, cutText(texts[index] ?? "", shares[index] ?? 0)]),
  );
  if (withMarks > unitsMax)
    return anchors.map((line) => numbered(line, cut.get(line) ?? "")).join("\n");
  const sparse = lines.map((_, index) => cut.get(index + 1) ?? "");
  return shownText(ranges, sparse);
}

function numbersText(anchors: readonly number[], unitsMax: number): string {
  let text = "";
  for (const line of anchors) {
    const longer = text === "" ? String(line) : `${text}\n${line}`;
    if (longer.length > unitsMax) break;
    text = longer;
  }
  return text;
}
