import { gap } from "./gaps.ts";
import { trait } from "./vocabulary.ts";
import type { Words } from "./words-of-brief.ts";

/** Where in a sentence a word stands. Spec: FG-10. */
export const place = {
  start: 0,
  coordinate: 1,
  request: 2,
  order: 3,
  statement: 4,
  embedded: 5,
  condition: 6,
  question: 7,
  infinitive: 8,
  listed: 9,
} as const;

/** Kinds of the verb that governs the clause. */
export const mainVerb = { none: 0, reading: 1, changing: 2, other: 3 } as const;

/** A sentence as a range of words, and what was found in it. Spec: FG-10. */
export interface Sentence {
  from: number;
  to: number;
  question: boolean;
}

/** Frames after which "to" asks for what follows: "remember to", "free to". */
const askingWords = new Set(
  `you need have ought supposed required expected asked told instructed remember sure free
  welcome proceed try trying certain going meant needed responsible prepared ready allowed
  permitted authorized authorised be is tasked due wants want need us assigned requested
  directed invited encouraged continue start begin on forget yourself child fork agent way time`
    .trim()
    .split(/\s+/),
);
/** Verbs whose "you to" describes what somebody can do. */
const lettingWords = new Set(
  "allow allows let lets enable enables permit permits cause causes force forces".split(" "),
);
const thinkingWords = new Set(
  "think thinks believe believes wonder know knows said say".split(" "),
);
const modalWords = new Set(
  "should must will can may shall could need needs would better might".split(" "),
);
const askers = new Set("can could would will".split(" "));

/**
 * Finds for each word of a sentence where it stands: where an order could begin, inside an order,
 * a statement, a question, an embedded clause.
 *
 * One pass from left to right with a fixed amount of state; each sentence is read once, on
 * demand. It is a reading of surface grammar, not of intent.
 *
 * Spec: FG-10, FG-11.
 */
export class Clauses {
  readonly #words: Words;
  readonly sentence: Sentence = { from: 0, to: 0, question: false };
  places = new Uint8Array(0);
  /** The first word of the subject of the clause a word stands in, or -1. */
  subjects = new Int32Array(0);
  /** The kind of verb that governs the clause a word stands in. */
  mains = new Uint8Array(0);
  /** The verb that governs the clause a word stands in, or -1. */
  verbs = new Int32Array(0);
  #place: number = place.start;
  #subject = -1;
  #main: number = mainVerb.none;
  #singular = false;
  #comma = false;
  #joined = false;
  #paren = -1;
  #prepositional = false;
  #verb = -1;

  constructor(words: Words) {
    this.#words = words;
  }

  /** Forgets the last brief and makes room for `count` words. */
  begin(count: number): void {
    if (this.places.length < count + 1) {
      this.places = new Uint8Array(count + 1);
      this.subjects = new Int32Array(count + 1);
      this.mains = new Uint8Array(count + 1);
      this.verbs = new Int32Array(count + 1);
    }
    this.sentence.from = 0;
    this.sentence.to = 0;
  }

  /** Reads the sentence around a word unless it is the one read last. */
  around(at: number): Sentence {
    const { sentence } = this;
    if (at >= sentence.from && at < sentence.to) return sentence;
    const floor = at >= sentence.to ? sentence.to : 0;
    let from = at;
    while (from > floor && !this.#words.opens(from)) from--;
    let to = at + 1;
    const { count } = this.#words.scan;
    while (to < count && !this.#words.opens(to)) to++;
    sentence.from = from;
    sentence.to = to;
    sentence.question = (this.#words.gap(to) & gap.question) !== 0;
    this.#read();
    return sentence;
  }

  #read(): void {
    const { from, to } = this.sentence;
    this.#reset(this.#asks(from) ? place.question : place.start);
    this.#paren = -1;
    for (let at = from; at < to; at++) {
      if (at > from) this.#separator(this.#words.gap(at), at);
      this.#coordinates(at);
      this.places[at] = this.#place;
      this.subjects[at] = this.#subject;
      this.mains[at] = this.#main;
      this.verbs[at] = this.#verb;
      this.#word(at);
    }
  }

  #reset(to: number): void {
    this.#place = to;
    this.#subject = -1;
    this.#main = mainVerb.none;
    this.#verb = -1;
    this.#singular = false;
    this.#comma = false;
    this.#joined = false;
  }

  /** Whether the sentence is a question to be answered, not a request in the form of one. */
  #asks(from: number): boolean {
    const words = this.#words;
    let at = from;
    while (at < this.sentence.to && words.is(at, trait.opener) && !words.is(at, trait.verb)) at++;
    const first = words.spelled(at);
    const second = words.spelled(at + 1);
    if (askers.has(first) && second === "you") return false;
    if (first === "why" && (second === "not" || second === "don't")) {
      return second === "don't" && words.spelled(at + 2) !== "you";
    }
    if (words.is(at, trait.auxiliary) && words.gap(at + 1) !== 0) {
      const subject = words.is(at + 1, trait.determiner | trait.pronoun | trait.child);
      const pronoun = ["you", "we", "they", "i", "he", "she", "there"].includes(second);
      if (first === "should" && second === "you" && !this.sentence.question) return false;
      const plainDo = first === "do" || first === "have";
      if (pronoun || (subject && !plainDo)) return true;
    }
    if (["what", "why", "which", "who", "whose", "how", "whether"].includes(first)) {
      return !(first === "what" && this.#asksFor(at));
    }
    if (!this.sentence.question) return false;
    return !(words.is(at, trait.verb) && !words.is(at, trait.auxiliary)) || this.#bare(at);
  }

  /** "What I want is …", "What you should do is …" ask for something. */
  #asksFor(at: number): boolean {
    const next = this.#words.spelled(at + 1);
    if (this.sentence.question) return false;
    return next === "i" || next === "you" || next === "we";
  }

  /** A question of a few bare words ("Delete or keep?"). */
  #bare(at: number): boolean {
    return this.sentence.to - at < 6;
  }

  #separator(bits: number, at: number): void {
    if ((bits & gap.open) !== 0 && (bits & gap.blank) !== 0 && this.#paren < 0) {
      this.#paren = this.#place;
      if (this.#place !== place.question && this.#place !== place.embedded) {
        this.#place = place.start;
      }
    } else if ((bits & gap.close) !== 0 && this.#paren >= 0) {
      this.#place = this.#paren;
      this.#paren = -1;
    }
    const tight = (bits & gap.blank) === 0;
    if ((bits & gap.semicolon) !== 0 || ((bits & gap.dash) !== 0 && !this.#label(at))) {
      this.#reset(place.start);
    } else if ((bits & gap.colon) !== 0 && !tight) {
      const reading = this.#main === mainVerb.reading || this.#place === place.question;
      this.#reset(reading ? place.listed : place.start);
    } else if ((bits & gap.comma) !== 0) {
      this.#comma = true;
      if (this.#place === place.condition) this.#reset(place.start);
    }
  }

  /** A dash inside a label such as "must–fix" joins two words. */
  #label(at: number): boolean {
    const before = this.#words.spelled(at - 1);
    return before === "must" || before === "should" || before === "nice";
  }

  /** Decides whether the word may begin an order after a comma or a conjunction. */
  #coordinates(at: number): void {
    const words = this.#words;
    if (this.#place === place.condition && this.#prepositional && this.#afterPlace(at)) {
      this.#reset(place.start);
      return;
    }
    if (!this.#comma && !this.#joined) return;
    const spelled = words.spelled(at);
    if (askers.has(spelled) && words.spelled(at + 1) === "you") {
      this.#reset(place.request);
      return;
    }
    if (conjunctions.has(spelled) || words.is(at, trait.adverb)) return;
    if (words.is(at, trait.opener) && !words.is(at, trait.verb)) return;
    const negation =
      negations.has(spelled) || (spelled === "do" && words.spelled(at + 1) === "not");
    const verb = words.is(at, trait.verb) && !words.identifier(at);
    const opens = (verb && this.#mayOrder(at)) || (negation && this.#mayForbid(at));
    if (opens) this.#reset(place.coordinate);
    this.#comma = false;
    this.#joined = false;
  }

  /** "In src/app.ts rename foo": a verb with its object after a place without a comma. */
  #afterPlace(at: number): boolean {
    const words = this.#words;
    const leaves = words.spelled(at) === "leave" || words.spelled(at) === "keep";
    if (!(leaves || words.is(at, trait.change)) || words.identifier(at)) return false;
    const before = words.is(at - 1, trait.determiner | trait.preposition);
    if (before || words.spelled(at - 1) === "to") return false;
    const named = words.identifier(at - 1) && (words.gap(at + 1) & breaking) === 0;
    return named || objectAt(words, at + 1);
  }

  #mayOrder(at: number): boolean {
    const words = this.#words;
    const strong = objectAt(words, at + 1);
    const pronoun = words.is(at + 1, trait.pronoun) && !words.is(at + 2, trait.finite);
    switch (this.#place) {
      case place.order:
        if (this.#main === mainVerb.reading || words.is(at, trait.nounLike)) {
          return strong || this.#ends(at + 1) || this.#plural(at - 2);
        }
        return true;
      case place.embedded:
        if (words.spelled(at - 1) === "or") return false;
        return strong && ((this.#comma && this.#joined) || pronoun || this.#singular);
      case place.infinitive:
        return strong && this.#comma && this.#joined;
      case place.statement:
        return strong && (this.#singular || (pronoun && this.#comma));
      case place.question:
        return false;
      default:
        return false;
    }
  }

  #mayForbid(at: number): boolean {
    const words = this.#words;
    const far = words.spelled(at) === "do" ? at + 2 : at + 1;
    if (words.is(far, trait.participle | trait.gerund) && !words.is(far, trait.verb)) return false;
    const any = objectAt(words, far + 1) || words.is(far + 1, trait.pronoun);
    switch (this.#place) {
      case place.order:
      case place.infinitive:
        return true;
      case place.embedded:
      case place.statement:
        return (
          this.#singular || (this.#comma && this.#joined) || (words.is(far, trait.change) && any)
        );
      case place.question:
        return false;
      default:
        return true;
    }
  }

  /** "Run the tests and fix failures": a plural before "and" is no half of a compound noun. */
  #plural(at: number): boolean {
    const { text, ends } = this.#words.scan;
    if (at < this.sentence.from || !this.#joined || this.#comma) return false;
    return text.charCodeAt((ends[at] as number) - 1) === 115 && !this.#words.is(at, trait.nounLike);
  }

  #ends(at: number): boolean {
    if (at >= this.sentence.to) return true;
    return (this.#words.gap(at) & (gap.comma | gap.semicolon | gap.dash | gap.colon)) !== 0;
  }

  #word(at: number): void {
    const words = this.#words;
    const bits = words.traits(at);
    const spelled = words.spelled(at);
    if (spelled === "please" && this.#place !== place.question) {
      if (this.#place !== place.start) this.#reset(place.request);
      return;
    }
    if ((bits & (trait.finite | trait.auxiliary)) !== 0) this.#agreement(spelled, bits);
    switch (this.#place) {
      case place.start:
      case place.coordinate:
      case place.request:
        this.#opening(at, bits, spelled);
        return;
      case place.condition:
        if (spelled === "then") this.#reset(place.start);
        else if (this.#prepositional && (bits & trait.auxiliary) !== 0) {
          this.#subjectAt(this.sentence.from);
        }
        return;
      case place.question:
        if (this.#polite(at, spelled)) this.#reset(place.request);
        return;
      case place.listed:
        return;
      default:
        this.#running(at, bits, spelled);
    }
  }

  /** "Any chance you could", "would it be possible to": a question that requests. */
  #polite(at: number, spelled: string): boolean {
    const before = this.#words.spelled(at - 1);
    if (spelled === "could" || spelled === "can") {
      const hinge = this.#words.spelled(at - 2);
      return before === "you" && politeHinges.has(hinge);
    }
    if (spelled !== "to" || before !== "possible") return false;
    return this.#words.spelled(this.sentence.from) === "would";
  }

  #agreement(spelled: string, bits: number): void {
    if (singularWords.has(spelled)) this.#singular = true;
    else if ((bits & trait.finite) !== 0 && (bits & trait.auxiliary) === 0) {
      if ((bits & (trait.code | trait.reply | trait.changeNoun)) === 0) this.#singular = true;
    }
  }

  #opening(at: number, bits: number, spelled: string): void {
    const words = this.#words;
    if (words.identifier(at)) {
      this.#subjectAt(at);
      return;
    }
    if (spelled === "do" || spelled === "don't" || spelled === "dont" || spelled === "never") {
      this.#govern(mainVerb.other);
      return;
    }
    if (spelled === "to") {
      this.#place = this.#toAsks(at) ? place.request : place.condition;
      return;
    }
    if (this.#requests(at, spelled)) {
      this.#place = place.request;
      return;
    }
    const verb = (bits & trait.verb) !== 0;
    if (verb && verbal(words, at, this.sentence.to)) {
      const changes = (bits & trait.change) !== 0;
      const reads = (bits & trait.reading) !== 0;
      this.#verb = at;
      this.#govern(changes ? mainVerb.changing : reads ? mainVerb.reading : mainVerb.other);
      return;
    }
    if ((bits & (trait.opener | trait.adverb)) !== 0) return;
    if ((bits & (trait.subordinator | trait.preposition)) !== 0) {
      this.#place = place.condition;
      this.#prepositional = (bits & trait.subordinator) === 0;
      return;
    }
    if (spelled === "where" || ever.has(spelled) || spelled === "should") {
      this.#place = place.condition;
      this.#prepositional = ever.has(spelled);
    } else if ((bits & trait.embedder) !== 0 && (bits & trait.determiner) === 0) {
      this.#place = place.embedded;
    } else this.#subjectAt(at);
  }

  /** "Could you", "let's", "help me", the "hot-" of "hot-fix": an order is still to come. */
  #requests(at: number, spelled: string): boolean {
    const words = this.#words;
    const next = words.spelled(at + 1);
    if (askers.has(spelled)) return next === "you";
    if (spelled === "let's" || spelled === "lets") return true;
    if (spelled === "us" || spelled === "me" || spelled === "you") {
      return this.#place === place.request;
    }
    if (spelled === "let") return next === "us";
    if (spelled === "help") return next === "me" || next === "us";
    const prefix = (words.gap(at + 1) & (gap.hyphen | gap.blank)) === gap.hyphen;
    return prefix && verbPrefixes.has(spelled) && words.is(at + 1, trait.verb);
  }

  #subjectAt(at: number): void {
    this.#place = place.statement;
    this.#subject = at;
  }

  #govern(main: number): void {
    this.#place = place.order;
    this.#main = main;
  }

  #running(at: number, bits: number, spelled: string): void {
    const words = this.#words;
    if (conjunctions.has(spelled)) {
      this.#joined = true;
      if (spelled === "then" || spelled === "so" || spelled === "afterwards") this.#comma = true;
      return;
    }
    if (spelled === "to") {
      if (this.#toAsks(at)) this.#place = place.request;
      else if (!this.#thing(at + 1)) this.#place = place.infinitive;
      return;
    }
    if (this.#place === place.statement && this.#youMust(at, spelled)) {
      this.#place = place.request;
      return;
    }
    const predicate = this.#place === place.infinitive && this.#main === mainVerb.none;
    if (predicate && (bits & trait.auxiliary) !== 0) this.#place = place.statement;
    if (spelled === "could" && this.#wishedFor(at)) {
      this.#reset(place.request);
      return;
    }
    if (this.#place === place.order && spelled === "you" && this.#words.is(at + 1, trait.verb)) {
      this.#place = place.request;
      return;
    }
    const after = (words.gap(at) & gap.comma) !== 0 || conjunctions.has(words.spelled(at - 1));
    const inserted = (bits & trait.subordinator) !== 0 || spelled === "where" || ever.has(spelled);
    if (this.#place === place.order && after && inserted) {
      this.#place = place.condition;
      this.#prepositional = false;
      return;
    }
    const embeds = (bits & (trait.embedder | trait.subordinator)) !== 0;
    const governed = words.is(at - 1, trait.verb | trait.preposition | trait.auxiliary);
    const determining = spelled === "that" && governed && this.#noun(at + 1);
    if ((embeds && !determining) || thinkingWords.has(spelled)) {
      if (this.#place !== place.infinitive) this.#place = place.embedded;
      this.#singular = false;
    }
  }

  /** Whether "to" before the word is a preposition: a thing follows, not a verb. */
  #thing(at: number): boolean {
    const words = this.#words;
    if (words.is(at, trait.determiner | trait.pronoun) || words.identifier(at)) return true;
    return !words.is(at, trait.verb) && words.is(at, trait.code | trait.reply | trait.gerund);
  }

  /** "It would be great if you could …". */
  #wishedFor(at: number): boolean {
    const words = this.#words;
    if (words.spelled(at - 1) !== "you" || words.spelled(at - 2) !== "if") return false;
    return wishWords.has(words.spelled(at - 3)) || wishWords.has(words.spelled(at - 4));
  }

  #noun(at: number): boolean {
    return !this.#words.is(at, notNouns);
  }

  /** "you should", "we must", "you are to": the subject is the child and a modal follows it. */
  #youMust(at: number, spelled: string): boolean {
    if (!modalWords.has(spelled)) return false;
    const before = this.#words.spelled(at - 1);
    if (before === "you" || this.#words.is(at - 1, trait.child)) return true;
    return before === "we" && (spelled === "should" || spelled === "must" || spelled === "need");
  }

  /** Whether "to" at this word opens what the child is asked to do. */
  #toAsks(at: number): boolean {
    const words = this.#words;
    const before = words.spelled(at - 1);
    if (this.#place === place.order && usingWords.has(words.spelled(this.#verb))) return true;
    if (!askingWords.has(before) || this.#place === place.embedded) return false;
    const earlier = words.spelled(at - 2);
    if (before === "you" || before === "us" || words.is(at - 1, trait.child)) {
      return !lettingWords.has(earlier);
    }
    if (before === "is" || before === "be" || before === "on") return this.#assignment(at);
    if (before === "want" || before === "wants") return false;
    if (this.#subject < 0 || before === "time") return true;
    if (earlier === "was" || earlier === "were") return false;
    const subject = words.spelled(this.#subject);
    if (before === "need" || before === "have") {
      return subject === "you" || subject === "we" || words.is(this.#subject + 1, trait.child);
    }
    return subject === "you" || words.is(at - 3, trait.child) || words.is(at - 2, trait.child);
  }

  /** "Your job is to …", "the next step is to …". */
  #assignment(at: number): boolean {
    const words = this.#words;
    for (let back = at - 2; back >= this.sentence.from && back > at - 9; back--) {
      if (words.is(back, trait.assignment) || words.spelled(back) === "you") return true;
    }
    return false;
  }
}

const conjunctions = new Set("and or but then plus so yet afterwards nor".split(" "));
const negations = new Set("don't dont never no without avoid not".split(" "));
const singularWords = new Set("is was has does this it isn't doesn't that's it's".split(" "));
const ever = new Set("whatever whichever wherever whenever whoever however".split(" "));
const notNouns = trait.finite | trait.auxiliary | trait.determiner | trait.pronoun;
const verbPrefixes = new Set(
  "hot re auto double cherry un de pre fine bulk batch force".split(" "),
);
const politeHinges = new Set("chance way possible that think where if".split(" "));
const usingWords = new Set("use take follow proceed go".split(" "));
const wishWords = new Set(
  "great nice good lovely helpful wonderful appreciate it grateful kind cool awesome love".split(
    " ",
  ),
);
const particles = new Set("up out off down back over away in into on to from through".split(" "));

const nounPrepositions = new Set("of from for on about in at by during via per".split(" "));
const idioms = new Set(["push back", "move on", "set aside", "add up", "update me", "correct me"]);
const labelNouns = new Set(
  "tuesday notes version versions date history window cycle candidate candidates queue".split(" "),
);

/** Every word that this module names; the vocabulary must hold them. Spec: FG-13. */
export const clauseWords: readonly string[] = [
  ...askingWords,
  ...lettingWords,
  ...thinkingWords,
  ...modalWords,
  ...conjunctions,
  ...negations,
  ...singularWords,
  ...ever,
  ...verbPrefixes,
  ...politeHinges,
  ...usingWords,
  ...wishWords,
  ...particles,
  ...nounPrepositions,
  ...labelNouns,
  ...[...idioms].flatMap((idiom) => idiom.split(" ")),
];

/** Whether a complete object begins at the word: a determiner, a pronoun or a name. Spec: FG-10. */
export function objectAt(words: Words, at: number): boolean {
  if (at >= words.scan.count) return false;
  if ((words.gap(at) & breaking) !== 0) return false;
  if (words.is(at, trait.determiner | trait.pronoun | trait.gerund)) return true;
  if (words.nameLike(at)) return true;
  if (particles.has(words.spelled(at))) return true;
  return words.capital(at);
}

/** Marks after which a new phrase begins. */
export const breaking =
  gap.stop | gap.comma | gap.semicolon | gap.colon | gap.dash | gap.open | gap.close | gap.start;

/**
 * Whether a base form that opens a clause is a verb there and not a noun ("Patch Tuesday is").
 *
 * Looks at most eight words ahead.
 *
 * Spec: FG-10.
 */
export function verbal(words: Words, at: number, to: number): boolean {
  const next = at + 1;
  const after = words.gap(next);
  if (next < to && (after & gap.hyphen) !== 0 && (after & gap.blank) === 0) return false;
  if (idioms.has(`${words.spelled(at)} ${words.spelled(next)}`)) return false;
  if (!words.is(at, trait.nounLike)) return true;
  if (next >= to) return true;
  if (words.nameLike(next) && words.is(next + 1, trait.finite | trait.auxiliary)) return false;
  if ((after & gap.colon) !== 0) return false;
  if (objectAt(words, next) && !nounPrepositions.has(words.spelled(next))) return true;
  if ((after & breaking) !== 0 || words.is(next, trait.opener | trait.adverb)) return true;
  if (labelNouns.has(words.spelled(next))) return false;
  if (nounPrepositions.has(words.spelled(next))) return false;
  for (let ahead = next; ahead < to && ahead < next + 6; ahead++) {
    if (ahead > next && (words.gap(ahead) & breaking) !== 0) {
      return (words.gap(ahead) & gap.colon) === 0;
    }
    if (words.is(ahead, trait.auxiliary)) return false;
    if (ahead > next && words.is(ahead, trait.stating | trait.finite)) {
      if (!words.is(ahead, trait.code | trait.reply | trait.nounLike)) return false;
    }
    if (words.is(ahead, trait.determiner | trait.preposition | trait.embedder)) return true;
  }
  return true;
}
