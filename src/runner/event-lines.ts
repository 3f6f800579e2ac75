import type { Readable } from "node:stream";

/** A line over this size, in bytes, is not held in memory. Spec: TK-34. */
export const lineBytesMax = 16 * 1024 * 1024;

/** A line, or the start of one that was too long to keep. */
export type EventLine =
  | { readonly kind: "line"; readonly bytes: Buffer }
  | { readonly kind: "oversize"; readonly head: Buffer };

const headBytes = 256;

/**
 * The lines of a stream, split at LF bytes only: U+2028 inside a JSON text is no line end. A line
 * over the limit is dropped as it comes, its first bytes kept to tell what it was. The stream is
 * read no faster than the lines are taken.
 *
 * Spec: TK-34.
 */
export async function* eventLines(
  stream: Readable,
  bytesMax: number = lineBytesMax,
): AsyncGenerator<EventLine> {
  let parts: Buffer[] = [];
  let size = 0;
  let head: Buffer | undefined;
  const take = (part: Buffer): void => {
    if (head !== undefined) return;
    parts.push(part);
    size += part.length;
    if (size <= bytesMax) return;
    head = Buffer.concat(parts).subarray(0, headBytes);
    parts = [];
  };
  const line = (): EventLine => {
    const made: EventLine =
      head === undefined
        ? { kind: "line", bytes: Buffer.concat(parts) }
        : { kind: "oversize", head: Buffer.from(head) };
    parts = [];
    size = 0;
    head = undefined;
    return made;
  };
  for await (const chunk of stream) {
    const bytes = Buffer.from(chunk);
    let from = 0;
    for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, from)) {
      take(bytes.subarray(from, at));
      yield line();
      from = at + 1;
    }
    if (from < bytes.length) take(bytes.subarray(from));
  }
  if (size > 0) yield line();
}
