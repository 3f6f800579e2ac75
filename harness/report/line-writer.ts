import { once } from "node:events";
import type { Writable } from "node:stream";

const bufferedMax = 64 * 1024;

/**
 * Lines to a stream in large pieces. It waits while the reader is behind, so that memory stays
 * bounded.
 *
 * Spec: HN-8.
 */
export class LineWriter {
  readonly #stream: Writable;
  #buffered = "";

  constructor(stream: Writable) {
    this.#stream = stream;
  }

  /** Adds a line. Answers a promise only where it has to wait. */
  line(text: string): Promise<void> | undefined {
    this.#buffered += `${text}\n`;
    return this.#buffered.length >= bufferedMax ? this.flush() : undefined;
  }

  /** Writes what is left. */
  async flush(): Promise<void> {
    const text = this.#buffered;
    this.#buffered = "";
    if (text !== "" && !this.#stream.write(text)) await once(this.#stream, "drain");
  }
}
