import { gap } from "./gaps.ts";
import { destinationAfter, objectKind, pathLike } from "./objects.ts";
import { idiomatic, verbal } from "./phrases.ts";
import { trait } from "./vocabulary.ts";
import type { Words } from "./words-of-brief.ts";

/** Verbs that stand with reading ones and ask for nothing by themselves. Spec: FG-10. */
export const neutralVerbs: ReadonlySet<string> = new Set(
  `consider do have be let keep leave use take go come want need like make start put get give turn
  pick pay teach point carry deal break pull act stay proceed continue help run execute perform
  conduct begin throw kick hand plug square whip feel hold stop cease quit stick rest remain
  avoid omit skip ignore exclude include love mind bear refrain resist desist confine restrict limit
  knock rip spin phase shut stand tick trade sneak cheat resort ensure guarantee treat respect
  expect prefer behave operate try open bring settle steer await aim ask spare retry`.split(/\s+/),
);

/** Whether the word is a reading verb, and no noun: "explain", "list". Spec: FG-10. */
export function readsAt(words: Words, at: number, from: number, to: number): boolean {
  const spelled = words.spelled(at);
  if (from > 0 && consulting.has(spelled) && pathNear(words, at + 1, to)) return false;
  if (ranking.has(spelled) && ranks(words, at, to)) return true;
  if (!words.is(at, trait.reading) || words.is(at, trait.change)) return false;
  const next = words.spelled(at + 1);
  if (spelled === "point" && next === "out") return true;
  if (next === "apart" && (spelled === "pick" || spelled === "take")) return true;
  if (spelled === "report" && (next === "in" || next === "back" || next === "on")) return true;
  if (neutralVerbs.has(spelled) || actsNot(words, at)) return false;
  if (labelVerbs.has(spelled) && (words.gap(at + 1) & gap.colon) !== 0) return false;
  const numbered = words.is(at, trait.nounLike | trait.reply) || spelled === "number";
  if (words.digit(at + 1) && numbered) return false;
  if (!words.is(at, trait.nounLike)) return verbal(words, at, to);
  return !words.is(at, trait.making | trait.telling) && verbal(words, at, to);
}

const consulting = new Set("look see read skim consult".split(" "));

/** "Look at src/a.ts": beside an order a file to look at is a hint, not the question. */
function pathNear(words: Words, from: number, to: number): boolean {
  for (let at = from; at < to && at < from + 4; at++) {
    if (pathLike(words, at)) return true;
  }
  return false;
}

const ranking = new Set(["sort", "group", "order"]);

/** "Sort the issues by impact". */
function ranks(words: Words, at: number, to: number): boolean {
  for (let index = at + 1; index < to && index < at + 8; index++) {
    if (pathLike(words, index)) return false;
    if (words.spelled(index) === "by") return true;
  }
  return false;
}

const labelVerbs = new Set("ask state note check".split(" "));
const doing = new Set("to that it above below my".split(" "));

/** "See to it", "see above", "check it in": reading verbs that ask for no reading. */
function actsNot(words: Words, at: number): boolean {
  const next = words.spelled(at + 1);
  const spelled = words.spelled(at);
  if (spelled === "say") return next === "goodbye" || next === "farewell";
  if (spelled === "tell")
    return words.is(at + 1, trait.determiner) && infinitiveNear(words, at + 2);
  if (spelled === "see") return doing.has(next) || words.spelled(at + 2) === "above";
  const inward =
    next === "in" || (words.is(at + 1, trait.pronoun) && words.spelled(at + 2) === "in");
  return spelled === "check" && inward;
}

/** "Tell the runner to use …". */
function infinitiveNear(words: Words, from: number): boolean {
  for (let at = from; at < from + 3; at++) {
    if (words.spelled(at) === "to") return true;
  }
  return false;
}

/** "Give me", "show us": whether whoever asks wants to be told. Spec: FG-10. */
export function gives(words: Words, at: number): boolean {
  const spelled = words.spelled(at);
  const next = words.spelled(at + 1);
  if (spelled === "ask" && next === "me") return questioning(words, at + 2);
  return giving.has(spelled) && (next === "me" || next === "us" || next === "your");
}

const giving = new Set("give get take walk help bring send".split(" "));

/** "Ask me ten questions", but not "ask me before you push". */
function questioning(words: Words, from: number): boolean {
  for (let at = from; at < from + 4; at++) {
    if (words.spelled(at) === "questions") return true;
  }
  return false;
}

/** "Set out the trade-offs", "write a haiku": whether another verb orders an answer. Spec: FG-10. */
export function tellsOut(words: Words, at: number, to: number): boolean {
  if (idiomatic(words, at)) return !closing.has(words.spelled(at)) || replyNear(words, at + 2);
  const glued = (words.gap(at + 1) & (gap.hyphen | gap.blank)) === gap.hyphen;
  if (glued && words.is(at + 1, trait.reading)) return true;
  if (words.spelled(at) === "make" && words.spelled(at + 2) === "case") return true;
  if (words.is(at + 1, trait.pronoun) && !words.is(at + 1, trait.determiner)) return false;
  if (!words.is(at, trait.telling) || !verbal(words, at, to)) return false;
  return objectKind(words, at + 1, to) !== "code" && !destinationAfter(words, at + 1, to);
}

const closing = new Set(["finish", "close", "complete"]);

function replyNear(words: Words, from: number): boolean {
  for (let at = from; at < from + 4; at++) {
    if (words.is(at, trait.reply)) return true;
  }
  return false;
}
