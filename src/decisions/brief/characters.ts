import { fold, foldedCode } from "./fold.ts";
import { gap } from "./gaps.ts";

/** Letter codes of ASCII: 1 to 26 in either case, 28 for digits, 0 for all else. Spec: FG-8. */
export const letterTable = new Uint8Array(128);
for (let code = 0; code < 26; code++) {
  letterTable[65 + code] = code + 1;
  letterTable[97 + code] = code + 1;
}
for (let code = 48; code < 58; code++) letterTable[code] = 28;

/** The gap bits of ASCII marks that need no look around. Spec: FG-6, FG-8. */
export const gapTable = new Int32Array(128);
for (const [characters, bits] of [
  ["\t\f\v", gap.blank],
  [",", gap.comma],
  ["!", gap.stop],
  ["?", gap.stop | gap.question],
  [":", gap.colon],
  [";", gap.semicolon],
  ["_", gap.underscore],
  ["([{", gap.open],
  [")]}", gap.close],
  ["*~", gap.emphasis],
  ["/", gap.slash],
  ["|", gap.cell],
  ["+=&%$#@^<>", gap.symbol],
] as const) {
  for (const character of characters) gapTable[character.charCodeAt(0)] = bits;
}

/** The kind of a unit that may stand inside a word, or may be a letter. Spec: FG-8. */
export const joiningKind = -(1 << 30);

/**
 * What the scanner does with an ASCII character: above 0 the letter code, below 0 the gap bits of
 * a mark that means the same wherever it stands, negated; 0 where a look around is needed,
 * `joiningKind` where the unit may join letters. NUL, which stands for all else, may do so too.
 *
 * Spec: FG-8, FG-11.
 */
export const unitTable = new Int32Array(256);
for (let code = 1; code < 128; code++) {
  const bits = code === 32 ? gap.blank : (gapTable[code] as number);
  unitTable[code] = (letterTable[code] as number) || -bits;
}
// An apostrophe, emphasis and a code mark may stand inside a word; a bracket may begin a tag.
for (const code of [0, 39, 42, 96]) unitTable[code] = joiningKind;
unitTable[60] = 0;

/** The letter code of any UTF-16 unit, or what the unit is where it is none. Spec: FG-8. */
export function letterOf(code: number): number {
  return code < 128 ? (letterTable[code] as number) : foldedCode(code);
}

/** Whether an apostrophe of any spelling. Spec: FG-8. */
export function isApostrophe(code: number): boolean {
  return code === 39 || (code >= 128 && foldedCode(code) === fold.apostrophe);
}

/** Whether a full stop before this unit ends a sentence: no word goes on. Spec: FG-6. */
export function endsWord(code: number): boolean {
  return !(letterOf(code) > 0) && code !== 47;
}

/** Whether the unit may stand in the name of a markup tag. Spec: FG-8. */
export function isTagCharacter(code: number): boolean {
  return (code < 128 && letterTable[code] !== 0) || code === 95 || code === 45;
}
