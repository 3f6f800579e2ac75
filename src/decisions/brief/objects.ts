import { gap } from "./gaps.ts";
import { breaking, takesUp } from "./phrases.ts";
import { trait } from "./vocabulary.ts";
import type { Words } from "./words-of-brief.ts";

/** What an order is done to: code or files, a part of the reply, some other thing, nothing. */
export type ObjectKind = "code" | "reply" | "thing" | "none";

/** An object is looked for within this many words of its verb. */
const objectWordsMax = 9;

/**
 * What kind of thing the object is that begins at the word. The last known noun before a
 * preposition decides ("a test report" is a reply); a path or a file name is always code.
 *
 * Spec: FG-9, FG-10.
 */
export function objectKind(words: Words, from: number, to: number): ObjectKind {
  let kind: ObjectKind = "none";
  for (let at = from; at < to && at < from + objectWordsMax; at++) {
    if ((words.gap(at) & breaking) !== 0) break;
    const bits = words.traits(at);
    if (pathLike(words, at)) return "code";
    if (at === from && alone(words, at)) return "thing";
    if ((bits & trait.subordinator) !== 0) break;
    if ((bits & trait.embedder) !== 0 && (kind !== "none" || (bits & trait.determiner) === 0))
      break;
    if (kind !== "none" && (bits & (trait.gerund | trait.participle)) !== 0) break;
    const linking =
      (bits & trait.preposition) !== 0 || words.spelled(at) === "and" || words.spelled(at) === "or";
    if (linking || (bits & trait.auxiliary) !== 0) {
      if (at === from || kind === "none") continue;
      break;
    }
    if ((bits & trait.reply) !== 0 && (bits & trait.code) === 0) kind = "reply";
    else if ((bits & trait.code) !== 0) kind = "code";
    else if ((bits & (trait.determiner | trait.adverb | trait.opener | trait.pronoun)) === 0) {
      if (kind === "none" || at === from) kind = "thing";
    }
  }
  return kind;
}

/** "Take care of it and answer her": a pronoun is the whole object. */
function alone(words: Words, at: number): boolean {
  return takesUp(words, at) && words.spelled(at + 1) === "and" && words.is(at + 2, trait.verb);
}

/** Whether the word is a part of a path or a file name: it has a dot or a slash beside it. */
export function pathLike(words: Words, at: number): boolean {
  const near = gap.dot | gap.slash;
  const before = words.gap(at) & near;
  const after = at + 1 < words.scan.count && (words.gap(at + 1) & gap.blank) === 0;
  if (before !== 0 || (after && (words.gap(at + 1) & near) !== 0)) return true;
  return words.scan.text.charCodeAt(words.scan.ends[at] as number) === slash;
}

/** "Add (in the reply)", "put it into your final message": the reply is the destination. */
export function repliedIn(words: Words, from: number, to: number): boolean {
  for (let at = from; at < to && at < from + 16; at++) {
    const spelled = words.spelled(at);
    if (!(spelled === "in" || spelled === "into" || spelled === "to" || spelled === "at")) continue;
    const own = words.spelled(at + 1) === "your" || words.spelled(at + 1) === "the";
    if (!own) continue;
    for (let next = at + 2; next < to && next < at + 5; next++) {
      // "In the report module" is a place of the code.
      const names =
        words.gap(next + 1) === gap.blank && words.is(next + 1, trait.code | trait.place);
      if (replyNames.has(words.spelled(next)) && !names) return true;
    }
  }
  return false;
}

const replyNames = new Set(
  "reply answer response message report summary text outline memo".split(" "),
);
const slash = 47;
const targets = new Set("to in into at under inside as onto within".split(" "));
const stores = new Set(
  "readme changelog wiki disk file files repo repository docs codebase folder directory".split(" "),
);

/**
 * Whether a path or a place of the repository follows as the destination ("… to notes.md").
 *
 * Spec: FG-9.
 */
export function destinationAfter(words: Words, from: number, to: number): boolean {
  let told = false;
  for (let at = from; at < to && at < from + 24; at++) {
    const spelled = words.spelled(at);
    told ||= spelled === "of" || (at > from && words.is(at, trait.embedder));
    if (told && spelled === "in") continue;
    if (!targets.has(words.spelled(at)) && words.spelled(at) !== "called") continue;
    for (let next = at + 1; next < to && next < at + 4; next++) {
      if (stores.has(words.spelled(next))) return true;
      if (pathLike(words, next)) return words.spelled(at) !== "in" || next - at < 3;
      if (!words.is(next, trait.determiner) && !words.identifier(next)) break;
    }
  }
  return false;
}
