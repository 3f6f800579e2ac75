import { structureWords } from "./lexicon.ts";
import { wordsOfForm } from "./pattern.ts";
import { briefRules } from "./rules.ts";
import { buildVocabulary } from "./vocabulary.ts";
import { slotMask, slotOf } from "./word-table.ts";

/** The words of the lexicon and of all forms of the rule table. Spec: FG-13. */
export const vocabulary = buildVocabulary([
  ...structureWords,
  ...briefRules.flatMap((rule) => [...rule.plain, ...rule.forms].flatMap(wordsOfForm)),
]);

// Constants of this module: a compiler takes them for constants, and imported names not.
const { slots, keys } = vocabulary.table;
const mask = slotMask;

/** The number of the word with a key, 0 where no known word has it. Spec: FG-8, FG-11. */
export function numberOfKey(low: number, high: number): number {
  let slot = slotOf(low, high);
  let number = slots[slot] as number;
  while (number !== 0 && (keys[number * 2] !== low || keys[number * 2 + 1] !== high)) {
    slot = (slot + 1) & mask;
    number = slots[slot] as number;
  }
  return number;
}
