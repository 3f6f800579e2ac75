import { gap } from "./gaps.ts";
import { anyOf, breaking, objectAt, takesUp } from "./phrases.ts";
import { mainVerb, place } from "./place.ts";
import type { ClauseState } from "./requests.ts";
import { role, trait } from "./vocabulary.ts";
import type { Words } from "./words-of-brief.ts";

/** What the clause reader carries from word to word. Spec: FG-10. */
export interface ReadingState extends ClauseState {
  from: number;
  to: number;
  place: number;
  subject: number;
  verb: number;
  main: number;
  /** Whether a singular verb stood in the clause: no base form can be its second verb. */
  singular: boolean;
  /** Whether a comma or a word like "then" came since the last word that could be a verb. */
  comma: boolean;
  /** Whether a conjunction came since then. */
  joined: boolean;
  /** Whether the opening phrase is a preposition's, not a condition. */
  prepositional: boolean;
}

/** The state before the first word. */
export function startState(): ReadingState {
  return {
    from: 0,
    to: 0,
    place: place.start,
    subject: -1,
    verb: -1,
    main: mainVerb.none,
    singular: false,
    comma: false,
    joined: false,
    prepositional: false,
  };
}

/** "In src/app.ts rename foo": a verb with its object after a place without a comma. */
export function afterPlace(words: Words, at: number, state: ReadingState): boolean {
  if (!state.prepositional || !words.is(at, trait.verb)) return false;
  const leaves = words.spelled(at) === "leave" || words.spelled(at) === "keep";
  if (!(leaves || words.is(at, trait.change)) || words.identifier(at)) return false;
  if (words.is(at - 1, trait.determiner | trait.preposition)) return false;
  if (words.spelled(at - 1) === "to") return false;
  const named = words.identifier(at - 1) && (words.gap(at + 1) & breaking) === 0;
  const noun = words.is(at - 1, trait.code | trait.place | trait.changeNoun);
  return named || (noun && objectAt(words, at + 1));
}

/** Whether a verb behind a comma or a conjunction goes on with an order. Spec: FG-10. */
export function mayOrder(words: Words, at: number, state: ReadingState): boolean {
  const strong = objectAt(words, at + 1);
  switch (state.place) {
    case place.order:
      if (state.main !== mainVerb.reading && !words.is(at, trait.nounLike)) return true;
      if (strong || leaves(words, at, state.to) || cares(words, at)) return true;
      if (words.plays(at - 1, role.conjunction) && words.is(at - 2, trait.pronoun)) return true;
      return ends(words, at + 1, state) || plural(words, at - 2, state);
    case place.embedded: {
      if (!strong || words.spelled(at - 1) === "or") return false;
      return state.singular || (state.comma && state.joined) || pronoun(words, at + 1);
    }
    case place.infinitive:
      return strong && state.comma && state.joined && state.main !== mainVerb.none;
    case place.statement:
      return strong && (state.singular || (state.comma && pronoun(words, at + 1)));
    default:
      return false;
  }
}

/** "If it moved we'd be lost, so the graph must …": whether a main clause begins behind it. */
export function concludes(words: Words, at: number): boolean {
  if (words.spelled(at) !== "so" || (words.gap(at) & gap.comma) === 0) return false;
  return words.is(at + 1, trait.determiner) && !words.is(at + 1, trait.adverb);
}

const leaving = new Set("leave keep".split(" "));
const asLeft = new Set("alone untouched unchanged intact be frozen".split(" "));

/** "Explain it and leave src alone", but not "compare the join and leave events". */
function leaves(words: Words, from: number, to: number): boolean {
  if (!leaving.has(words.spelled(from))) return false;
  return anyOf(words, from + 1, Math.min(to, from + 10), asLeft);
}

/** "Find the shot and resize it": an unknown word between "and" and "it" is a verb. */
export function actsOnIt(words: Words, at: number): boolean {
  if (words.number(at) !== 0 || words.spelled(at - 1) !== "and") return false;
  // "The parser and lexer it uses".
  return (
    takesUp(words, at + 1) &&
    !words.is(at + 2, trait.finite | trait.auxiliary | trait.stating | trait.verb)
  );
}

/** "Go through them and take care of the short ones". */
function cares(words: Words, at: number): boolean {
  return words.spelled(at) === "take" && words.spelled(at + 1) === "care";
}

function pronoun(words: Words, at: number): boolean {
  return words.is(at, trait.pronoun) && !words.is(at + 1, trait.finite);
}

/** Whether "do not" or "never" behind a comma or a conjunction forbids. Spec: FG-10. */
export function mayForbid(words: Words, at: number, state: ReadingState): boolean {
  const far = words.spelled(at) === "do" ? at + 2 : at + 1;
  if (words.spelled(at) === "no" && words.spelled(at - 2) === "yes") return false;
  if (words.is(far, trait.participle | trait.gerund) && !words.is(far, trait.verb)) return false;
  if (state.place === place.question) return false;
  const own = state.place === place.statement && speakers.has(words.spelled(state.subject));
  if (own && !state.comma && !words.is(far, trait.change | trait.making | trait.telling)) {
    return false;
  }
  if (state.place === place.statement && !forbids(words, at, far)) return false;
  if (state.place === place.infinitive && !state.comma) return false;
  if (state.place !== place.embedded && state.place !== place.statement) return true;
  if (state.singular || (state.comma && state.joined)) return true;
  if (words.spelled(at - 1) === "though") return true;
  const object = objectAt(words, far + 1) || words.is(far + 1, trait.pronoun);
  return words.is(far, trait.change) && object;
}

const speakers = new Set("i i've we we've".split(" "));

/** "It fails with 2.3, never with 2.2", "one day and no slow growth": facts, not bans. */
function forbids(words: Words, at: number, far: number): boolean {
  if (words.spelled(at) !== "no") return !words.is(far, trait.preposition);
  return words.is(far, trait.changeNoun | trait.gerund | trait.code | trait.reply);
}

/** "Run the tests and fix failures": a plural before "and" is no half of a compound noun. */
function plural(words: Words, at: number, state: ReadingState): boolean {
  const { text, ends } = words.scan;
  if (at < state.from || !state.joined || state.comma) return false;
  return text.charCodeAt((ends[at] as number) - 1) === 115 && !words.is(at, trait.nounLike);
}

function ends(words: Words, at: number, state: ReadingState): boolean {
  if (at >= state.to) return true;
  return (words.gap(at) & (gap.comma | gap.semicolon | gap.dash | gap.colon)) !== 0;
}

/** "… decides whether to rewrite it, replace it, or let it be": one of several. Spec: FG-10. */
export function alternates(words: Words, at: number, to: number): boolean {
  for (let index = at; index < to && index < at + 8; index++) {
    if (words.spelled(index) === "or") return true;
  }
  return false;
}
