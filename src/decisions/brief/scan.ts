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
  /** All the arrays in one: those above are its parts, each `room` long, in the order above. */
  all: Int32Array;
  room: number;
}

/**
 * A scan with room for `room` words. One array under all of them keeps the scanner's loop free of
 * five bases and five lengths.
 *
 * Spec: FG-11.
 */
export function emptyScan(room: number): Scan {
  const all = new Int32Array(room * 5);
  const part = (index: number) => all.subarray(index * room, (index + 1) * room);
  const [numbers, starts, ends, gaps, marks] = [part(0), part(1), part(2), part(3), part(4)];
  return { text: "", count: 0, numbers, starts, ends, gaps, marks, all, room };
}
