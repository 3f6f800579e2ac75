import {
  actsOnIt,
  afterPlace,
  alternates,
  concludes,
  mayForbid,
  mayOrder,
  type ReadingState,
  startState,
} from "./coordination.ts";
import { gap } from "./gaps.ts";
import { determines, labelled, thingAt, verbal } from "./phrases.ts";
import { mainVerb, place } from "./place.ts";
import { asksQuestion, bindsChild, opensRequest, politely, toAsks, wishedFor } from "./requests.ts";
import { role, trait } from "./vocabulary.ts";
import type { Words } from "./words-of-brief.ts";

/** A form in -s of these may be a plural. */
const unsure = trait.auxiliary | trait.code | trait.reply | trait.changeNoun;
/** Traits and roles that can move a reader that is past the opening of its clause. */
const moving = trait.finite | trait.auxiliary | trait.embedder | trait.subordinator;
const movingRoles =
  role.structural | role.conjunction | role.singular | role.thinking | role.modal | role.ever;

/**
 * Reads one sentence word by word, with a fixed amount of state: where in it the next word stands.
 *
 * Spec: FG-10, FG-11.
 */
export class ClauseReader {
  readonly state: ReadingState = startState();
  readonly #words: Words;
  #outside = -1;
  #asks = false;
  #whether = false;

  constructor(words: Words) {
    this.#words = words;
  }

  /** Begins a sentence of the words `[from, to)`. */
  begin(from: number, to: number, question: boolean): void {
    this.state.from = from;
    this.state.to = to;
    this.#asks = question;
    this.#reset(asksQuestion(this.#words, from, to, question) ? place.question : place.start);
    this.state.prepositional = false;
    this.#outside = -1;
    this.#whether = false;
  }

  /** Takes what stands before a word: the state then says where the word stands. */
  reach(at: number, bits: number): void {
    const { state } = this;
    if (bits !== gap.blank && at > state.from) this.#separator(bits, at);
    if (state.comma || state.joined) this.#coordinates(at);
    else if (state.place === place.condition && afterPlace(this.#words, at, state)) {
      this.#reset(place.start);
    }
  }

  #reset(to: number): void {
    this.state.place = to;
    this.state.subject = -1;
    this.state.main = mainVerb.none;
    this.state.verb = -1;
    this.state.singular = false;
    this.state.comma = false;
    this.state.joined = false;
  }

  #separator(bits: number, at: number): void {
    // `git log -- src`: marks within code do not part the sentence that it stands in.
    if (this.#words.inOneCode(at)) return;
    if ((bits & gap.open) !== 0 && (bits & gap.blank) !== 0 && this.#outside < 0) {
      this.#outside = this.state.place;
      if (this.state.place !== place.question && this.state.place !== place.embedded) {
        const told = this.state.main === mainVerb.reading && this.#words.gap(at + 1) & gap.comma;
        this.state.place = told ? place.listed : place.start;
      }
    } else if ((bits & gap.close) !== 0 && this.#outside >= 0) {
      this.state.place = this.#outside;
      this.#outside = -1;
    }
    const dash = (bits & gap.dash) !== 0 && !labelled(this.#words, at);
    if ((bits & gap.semicolon) !== 0 || dash) {
      this.#reset(place.start);
    } else if ((bits & gap.colon) !== 0 && (bits & gap.blank) !== 0) {
      const reading = this.state.main === mainVerb.reading || this.state.place === place.question;
      const asks = this.#asks && asksQuestion(this.#words, at, this.state.to, true);
      this.#reset(asks ? place.question : reading ? place.listed : place.start);
    } else if ((bits & gap.comma) !== 0) {
      this.state.comma = true;
      const chosen = this.#whether && alternates(this.#words, at, this.state.to);
      if (this.state.place === place.condition && !chosen) this.#reset(place.start);
    }
  }

  /** Decides whether the word begins an order after a comma or a conjunction. */
  #coordinates(at: number): void {
    const words = this.#words;
    if (words.plays(at, role.asker) && words.spelled(at + 1) === "you") {
      this.#reset(place.request);
      return;
    }
    const isVerb = words.is(at, trait.verb) || actsOnIt(words, at);
    const skipped = isVerb ? trait.adverb : trait.adverb | trait.opener;
    if (words.plays(at, role.conjunction) || words.is(at, skipped)) return;
    const doNot = words.spelled(at) === "do" && words.spelled(at + 1) === "not";
    const order = isVerb && !words.identifier(at) && mayOrder(this.#words, at, this.state);
    const ban = words.plays(at, role.negation) || doNot;
    if (order || (ban && mayForbid(words, at, this.state))) this.#reset(place.coordinate);
    this.state.comma = false;
    this.state.joined = false;
  }

  /** Takes the word itself. */
  pass(at: number): void {
    const words = this.#words;
    const bits = words.traits(at);
    const roles = words.roles(at);
    const where = this.state.place;
    if (where <= place.request) {
      this.#opening(at, bits, roles);
      return;
    }
    if ((bits & moving) === 0 && (roles & movingRoles) === 0) return;
    // "One thing though, …" goes on as it began.
    if ((words.gap(at + 1) & gap.comma) !== 0 && words.spelled(at) === "though") return;
    this.#agreement(bits, roles);
    if ((roles & role.structural) !== 0 && where !== place.question) {
      if (words.spelled(at) === "please") {
        this.#reset(place.request);
        return;
      }
    }
    if (where === place.condition) this.#conditional(at, bits);
    else if (where === place.question) {
      if (politely(words, at, this.state.from)) this.#reset(place.request);
    } else if (where !== place.listed) this.#running(at, bits, roles);
  }

  #conditional(at: number, bits: number): void {
    const spelled = this.#words.spelled(at);
    const fronted = this.state.prepositional && (bits & trait.auxiliary) !== 0;
    if (spelled === "whether") this.#whether = true;
    if (spelled === "then") this.#reset(place.start);
    else if (fronted) this.#subjectAt(this.state.from);
  }

  #agreement(bits: number, roles: number): void {
    if ((roles & role.singular) !== 0) this.state.singular = true;
    else if ((bits & trait.finite) !== 0 && (bits & unsure) === 0) this.state.singular = true;
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
      this.state.place = toAsks(this.#words, at, this.state) ? place.request : place.condition;
    } else if (opensRequest(words, at, this.state.place)) this.state.place = place.request;
    else if ((bits & trait.verb) !== 0 && verbal(words, at, this.state.to)) {
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
      this.state.place = place.condition;
      this.state.prepositional = ever || (preposed && (bits & trait.subordinator) === 0);
    } else if ((bits & trait.embedder) !== 0 && (bits & trait.determiner) === 0) {
      this.state.place = place.embedded;
    } else this.#subjectAt(at);
  }

  #subjectAt(at: number): void {
    this.state.place = place.statement;
    this.state.subject = at;
  }

  #govern(verb: number, main: number): void {
    this.state.place = place.order;
    this.state.verb = verb;
    this.state.main = main;
  }

  #running(at: number, bits: number, roles: number): void {
    const words = this.#words;
    if ((roles & role.conjunction) !== 0) {
      this.state.joined = true;
      if ((roles & role.sequence) !== 0) this.state.comma = true;
      if (concludes(words, at)) this.#reset(place.start);
      return;
    }
    const spelled = (roles & role.structural) !== 0 ? words.spelled(at) : "";
    if (spelled === "to") {
      if (toAsks(this.#words, at, this.state)) this.state.place = place.request;
      else if (!thingAt(words, at + 1)) this.state.place = place.infinitive;
      return;
    }
    if (this.state.place === place.statement && bindsChild(words, at)) {
      this.state.place = place.request;
      return;
    }
    const ordered = this.state.place === place.order;
    const predicate = this.state.place === place.infinitive && this.state.main === mainVerb.none;
    if (predicate && (bits & trait.auxiliary) !== 0) {
      this.state.place = words.is(at - 1, trait.embedder) ? place.embedded : place.statement;
    }
    if (spelled === "could" && wishedFor(words, at)) {
      this.#reset(place.request);
    } else if (spelled === "you" && ordered && words.is(at + 1, trait.verb)) {
      this.state.place = place.request;
    } else this.#subordinates(at, bits, roles, spelled);
  }

  #subordinates(at: number, bits: number, roles: number, spelled: string): void {
    const words = this.#words;
    const opens = (bits & trait.subordinator) !== 0 || (roles & role.ever) !== 0;
    if (this.state.place === place.order && (opens || spelled === "where")) {
      if ((words.gap(at) & gap.comma) !== 0 || words.plays(at - 1, role.conjunction)) {
        this.state.place = place.condition;
        this.state.prepositional = false;
        return;
      }
    }
    const embedding = (bits & (trait.embedder | trait.subordinator)) !== 0;
    const embeds = embedding && !(spelled === "that" && determines(words, at));
    const thinks = (roles & role.thinking) !== 0 && words.spelled(at - 1) !== "i'd";
    if (embeds || thinks) {
      const free = this.state.place !== place.infinitive;
      if (free || words.plays(at - 1, role.thinking)) this.state.place = place.embedded;
      this.state.singular = false;
    }
  }
}
