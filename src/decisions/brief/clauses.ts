import { gap } from "./gaps.ts";
import { breaking, labelled, objectAt, thingAt, verbal } from "./phrases.ts";
import { mainVerb, place } from "./place.ts";
import {
  asksQuestion,
  bindsChild,
  type ClauseState,
  opensRequest,
  politely,
  toAsks,
  wishedFor,
} from "./requests.ts";
import { role, trait } from "./vocabulary.ts";
import type { Words } from "./words-of-brief.ts";

/** A sentence as a range of words `[from, to)`, and whether it ends as a question. Spec: FG-10. */
export interface Sentence {
  from: number;
  to: number;
  question: boolean;
}

/** Traits and roles that can move a reader that is past the opening of its clause. */
const moving = trait.finite | trait.auxiliary | trait.embedder | trait.subordinator;
const movingRoles =
  role.structural | role.conjunction | role.singular | role.thinking | role.modal | role.ever;

/**
 * Finds for each word of a sentence where it stands: where an order could begin, inside an order,
 * a statement, a question, an embedded clause.
 *
 * One pass from left to right with a fixed amount of state; a sentence is read on demand, and once
 * while nobody asks for another one. It is a reading of surface grammar, not of intent.
 *
 * Spec: FG-10, FG-11.
 */
export class Clauses {
  readonly #words: Words;
  readonly sentence: Sentence = { from: 0, to: 0, question: false };
  /** Where each word stands: a `place`. */
  places = new Uint8Array(0);
  /** The first word of the subject of the clause a word stands in, or -1. */
  subjects = new Int32Array(0);
  /** The kind of verb that governs the clause a word stands in: a `mainVerb`. */
  mains = new Uint8Array(0);
  /** The verb that governs the clause a word stands in, or -1. */
  verbs = new Int32Array(0);
  #place: number = place.start;
  #subject = -1;
  #main: number = mainVerb.none;
  #verb = -1;
  #singular = false;
  #comma = false;
  #joined = false;
  #prepositional = false;
  #outside = -1;

  constructor(words: Words) {
    this.#words = words;
  }

  /** Forgets the last brief and makes room for `count` words. */
  begin(count: number): void {
    if (this.places.length < count + 1 || this.places.length > keptWords) {
      const size = Math.max(count + 1, 1024);
      this.places = new Uint8Array(size);
      this.subjects = new Int32Array(size);
      this.mains = new Uint8Array(size);
      this.verbs = new Int32Array(size);
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
    const { from, to, question } = this.sentence;
    const { gaps } = this.#words.scan;
    this.#reset(asksQuestion(this.#words, from, to, question) ? place.question : place.start);
    this.#outside = -1;
    for (let at = from; at < to; at++) {
      const bits = gaps[at] as number;
      if (bits !== gap.blank && at > from) this.#separator(bits, at);
      if (this.#comma || this.#joined) this.#coordinates(at);
      else if (this.#place === place.condition && this.#afterPlace(at)) this.#reset(place.start);
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

  #separator(bits: number, at: number): void {
    if ((bits & gap.open) !== 0 && (bits & gap.blank) !== 0 && this.#outside < 0) {
      this.#outside = this.#place;
      if (this.#place !== place.question && this.#place !== place.embedded) {
        this.#place = place.start;
      }
    } else if ((bits & gap.close) !== 0 && this.#outside >= 0) {
      this.#place = this.#outside;
      this.#outside = -1;
    }
    const dash = (bits & gap.dash) !== 0 && !labelled(this.#words, at);
    if ((bits & gap.semicolon) !== 0 || dash) {
      this.#reset(place.start);
    } else if ((bits & gap.colon) !== 0 && (bits & gap.blank) !== 0) {
      const reading = this.#main === mainVerb.reading || this.#place === place.question;
      this.#reset(reading ? place.listed : place.start);
    } else if ((bits & gap.comma) !== 0) {
      this.#comma = true;
      if (this.#place === place.condition) this.#reset(place.start);
    }
  }

  /** Decides whether the word begins an order after a comma or a conjunction. */
  #coordinates(at: number): void {
    const words = this.#words;
    if (words.plays(at, role.asker) && words.spelled(at + 1) === "you") {
      this.#reset(place.request);
      return;
    }
    if (words.plays(at, role.conjunction) || words.is(at, trait.adverb)) return;
    const isVerb = words.is(at, trait.verb);
    if (!isVerb && words.is(at, trait.opener)) return;
    const doNot = words.spelled(at) === "do" && words.spelled(at + 1) === "not";
    const order = isVerb && !words.identifier(at) && this.#mayOrder(at);
    const ban = words.plays(at, role.negation) || doNot;
    if (order || (ban && this.#mayForbid(at))) this.#reset(place.coordinate);
    this.#comma = false;
    this.#joined = false;
  }

  /** "In src/app.ts rename foo": a verb with its object after a place without a comma. */
  #afterPlace(at: number): boolean {
    const words = this.#words;
    if (!this.#prepositional || !words.is(at, trait.verb)) return false;
    const leaves = words.spelled(at) === "leave" || words.spelled(at) === "keep";
    if (!(leaves || words.is(at, trait.change)) || words.identifier(at)) return false;
    if (words.is(at - 1, trait.determiner | trait.preposition)) return false;
    if (words.spelled(at - 1) === "to") return false;
    const named = words.identifier(at - 1) && (words.gap(at + 1) & breaking) === 0;
    const noun = words.is(at - 1, trait.code | trait.place | trait.changeNoun);
    return named || (noun && objectAt(words, at + 1));
  }

  #mayOrder(at: number): boolean {
    const words = this.#words;
    const strong = objectAt(words, at + 1);
    switch (this.#place) {
      case place.order:
        if (this.#main !== mainVerb.reading && !words.is(at, trait.nounLike)) return true;
        return strong || this.#ends(at + 1) || this.#plural(at - 2);
      case place.embedded: {
        if (!strong || words.spelled(at - 1) === "or") return false;
        return this.#singular || (this.#comma && this.#joined) || this.#pronoun(at + 1);
      }
      case place.infinitive:
        return strong && this.#comma && this.#joined && this.#main !== mainVerb.none;
      case place.statement:
        return strong && (this.#singular || (this.#comma && this.#pronoun(at + 1)));
      default:
        return false;
    }
  }

  #pronoun(at: number): boolean {
    return this.#words.is(at, trait.pronoun) && !this.#words.is(at + 1, trait.finite);
  }

  #mayForbid(at: number): boolean {
    const words = this.#words;
    const far = words.spelled(at) === "do" ? at + 2 : at + 1;
    if (words.is(far, trait.participle | trait.gerund) && !words.is(far, trait.verb)) return false;
    if (this.#place === place.question) return false;
    if (this.#place !== place.embedded && this.#place !== place.statement) return true;
    if (this.#singular || (this.#comma && this.#joined)) return true;
    const object = objectAt(words, far + 1) || words.is(far + 1, trait.pronoun);
    return words.is(far, trait.change) && object;
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
    const roles = words.roles(at);
    const where = this.#place;
    if (where <= place.request) {
      this.#opening(at, bits, roles);
      return;
    }
    if ((bits & moving) === 0 && (roles & movingRoles) === 0) return;
    this.#agreement(bits, roles);
    if ((roles & role.structural) !== 0 && where !== place.question) {
      if (words.spelled(at) === "please") {
        this.#reset(place.request);
        return;
      }
    }
    if (where === place.condition) this.#conditional(at, bits);
    else if (where === place.question) {
      if (politely(words, at, this.sentence.from)) this.#reset(place.request);
    } else if (where !== place.listed) this.#running(at, bits, roles);
  }

  #conditional(at: number, bits: number): void {
    if (this.#words.spelled(at) === "then") this.#reset(place.start);
    else if (this.#prepositional && (bits & trait.auxiliary) !== 0) {
      this.#subjectAt(this.sentence.from);
    }
  }

  #agreement(bits: number, roles: number): void {
    if ((roles & role.singular) !== 0) this.#singular = true;
    else if ((bits & trait.finite) !== 0 && (bits & trait.auxiliary) === 0) {
      if ((bits & (trait.code | trait.reply | trait.changeNoun)) === 0) this.#singular = true;
    }
  }

  #opening(at: number, bits: number, roles: number): void {
    const words = this.#words;
    const structural = (roles & role.structural) !== 0;
    const spelled = structural ? words.spelled(at) : "";
    this.#agreement(bits, roles);
    if (words.identifier(at)) this.#subjectAt(at);
    else if (spelled === "please") return;
    else if (spelled === "do" || (structural && (roles & role.negation) !== 0)) {
      this.#govern(-1, mainVerb.other);
    } else if (spelled === "to") {
      this.#place = this.#toAsks(at) ? place.request : place.condition;
    } else if (opensRequest(words, at, this.#place)) this.#place = place.request;
    else if ((bits & trait.verb) !== 0 && verbal(words, at, this.sentence.to)) {
      const reads = (bits & trait.reading) !== 0;
      const changes = (bits & trait.change) !== 0;
      this.#govern(at, changes ? mainVerb.changing : reads ? mainVerb.reading : mainVerb.other);
    } else if ((bits & (trait.opener | trait.adverb)) === 0) {
      this.#nominal(at, bits, roles, spelled);
    }
  }

  /** What a clause is that begins neither with a verb nor with a word before one. */
  #nominal(at: number, bits: number, roles: number, spelled: string): void {
    const ever = (roles & role.ever) !== 0;
    const preposed = (bits & (trait.subordinator | trait.preposition)) !== 0;
    if (preposed || ever || spelled === "where" || spelled === "should") {
      this.#place = place.condition;
      this.#prepositional = ever || (preposed && (bits & trait.subordinator) === 0);
    } else if ((bits & trait.embedder) !== 0 && (bits & trait.determiner) === 0) {
      this.#place = place.embedded;
    } else this.#subjectAt(at);
  }

  #subjectAt(at: number): void {
    this.#place = place.statement;
    this.#subject = at;
  }

  #govern(verb: number, main: number): void {
    this.#place = place.order;
    this.#verb = verb;
    this.#main = main;
  }

  #running(at: number, bits: number, roles: number): void {
    const words = this.#words;
    if ((roles & role.conjunction) !== 0) {
      this.#joined = true;
      if ((roles & role.sequence) !== 0) this.#comma = true;
      return;
    }
    const spelled = (roles & role.structural) !== 0 ? words.spelled(at) : "";
    if (spelled === "to") {
      if (this.#toAsks(at)) this.#place = place.request;
      else if (!thingAt(words, at + 1)) this.#place = place.infinitive;
      return;
    }
    if (this.#place === place.statement && bindsChild(words, at)) {
      this.#place = place.request;
      return;
    }
    const predicate = this.#place === place.infinitive && this.#main === mainVerb.none;
    if (predicate && (bits & trait.auxiliary) !== 0) this.#place = place.statement;
    if (spelled === "could" && wishedFor(words, at)) {
      this.#reset(place.request);
    } else if (this.#place === place.order && spelled === "you" && words.is(at + 1, trait.verb)) {
      this.#place = place.request;
    } else this.#subordinates(at, bits, roles, spelled);
  }

  #subordinates(at: number, bits: number, roles: number, spelled: string): void {
    const words = this.#words;
    const opens = (bits & trait.subordinator) !== 0 || (roles & role.ever) !== 0;
    if (this.#place === place.order && (opens || spelled === "where")) {
      const after = (words.gap(at) & gap.comma) !== 0 || words.plays(at - 1, role.conjunction);
      if (after) {
        this.#place = place.condition;
        this.#prepositional = false;
        return;
      }
    }
    const embeds = (bits & (trait.embedder | trait.subordinator)) !== 0;
    const determines = spelled === "that" && this.#determines(at);
    if ((embeds && !determines) || (roles & role.thinking) !== 0) {
      if (this.#place !== place.infinitive) this.#place = place.embedded;
      this.#singular = false;
    }
  }

  /** "Review that file": "that" points at a thing where a verb or preposition wants one. */
  #determines(at: number): boolean {
    const words = this.#words;
    const governed = words.is(at - 1, trait.verb | trait.preposition | trait.auxiliary);
    const verbal = trait.finite | trait.auxiliary | trait.determiner | trait.pronoun;
    return governed && !words.is(at + 1, verbal);
  }

  #toAsks(at: number): boolean {
    const { from } = this.sentence;
    const state: ClauseState = {
      from,
      place: this.#place,
      subject: this.#subject,
      verb: this.#verb,
    };
    return toAsks(this.#words, at, state);
  }
}

/** Room kept between briefs, in words. */
const keptWords = 1 << 16;
