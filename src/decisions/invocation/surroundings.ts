import * as lexicon from "./mention-lexicon.ts";

/** The words around a token in running text, lower case, `'` for every apostrophe. Spec: LP-11. */
export interface Surroundings {
  /** The sentence before the token, as written. */
  readonly lead: string;
  /** Its words. */
  readonly sentence: readonly string[];
  /** The words of the token's own clause, right up to the token. */
  readonly words: readonly string[];
  /** The same, empty where "and" or "then" sets the token off as an order of its own. */
  readonly clause: readonly string[];
  /** The words right after the token, flags and interval included. */
  readonly after: readonly string[];
  /** The words after a leading interval and flags. */
  readonly objectiveWords: readonly string[];
  /** What follows the token, as written. */
  readonly rest: string;
  /** Whether a word, and no blank line, follows at once. */
  readonly directAfter: boolean;
  /** Whether the sentence ends with a question mark. */
  readonly asks: boolean;
  /** Whether the token starts its line, and the line before it is complete. */
  readonly startsLine: boolean;
}

/** As far as this is looked to each side, in UTF-16 units. */
const reachUnits = 300;
const word = /[\p{L}\p{N}][\p{L}\p{N}'’._-]*|\uFFFC+/gu;
const clauseBreak = /[,;:—–()]|\s-\s/gu;
const joining = new Set(["and", "then", "but", "so", "or"]);

/** Reads the words around the token at `[start, end)`. Spec: LP-11. */
export function surroundings(masked: string, start: number, end: number): Surroundings {
  const lead = sentenceBefore(masked.slice(Math.max(0, start - reachUnits), start));
  const rest = masked.slice(end, end + reachUnits);
  const tail = sentenceAfter(rest);
  const sentence = wordsOf(lead);
  const words = wordsOf(lead.slice(lastBreak(lead)));
  const after = wordsOf(tail.text);
  return {
    lead,
    sentence,
    words,
    clause: ownClause(words),
    after,
    objectiveWords: wordsOf(tail.text.replace(leadingArguments, "")),
    rest,
    directAfter: /^[^\S\n]*\n?[^\S\n]*\S/u.test(rest),
    asks: tail.asks,
    startsLine: startsLine(lead),
  };
}

const leadingArguments = /^(?:\s+(?:\d{1,9}[smhd](?=\s|$)|--(?:max|expires)(?:=\S*|\s+\S+)?))*/u;

function wordsOf(text: string): readonly string[] {
  const found = text.match(word) ?? [];
  return found.map((each) =>
    each
      .toLowerCase()
      .replaceAll("’", "'")
      .replace(/[._-]+$/u, ""),
  );
}

/** From the last end of a sentence, blank line or list marker on. */
function sentenceBefore(text: string): string {
  let start = 0;
  for (const found of text.matchAll(/[.!?…]["'”’»)\]*_]*(?=\s)|[。！？]|\n[^\S\n]*(?=\n)/gu)) {
    const upTo = text.slice(Math.max(0, found.index - 5), found.index + 1);
    if (/(?:\be\.g|\bi\.e|\bvs|\betc|\bcf)\.$/iu.test(upTo)) continue;
    start = found.index + found[0].length;
  }
  const sentence = text.slice(start);
  const item = [...sentence.matchAll(/(?:^|\n)[^\S\n]*(?:[-*+•–]|\d{1,9}[.)])[^\S\n]+/gu)].at(-1);
  return item === undefined ? sentence : sentence.slice(item.index + item[0].length);
}

function sentenceAfter(text: string): { readonly text: string; readonly asks: boolean } {
  const found = /[.!?…]["'”’»)\]*_]*(?=\s|$)|[。！？]|\n[^\S\n]*\n/u.exec(text);
  if (found === null) return { text, asks: false };
  return { text: text.slice(0, found.index), asks: /^[?？]|^[!.…]*\?/u.test(found[0]) };
}

function lastBreak(lead: string): number {
  let at = 0;
  for (const found of lead.matchAll(clauseBreak)) at = found.index + found[0].length;
  return at;
}

/** "fix the build and /loop": the order after "and" stands for itself, a list of two does not. */
function ownClause(words: readonly string[]): readonly string[] {
  const plain = words.filter((each) => !lexicon.softeners.has(each) || joining.has(each));
  if (!joining.has(plain.at(-1) ?? "")) return words;
  return words.some((each) => ["between", "both", "either"].includes(each)) ? words : [];
}

function startsLine(lead: string): boolean {
  const feed = lead.lastIndexOf("\n");
  if (feed === -1 || lead.slice(feed).trim() !== "") return false;
  return !lexicon.unfinishedWords.has(wordsOf(lead.slice(0, feed)).at(-1) ?? "");
}
