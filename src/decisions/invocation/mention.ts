import * as lexicon from "./mention-lexicon.ts";
import { isQuestioned } from "./question.ts";
import { type Surroundings, surroundings } from "./surroundings.ts";

/** Why a `/loop` in running text gives no order. Spec: LP-11. */
export type MentionReason =
  | "subcommand"
  | "named"
  | "subject"
  | "object"
  | "told"
  | "negated"
  | "embedded"
  | "questioned"
  | "documented";

/**
 * Why the `/loop` at `[start, end)` is only mentioned, or `undefined` where it is an order. What
 * decides are the words right before and after it, its clause, and whether its sentence asks.
 *
 * `masked` has code, quotations and addresses masked. The cost is bounded: at most some hundred
 * units to each side are read.
 *
 * Spec: LP-11.
 */
export function mentionReason(
  masked: string,
  start: number,
  end: number,
): MentionReason | undefined {
  const around = surroundings(masked, start, end);
  if (lexicon.subcommands.has(around.after[0] ?? "")) return "subcommand";
  if (isNamed(around)) return "named";
  if (isSubject(around)) return "subject";
  if (isToldOf(around)) return "told";
  if (isNegated(around)) return "negated";
  if (isObject(around)) return "object";
  if (isEmbedded(around)) return "embedded";
  if (isQuestioned(around)) return "questioned";
  if (isDocumented(around)) return "documented";
  return undefined;
}

const exampleLead =
  /(?:\busage|\bexamples?|\bsyntax|\bfor instance|\bsuch as|\be\.g\.|\bi\.e\.)[:,]?\s*$/iu;
/** "I would like /loop": a wish, not a comparison. */
const wish = /(?:would|'d|’d) like$/iu;
/** `cd /loop && ls`: a path in a shell. */
const shellOperator = /^\s+(?:&&|\|\|?|;|>|<)(?:\s|$)/u;

/** "the /loop", "command /loop", "/loop command", "Usage: /loop", "docs for /loop". */
function isNamed({ words, after, lead, rest, directAfter }: Surroundings): boolean {
  const last = words.at(-1) ?? "";
  const before = words.at(-2) ?? "";
  if (lexicon.determiners.has(last) || lexicon.leadingNouns.has(last)) return true;
  if (exampleLead.test(lead) || shellOperator.test(rest)) return true;
  if (last === "like") return !wish.test(lead.trimEnd());
  if (last === "for" && lexicon.nounsWithFor.has(before)) return true;
  if (last === "on" && lexicon.wordsWithOn.has(before)) return true;
  return directAfter && lexicon.trailingNouns.has(after[0] ?? "");
}

/** "/loop is", "/loop never stops", "/loop 10m stopped again", "cron and /loop differ". */
function isSubject({ objectiveWords, words }: Surroundings): boolean {
  const [first = "", second = "", third = ""] = objectiveWords;
  if (/^(?:and|or)$/u.test(words.at(-1) ?? "") && lexicon.sharedVerbs.has(first)) return true;
  if (lexicon.verbAdverbs.has(first)) return isVerbAfterToken(second, third);
  return isVerbAfterToken(first, second);
}

function isVerbAfterToken(word: string, next: string): boolean {
  if (!lexicon.finiteVerbs.has(word)) return false;
  if (lexicon.questionVerbs.has(word) && ["you", "we", "i"].includes(next)) return false;
  if (lexicon.adjectiveForms.has(word)) {
    return next === "" || next.endsWith("ing") || lexicon.verbFollowers.has(next);
  }
  if (lexicon.pluralForms.has(word)) return !lexicon.nounFollowers.has(next);
  return true;
}

/** "I used /loop", "the script runs /loop", "we use /loop nightly", "I am running /loop". */
function isToldOf({ words, sentence }: Surroundings): boolean {
  const last = words.at(-1) ?? "";
  // "Running /loop 10m crashes": the gerund is the subject of what follows.
  if (sentence.length === 1 && ["running", "using", "starting"].includes(last)) return true;
  if (lexicon.toldVerbs.has(last)) return true;
  if (["running", "using"].includes(last)) {
    return /^(?:am|is|are|was|were|been|be|i'm|we're|it's|they're|you're)$/u.test(
      words.at(-2) ?? "",
    );
  }
  if (!lexicon.habitVerbs.has(last)) return false;
  const before = words.slice(0, -1).filter((word) => !lexicon.softeners.has(word));
  const who = before.at(-1) ?? "";
  if (/^(?:can|could|may|might)$/u.test(who)) {
    return /^(?:you|users|people|one|they)$/u.test(before.at(-2) ?? "");
  }
  return lexicon.subjects.has(who) && !/^(?:let|make|have|help)$/u.test(before.at(-2) ?? "");
}

/** "never /loop", "do not run /loop", "do not, under any circumstances, /loop". */
function isNegated({ words, lead }: Surroundings): boolean {
  if (/\b(?:do not|don'?t|don’t|never|must not),[^,]{1,80},\s*$/iu.test(lead)) return true;
  for (const word of words.toReversed()) {
    if (lexicon.negations.has(word)) return true;
    if (!lexicon.runningWords.has(word)) return false;
  }
  return false;
}

/** "rename /loop to /repeat", "please test /loop on Windows". */
function isObject({ words }: Surroundings): boolean {
  if (!lexicon.treatingVerbs.has(words.at(-1) ?? "")) return false;
  const before = words.at(-2);
  return before === undefined || lexicon.beforeVerb.has(before);
}

/** "how to /loop", "whether /loop helps", "if you /loop". */
function isEmbedded({ words }: Surroundings): boolean {
  const last = words.at(-1) ?? "";
  const before = words.at(-2) ?? "";
  if (lexicon.embeddingWords.has(last)) return true;
  if (last === "to" && ["how", "when", "where", "whether", "what"].includes(before)) return true;
  if (/^(?:use|run|type|start|call)$/u.test(last) && before === "to") {
    return ["how", "when", "where", "whether", "what"].includes(words.at(-3) ?? "");
  }
  return lexicon.subjects.has(last) && lexicon.conditions.has(before);
}

/** "Explain in two sentences how the package's /loop works": told about, however far before. */
function isDocumented({ clause, startsLine }: Surroundings): boolean {
  if (startsLine) return false;
  return clause.some((word, at) => {
    if (!lexicon.tellingVerbs.has(word)) return false;
    const before = clause[at - 1];
    return before === undefined || lexicon.beforeVerb.has(before);
  });
}
