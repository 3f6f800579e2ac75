import type { Clauses } from "./clauses.ts";
import type { DropReason } from "./drop.ts";
import { gap, inside } from "./gaps.ts";
import {
  announces,
  asksAbout,
  asksOfList,
  type Lead,
  leadOf,
  listAsked,
  sourced,
} from "./leads.ts";
import {
  draftBefore,
  isIndented,
  isRun,
  isSpokenOf,
  isTurn,
  namesItem,
  opensIndented,
  pointingWords,
} from "./shown.ts";
import { isBoldTitle, isTicked, isTitle, shapesReport, titleLead } from "./titles.ts";
import { role, trait } from "./vocabulary.ts";
import type { Words } from "./words-of-brief.ts";

/** Leads are judged by their last words only, so that a long line costs no more. */
const leadWordsMax = 40;
/** A brief with fewer words outside its block quotes may speak in them itself. */
const ownWordsMin = 12;
/** How far back the start of a quotation is looked for, in words. */
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
    const { marks, count } = this.#words.scan;
    let after = at;
    while (
      after < count &&
      after < at + 200 &&
      ((marks[after] as number) & inside.blockquote) !== 0
    ) {
      after++;
    }
    const asked = after < count && asksAbout(this.#words, after);
    return asked || (this.#speaksOutside() && this.#asksToRead());
  }

  /** Whether the brief has some sentences of its own beside its block quotes. */
  #speaksOutside(): boolean {
    if (this.#outside !== undefined) return this.#outside;
    const { marks, count } = this.#words.scan;
    let own = 0;
    for (let at = 0; at < count && own < ownWordsMin; at++) {
      if (((marks[at] as number) & inside.blockquote) === 0) own++;
    }
    this.#outside = own >= ownWordsMin;
    return this.#outside;
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
    const colon = (this.#words.gap(from) & gap.colon) !== 0;
    return colon && this.#leadBefore(from) !== "orders";
  }

  #advance(at: number): void {
    const words = this.#words;
    for (; this.#read <= at; this.#read++) {
      const bits = words.gap(this.#read);
      const marks = words.scan.marks[this.#read] as number;
      if ((bits & gap.rule) !== 0) {
        this.#ruled = !this.#ruled && this.#read > 0 && draftBefore(words, this.#read);
      }
      if ((bits & gap.paragraph) !== 0) this.#speech = false;
      if ((bits & (gap.line | gap.paragraph)) !== 0) this.#setIn(this.#read);
      if ((bits & (gap.line | gap.start)) !== 0 && this.#speaks(this.#read)) this.#speech = true;
      if ((bits & gap.paragraph) !== 0) this.#shown = this.#shows(this.#read, bits, marks);
      if ((bits & gap.heading) !== 0 || isBoldTitle(words, this.#read)) {
        if ((bits & gap.colon) !== 0) this.#template ||= shapesReport(words, this.#read);
        this.#section = titleLead(words, this.#read);
        this.#block = 0;
        continue;
      }
      const block = blockOf(bits, marks);
      if ((bits & (gap.list | gap.paragraph | gap.line | gap.blockquote | gap.tick)) === 0)
        continue;
      if (block !== 0 && block !== this.#block) {
        const titled = block === gap.list && this.#read > 0 && (bits & gap.stop) === 0;
        const introduced = block === gap.tick || titled || (bits & introducing) !== 0;
        this.#lead =
          introduced || this.#points(this.#read, block) ? this.#leadBefore(this.#read) : "none";
        if (this.#lead === "none" && block === gap.list && this.#listTold(this.#read)) {
          this.#lead = "describes";
        }
      }
      if (block !== 0) this.#block = block;
      else if ((bits & gap.paragraph) !== 0 || words.capital(this.#read)) this.#block = 0;
    }
  }

  /** "Draft:", "the mail from legal:" and an empty line: the next paragraph is somebody's text. */
  #shows(at: number, bits: number, marks: number): boolean {
    if ((bits & gap.colon) === 0 || blockOf(bits, marks) !== 0 || !this.#asksToRead()) return false;
    return announces(this.#words, this.#sentenceBefore(at), at);
  }

  /** Whether a block that is set in from the margin begins, goes on or ends at the word. */
  #setIn(at: number): void {
    if (this.#indented) this.#indented = isIndented(this.#words, at);
    else if (this.#block === 0 && opensIndented(this.#words, at)) {
      this.#indented = true;
      this.#lead = this.#leadBefore(at);
    }
  }

  /** Whether the list at the word is asked about, or says what somebody else says. */
  #listTold(at: number): boolean {
    const words = this.#words;
    if (listAsked(words, at)) return true;
    const bits = words.gap(at);
    if ((bits & introducing) === 0 || !this.#asksToRead()) return false;
    const from = this.#sentenceBefore(at);
    return (bits & gap.colon) !== 0 ? sourced(words, from, at) : asksOfList(words, from, at);
  }

  /** "Customer: please fix it": what somebody else says, up to the next blank line. */
  #speaks(at: number): boolean {
    const colon = (this.#words.gap(at + 1) & (gap.colon | gap.blank)) === (gap.colon | gap.blank);
    if (!colon || !this.#words.capital(at)) return false;
    return this.#words.plays(at, role.speaker) || (isTurn(this.#words, at) && this.#asksToRead());
  }

  /** Whether the sentence before a quotation points at it: "What does this mean". */
  #points(at: number, block: number): boolean {
    if (block !== gap.blockquote) return false;
    const words = this.#words;
    for (let back = at - 1; back >= 0 && at - back < leadWordsMax; back--) {
      if (pointingWords.has(words.spelled(back)) || words.is(back, trait.describing)) return true;
      if (words.opens(back)) return false;
    }
    return false;
  }

  /** What the sentence before the word says of the block that begins there. */
  #leadBefore(at: number): Lead {
    return at === 0 ? "none" : leadOf(this.#words, this.#sentenceBefore(at), at);
  }

  #sentenceBefore(at: number): number {
    let from = at - 1;
    while (from > 0 && at - from < leadWordsMax && !this.#words.opens(from)) from--;
    return Math.max(from, 0);
  }
}

const introducing = gap.colon | gap.question;

function blockOf(bits: number, marks: number): number {
  if ((marks & inside.fence) !== 0) return gap.tick;
  if ((marks & inside.blockquote) !== 0) return gap.blockquote;
  return (bits & gap.list) !== 0 ? gap.list : 0;
}
