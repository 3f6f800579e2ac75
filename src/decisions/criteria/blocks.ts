import { closesFence, type Fence, openedFence } from "../../kernel/fence.ts";

/** A part of an objective: an item of a list, a heading, or a paragraph. Spec: LP-21. */
export interface Block {
  readonly kind: "item" | "heading" | "paragraph";
  /** As written, line ends kept as `\n`, without list marker and check box. */
  readonly text: string;
  /** Whether a blank line, or nothing, stands before it. */
  readonly startsAfresh: boolean;
}

/** `-` `*` `+` `•` `–`, `1.` `1)` `a)` `A)` `(1)` `(a)`; `i)` is as often a word as a number. */
const itemForm =
  /^([ \t]*)((?:[-*+•–]|\d{1,9}[.)]|[A-HJ-Za-hj-z]\)|\((?:\d{1,9}|[A-HJ-Za-hj-z])\))(?=\s|$))[ \t]*/u;
const boxForm = /^[ \t]*\[[^\]\n]\](?=\s|$)[ \t]*/u;
const headingForm = /^ {0,3}#{1,6}(?=\s)/u;
/** The underline of a heading, or a rule across the page. */
const ruleForm = /^\s*(?:=+|-{2,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,}|(?:-[ \t]*){3,})\s*$/u;

/**
 * The blocks of an objective, in order. A line right after an item goes on with it, whatever its
 * indentation; a blank line ends what was open. Within a fence nothing is a marker, and the fence
 * belongs to the block that is open.
 *
 * Spec: LP-21.
 */
export function blocks(objective: string): readonly Block[] {
  const reader = new Reader();
  for (const line of objective.split(/\r\n|\n|\r/u)) reader.take(line);
  return reader.finish();
}

class Reader {
  readonly #done: Block[] = [];
  #open: { kind: Block["kind"]; lines: string[]; startsAfresh: boolean } | undefined;
  #fence: Fence | undefined;
  #afterBlank = true;

  take(line: string): void {
    if (this.#fence !== undefined) {
      this.#append(line);
      if (closesFence(this.#fence, line)) this.#fence = undefined;
      return;
    }
    if (line.trim() === "") {
      this.#close();
      this.#afterBlank = true;
      return;
    }
    if (ruleForm.test(line)) {
      this.#close();
      return;
    }
    const body = itemBody(line);
    if (body !== undefined) {
      this.#start("item", body);
      // A fence may open in the marker's line; its column counts for the closing one.
      this.#fence = openedFence(" ".repeat(Math.max(0, line.length - body.length)) + body);
      return;
    }
    if (headingForm.test(line)) {
      this.#start("heading", line);
      this.#close();
      return;
    }
    this.#fence = openedFence(line);
    if (this.#open === undefined) this.#start("paragraph", line);
    else this.#append(line);
  }

  finish(): readonly Block[] {
    this.#close();
    return this.#done;
  }

  #start(kind: Block["kind"], line: string): void {
    this.#close();
    this.#open = { kind, lines: [line], startsAfresh: this.#afterBlank };
    this.#afterBlank = false;
  }

  #append(line: string): void {
    this.#open?.lines.push(line);
  }

  #close(): void {
    if (this.#open === undefined) return;
    const { kind, lines, startsAfresh } = this.#open;
    this.#done.push({ kind, text: lines.join("\n"), startsAfresh });
    this.#open = undefined;
  }
}

/** What stands after the marker and the check boxes of a line, or `undefined` where it has none. */
function itemBody(line: string): string | undefined {
  const marker = itemForm.exec(line)?.[0];
  let body = marker === undefined ? line : line.slice(marker.length);
  let hasBox = false;
  for (let box = boxForm.exec(body); box !== null; box = boxForm.exec(body)) {
    body = body.slice(box[0].length);
    hasBox = true;
  }
  return marker === undefined && !hasBox ? undefined : body;
}
