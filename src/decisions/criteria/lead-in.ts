import { actionVerbs, beforeAction } from "./action-lexicon.ts";
import { sentences } from "./sentences.ts";

const leadInWordsMax = 8;
/** Lines that end with one of these go on in the next: their end is no line of its own. */
const unfinished =
  /(?:^|\s)(?:for|of|in|the|a|an|and|or|to|with|on|by|from|all|that|this|these|those|following|is|are)$/iu;

/**
 * The sentences of a paragraph right before a list item, without the lead-in that announces the
 * list. A lead-in ends in a colon, and is short or orders nothing; a long line that orders work is
 * kept, because it is a requirement.
 *
 * Spec: LP-21, LP-23.
 */
export function withoutLeadIn(paragraph: string): readonly string[] {
  const whole = sentences(paragraph);
  const last = whole.at(-1) ?? "";
  if (!endsInColon(last)) return whole;
  const rest = whole.slice(0, -1);
  const cut = lastLineStart(last);
  const lead = last.slice(cut);
  if (!isLeadIn(lead)) return whole;
  const before = last.slice(0, cut);
  return before.trim() === "" ? rest : [...rest, before];
}

/** Also where emphasis, a quote or a bracket closes after the colon. */
function endsInColon(text: string): boolean {
  return /[:：][*_~"”’)\]]*\s*$/u.test(text);
}

/** Where the last line starts, if it is a line of its own and not the end of a wrapped one. */
function lastLineStart(sentence: string): number {
  const body = sentence.trimEnd();
  const feed = body.lastIndexOf("\n");
  if (feed === -1) return 0;
  const line = body.slice(feed + 1).trimStart();
  if (/^\p{Ll}/u.test(line) || unfinished.test(body.slice(0, feed).trimEnd())) return 0;
  return feed + 1;
}

function isLeadIn(text: string): boolean {
  const words = text.split(/\s+/u).filter((word) => /[\p{L}\p{N}]/u.test(word));
  return words.length <= leadInWordsMax || !ordersWork(words);
}

function ordersWork(words: readonly string[]): boolean {
  return words.some((word, at) => {
    const bare = bareWord(word);
    if (!actionVerbs.has(bare)) return false;
    const before = words[at - 1];
    if (before === undefined || /[,;.!?:—–]$/u.test(before)) return true;
    return beforeAction.has(bareWord(before));
  });
}

function bareWord(word: string): string {
  return word.toLowerCase().replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "");
}
