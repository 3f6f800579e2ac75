import { closeSync, openSync, readSync } from "node:fs";
import type { ByteSource } from "./session-reader.ts";

/**
 * A file's bytes. It is opened for reading only: a session belongs to whoever recorded it. Throws
 * what Node throws where the file cannot be opened or read.
 *
 * Spec: HN-4.
 */
export function fileSource(path: string): ByteSource {
  const file = openSync(path, "r");
  return {
    read: (room) => readSync(file, room, 0, room.length, null),
    close: () => closeSync(file),
  };
}

/** A stream's bytes, taken no faster than they are read. Spec: HN-4. */
export function streamSource(stream: AsyncIterable<Buffer | string>): ByteSource {
  const chunks = stream[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);
  return {
    read: async (room) => {
      while (rest.length === 0) {
        const next = await chunks.next();
        if (next.done === true) return 0;
        rest = Buffer.from(next.value);
      }
      const count = rest.copy(room);
      rest = rest.subarray(count);
      return count;
    },
    close: () => void chunks.return?.(),
  };
}
