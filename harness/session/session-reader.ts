import type { JsonObject } from "../../src/kernel/json.ts";
import { hashText } from "./byte-hash.ts";
import { ByteLines, type LineState } from "./byte-lines.ts";
import { type EntryLinks, EntryPlaces } from "./entry-places.ts";
import type { EntryTree } from "./entry-tree.ts";
import { lineRecords } from "./line-records.ts";
import { PlainCalls, type ReadArguments } from "./plain-call.ts";
import { PlainEntry, type WatchedTools } from "./plain-entry.ts";
import { recordedCalls } from "./recorded-calls.ts";
import { HeaderSearch, headerItem, headerProblem } from "./session-header.ts";
import type { SessionItem, SessionTotals } from "./session-items.ts";

/** A line over this size, in bytes, is reported and skipped. Spec: HN-4. */
export const lineBytesMax = 256 * 1024 * 1024;

/** How a session is to be read. */
export interface ReadOptions {
  /** The tools whose calls are wanted. */
  readonly watched: WatchedTools;
  /** For tools of which not every argument is wanted. */
  readonly readArguments?: ReadArguments;
  /** Every entry as an item of its own: nothing is skipped on bytes. */
  readonly everyEntry?: boolean;
  /** Filled with the entries' ids and parents. */
  readonly tree?: EntryTree;
  /** One byte an entry, as `EntryTree.pathTo` gives it: the others are left out. */
  readonly only?: Uint8Array;
  /** Instead of `lineBytesMax`. */
  readonly lineBytesMax?: number;
}

/** Where bytes come from: a file, or a stream. */
export interface ByteSource {
  /** Puts bytes into the front of `room`; answers how many, 0 at the end. */
  read(room: Buffer): number | Promise<number>;
  close(): void;
}

/**
 * Reads one session, streaming: what is of interest comes out as items, chunk by chunk; everything
 * else is only counted. Throws on no bytes whatever: what is wrong with the file is an item.
 *
 * A line is looked at on its bytes first; it is decoded and parsed only where it holds a watched
 * call or is not the plain compact line that pi writes. The counts are those that parsing every
 * line would give.
 *
 * Spec: HN-4, HN-10.
 */
export class SessionReader {
  readonly #options: ReadOptions;
  readonly #lines: ByteLines;
  readonly #plain: PlainEntry;
  readonly #calls: PlainCalls;
  readonly #places: EntryPlaces;
  readonly #search = new HeaderSearch();
  #state: "before-header" | "inside" | "refused" = "before-header";
  #items: SessionItem[] = [];
  #malformed = 0;
  #entries = 0;
  #toolCalls = 0;

  constructor(options: ReadOptions) {
    this.#options = options;
    this.#lines = new ByteLines(options.lineBytesMax ?? lineBytesMax);
    this.#plain = new PlainEntry(options.watched);
    this.#calls = new PlainCalls(options.readArguments);
    this.#places = new EntryPlaces(options.tree, options.only);
  }

  /** The counts so far. */
  get totals(): SessionTotals {
    return {
      lines: this.#lines.count,
      malformed: this.#malformed,
      entries: this.#entries,
      toolCalls: this.#toolCalls,
      bytes: this.#lines.total,
    };
  }

  /** The place of the current leaf in the tree, or -1. */
  get leaf(): number {
    return this.#places.leaf;
  }

  /** The items of the source, in batches; closes the source. A refusal is the last item. */
  async *read(source: ByteSource): AsyncGenerator<readonly SessionItem[]> {
    try {
      for (;;) {
        const read = source.read(this.#lines.room());
        const count = typeof read === "number" ? read : await read;
        if (count === 0) break;
        this.#lines.filled(count);
        this.#takeLines();
        if (this.#items.length > 0) yield this.#takeItems();
        if (this.#state === "refused") return;
      }
      this.#line(this.#lines.last());
      if (this.#state === "before-header") this.#refuse(this.#search.refusal());
      if (this.#items.length > 0) yield this.#takeItems();
    } finally {
      source.close();
    }
  }

  #takeItems(): SessionItem[] {
    const items = this.#items;
    this.#items = [];
    return items;
  }

  #takeLines(): void {
    for (;;) {
      const state = this.#lines.next();
      if (state === "none") break;
      this.#line(state);
      if (this.#state === "refused") return;
      if (this.#state === "before-header" && this.#search.isOver(0)) break;
    }
    if (this.#state === "before-header" && this.#search.isOver(this.#lines.total)) {
      this.#refuse(this.#search.refusal());
    }
  }

  #line(state: LineState): void {
    if (state === "none") return;
    const lines = this.#lines;
    if (state === "too-long") {
      const limit = this.#options.lineBytesMax ?? lineBytesMax;
      this.#complain(`longer than ${limit} bytes`);
      return;
    }
    let { start, end } = lines;
    if (lines.count === 1 && lines.json.bytes.readUIntBE(start, 3) === 0xefbbbf) start += 3;
    if (end > start && lines.json.bytes[end - 1] === 0x0d) end--;
    if (this.#state === "inside" && this.#options.everyEntry !== true) {
      if (this.#plain.read(lines.json, start, end)) {
        this.#plainEntry();
        return;
      }
    }
    const torn = lines.terminated ? "" : "torn last line: ";
    for (const record of lineRecords(lines.json.bytes.toString("utf8", start, end))) {
      if (record.ok) this.#record(record.entry);
      else this.#complain(torn + record.reason);
    }
  }

  #complain(reason: string): void {
    const line = this.#lines.count;
    if (this.#state === "before-header") {
      this.#search.hold(line, reason);
      return;
    }
    this.#malformed++;
    this.#items.push({ kind: "malformed", line, reason });
  }

  #refuse(refusal: { line: number; reason: string }): void {
    this.#state = "refused";
    this.#items = [{ kind: "refused", ...refusal }];
  }

  #plainEntry(): void {
    const plain = this.#plain;
    const place = this.#places.enter(this.#places.isLinear ? nothingSaid : plain.links());
    if (place.isJump) this.#jump(plain.parentText());
    if (!place.isWanted) return;
    this.#entries++;
    this.#toolCalls += plain.toolCalls;
    const blocks = plain.watchedBlocks;
    if (blocks.length === 0) return;
    const line = this.#lines.count;
    const calls = blocks.map((block) => this.#calls.call(this.#lines.json, block, line));
    const isStopped = plain.isStopped;
    this.#items.push({ kind: "calls", line, ...entryIdOf(plain.idText()), calls, isStopped });
  }

  #record(entry: JsonObject): void {
    if (this.#state === "refused") return;
    const line = this.#lines.count;
    if (entry["type"] === "session") this.#header(entry, line);
    else if (this.#state === "before-header") this.#search.holdEntry(line, entry);
    else this.#entry(entry, line);
  }

  #header(entry: JsonObject, line: number): void {
    const reason = headerProblem(entry);
    if (reason !== undefined) {
      if (this.#state === "inside") this.#complain(reason);
      else this.#refuse({ line, reason });
      return;
    }
    if (this.#state === "before-header") {
      this.#items.push(...this.#search.held);
      this.#malformed += this.#search.held.length;
    }
    this.#state = "inside";
    const header = headerItem(entry, line);
    this.#places.begin(header.version === 1);
    this.#items.push(header);
  }

  #entry(entry: JsonObject, line: number): void {
    const { type, id, parentId, targetId } = entry;
    const idText = typeof id === "string" ? id : undefined;
    if (type === "leaf") {
      if (typeof targetId === "string") this.#places.moveLeaf(hashText(targetId));
      this.#entries++;
    } else {
      const parentText = typeof parentId === "string" ? parentId : undefined;
      const place = this.#places.enter(this.#places.isLinear ? nothingSaid : linksOf(entry));
      if (place.isJump) this.#jump(parentText);
      if (!place.isWanted) return;
      this.#entries++;
    }
    if (this.#options.everyEntry === true) this.#items.push({ kind: "entry", line, entry });
    if (type === "custom") {
      const { customType, data } = entry;
      if (typeof customType !== "string") return;
      this.#items.push({ kind: "custom", line, ...entryIdOf(idText), customType, data });
    }
    const calls = recordedCalls(entry, this.#options.watched, line);
    this.#toolCalls += calls.count;
    if (calls.watched.length === 0) return;
    const { watched, isStopped } = calls;
    this.#items.push({ kind: "calls", line, ...entryIdOf(idText), calls: watched, isStopped });
  }

  #jump(from: string | undefined): void {
    if (this.#options.only !== undefined) return;
    this.#items.push({ kind: "branch", line: this.#lines.count, from: from ?? null });
  }
}

const nothingSaid: EntryLinks = { id: undefined, parent: undefined };

function linksOf(entry: JsonObject): EntryLinks {
  const { id, parentId } = entry;
  return {
    id: typeof id === "string" ? hashText(id) : undefined,
    parent:
      typeof parentId === "string" ? hashText(parentId) : parentId === null ? null : undefined,
  };
}

function entryIdOf(id: string | undefined): { entryId: string } | Record<never, never> {
  return id === undefined ? {} : { entryId: id };
}
