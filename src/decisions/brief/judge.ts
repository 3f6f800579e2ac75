import type { Alternative } from "./anchors.ts";
import { Clauses } from "./clauses.ts";
import { type DropReason, surroundingReasons } from "./drop.ts";
import { gap } from "./gaps.ts";
import { opensOrder } from "./order-opening.ts";
import { asksToRead } from "./read-request.ts";
import type { Context } from "./reading.ts";
import { readings } from "./readings.ts";
import { Surroundings } from "./surroundings.ts";
import { role } from "./vocabulary.ts";
import type { Words } from "./words-of-brief.ts";

/** A place where an alternative of a rule matches, before anybody asks what it is there. */
export interface Candidate {
  readonly alternative: Alternative;
  /** The place of the alternative in the table. */
  readonly place: number;
  /** Words `[from, to)` of the scan. */
  readonly from: number;
  readonly to: number;
}

/** What both sensitivities say of a candidate. Spec: FG-7, FG-10. */
export interface Judgement {
  readonly wording: boolean;
  readonly drop: DropReason | undefined;
}

/** Gap bits after which a plain mutation verb counts. Spec: FG-6. */
const plainOpening =
  gap.start | gap.stop | gap.dot | gap.colon | gap.semicolon | gap.line | gap.paragraph;

/** Words after which a plain mutation verb counts too. Spec: FG-6. */
const plainIntroducers: readonly string[] = ["then", "and", "also", "please", "now"];

/**
 * Says of candidates whether their words direct the child, of a brief read to its end.
 *
 * Candidates are asked about from left to right; `goBack` before it begins again at the left.
 *
 * Spec: FG-7, FG-10.
 */
export class Judge {
  readonly #words: Words;
  readonly #clauses: Clauses;
  readonly #surroundings: Surroundings;
  readonly #context: Context;
  #asked: boolean | undefined;

  constructor(words: Words) {
    this.#words = words;
    this.#clauses = new Clauses(words);
    this.#context = {
      words,
      clauses: this.#clauses,
      asksToRead: () => {
        this.#asked ??= asksToRead(this.#context);
        return this.#asked;
      },
    };
    this.#surroundings = new Surroundings(words, this.#clauses, this.#context.asksToRead);
  }

  /** Takes the brief that the words are now of. */
  begin(): void {
    this.#asked = undefined;
    this.#clauses.begin(this.#words.scan.count);
    this.#surroundings.begin();
  }

  /** Whether the brief asks for something to be read or answered. Answered once for a brief. */
  asksToRead(): boolean {
    return this.#context.asksToRead();
  }

  /** Lets the next candidate be anywhere in the brief. */
  goBack(): void {
    this.#surroundings.begin();
  }

  /** What the sensitivities say of a candidate. Spec: FG-7, FG-10. */
  of(candidate: Candidate): Judgement {
    const { alternative, from, to } = candidate;
    const { rule } = alternative;
    const flagged = rule.reading !== "flag" && (this.#words.gap(from) & gap.flag) !== 0;
    const grammar = flagged ? "identifier" : readings[rule.reading](this.#context, from, to);
    const bounded = rule.yields === true && !alternative.plain && this.#bounded(from, to);
    const drop = grammar ?? (bounded ? "bounded" : this.#surroundings.reason(from, to));
    // Behind a determiner a verb is a noun, though the words around it be somebody else's.
    const noun = alternative.orders && !opensOrder(this.#words, from);
    const quoted = drop !== undefined && surroundingReasons.has(drop) && !noun;
    const wording = this.anywhere(candidate) || drop === undefined || quoted;
    return { wording, drop };
  }

  /**
   * Whether a plain trigger stands where `wording` takes it; a verb of change must open a clause,
   * a loose word need not.
   *
   * Spec: FG-4, FG-5, FG-6.
   */
  anywhere({ alternative, from }: Candidate): boolean {
    const { plain, rank } = alternative;
    if (!plain || rank !== 2) return plain;
    if ((this.#words.gap(from) & plainOpening) !== 0) return true;
    return plainIntroducers.includes(this.#words.spelled(from - 1));
  }

  /** "Leave the rest alone", "touch nothing but a.ts": a rule of the kind boundary takes it. */
  #bounded(from: number, to: number): boolean {
    const words = this.#words;
    const last = words.spelled(to - 1);
    if (last === "nothing" && words.plays(to, role.excepting)) return true;
    const sentence = this.#clauses.around(from);
    for (let at = Math.max(sentence.from, from - 8); at < to; at++) {
      if (words.plays(at, role.remaining)) {
        const spelled = words.spelled(at);
        if (spelled === "rest" || spelled.startsWith("remain")) return true;
        const next = words.spelled(at + 1);
        if (next === "else" || (next === "other" && spelled !== "anything")) return true;
        if (spelled === "nothing" && next === "outside") return true;
      }
    }
    return false;
  }
}
