/**
 * What the scanner must know of a word, as bits: which list of hits it goes to. An `object` goes to
 * the later ones behind an unknown word only.
 *
 * Spec: FG-11.
 */
export const anchorMark = { first: 1, later: 2, object: 4 } as const;

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
  /** The words with which a prohibition may be looked for, from left to right. */
  firstHits: Int32Array;
  firstCount: number;
  /** The words with which anything else may be looked for, from left to right. */
  laterHits: Int32Array;
  laterCount: number;
  /** All the arrays in one: those above are its parts, each `room` long, in the order above. */
  all: Int32Array;
  room: number;
}

/**
 * A scan with room for `wordsMax` words or some more. One array under all of them keeps the
 * scanner's loop free of seven bases and seven lengths. The room is no power of two, so that the
 * lists do not fight for one place in a cache.
 *
 * Spec: FG-11.
 */
export function emptyScan(wordsMax: number): Scan {
  const room = Math.ceil(wordsMax / 1024) * 1024 + 176;
  const all = new Int32Array(room * 7);
  const part = (index: number) => all.subarray(index * room, (index + 1) * room);
  const [numbers, starts, ends, gaps, marks] = [part(0), part(1), part(2), part(3), part(4)];
  const counts = { count: 0, firstCount: 0, laterCount: 0 };
  const hits = { firstHits: part(5), laterHits: part(6) };
  return { text: "", ...counts, numbers, starts, ends, gaps, marks, ...hits, all, room };
}

/** Adds the last word to the lists of hits that its `anchorMark` bits name. Spec: FG-11. */
export function addHits(scan: Scan, mark: number): void {
  const index = scan.count - 1;
  if ((mark & anchorMark.first) !== 0) scan.firstHits[scan.firstCount++] = index;
  const behindUnknown = index > 0 && scan.numbers[index - 1] === 0;
  const later = behindUnknown ? anchorMark.later | anchorMark.object : anchorMark.later;
  if ((mark & later) !== 0) scan.laterHits[scan.laterCount++] = index;
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
