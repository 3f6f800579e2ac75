import { gap, inside } from "./gaps.ts";

/**
 * A brief as words. Arrays are indexed by word; `gaps[count]` is what follows the last one.
 *
 * The arrays are longer than `count` and are reused by the next scan, so nothing may keep them.
 * `starts` and `ends` are UTF-16 offsets of the original text.
 *
 * Spec: FG-2, FG-8.
 */
export interface Scan {
  text: string;
  count: number;
  numbers: Int32Array;
  starts: Int32Array;
  ends: Int32Array;
  gaps: Int32Array;
  marks: Int32Array;
  /** The words that are worth a look with the word before them, from left to right. */
  hits: Int32Array;
  hitCount: number;
  /** All the arrays in one: those above are its parts, each `room` long, in the order above. */
  all: Int32Array;
  room: number;
}

/**
 * A scan with room for `wordsMax` words or some more. One array under all of them keeps the
 * scanner's loop free of six bases and six lengths. The room is no power of two, so that the
 * lists do not fight for one place in a cache.
 *
 * Spec: FG-11.
 */
export function emptyScan(wordsMax: number): Scan {
  const room = Math.ceil(wordsMax / 1024) * 1024 + 176;
  const all = new Int32Array(room * 6);
  const part = (index: number) => all.subarray(index * room, (index + 1) * room);
  const [numbers, starts, ends, gaps, marks] = [part(0), part(1), part(2), part(3), part(4)];
  const lists = { numbers, starts, ends, gaps, marks, hits: part(5) };
  return { text: "", count: 0, hitCount: 0, ...lists, all, room };
}

/** Marks of a line with which a paragraph begins, and those with which no title does. */
const opensParagraph = gap.paragraph | gap.start;
const noTitle = gap.rule | gap.list | gap.cell | gap.blockquote | gap.heading;

/**
 * Makes the last words a title if they are a paragraph of one line, for there is a line of dashes
 * under it; `pending` is what stands between them. Answers whether it did.
 *
 * Spec: FG-8, FG-10.
 */
export function entitles({ gaps, marks, count }: Scan, pending: number): boolean {
  if ((pending & gap.line) === 0 || (pending & gap.paragraph) !== 0) return false;
  let from = count - 1;
  while (from > 0 && ((gaps[from] as number) & (gap.line | gap.paragraph)) === 0) from--;
  const bits = from < 0 ? 0 : (gaps[from] as number);
  if ((bits & opensParagraph) === 0 || (bits & noTitle) !== 0) return false;
  gaps[from] = bits | gap.heading;
  for (let at = from; at < count; at++) marks[at] = (marks[at] as number) | inside.heading;
  return true;
}

/**
 * Writes a word to the lists of a scan, given as `all` and `room`: its number, its offsets, the
 * gap bits before it and the marks that it stands in.
 *
 * Spec: FG-11.
 */
export function recordWord(
  all: Int32Array,
  room: number,
  index: number,
  number: number,
  from: number,
  to: number,
  gaps: number,
  marks: number,
): void {
  all[index] = number;
  all[index + room] = from;
  all[index + 2 * room] = to;
  all[index + 3 * room] = gaps;
  all[index + 4 * room] = marks;
}
