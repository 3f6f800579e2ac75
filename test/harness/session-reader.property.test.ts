import { Readable } from "node:stream";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sessionBytes } from "../../harness/arbitraries/sessions.ts";
import { CompactJson, notPlain } from "../../harness/session/compact-json.ts";
import { scannedMemory } from "../../harness/session/json-scanner.ts";
import type { WatchedTools } from "../../harness/session/plain-entry.ts";
import type { SessionItem } from "../../harness/session/session-items.ts";
import { SessionReader } from "../../harness/session/session-reader.ts";
import { streamSource } from "../../harness/session/session-source.ts";

import { isJsonObject, type JsonObject } from "../../src/kernel/json.ts";
import { runs } from "../laws.ts";

interface Reading {
  readonly malformed: number[];
  lines: number;
  entries: number;
  toolCalls: number;
  /** Line and name of each watched call. */
  readonly watched: string[];
}

/** The plain definition: the whole file, every line through JSON.parse. */
function naiveReading(bytes: Buffer, watched: WatchedTools): Reading {
  const reading: Reading = { malformed: [], lines: 0, entries: 0, toolCalls: 0, watched: [] };
  const lines = bytes.toString("latin1").split("\n");
  if (lines.at(-1) === "") lines.pop();
  for (const line of lines) {
    reading.lines++;
    const text = Buffer.from(line, "latin1").toString("utf8").replaceAll("\0", "");
    if (text.trim() === "") continue;
    const entry = parsed(text);
    if (!isJsonObject(entry) || !isSound(entry)) {
      reading.malformed.push(reading.lines);
      continue;
    }
    if (entry["type"] === "session") continue;
    reading.entries++;
    for (const name of calledTools(entry)) {
      reading.toolCalls++;
      if (watched === "*" || watched.has(name)) reading.watched.push(`${reading.lines} ${name}`);
    }
  }
  return reading;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

function isSound(entry: JsonObject): boolean {
  const { type, message } = entry;
  if (!isText(type)) return false;
  if (type === "session") return entry["version"] === undefined || entry["version"] !== 0;
  if (type !== "message") return true;
  if (!isJsonObject(message) || typeof message["role"] !== "string") return false;
  const { content, role } = message;
  if (content === undefined || content === null || typeof content === "string") return true;
  return (
    Array.isArray(content) &&
    content.every(isJsonObject) &&
    (role !== "assistant" ||
      content.every((block) => block["type"] !== "toolCall" || isText(block["name"])))
  );
}

function calledTools(entry: JsonObject): string[] {
  const { type, message } = entry;
  if (type !== "message" || !isJsonObject(message)) return [];
  if (message["role"] === "assistant") {
    const blocks: unknown = message["content"];
    if (!Array.isArray(blocks)) return [];
    return blocks.filter((block) => block.type === "toolCall").map((block) => block.name);
  }
  const nested: unknown = message["nestedCalls"];
  const calls: unknown = isJsonObject(nested) ? nested["calls"] : [];
  if (!Array.isArray(calls)) return [];
  return calls.flatMap((call) =>
    isJsonObject(call) && typeof call["name"] === "string" ? call["name"] : [],
  );
}

async function reading(
  bytes: Buffer,
  watched: WatchedTools,
  chunkSize: number,
  everyEntry = false,
): Promise<Reading> {
  const chunks: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += chunkSize) {
    chunks.push(bytes.subarray(at, at + chunkSize));
  }
  const reader = new SessionReader({ watched, everyEntry });
  const items: SessionItem[] = [];
  for await (const batch of reader.read(streamSource(Readable.from(chunks)))) items.push(...batch);
  const { lines, entries, toolCalls } = reader.totals;
  return {
    malformed: items.flatMap((item) => (item.kind === "malformed" ? item.line : [])),
    lines,
    entries,
    toolCalls,
    watched: items.flatMap((item) =>
      item.kind === "calls" ? item.calls.map((call) => `${item.line} ${call.toolName}`) : [],
    ),
  };
}

describe("the session reader (HN-10)", () => {
  test("counts and finds what parsing every line finds, in chunks of any size", async () => {
    const watched = fc.constantFrom<WatchedTools>(
      new Set(["fork"]),
      new Set(["bash", "föhn"]),
      "*",
    );
    await fc.assert(
      fc.asyncProperty(sessionBytes, watched, fc.integer({ min: 1, max: 400 }), async (b, w, n) => {
        expect(await reading(b, w, n)).toEqual(naiveReading(b, w));
      }),
      runs(),
    );
  });

  test("finds the same when it parses every entry", async () => {
    await fc.assert(
      fc.asyncProperty(sessionBytes, async (bytes) => {
        expect(await reading(bytes, "*", 300, true)).toEqual(await reading(bytes, "*", 300));
      }),
      runs(),
    );
  });
});

/** Puts the text where a scanner can look at it, a line feed after it. */
function scanned(text: Buffer, isScanned: boolean): CompactJson {
  const { memory, scanner } = scannedMemory(text.length + 64);
  expect(scanner).toBeDefined();
  const bytes = Buffer.from(memory.buffer);
  text.copy(bytes);
  bytes[text.length] = 0x0a;
  return new CompactJson(bytes, isScanned ? scanner : undefined);
}

const jsonText = fc.oneof(
  fc.json({ maxDepth: 3 }),
  fc.string({ unit: "binary" }).map((text) => JSON.stringify(text)),
  fc
    .array(
      fc.constantFrom(
        "\\n",
        "\\u00e9",
        "\\uD83D",
        "\\",
        '"',
        "plain text ",
        "é",
        "\u0001",
        "\\u12G4",
        "\\q",
      ),
    )
    .map((parts) => `"${parts.join("")}"`),
  fc.array(fc.constantFrom("1", "-", "0", ".", "e", "E", "+", "9")).map((parts) => parts.join("")),
  fc
    .array(fc.constantFrom("{", "}", "[", "]", ",", ":", '"a"', "1", "true", "nul"))
    .map((p) => p.join("")),
);

describe("compact JSON", () => {
  test("is accepted only where JSON.parse accepts it, and always as JSON.stringify writes it", () => {
    fc.assert(
      fc.property(jsonText, fc.boolean(), (text, isScanned) => {
        const bytes = Buffer.from(text);
        const end = scanned(bytes, isScanned).skipValue(0);
        expect(end).toBe(scanned(bytes, !isScanned).skipValue(0));
        const isAccepted = end === bytes.length;
        const value = parsed(text);
        if (isAccepted) expect(value).not.toBe(undefined);
        if (value !== undefined && JSON.stringify(value) === text) expect(isAccepted).toBe(true);
      }),
      runs(5_000),
    );
  });

  test("a string ends where it ends with a scanner and without", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 120 }), fc.nat(40), (noise, plainLength) => {
        const text = Buffer.concat([
          Buffer.from(`"${"x".repeat(plainLength)}`),
          Buffer.from(noise),
        ]);
        const fast = scanned(text, true).skipString(0);
        expect(fast).toBe(scanned(text, false).skipString(0));
        expect(fast === notPlain || fast <= text.length).toBe(true);
      }),
      runs(5_000),
    );
  });
});
