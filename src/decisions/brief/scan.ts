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
  marks: Uint8Array;
}

/** A scan with room for `size` words. Spec: FG-11. */
export function emptyScan(size: number): Scan {
  return {
    text: "",
    count: 0,
    numbers: new Int32Array(size),
    starts: new Int32Array(size),
    ends: new Int32Array(size),
    gaps: new Int32Array(size),
    marks: new Uint8Array(size),
  };
}
