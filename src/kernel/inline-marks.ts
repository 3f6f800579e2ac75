/** A part of running text that is not plain words: code, an address, or quoted speech. */
export interface InlineMark {
  readonly kind: "code" | "url" | "quotation";
  /** The whole mark, delimiters included, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  /** What stands between the delimiters. An address has none: the same range as the whole. */
  readonly innerStart: number;
  readonly innerEnd: number;
}

/** Opening quote marks, and what closes each. */
const closersOf: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  "“": "”",
  "„": "“”",
  "”": "”",
  "«": "»",
  "»": "«",
  "‘": "’",
  "‚": "‘’",
  "‹": "›",
  "「": "」",
  "『": "』",
};

/** Marks that also stand within words or after them: they open only where no word ends. */
const ambiguousOpeners = new Set(['"', "'", "”", "»", "‘", "‚"]);

/** Words that begin with an apostrophe: it stands for letters left out and opens nothing. */
const elision = /^['‘](?:til|tis|twas|em|cause|bout|round|n|\d0s)(?![\p{L}\p{N}])/iu;

const wordUnit = /[\p{L}\p{N}]/u;
const blankUnit = /\s/u;
const addressStart = /(?:[a-z][a-z0-9+.-]{1,20}:\/\/|www\.)[^\s<>"“”«»`]+/iuy;

/**
 * The code, addresses and quotations of one paragraph, `[start, end)` of the text, in order and
 * without overlap. An unclosed mark marks nothing; an apostrophe within a word opens nothing.
 *
 * Time is linear in the length of the paragraph: each kind of closing mark is looked for once.
 *
 * Spec: LP-11, LP-22.
 */
export function inlineMarks(text: string, start: number, end: number): readonly InlineMark[] {
  const marks: InlineMark[] = [];
  const closers = new Closers(text, start, end);
  let at = start;
  while (at < end) {
    const mark =
      codeAt(text, at, end, closers) ??
      addressAt(text, at, start, end) ??
      quotationAt(text, at, start, end, closers);
    if (mark !== undefined) marks.push(mark);
    at = mark?.end ?? at + runLength(text, at, end);
  }
  return marks;
}

/** How far to go on where nothing is marked: a run of code marks is passed as a whole. */
function runLength(text: string, at: number, end: number): number {
  if (text[at] !== "`") return 1;
  let length = 1;
  while (at + length < end && text[at + length] === "`") length++;
  return length;
}

function codeAt(text: string, at: number, end: number, closers: Closers): InlineMark | undefined {
  if (text[at] !== "`" || text[at - 1] === "\\") return undefined;
  const length = runLength(text, at, end);
  const close = closers.codeRun(length, at + length);
  if (close === undefined) return undefined;
  return {
    kind: "code",
    start: at,
    end: close + length,
    innerStart: at + length,
    innerEnd: close,
  };
}

function addressAt(text: string, at: number, start: number, end: number): InlineMark | undefined {
  if (!/[a-z]/iu.test(text[at] ?? "") || (at > start && isWord(text, at - 1))) return undefined;
  addressStart.lastIndex = at;
  const found = addressStart.exec(text)?.[0];
  if (found === undefined) return undefined;
  let stop = Math.min(at + found.length, end);
  // The stop that ends a sentence is not part of the address.
  while (stop > at && ".,;:!?…)]}'’。！？".includes(text[stop - 1] ?? "")) stop--;
  return { kind: "url", start: at, end: stop, innerStart: at, innerEnd: stop };
}

function quotationAt(
  text: string,
  at: number,
  start: number,
  end: number,
  closers: Closers,
): InlineMark | undefined {
  const open = text[at] ?? "";
  const closing = closersOf[open];
  if (closing === undefined || text[at - 1] === "\\") return undefined;
  if (ambiguousOpeners.has(open)) {
    if (at > start && isWord(text, at - 1)) return undefined;
    if ((open === "'" || open === "‘") && !opensSingle(text, at, end)) return undefined;
  }
  let close: number | undefined;
  for (const mark of closing) {
    const found = closers.quote(mark, at + 1);
    if (found !== undefined && (close === undefined || found < close)) close = found;
  }
  if (close === undefined) return undefined;
  return {
    kind: "quotation",
    start: at,
    end: close + 1,
    innerStart: at + 1,
    innerEnd: close,
  };
}

function opensSingle(text: string, at: number, end: number): boolean {
  if (at + 1 >= end || isBlank(text, at + 1)) return false;
  return !elision.test(text.slice(at, at + 8));
}

function isWord(text: string, at: number): boolean {
  return wordUnit.test(text[at] ?? "");
}

function isBlank(text: string, at: number): boolean {
  const char = text[at];
  return char === undefined || blankUnit.test(char);
}

/**
 * Finds closing marks from left to right. Questions only ever move to the right, so one pointer for
 * each mark is enough, and a mark that is not found is not looked for again.
 */
class Closers {
  readonly #text: string;
  readonly #end: number;
  readonly #quotes = new Map<string, number>();
  readonly #runs = new Map<number, number[]>();

  constructor(text: string, start: number, end: number) {
    this.#text = text;
    this.#end = end;
    for (let at = start; at < end; ) {
      if (text[at] !== "`") {
        at++;
        continue;
      }
      const length = runLength(text, at, end);
      const known = this.#runs.get(length);
      if (known === undefined) this.#runs.set(length, [at]);
      else known.push(at);
      at += length;
    }
    // Taken from the back, so that what was passed can be dropped cheaply.
    for (const positions of this.#runs.values()) positions.reverse();
  }

  /** Where the next run of exactly that many code marks starts. */
  codeRun(length: number, from: number): number | undefined {
    const positions = this.#runs.get(length) ?? [];
    while (positions.length > 0 && (positions.at(-1) ?? 0) < from) positions.pop();
    return positions.at(-1);
  }

  /** Where the next closing quote mark of that form stands. */
  quote(mark: string, from: number): number | undefined {
    let at = Math.max(this.#quotes.get(mark) ?? 0, from);
    while (at < this.#end && !this.#closes(mark, at)) at++;
    this.#quotes.set(mark, at);
    return at < this.#end ? at : undefined;
  }

  #closes(mark: string, at: number): boolean {
    if (this.#text[at] !== mark || this.#text[at - 1] === "\\") return false;
    const followedByWord = isWord(this.#text, at + 1);
    if (mark === '"') return !(isBlank(this.#text, at - 1) && followedByWord);
    if (mark === "'" || mark === "’") return !isBlank(this.#text, at - 1) && !followedByWord;
    return true;
  }
}
