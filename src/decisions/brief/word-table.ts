import { frequencyOf } from "./frequency.ts";

/** How many letters of a word fit into a key of two numbers. Spec: FG-11. */
export const keyLettersMax = 12;

/** The low number of a key: six letters of five bits. Spec: FG-11. */
export const lowMask = 0x3fffffff;

const slotBits = 14;

/** Slots are numbers of so many bits. Spec: FG-11. */
export const slotMask = (1 << slotBits) - 1;

/** The slot that is looked at first for a key: both numbers times a factor, mixed. Spec: FG-11. */
export function slotOf(low: number, high: number): number {
  return (Math.imul(low, 0x9e3779b1) ^ Math.imul(high, 0x85ebca6b)) >>> (32 - slotBits);
}

/**
 * Known words by key, in open addressing: `slots` hold the numbers, `keys` at twice a number its
 * key. The key of a word is its letter codes, five bits each: the last six in the
 * low number, those before in the high one. So equal keys are equal words and no letter is
 * compared; longer words than a key can hold are not in the table.
 *
 * Spec: FG-8, FG-11.
 */
export interface WordTable {
  readonly slots: Uint16Array;
  readonly keys: Int32Array;
}

/** Makes the table of words whose number is their index. Spec: FG-11. */
export function wordTable(
  words: readonly string[],
  letterCode: (letter: string) => number,
): WordTable {
  const table = {
    slots: new Uint16Array(1 << slotBits),
    keys: new Int32Array(words.length * 2),
  };
  // Whoever comes first gets the slot that is looked at first.
  const numbered = [...words.entries()].sort((a, b) => frequencyOf(b[1]) - frequencyOf(a[1]));
  for (const [number, word] of numbered) {
    if (word === "" || word.length > keyLettersMax) continue;
    let low = 0;
    let high = 0;
    for (const letter of word) {
      high = (high << 5) | (low >>> 25);
      low = ((low << 5) & lowMask) | letterCode(letter);
    }
    let slot = slotOf(low, high);
    while (table.slots[slot] !== 0) slot = (slot + 1) & slotMask;
    table.slots[slot] = number;
    table.keys[number * 2] = low;
    table.keys[number * 2 + 1] = high;
  }
  return table;
}
