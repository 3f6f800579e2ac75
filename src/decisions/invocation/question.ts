import * as lexicon from "./mention-lexicon.ts";
import type { Surroundings } from "./surroundings.ts";

const request = /^(?:can|could|would|will)$/u;

/**
 * Whether the sentence asks about the token instead of asking for it. "Can you" right before it is
 * a request; "should I run", "what does", "how do I use" are questions, with or without their mark.
 *
 * Spec: LP-11.
 */
export function isQuestioned(around: Surroundings): boolean {
  if (around.startsLine || isRequest(around.words)) return false;
  const clause = withoutFillers(around.clause);
  if (asksOutright(clause)) return true;
  const sentence = withoutFillers(around.sentence);
  // "Can you look at it and …": a request as a whole, not a question about its parts.
  const asksForWork = request.test(sentence[0] ?? "") && sentence[1] === "you";
  if (!asksForWork && around.clause.length > 0 && asksOutright(sentence)) return true;
  if (!around.asks) return false;
  if (startsQuestion(clause)) return true;
  return !asksForWork && startsQuestion(sentence);
}

/** "can you /loop", "would you please /loop"; not "how can you /loop". */
function isRequest(words: readonly string[]): boolean {
  const bare = words.filter((word) => !lexicon.softeners.has(word));
  if (bare.at(-1) !== "you" || !request.test(bare.at(-2) ?? "")) return false;
  const before = bare.at(-3) ?? "";
  return !lexicon.questionWords.has(before) && !lexicon.conditions.has(before);
}

function withoutFillers(words: readonly string[]): readonly string[] {
  const from = words.findIndex((word) => !lexicon.fillers.has(word));
  return from === -1 ? [] : words.slice(from);
}

/** A question even where its mark is left out. */
function asksOutright(words: readonly string[]): boolean {
  const [first = "", second = ""] = words;
  if (/^(?:what|how|why|where|who)(?:'s|s)$/u.test(first)) return true;
  if (lexicon.questionWords.has(first)) {
    if (lexicon.questionVerbs.has(second)) return true;
    // "which flags does /loop take": the verb stands right before the token.
    if (lexicon.questionVerbs.has(words.at(-1) ?? "")) return true;
    return first === "how" && ["to", "about", "come", "many", "much", "often"].includes(second);
  }
  if (!lexicon.questionVerbs.has(first) || lexicon.orderLike.has(first)) return false;
  if (second === "") return true;
  if (request.test(first) && second === "you") return false;
  return lexicon.questionSubjects.has(second);
}

function startsQuestion(words: readonly string[]): boolean {
  const [first = ""] = words;
  return lexicon.questionWords.has(first) || lexicon.questionVerbs.has(first);
}
