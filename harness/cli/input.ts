import type { Readable } from "node:stream";

/** The whole of a stream as UTF-8 text. */
export async function wholeText(stream: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString("utf8");
}

/**
 * The lines of a stream, split at LF bytes only: U+2028 is text, and a character split over two
 * chunks stays whole.
 *
 * Spec: HN-4, HN-20.
 */
export async function* textLines(stream: Readable): AsyncGenerator<string> {
  let pending: Buffer[] = [];
  for await (const chunk of stream) {
    const bytes = Buffer.from(chunk);
    let from = 0;
    for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, from)) {
      yield Buffer.concat([...pending, bytes.subarray(from, at)]).toString("utf8");
      pending = [];
      from = at + 1;
    }
    if (from < bytes.length) pending.push(bytes.subarray(from));
  }
  if (pending.length > 0) yield Buffer.concat(pending).toString("utf8");
}
