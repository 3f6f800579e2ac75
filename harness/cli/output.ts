import { once } from "node:events";
import type { Writable } from "node:stream";

/** Writes one line and waits while the reader is behind, so that memory stays bounded. */
export function printer(stream: Writable): (line: string) => Promise<void> {
  return async (line) => {
    if (!stream.write(`${line}\n`)) await once(stream, "drain");
  };
}
