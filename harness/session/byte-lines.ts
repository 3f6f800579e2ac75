import { CompactJson } from "./compact-json.ts";
import { scannedMemory } from "./json-scanner.ts";

/** What `next` found: nothing whole yet, a line, or a line over the limit that was dropped. */
export type LineState = "none" | "line" | "too-long";

const lineFeed = 0x0a;
/** Room after the last byte for readers that look a few bytes past a line's end. */
const slackBytes = 64;
const chunkBytes = 1024 * 1024;

/**
 * Cuts bytes into lines at line feeds and at nothing else: U+2028 and its like are text. Holds one
 * chunk and the line it is in, so memory is bounded by the longest line, and that by the limit.
 *
 * The line is `[start, end)` of `json.bytes`, valid until the next call; the byte at `end` is a
 * line feed, even after a last line that has none (`terminated` is then false).
 *
 * Spec: HN-4, HN-10.
 */
export class ByteLines {
  json = scannedBytes(2 * chunkBytes);
  start = 0;
  end = 0;
  terminated = true;
  /** Lines seen so far, the current one included. */
  count = 0;
  /** Bytes taken so far. */
  total = 0;
  readonly #lineBytesMax: number;
  /** First byte not yet handed out. */
  #from = 0;
  #searched = 0;
  #filled = 0;
  #isDropping = false;

  constructor(lineBytesMax: number) {
    this.#lineBytesMax = lineBytesMax;
  }

  /** A place for the next bytes; say with `filled` how many were put there. */
  room(): Buffer {
    this.#compact();
    return this.json.bytes.subarray(this.#filled, this.#filled + chunkBytes);
  }

  /** Takes over the bytes put into `room`. */
  filled(count: number): void {
    this.#filled += count;
    this.total += count;
  }

  /** Moves to the next whole line. At the end of the input, `last` gives what is left. */
  next(): LineState {
    const found = this.json.bytes.indexOf(lineFeed, this.#searched);
    if (found === -1 || found >= this.#filled) {
      this.#searched = this.#filled;
      if (this.#filled - this.#from > this.#lineBytesMax) this.#drop();
      return "none";
    }
    this.start = this.#from;
    this.end = found;
    this.#from = found + 1;
    this.#searched = found + 1;
    this.count++;
    const state = this.#isDropping || this.end - this.start > this.#lineBytesMax;
    this.#isDropping = false;
    return state ? "too-long" : "line";
  }

  /** The bytes after the last line feed, as a line without one. */
  last(): LineState {
    if (this.#from === this.#filled && !this.#isDropping) return "none";
    this.start = this.#from;
    this.end = this.#filled;
    this.#from = this.#filled;
    this.json.bytes[this.end] = lineFeed;
    this.terminated = false;
    this.count++;
    const state = this.#isDropping || this.end - this.start > this.#lineBytesMax;
    this.#isDropping = false;
    return state ? "too-long" : "line";
  }

  /** Bytes that wait for their line feed. */
  get pending(): number {
    return this.#filled - this.#from;
  }

  #drop(): void {
    this.#isDropping = true;
    this.#from = this.#filled;
  }

  /** Moves the unfinished line to the front, and doubles the buffer where a chunk has no room. */
  #compact(): void {
    const pending = this.pending;
    if (this.#from > 0) {
      this.json.bytes.copyWithin(0, this.#from, this.#filled);
      this.#searched -= this.#from;
      this.#filled = pending;
      this.#from = 0;
    }
    if (this.#filled + chunkBytes + slackBytes <= this.json.bytes.length) return;
    const larger = scannedBytes(2 * this.json.bytes.length);
    this.json.bytes.copy(larger.bytes, 0, 0, this.#filled);
    this.json = larger;
  }
}

/**
 * Bytes that a scanner can look into. They are never grown in place: that would make every view of
 * them useless.
 */
function scannedBytes(length: number): CompactJson {
  const { memory, scanner } = scannedMemory(length + slackBytes);
  return new CompactJson(Buffer.from(memory.buffer), scanner);
}
