import { Readable, Writable } from "node:stream";
import type { JsonObject } from "../../src/kernel/json.ts";
import { replayCommand } from "../cli/replay.ts";

/**
 * What the extension says on replay of a recorded session, one decision a line, allows included;
 * costs and elapsed times left out, so that it compares byte for byte.
 *
 * Throws when the session cannot be replayed or its own verdicts differ (drift).
 *
 * Spec: HN-6, HN-31.
 */
export async function transcript(sessionFile: string): Promise<string> {
  const out = collector();
  const err = collector();
  const exit = await replayCommand.run([sessionFile, "--format", "ndjson", "--all"], {
    stdin: Readable.from([]),
    stdout: out.stream,
    stderr: err.stream,
    environment: {},
    cwd: process.cwd(),
  });
  if (exit !== 0) throw new Error(`${sessionFile}:1: replay ended with ${exit}: ${err.text()}`);
  return out
    .text()
    .split("\n")
    .filter((line) => line !== "")
    .map(timeless)
    .join("");
}

function timeless(line: string): string {
  const { costNs: _, summary, ...record } = JSON.parse(line) as JsonObject;
  if (summary === undefined) return `${JSON.stringify(record)}\n`;
  const { elapsedMs: __, ...counts } = summary as JsonObject;
  return `${JSON.stringify({ summary: counts })}\n`;
}

function collector(): { readonly stream: Writable; text(): string } {
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(Buffer.from(chunk));
      done();
    },
  });
  return { stream, text: () => Buffer.concat(chunks).toString("utf8") };
}
