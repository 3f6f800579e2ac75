import { gap } from "./gaps.ts";
import { place } from "./place.ts";
import { role, trait } from "./vocabulary.ts";
import type { Words } from "./words-of-brief.ts";

/** What the clause reader knows at a word, as far as requests need it. */
export interface ClauseState {
  readonly from: number;
  readonly place: number;
  readonly subject: number;
  readonly verb: number;
}

const questionWords = new Set(
  "what why which who whose how whether what's who's how's where's".split(" "),
);
/** Contractions with their subject in front: they open a statement. */
const contracted = new Set(
  "it's that's there's he's she's they're we're i'm i've we've they've you've".split(" "),
);
const subjectPronouns = new Set(["you", "we", "they", "i", "he", "she", "there"]);

/**
 * Whether a sentence is a question to be answered, not a request in the form of one ("can you
 * fix it?") and not a condition ("should you find one, …").
 *
 * Spec: FG-10.
 */
export function asksQuestion(words: Words, from: number, to: number, marked: boolean): boolean {
  let at = from;
  while (at < to && words.is(at, trait.opener) && !words.is(at, trait.verb)) at++;
  const first = words.spelled(at);
  const second = words.spelled(at + 1);
  if (first === "let's" || first === "lets") return false;
  if (words.plays(at, role.asker) && second === "you") return false;
  // "So does the serving code": the same is said of it.
  if (!marked && at > from && words.spelled(at - 1) === "so") return false;
  if (proposes(words, at) || (!marked && namesTask(words, at, from))) return false;
  if (words.is(at, trait.auxiliary) && words.gap(at + 1) !== 0 && !contracted.has(first)) {
    if (first === "should" && second === "you" && !marked) return false;
    const subject = words.is(at + 1, trait.determiner | trait.pronoun | trait.child);
    const plainDo = first === "do" || first === "have";
    if (subjectPronouns.has(second) || (subject && !plainDo)) return true;
  }
  if (questionWords.has(first)) {
    return !(first === "what" && !marked && tellers.has(second));
  }
  if (!marked) return false;
  const order = words.is(at, trait.verb) && !words.is(at, trait.auxiliary);
  return !order || to - at < bareQuestionMax;
}

/** "Next step is the port": words that open a sentence and are its subject. */
function namesTask(words: Words, at: number, from: number): boolean {
  return at > from && words.is(at - 1, trait.assignment) && words.is(at, trait.auxiliary);
}

/** "How about we", "why not", "why don't you": a proposal in the form of a question. Spec: FG-10. */
export function proposes(words: Words, at: number): boolean {
  const second = words.spelled(at + 1);
  const third = words.spelled(at + 2);
  if (words.spelled(at) === "how") {
    const together = third === "we" || third === "you";
    const acts = together && words.is(at + 3, trait.verb | trait.adverb);
    return second === "about" && (acts || words.is(at + 2, trait.gerund));
  }
  if (words.spelled(at) !== "why") return false;
  return second === "not" || (second === "don't" && (third === "you" || third === "we"));
}

const tellers = new Set("i i'd i'm we we'd you you'd matters counts".split(" "));

/** A marked sentence of fewer words is a question even with a verb first ("Delete or keep?"). */
const bareQuestionMax = 6;

/** "Could you", "let's", "help me", the "hot-" of "hot-fix": an order is still to come. */
export function opensRequest(words: Words, at: number, where: number): boolean {
  const spelled = words.spelled(at);
  const next = words.spelled(at + 1);
  if (words.plays(at, role.asker)) return next === "you";
  switch (spelled) {
    case "let's":
    case "lets":
      return true;
    case "how":
      return proposes(words, at) && !words.is(at + 2, trait.gerund);
    case "about":
    case "we":
    case "us":
    case "me":
    case "you":
      return where === place.request;
    case "let":
      return next === "us";
    case "help":
      return next === "me" || next === "us";
    default: {
      const prefix = (words.gap(at + 1) & (gap.hyphen | gap.blank)) === gap.hyphen;
      return prefix && words.plays(at, role.prefix) && words.is(at + 1, trait.verb);
    }
  }
}

/** "Any chance you could", "would it be possible to": a question that requests. */
export function politely(words: Words, at: number, from: number): boolean {
  const spelled = words.spelled(at);
  const before = words.spelled(at - 1);
  if (spelled === "could" || spelled === "can") {
    return before === "you" && words.plays(at - 2, role.hinge);
  }
  return spelled === "to" && before === "possible" && words.spelled(from) === "would";
}

/** "It would be great if you could …". */
export function wishedFor(words: Words, at: number): boolean {
  if (words.spelled(at - 1) !== "you" || words.spelled(at - 2) !== "if") return false;
  return words.plays(at - 3, role.wish) || words.plays(at - 4, role.wish);
}

/** "you should", "we must", "the fork may": a modal behind whoever is to act. */
export function bindsChild(words: Words, at: number): boolean {
  if (!words.plays(at, role.modal)) return false;
  if (words.is(at - 1, trait.child)) return true;
  const spelled = words.spelled(at);
  const duty = spelled === "should" || spelled === "must" || spelled === "need";
  return duty && words.spelled(at - 1) === "we";
}

/** Whether "to" at the word opens what the child is asked to do. Spec: FG-9, FG-10. */
export function toAsks(words: Words, at: number, state: ClauseState): boolean {
  if (supposing.has(words.spelled(state.from))) return false;
  if (state.place === place.order && words.plays(state.verb, role.using)) return true;
  // "Would you be so kind as to …".
  if (words.spelled(at - 1) === "as" && words.spelled(at - 2) === "kind") return true;
  if (!words.plays(at - 1, role.asking) || state.place === place.embedded) return false;
  const before = words.spelled(at - 1);
  if (before === "us" || words.is(at - 1, trait.child)) {
    return !words.plays(at - 2, role.letting);
  }
  if (before === "is" || before === "are" || before === "be" || before === "on") {
    return assigned(words, at, state.from);
  }
  if (before === "want" || before === "wants") return false;
  // "The steps needed to rename it".
  const qualifies = before === "needed" || before === "required";
  if (qualifies && state.place === place.order && words.is(state.verb, trait.reading)) {
    return false;
  }
  if (state.subject < 0 || before === "time") return true;
  const earlier = words.spelled(at - 2);
  if (earlier === "was" || earlier === "were") return false;
  const subject = words.spelled(state.subject);
  if (before === "get" || before === "gets") return subject === "you";
  if (before === "need" || before === "have") {
    return subject === "you" || subject === "we" || words.is(state.subject + 1, trait.child);
  }
  return subject === "you" || words.is(at - 3, trait.child) || words.is(at - 2, trait.child);
}

/** "Suppose I asked you to delete it": nobody asks. */
const supposing = new Set("suppose supposing imagine assume assuming pretend say".split(" "));

/** "Your job is to …", "the next step is to …". */
function assigned(words: Words, at: number, from: number): boolean {
  for (let back = at - 2; back >= from && back > at - 9; back--) {
    if (words.is(back, trait.assignment) || words.spelled(back) === "you") return true;
  }
  return false;
}
