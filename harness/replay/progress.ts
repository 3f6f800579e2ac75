import type { Writable } from "node:stream";
import type { ByteSource } from "../session/session-reader.ts";

/** Shorter work than this, in ms, needs no progress. */
const quietMs = 1_000;
/** Between two updates, in ms. */
const updateMs = 100;

/**
 * Progress of long work on standard error, on a terminal only, in one line that is cleared in the
 * end. Other lines go through here, so that the two do not mix.
 *
 * Spec: HN-8.
 */
export class Progress {
  readonly #stream: Writable & { readonly isTTY?: boolean };
  readonly #all: number;
  readonly #startMs = performance.now();
  #nextMs = this.#startMs + quietMs;
  #files = 0;
  #bytes = 0;
  #isShown = false;

  constructor(stream: Writable & { readonly isTTY?: boolean }, files: number) {
    this.#stream = stream;
    this.#all = files;
  }

  /** The source, its bytes counted. */
  watched(source: ByteSource): ByteSource {
    const counted = (count: number): number => {
      this.#bytes += count;
      this.#show();
      return count;
    };
    return {
      read: (room) => {
        const count = source.read(room);
        return typeof count === "number" ? counted(count) : count.then(counted);
      },
      close: () => source.close(),
    };
  }

  /** A session is done. */
  done(): void {
    this.#files++;
  }

  #show(): void {
    if (this.#stream.isTTY !== true || performance.now() < this.#nextMs) return;
    this.#nextMs = performance.now() + updateMs;
    const megabytes = (this.#bytes / 1e6).toFixed(0);
    this.#stream.write(`\r\u001b[K${megabytes} MB, ${this.#files} of ${this.#all} sessions`);
    this.#isShown = true;
  }

  /** A line for people. */
  line(text: string): void {
    this.clear();
    this.#stream.write(`${text}\n`);
  }

  /** Takes the progress line away. */
  clear(): void {
    if (this.#isShown) this.#stream.write("\r\u001b[K");
    this.#isShown = false;
  }
}
