import { hashBytes } from "./byte-hash.ts";
import { type CallBlock, callBlock } from "./call-block.ts";
import { CompactJson, notPlain } from "./compact-json.ts";
import type { EntryLinks } from "./entry-places.ts";
import { bytesOf, key, word } from "./entry-words.ts";

/** Which tools' calls are wanted: named ones, or every one. Spec: HN-10. */
export type WatchedTools = ReadonlySet<string> | "*";

/** In place of an end index. */
const isAbsent = 0;
const isNull = -1;

const quote = 0x22;
const comma = 0x2c;
const closeBrace = 0x7d;

function text(bytes: Uint8Array, start: number, end: number): string {
  return String.fromCharCode(...bytes.subarray(start, end));
}

/**
 * Recognises, on bytes, the lines that pi writes for ordinary entries, and takes from them what the
 * summary and the tree need: id, parent, the number of tool calls, and where the watched ones are.
 *
 * `read` answers false for every line that it does not vouch for: broken JSON, blanks, escapes in
 * keys or names, a key twice, unusual shapes, headers, `custom` entries, nested calls. Those are
 * parsed, so a refusal costs time, never a fact. What it accepts, `JSON.parse` and the shape check
 * accept with the same counts (a property test compares).
 *
 * One object is reused for every line: the fields hold what the last accepted line said.
 *
 * Spec: HN-4, HN-10.
 */
export class PlainEntry {
  readonly #watched: readonly Uint8Array[] | "*";
  #json = new CompactJson(Buffer.alloc(0));

  readonly #links: { id: number | undefined; parent: number | null | undefined } = {
    id: undefined,
    parent: undefined,
  };
  #idStart = 0;
  #idEnd = isAbsent;
  #parentStart = 0;
  #parentEnd = isAbsent;
  /** How many tool calls the entry holds. */
  toolCalls = 0;
  /** Whether the message broke off. */
  isStopped = false;
  /** Where the watched calls are. */
  readonly watchedBlocks: CallBlock[] = [];

  constructor(watched: WatchedTools) {
    this.#watched = watched === "*" ? "*" : [...watched].map(bytesOf);
  }

  /** Whether `[start, end)` is a plain entry. `bytes[end]` has to be a line end. */
  read(json: CompactJson, start: number, end: number): boolean {
    const { bytes } = json;
    this.#json = json;
    this.toolCalls = 0;
    this.isStopped = false;
    this.#idEnd = isAbsent;
    this.#parentEnd = isAbsent;
    if (this.watchedBlocks.length > 0) this.watchedBlocks.length = 0;
    // The type comes first in what pi writes, and says how the rest is to be read.
    if (bytes[start] !== 0x7b || !json.holds(start + 1, key.type)) return false;
    const typeStart = start + 8;
    const typeEnd = json.skipSimpleString(typeStart);
    if (typeEnd === notPlain || bytes[start + 7] !== 0x3a || typeEnd === typeStart + 2)
      return false;
    if (this.#isSpecial(typeStart)) return false;
    return this.#members(typeEnd, json.holds(typeStart, word.message)) === end;
  }

  /** The links as hashes. The same object every time. */
  links(): EntryLinks {
    const links = this.#links;
    const isNamed = this.#idEnd > 0;
    links.id = isNamed ? hashBytes(this.#json.bytes, this.#idStart, this.#idEnd) : undefined;
    links.parent =
      this.#parentEnd > 0
        ? hashBytes(this.#json.bytes, this.#parentStart, this.#parentEnd)
        : this.#parentEnd === isNull
          ? null
          : undefined;
    return links;
  }

  /** The id's text, where there is one. */
  idText(): string | undefined {
    return this.#idEnd > 0 ? text(this.#json.bytes, this.#idStart, this.#idEnd) : undefined;
  }

  /** The parent's text, where there is one. */
  parentText(): string | undefined {
    return this.#parentEnd > 0
      ? text(this.#json.bytes, this.#parentStart, this.#parentEnd)
      : undefined;
  }

  #isSpecial(typeStart: number): boolean {
    const json = this.#json;
    return (
      json.holds(typeStart, word.session) ||
      json.holds(typeStart, word.leaf) ||
      json.holds(typeStart, word.custom)
    );
  }

  /** The members after the type; the index after the closing brace. */
  #members(afterType: number, isMessage: boolean): number {
    const json = this.#json;
    const { bytes } = json;
    let at = afterType;
    let hasMessage = false;
    while (bytes[at] === comma) {
      const keyStart = at + 1;
      const keyEnd = json.skipSimpleString(keyStart);
      if (keyEnd === notPlain || bytes[keyEnd] !== 0x3a) return notPlain;
      if (json.holds(keyStart, key.id)) at = this.#id(keyEnd + 1);
      else if (json.holds(keyStart, key.parentId)) at = this.#parent(keyEnd + 1);
      else if (isMessage && json.holds(keyStart, key.message)) {
        at = hasMessage ? notPlain : this.#message(keyEnd + 1);
        hasMessage = true;
      } else if (json.holds(keyStart, key.type)) return notPlain;
      else at = json.skipValue(keyEnd + 1);
      if (at === notPlain) return notPlain;
    }
    return bytes[at] === closeBrace && hasMessage === isMessage ? at + 1 : notPlain;
  }

  #id(start: number): number {
    const end = this.#json.skipSimpleString(start);
    if (end === notPlain || this.#idEnd !== isAbsent) return notPlain;
    this.#idStart = start + 1;
    this.#idEnd = end - 1;
    return end;
  }

  #parent(start: number): number {
    if (this.#parentEnd !== isAbsent) return notPlain;
    if (this.#json.holds(start, word.null)) {
      this.#parentEnd = isNull;
      return start + 4;
    }
    const end = this.#json.skipSimpleString(start);
    if (end === notPlain) return notPlain;
    this.#parentStart = start + 1;
    this.#parentEnd = end - 1;
    return end;
  }

  /** `{"role":…` first, as pi writes it: the role says how the content is to be read. */
  #message(start: number): number {
    const json = this.#json;
    const { bytes } = json;
    if (bytes[start] !== 0x7b || !json.holds(start + 1, key.role)) return notPlain;
    const roleStart = start + 8;
    let at = bytes[start + 7] === 0x3a ? json.skipSimpleString(roleStart) : notPlain;
    if (at === notPlain) return notPlain;
    const isAssistant = json.holds(roleStart, word.assistant);
    let hasContent = false;
    while (bytes[at] === comma) {
      const keyStart = at + 1;
      const keyEnd = json.skipSimpleString(keyStart);
      if (keyEnd === notPlain || bytes[keyEnd] !== 0x3a) return notPlain;
      if (json.holds(keyStart, key.content)) {
        at = hasContent ? notPlain : this.#content(keyEnd + 1, isAssistant);
        hasContent = true;
      } else if (json.holds(keyStart, key.role)) return notPlain;
      else if (json.holds(keyStart, key.nestedCalls)) return notPlain;
      else {
        if (json.holds(keyStart, key.stopReason)) this.#stopReason(keyEnd + 1);
        at = json.skipValue(keyEnd + 1);
      }
      if (at === notPlain) return notPlain;
    }
    return bytes[at] === closeBrace ? at + 1 : notPlain;
  }

  #stopReason(start: number): void {
    const json = this.#json;
    this.isStopped = json.holds(start, word.aborted) || json.holds(start, word.error);
  }

  #content(start: number, isAssistant: boolean): number {
    const json = this.#json;
    const { bytes } = json;
    if (bytes[start] === quote) return json.skipString(start);
    if (bytes[start] !== 0x5b) return notPlain;
    if (bytes[start + 1] === 0x5d) return start + 2;
    let at = start;
    do {
      at = this.#block(at + 1, isAssistant);
      if (at === notPlain) return notPlain;
    } while (bytes[at] === comma);
    return bytes[at] === 0x5d ? at + 1 : notPlain;
  }

  /** One block of a message's content, `{"type":…` first. */
  #block(start: number, isAssistant: boolean): number {
    const json = this.#json;
    const { bytes } = json;
    if (bytes[start] !== 0x7b) return notPlain;
    if (!isAssistant) return json.skipValue(start);
    if (!json.holds(start + 1, key.type) || bytes[start + 7] !== 0x3a) return notPlain;
    let at = json.skipSimpleString(start + 8);
    if (at === notPlain) return notPlain;
    if (json.holds(start + 8, word.toolCall)) return this.#call(start, at);
    while (bytes[at] === comma) {
      const keyStart = at + 1;
      const keyEnd = json.skipSimpleString(keyStart);
      if (keyEnd === notPlain || bytes[keyEnd] !== 0x3a) return notPlain;
      if (json.holds(keyStart, key.type)) return notPlain;
      at = json.skipValue(keyEnd + 1);
      if (at === notPlain) return notPlain;
    }
    return bytes[at] === closeBrace ? at + 1 : notPlain;
  }

  #call(start: number, afterType: number): number {
    const block = callBlock(this.#json, start, afterType, this.toolCalls + 1);
    if (block === undefined) return notPlain;
    this.toolCalls++;
    if (this.#isWatched(block.nameStart)) this.watchedBlocks.push(block);
    return block.end;
  }

  #isWatched(nameStart: number): boolean {
    const watched = this.#watched;
    return watched === "*" || watched.some((name) => this.#json.holds(nameStart, name));
  }
}
