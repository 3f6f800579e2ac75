import { ClauseReader } from "./clause-reader.ts";
import { gap } from "./gaps.ts";
import type { Words } from "./words-of-brief.ts";

/** A sentence as a range of words `[from, to)`, and whether it ends as a question. Spec: FG-10. */
export interface Sentence {
  from: number;
  to: number;
  question: boolean;
}

/**
 * Finds for each word of a sentence where it stands: where an order could begin, inside an order,
 * a statement, a question, an embedded clause.
 *
 * One pass from left to right with a fixed amount of state; a sentence is read on demand, and
 * once. It is a reading of surface grammar, not of intent.
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
  /** For each word the first word of its sentence, or -1 where that has not been read. */
  #froms = new Int32Array(0);
  /** For the first word of each sentence that has been read the word behind its last one. */
  #tos = new Int32Array(0);
  readonly #reader: ClauseReader;

  constructor(words: Words) {
    this.#words = words;
    this.#reader = new ClauseReader(words);
  }

  /** Forgets the last brief and makes room for `count` words. */
  begin(count: number): void {
    if (this.places.length < count + 1 || this.places.length > keptWords) {
      const size = Math.max(count + 1, 1024);
      this.places = new Uint8Array(size);
      this.subjects = new Int32Array(size);
      this.mains = new Uint8Array(size);
      this.verbs = new Int32Array(size);
      this.#froms = new Int32Array(size);
      this.#tos = new Int32Array(size);
    }
    this.#froms.fill(-1, 0, count + 1);
    this.sentence.from = 0;
    this.sentence.to = 0;
  }

  /** Goes to the sentence around a word, and reads it unless it has been read. */
  around(at: number): Sentence {
    const { sentence } = this;
    if (at >= sentence.from && at < sentence.to) return sentence;
    const known = this.#froms[at] as number;
    if (known >= 0) {
      this.#goTo(known, this.#tos[known] as number);
      return sentence;
    }
    const floor = at >= sentence.to ? sentence.to : 0;
    let from = at;
    while (from > floor && !this.#words.opens(from)) from--;
    let to = at + 1;
    const { count } = this.#words.scan;
    while (to < count && !this.#words.opens(to)) to++;
    this.#goTo(from, to);
    this.#read();
    return sentence;
  }

  #goTo(from: number, to: number): void {
    const { sentence } = this;
    sentence.from = from;
    sentence.to = to;
    sentence.question = (this.#words.gap(to) & gap.question) !== 0;
  }

  #read(): void {
    const { from, to, question } = this.sentence;
    const { gaps } = this.#words.scan;
    const { state } = this.#reader;
    this.#reader.begin(from, to, question);
    this.#tos[from] = to;
    for (let at = from; at < to; at++) {
      this.#reader.reach(at, gaps[at] as number);
      this.#froms[at] = from;
      this.places[at] = state.place;
      this.subjects[at] = state.subject;
      this.mains[at] = state.main;
      this.verbs[at] = state.verb;
      this.#reader.pass(at);
    }
  }
}

/** Room kept between briefs, in words. */
const keptWords = (1 << 20) + 64;
