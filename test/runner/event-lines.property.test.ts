import { Readable } from "node:stream";
import fc from "fast-check";
import { expect, test } from "vitest";
import { eventLines } from "../../src/runner/event-lines.ts";
import { runs } from "../laws.ts";

async function linesOf(chunks: readonly Buffer[], bytesMax?: number): Promise<string[]> {
  const found: string[] = [];
  for await (const line of eventLines(Readable.from(chunks), bytesMax)) {
    found.push(line.kind === "line" ? line.bytes.toString("utf8") : `oversize ${line.head}`);
  }
  return found;
}

function cutAt(bytes: Buffer, cuts: readonly number[]): Buffer[] {
  const places = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort((a, b) => a - b);
  return [0, ...places].map((from, index) => bytes.subarray(from, places[index] ?? bytes.length));
}

test("equals splitting the whole at LF, however it comes in", async () => {
  const text = fc.array(fc.constantFrom("a", "{}", "\n", "\r", "\u2028", "\u0085", "😀"));
  await fc.assert(
    fc.asyncProperty(text, fc.array(fc.nat()), async (parts, cuts) => {
      const whole = parts.join("");
      const plain = whole.split("\n");
      if (plain.at(-1) === "") plain.pop();
      expect(await linesOf(cutAt(Buffer.from(whole), cuts))).toEqual(plain);
    }),
    runs(),
  );
});

test("a line over the limit is told by its head and the rest goes on", async () => {
  const long = `{"type":"agent_end"${"x".repeat(1_000)}`;
  const bytes = Buffer.from(`one\n${long}\ntwo\n`);
  for (const size of [1, 7, 64, 5_000]) {
    const cuts = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => at * size);
    expect(await linesOf(cutAt(bytes, cuts), 100)).toEqual([
      "one",
      expect.stringMatching(/^oversize \{"type":"agent_end"x+$/),
      "two",
    ]);
  }
});

test("a line at the limit is a line", async () => {
  expect(await linesOf([Buffer.from("12345\n123456\n")], 5)).toEqual(["12345", "oversize 123456"]);
});
