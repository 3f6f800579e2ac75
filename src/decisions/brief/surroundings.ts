import type { Clauses } from "./clauses.ts";
import type { DropReason } from "./drop.ts";
import { gap, inside } from "./gaps.ts";
import {
  announces,
  asksAbout,
  asksOfList,
  type Lead,
  leadBefore,
  leadOf,
  listAsked,
  looksAtList,
  planned,
  presents,
  sentenceBefore,
  sourced,
} from "./leads.ts";
import {
  behindQuote,
  blockOf,
  draftBefore,
  endsBlock,
  endsSteps,
  isCollected,
  isIndented,
  isRun,
  isSpokenOf,
  namesItem,
  opensIndented,
  opensSteps,
  pointedAt,
  speaks,
  speaksOutside,
} from "./shown.ts";
import {
  headingLevel,
  isBoldTitle,
  isNumberedLead,
  isTicked,
  isTitle,
  namesSeveral,
  shapesReport,
  titleLead,
} from "./titles.ts";
import type { Words } from "./words-of-brief.ts";

const quotationWordsMax = 60;

/**
 * What stands around the words of a match: a quotation, code, a table, a list under a heading
 * that tells about things. Read from left to right once, as far as the matches go.
 *
 * Spec: FG-10.
 */
export class Surroundings {
  readonly #words: Words;
  readonly #clauses: Clauses;
  readonly #asksToRead: () => boolean;
  #outside: boolean | undefined;
  #read = 0;
  #lead: Lead = "none";
  #section: Lead = "none";
  /** The level of the heading that the section has its lead from. */
  #level = 0;
  #titled = false;
  /** Whether the words stand in steps that are numbered within a line: "my plan: 1. freeze". */
  #inline = false;
  #block = 0;
  #ruled = false;
  #speech = false;
  #template = false;
  /** Whether the line stands in a block that is set in from the margin. */
  #indented = false;
  /** Whether the paragraph is a text that the sentence before it announces. */
  #shown = false;

  constructor(words: Words, clauses: Clauses, asksToRead: () => boolean) {
    this.#words = words;
    this.#clauses = clauses;
    this.#asksToRead = asksToRead;
  }

  /** Forgets the last brief. */
  begin(): void {
    this.#read = 0;
    this.#lead = "none";
    this.#section = "none";
    this.#level = 0;
    this.#titled = false;
    this.#inline = false;
    this.#block = 0;
    this.#ruled = false;
    this.#speech = false;
    this.#template = false;
    this.#indented = false;
    this.#shown = false;
    this.#outside = undefined;
  }

  /** Why the words from `at` up to `to` are not the brief's own, if they are not. */
  reason(at: number, to: number): DropReason | undefined {
    this.#advance(at);
    const { marks } = this.#words.scan;
    const sentence = this.#clauses.around(at);
    const told =
      isTicked(this.#words, sentence.from) || namesItem(this.#words, sentence.from, at + 1);
    if (told && this.#asksToRead()) return "listed";
    if (this.#inline) return "listed";
    if (this.#indented && this.#lead !== "orders" && this.#asksToRead()) return "code";
    const bits = (marks[at] as number) & (marks[to - 1] as number);
    if ((bits & inside.table) !== 0) return "table-cell";
    if ((bits & inside.fence) !== 0) return this.#lead === "orders" ? undefined : "code";
    if ((bits & inside.blockquote) !== 0 && this.#told(at)) return "quoted";
    if ((bits & inside.quotation) !== 0 && this.#quoted(at, inside.quotation)) return "quoted";
    if ((bits & inside.code) !== 0 && this.#quoted(at, inside.code)) return "code";
    if (this.#ruled || this.#speech || this.#shown) return "quoted";
    if ((bits & inside.heading) !== 0 && isTitle(this.#words, sentence, at, this.#template))
      return "heading";
    const listed = this.#block === gap.list && this.#lead === "describes";
    const section = this.#section === "describes" && (bits & inside.heading) === 0;
    return listed || section ? "listed" : undefined;
  }

  #told(at: number): boolean {
    if (this.#lead === "describes") return true;
    if (this.#lead === "orders") return false;
    const after = behindQuote(this.#words, at);
    this.#outside ??= speaksOutside(this.#words);
    const asked = after < this.#words.scan.count && asksAbout(this.#words, after);
    return asked || (this.#outside && this.#asksToRead());
  }

  /** A quotation is the brief's own order only where it is the whole line. */
  #quoted(at: number, bit: number): boolean {
    const { marks } = this.#words.scan;
    let from = at;
    while (from > 0 && at - from < quotationWordsMax) {
      if (((marks[from - 1] as number) & bit) === 0) break;
      const opensHere = (this.#words.gap(from) & (gap.quote | gap.tick)) !== 0;
      if (opensHere && this.#words.opens(from)) break;
      from--;
    }
    if (at - from >= quotationWordsMax) return true;
    const line = gap.start | gap.line | gap.paragraph | gap.list;
    if ((this.#words.gap(from) & line) === 0) return !isRun(this.#words, from);
    const firm = line | gap.stop;
    const wrapped = (this.#words.gap(from) & firm) === gap.line && !this.#words.capital(from);
    if (wrapped || !this.#words.opens(from)) return !isRun(this.#words, from);
    if (isSpokenOf(this.#words, at, bit)) return true;
    const told = this.#lead !== "orders" && isCollected(this.#words, from);
    if (told && this.#asksToRead()) return true;
    const colon = (this.#words.gap(from) & gap.colon) !== 0;
    return colon && leadBefore(this.#words, from) !== "orders";
  }

  #advance(at: number): void {
    const { gaps } = this.#words.scan;
    for (let read = this.#read; read <= at; read++) {
      const bits = gaps[read] as number;
      if ((bits & telling) !== 0) this.#pass(read, bits);
    }
    this.#read = Math.max(this.#read, at + 1);
  }

  #pass(at: number, bits: number): void {
    const words = this.#words;
    const marks = words.scan.marks[at] as number;
    this.#inline = this.#counts(at, bits);
    if ((bits & gap.rule) !== 0) this.#ruled = !this.#ruled && at > 0 && draftBefore(words, at);
    if ((bits & gap.paragraph) !== 0) this.#speech = false;
    if ((bits & (gap.line | gap.paragraph)) !== 0) this.#setIn(at);
    if ((bits & (gap.line | gap.start)) !== 0 && speaks(words, at, this.#asksToRead))
      this.#speech = true;
    if ((bits & gap.paragraph) !== 0) this.#shown = this.#shows(at, bits, marks);
    if ((bits & gap.heading) !== 0 || isBoldTitle(words, at)) {
      if ((bits & gap.colon) !== 0) this.#template ||= shapesReport(words, at);
      this.#entitle(at, bits);
      this.#block = 0;
      return;
    }
    if (this.#level === 0 && isNumberedLead(words, at)) this.#section = "none";
    const block = blockOf(bits, marks);
    if ((bits & (gap.list | gap.paragraph | gap.line | gap.blockquote | gap.tick)) === 0) return;
    if (block !== 0 && block !== this.#block) {
      const titled = block === gap.list && at > 0 && (bits & gap.stop) === 0;
      const introduced = block === gap.tick || titled || (bits & introducing) !== 0;
      this.#lead = introduced || pointedAt(words, at, block) ? leadBefore(this.#words, at) : "none";
      if (this.#lead === "none" && block === gap.list && this.#listTold(at)) {
        this.#lead = "describes";
      }
    }
    if (block !== 0) this.#block = block;
    else if (endsBlock(words, at, bits)) this.#block = 0;
  }

  /** Whether steps of a plan that is looked at are numbered within the line, up to the word. */
  #counts(at: number, bits: number): boolean {
    const words = this.#words;
    if (this.#inline) return !endsSteps(words, at, bits);
    if (!opensSteps(words, at, bits) || !this.#asksToRead()) return false;
    const from = sentenceBefore(this.#words, at);
    return leadOf(words, from, at) === "describes" || planned(words, from, at);
  }

  /** A title below one that tells of things tells of one of them: "Options", "Option A". */
  #entitle(at: number, bits: number): void {
    const level = (bits & gap.heading) === 0 ? 0 : headingLevel(this.#words, at);
    if (this.#section === "describes" && this.#level > 0 && level > this.#level) return;
    const several = namesSeveral(this.#words, at);
    this.#section = titleLead(this.#words, at, at === 0 && level > 0 && !several);
    // The first title is the brief's own, and everything stands below it.
    this.#level = this.#titled || several ? level : 0;
    this.#titled = true;
  }

  /** "Draft:", "the mail from legal:" and an empty line: the next paragraph is somebody's text. */
  #shows(at: number, bits: number, marks: number): boolean {
    if ((bits & gap.colon) === 0 || blockOf(bits, marks) !== 0 || !this.#asksToRead()) return false;
    return announces(this.#words, sentenceBefore(this.#words, at), at);
  }

  /** Whether a block that is set in from the margin begins, goes on or ends at the word. */
  #setIn(at: number): void {
    if (this.#indented) this.#indented = isIndented(this.#words, at);
    else if (this.#block === 0 && opensIndented(this.#words, at)) {
      this.#indented = true;
      this.#lead = leadBefore(this.#words, at);
    }
  }

  /** Whether the list at the word is asked about, or says what somebody else says. */
  #listTold(at: number): boolean {
    const words = this.#words;
    if (listAsked(words, at)) return true;
    const bits = words.gap(at);
    if (at === 0 || (bits & gap.heading) !== 0 || !this.#asksToRead()) return false;
    const from = sentenceBefore(this.#words, at);
    if (presents(words, from, at)) return true;
    if ((bits & introducing) === 0) return looksAtList(words, from, at);
    if ((bits & gap.colon) === 0) return asksOfList(words, from, at);
    return sourced(words, from, at) || planned(words, from, at);
  }
}

const introducing = gap.colon | gap.question;

const breaks = gap.start | gap.line | gap.paragraph | gap.rule;
const blocks = gap.list | gap.heading | gap.blockquote | gap.tick;
/** Marks without which what stands before a word changes nothing around it. */
const telling = breaks | blocks | gap.stop | gap.colon;
