import { gap, inside } from "./gaps.ts";
import type { Scan } from "./scan.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** Tests over the words of one scan that every later step shares. Spec: FG-8, FG-10. */
export class Words {
  readonly scan: Scan;
  readonly vocabulary: Vocabulary;
  readonly #abbreviations: ReadonlySet<number>;

  constructor(scan: Scan, vocabulary: Vocabulary) {
    this.scan = scan;
    this.vocabulary = vocabulary;
    const abbreviations = ["g", "e", "i", "etc", "vs", "cf", "eg", "ie", "approx", "fig", "resp"];
    this.#abbreviations = new Set(abbreviations.map((word) => vocabulary.numbers.get(word) ?? -1));
  }

  /** The number of a word; 0 for an unknown one and for all that lies outside the brief. */
  number(at: number): number {
    // An index below zero would make every later read of the array slow.
    return at >= 0 && at < this.scan.count ? (this.scan.numbers[at] as number) : 0;
  }

  /** The traits of a word, as bits; 0 for an unknown word. */
  traits(at: number): number {
    return this.vocabulary.traits[this.number(at)] as number;
  }

  /** The roles of a word, as bits; 0 for an unknown word. */
  roles(at: number): number {
    return this.vocabulary.roles[this.number(at)] as number;
  }

  /** Whether the word plays one of the roles. */
  plays(at: number, roles: number): boolean {
    return (this.roles(at) & roles) !== 0;
  }

  /** Whether the word has one of the traits. */
  is(at: number, traits: number): boolean {
    return (this.traits(at) & traits) !== 0;
  }

  /** What stands before the word, as gap bits. */
  gap(at: number): number {
    return at >= 0 && at <= this.scan.count ? (this.scan.gaps[at] as number) : 0;
  }

  /** The word as its vocabulary spells it; empty for an unknown word or past the end. */
  spelled(at: number): string {
    return this.vocabulary.words[this.number(at)] as string;
  }

  /** Whether the word begins with a capital letter. */
  capital(at: number): boolean {
    const code = this.scan.text.charCodeAt(at >= 0 ? (this.scan.starts[at] as number) : 0);
    return code >= 65 && code <= 90;
  }

  /** Whether the word begins with a digit. */
  digit(at: number): boolean {
    const code = this.scan.text.charCodeAt(this.scan.starts[at] as number);
    return code >= 48 && code <= 57;
  }

  /** Whether a sentence begins at the word. */
  opens(at: number): boolean {
    const bits = this.gap(at);
    if ((bits & hardOpening) !== 0) return true;
    if ((bits & gap.stop) !== 0) return !this.#abbreviated(at);
    return (bits & gap.line) !== 0 && this.#hardLine(at, bits);
  }

  #abbreviated(at: number): boolean {
    if ((this.gap(at) & (gap.line | gap.question)) !== 0 || this.capital(at)) return false;
    return this.#abbreviations.has(this.number(at - 1));
  }

  /** A line break ends a sentence unless a long line runs on in lower case. */
  #hardLine(at: number, bits: number): boolean {
    if ((bits & gap.colon) !== 0 || this.capital(at)) return true;
    const firm = gap.line | gap.tick | gap.paragraph | gap.list;
    if ((this.gap(at - 1) & firm) === gap.line) return false;
    const { text, starts, ends } = this.scan;
    const previous = ends[at - 1] as number;
    const upTo = starts[at] as number;
    const breakAt = text.indexOf("\n", previous);
    if (breakAt < 0 || breakAt > upTo) return true;
    const from = text.lastIndexOf("\n", previous - 1) + 1;
    return breakAt - from < wrappedLineMin;
  }

  /**
   * Whether the word is a part of an identifier, a path, a URL or a file name: it is glued to a
   * neighbour by a dot, a slash, an underscore or a sign, or has a capital inside.
   */
  identifier(at: number): boolean {
    const { count } = this.scan;
    const before = this.gap(at);
    if ((before & separating) === 0 && (before & glue) !== 0) {
      return (before & (gap.open | gap.quote | gap.tick)) === 0 || (before & gap.dot) !== 0;
    }
    if ((before & (gap.dot | gap.slash)) !== 0) return true;
    const after = this.gap(at + 1);
    const glued = at + 1 < count && (after & separating) === 0 && (after & glue) !== 0;
    if (glued && (after & (gap.stop | gap.comma | gap.line | gap.semicolon)) === 0) return true;
    return this.innerCapital(at) || this.called(at);
  }

  /** Whether a slash or an opening bracket stands right after the word: `src/`, `update(`. */
  called(at: number): boolean {
    const code = this.scan.text.charCodeAt(this.scan.ends[at] as number);
    return code === 40 || code === 47;
  }

  /** Whether the word has a capital after a small letter, or a digit beside letters. */
  innerCapital(at: number): boolean {
    const { text, starts, ends } = this.scan;
    const to = Math.min(ends[at] as number, (starts[at] as number) + 40);
    let small = false;
    for (let index = starts[at] as number; index < to; index++) {
      const code = text.charCodeAt(index);
      if (code >= 97 && code <= 122) small = true;
      else if (small && code >= 65 && code <= 90) return true;
    }
    return false;
  }

  /** Whether the word stands in the same code span as the one before. */
  inOneCode(at: number): boolean {
    const { marks } = this.scan;
    const both = (marks[at] as number) & (marks[at - 1] as number);
    return (both & inside.code) !== 0 && (this.gap(at) & gap.tick) === 0;
  }

  /** Whether the word names a thing by itself: an identifier, code, a number, a quotation. */
  nameLike(at: number): boolean {
    if (at >= this.scan.count) return false;
    const marks = this.scan.marks[at] as number;
    if ((marks & (inside.code | inside.quotation)) !== 0) return true;
    return this.identifier(at) || this.digit(at) || (this.gap(at) & gap.symbol) !== 0;
  }
}

/** Marks that begin a sentence whatever the words are. */
const hardOpening = gap.start | gap.paragraph | gap.list | gap.heading | gap.cell | gap.tag;

/** Marks that keep two words apart whatever else stands between them. */
const separating = gap.blank | gap.line | gap.paragraph | gap.list | gap.start | gap.cell;

/** Marks that glue two words into one name. */
const glue = gap.dot | gap.slash | gap.underscore | gap.symbol | gap.colon;

/** A line shorter than this, in UTF-16 units, was not wrapped by an editor. */
const wrappedLineMin = 50;
