import fc from "fast-check";

const triggers = `do not|don't|don’t|dont|must not|mustn't|never|not allowed|forbidden|
prohibited|refrain from|under no circumstances|avoid touching|avoid writing|only edit|edit only|
write only|nothing else|no other files|no other path|outside of this directory|outside the repo|
write boundary|
write-boundary|read-only|read only|stay within|stay inside|confined to|limited to the three files|
limited to paths|commit|push|implement|refactor|rewrite|rename|delete|edit|modify|update|fix|apply|
migrate|convert|replace|install|patch|leave it alone|without editing|no edits|nothing but|bump|
tidy up|get rid of|should be renamed|make sure|run git push|--fix`
  .replaceAll("\n", "")
  .split("|");

const ordinary =
  `explain|list|the|a|worker|tests|which|how|why|you|can|please|then|and|also|now|if|when|
it|src/a.ts|README|config|to|is|are|we|that|read|find|summary|file|files|branch|your|answer|in|of|
updateCart|"quoted words"|\`code\`|é|日本|foo_bar|3|v2.0|e.g.`
    .replaceAll("\n", "")
    .split("|");

const separators = [
  " ",
  " ",
  " ",
  ", ",
  ". ",
  ": ",
  "; ",
  "? ",
  "! ",
  "\n",
  "\n\n",
  "\n- ",
  "\n1. ",
  "\n> ",
  "\n## ",
  "\n```\n",
  " — ",
  "-",
  "\\n",
  "\u00a0",
  "\u200b",
  "  ",
  "\t",
  " (",
  ") ",
  "*",
  "_",
  "`",
  '"',
  "'",
  ".",
  "/",
  "",
];

/**
 * Texts made of trigger words, ordinary words and marks in any order: grammatical or not, they
 * reach the corners of the scanner.
 *
 * Spec: FG-7, FG-8.
 */
export function wordSoup(): fc.Arbitrary<string> {
  const word = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...triggers) },
    { weight: 3, arbitrary: fc.constantFrom(...ordinary) },
    { weight: 1, arbitrary: fc.string({ maxLength: 6 }) },
  );
  const part = fc.tuple(word, fc.constantFrom(...separators)).map(([one, mark]) => one + mark);
  return fc.array(part, { maxLength: 14 }).map((parts) => parts.join(""));
}

/** Briefs of any content: word soup, and text of any characters. Spec: FG-1. */
export function briefTexts(): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 4, arbitrary: wordSoup() },
    { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 80 }) },
  );
}

/** A rewrite that leaves what a brief says as it is. Spec: FG-8. */
export interface Spelling {
  readonly name: string;
  rewrite(text: string): string;
}

const words = (text: string, change: (word: string) => string) =>
  text.replace(/[A-Za-z][A-Za-z']*/g, change);

const fullWidth = (text: string) =>
  text.replace(/[A-Za-z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0));

/**
 * Spellings of a phrase of plain words that must never weaken a verdict. They take a phrase such as
 * `do not edit the file`, with single blanks, and dress it differently.
 *
 * Spec: FG-8.
 */
export const spellings: readonly Spelling[] = [
  { name: "curly apostrophe", rewrite: (text) => text.replaceAll("'", "\u2019") },
  { name: "modifier apostrophe", rewrite: (text) => text.replaceAll("'", "\u02bc") },
  { name: "full-width apostrophe", rewrite: (text) => text.replaceAll("'", "\uff07") },
  { name: "no apostrophe", rewrite: (text) => text.replaceAll("n't", "nt") },
  { name: "upper case", rewrite: (text) => text.toUpperCase() },
  { name: "no-break space", rewrite: (text) => text.replaceAll(" ", "\u00a0") },
  { name: "thin space", rewrite: (text) => text.replaceAll(" ", "\u2009") },
  { name: "ideographic space", rewrite: (text) => text.replaceAll(" ", "\u3000") },
  { name: "several blanks", rewrite: (text) => text.replaceAll(" ", "   ") },
  { name: "tab", rewrite: (text) => text.replaceAll(" ", "\t") },
  { name: "line break between words", rewrite: (text) => text.replaceAll(" ", "\n") },
  { name: "zero-width space inside", rewrite: (text) => inside(text, "\u200b") },
  { name: "zero-width joiner inside", rewrite: (text) => inside(text, "\u200d") },
  { name: "soft hyphen inside", rewrite: (text) => inside(text, "\u00ad") },
  { name: "full-width letters", rewrite: fullWidth },
  { name: "strong", rewrite: (text) => words(text, (word) => `**${word}**`) },
  { name: "emphasis", rewrite: (text) => words(text, (word) => `*${word}*`) },
  { name: "low-line emphasis", rewrite: (text) => words(text, (word) => `_${word}_`) },
  { name: "emphasis inside", rewrite: (text) => inside(text, "**") },
  { name: "code marks around", rewrite: (text) => `\`${text}\`` },
  { name: "list marker", rewrite: (text) => `- ${text}` },
  { name: "star marker", rewrite: (text) => `* ${text}` },
  { name: "bullet", rewrite: (text) => `• ${text}` },
  { name: "number", rewrite: (text) => `1. ${text}` },
  { name: "number and bracket", rewrite: (text) => `3) ${text}` },
  { name: "check box", rewrite: (text) => `- [ ] ${text}` },
  { name: "ticked box", rewrite: (text) => `- [x] ${text}` },
  { name: "block quote", rewrite: (text) => `> ${text}` },
  { name: "heading", rewrite: (text) => `### ${text}` },
  { name: "quote marks", rewrite: (text) => `"${text}"` },
  { name: "curly quote marks", rewrite: (text) => `“${text}”` },
  { name: "written line break", rewrite: (text) => `Read it.\\n${text}` },
  { name: "written carriage return", rewrite: (text) => `Read it.\\r\\n${text}` },
];

/** Spellings that join words: only for phrases that are one unit ("do not touch"). Spec: FG-8. */
export const joiningSpellings: readonly Spelling[] = [
  ["underscore", "_"],
  ["hyphen-minus", "-"],
  ["hyphen", "\u2010"],
  ["no-break hyphen", "\u2011"],
  ["en dash", "\u2013"],
  ["em dash", "\u2014"],
].map(([name, mark]) => ({
  name: name as string,
  rewrite: (text: string) => text.replaceAll(" ", mark as string),
}));

function inside(text: string, mark: string): string {
  return words(text, (word) =>
    word.length < 3 ? word : `${word.slice(0, 2)}${mark}${word.slice(2)}`,
  );
}
