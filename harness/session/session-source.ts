import { closeSync, createWriteStream, mkdtempSync, openSync, readSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
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

/**
 * A stream that has to be read twice: its bytes go to a private temporary file, which is removed by
 * `release`.
 *
 * Spec: HN-4.
 */
export async function spooledStream(
  stream: AsyncIterable<Buffer | string>,
): Promise<{ open(): ByteSource; release(): void }> {
  const directory = mkdtempSync(join(tmpdir(), "gatehouse-"));
  const path = join(directory, "stdin.jsonl");
  const release = (): void => rmSync(directory, { recursive: true, force: true });
  try {
    await pipeline(stream, createWriteStream(path, { mode: 0o600 }));
  } catch (error) {
    release();
    throw error;
  }
  return { open: () => fileSource(path), release };
}
