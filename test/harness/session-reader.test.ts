import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { describe, expect, test } from "vitest";
import { EntryTree } from "../../harness/session/entry-tree.ts";
import type { SessionItem, SessionTotals } from "../../harness/session/session-items.ts";
import { type ReadOptions, SessionReader } from "../../harness/session/session-reader.ts";
import { fileSource, streamSource } from "../../harness/session/session-source.ts";

const folder = join(import.meta.dirname, "../../fixtures/session-oddities");

interface Read {
  readonly items: readonly SessionItem[];
  readonly totals: SessionTotals;
}

async function read(name: string, options: Partial<ReadOptions> = {}): Promise<Read> {
  const reader = new SessionReader({ watched: new Set(["fork", "edit"]), ...options });
  const items: SessionItem[] = [];
  for await (const batch of reader.read(fileSource(join(folder, `${name}.jsonl`)))) {
    items.push(...batch);
  }
  return { items, totals: reader.totals };
}

function calls({ items }: Read): string[] {
  return items.flatMap((item) =>
    item.kind === "calls" ? item.calls.map((call) => `${item.line} ${call.toolCallId}`) : [],
  );
}

function problems({ items }: Read): string[] {
  return items.flatMap((item) =>
    item.kind === "malformed" || item.kind === "refused" ? `${item.line}: ${item.reason}` : [],
  );
}

/** Fixture, its calls with their lines, its problems, its entries and tool calls. */
const cases: readonly (readonly [string, string[], string[], number, number])[] = [
  ["bom", ["3 call-b"], [], 2, 1],
  ["crlf", ["3 call-b"], [], 2, 1],
  ["torn-last-line", ["3 call-b"], ["4: torn last line: not JSON: ends inside a value"], 2, 1],
  ["no-line-feed-at-end", ["3 call-b"], [], 2, 1],
  ["glued-records", ["2 call-b", "2 call-c", "3 call-d"], [], 4, 3],
  ["nul-runs", ["4 call-b"], [], 2, 1],
  ["parent-cycle", ["3 call-b", "4 call-c"], [], 3, 2],
  ["duplicate-ids", ["3 call-a", "4 call-b"], [], 3, 2],
  ["hook-message", ["3 call-b"], [], 2, 1],
  ["usage-and-context-edit", ["5 call-b"], [], 4, 1],
  ["nested-calls", ["4 call-b/1", "4 call-b/2"], [], 3, 3],
  ["parent-tool-call", ["2 inner"], [], 1, 1],
  ["line-separators", ["3 call-b"], [], 2, 1],
  ["blank-lines", ["6 call-b"], [], 2, 1],
  ["late-header", ["4 call-b"], ["1: not JSON"], 2, 1],
  ["second-header", ["3 call-b", "6 call-d"], [], 4, 2],
  ["version-one", ["3 call-b"], [], 2, 1],
  ["version-as-text", ["3 call-b"], [], 2, 1],
  ["header-without-id-and-cwd", ["3 call-b"], [], 2, 1],
  ["unknown-entries", ["4 call-b"], [], 3, 1],
  ["missing-ids", ["3 call-b"], [], 2, 1],
  ["leaf-entry", ["3 call-b", "5 call-d"], [], 5, 2],
  ["abandoned-branch", ["3 call-b", "4 call-c", "6 call-e"], [], 5, 3],
  [
    "wrong-shapes",
    ["15 call-b"],
    [
      "2: expected an object, found a number",
      "3: expected an object, found a string",
      "4: expected an object, found an array",
      "5: expected an object, found null",
      '6: expected a text under "type"',
      '7: expected a text under "type"',
      '8: expected an object under "message"',
      '9: expected a text under "message.role"',
      '10: expected a text or a list under "message.content"',
      '11: expected an object under "message.content[0]"',
      '12: expected a text under "message.content[0].name"',
      "13: not JSON: ends inside a value",
      "14: not JSON",
    ],
    1,
    1,
  ],
  ["call-without-arguments", ["2 line-2-call-1", "2 t"], [], 1, 2],
  ["odd-spellings", ["2 s", "3 e", "4 r"], [], 4, 3],
  ["old-edit-shapes", ["2 call-0", "2 call-1", "2 call-2", "2 call-3", "2 call-4"], [], 1, 5],
  [
    "not-a-session",
    [],
    ['1: not a pi session: expected a header {"type":"session",...}, found type "message_start"'],
    0,
    0,
  ],
  [
    "wrong-header-version",
    [],
    ["1: not a pi session: expected version 1, 2 or 3 in the header, found 0"],
    0,
    0,
  ],
  [
    "empty",
    [],
    ['1: not a pi session: expected a header {"type":"session",...}, found nothing'],
    0,
    0,
  ],
];

describe("odd sessions (HN-4)", () => {
  test.each(cases)("%s", async (name, expectedCalls, expectedProblems, entries, toolCalls) => {
    const found = await read(name);
    expect(calls(found)).toEqual(expectedCalls);
    expect(problems(found)).toEqual(expectedProblems);
    expect(found.totals.entries).toBe(entries);
    expect(found.totals.toolCalls).toBe(toolCalls);
  });

  test("every fixture has a case", () => {
    const files = readdirSync(folder).filter((file) => file.endsWith(".jsonl"));
    expect(files.sort()).toEqual(cases.map(([name]) => `${name}.jsonl`).sort());
  });

  test("no file is changed by reading it", async () => {
    const hash = (name: string): string =>
      createHash("sha256")
        .update(readFileSync(join(folder, `${name}.jsonl`)))
        .digest("hex");
    const before = cases.map(([name]) => hash(name));
    for (const [name] of cases) await read(name);
    expect(cases.map(([name]) => hash(name))).toEqual(before);
  });
});

async function leafCalls(name: string): Promise<string[]> {
  const tree = new EntryTree();
  const path = join(folder, `${name}.jsonl`);
  const reader = new SessionReader({ watched: new Set(), tree });
  for await (const _ of reader.read(fileSource(path)));
  return calls(await read(name, { only: tree.pathTo(reader.leaf) }));
}

describe("the way to the leaf", () => {
  test.each([
    ["abandoned-branch", ["6 call-e"]],
    ["leaf-entry", ["3 call-b"]],
    ["parent-cycle", ["3 call-b", "4 call-c"]],
    ["duplicate-ids", ["3 call-a", "4 call-b"]],
    ["version-one", ["3 call-b"]],
    ["missing-ids", ["3 call-b"]],
    ["second-header", ["6 call-d"]],
    ["unknown-entries", ["4 call-b"]],
  ])("%s", async (name, expected) => {
    expect(await leafCalls(name)).toEqual(expected);
  });

  test("a jump to another branch is told, with the entry it goes on from", async () => {
    const { items } = await read("abandoned-branch");
    expect(items.filter((item) => item.kind === "branch")).toEqual([
      { kind: "branch", line: 5, from: "a" },
    ]);
  });
});

async function readText(text: string, options: Partial<ReadOptions> = {}): Promise<Read> {
  const reader = new SessionReader({ watched: new Set(["fork"]), ...options });
  const items: SessionItem[] = [];
  for await (const batch of reader.read(streamSource(Readable.from([Buffer.from(text)])))) {
    items.push(...batch);
  }
  return { items, totals: reader.totals };
}

const header = '{"type":"session","version":3,"id":"s","cwd":"/work"}';

function forkLine(task: string): string {
  const call = { type: "toolCall", id: "c", name: "fork", arguments: { task, other: [1, "}"] } };
  return JSON.stringify({
    type: "message",
    id: "m",
    message: { role: "assistant", content: [call] },
  });
}

describe("long lines", () => {
  test("a line of tens of MB is read", async () => {
    const task = 'x"\n'.repeat(8_000_000);
    const found = await readText(`${header}\n${forkLine(task)}\n`);
    const [, item] = found.items;
    expect(item?.kind === "calls" && item.calls[0]?.input?.["task"] === task).toBe(true);
    expect(problems(found)).toEqual([]);
  });

  test("a line over the limit is named and skipped, and the rest is read", async () => {
    const text = `${header}\n${forkLine("x".repeat(3_000_000))}\n${forkLine("short")}\n`;
    const found = await readText(text, { lineBytesMax: 1_000_000 });
    expect(problems(found)).toEqual(["2: longer than 1000000 bytes"]);
    expect(calls(found)).toEqual(["3 c"]);
    expect(found.totals).toMatchObject({ lines: 3, malformed: 1, entries: 1 });
  });

  test("a file without a line feed is given up at the limit of the header search", async () => {
    const found = await readText("x".repeat(5_000_000));
    expect(problems(found)).toEqual([
      '1: not a pi session: expected a header {"type":"session",...}, found nothing',
    ]);
    expect(found.totals.bytes).toBeLessThan(3_000_000);
  });
});

describe("wanted arguments", () => {
  test("only they are read, and equal ones have equal keys", async () => {
    const readArguments = new Map([["fork", ["task"]]]);
    const text = [header, forkLine("a"), forkLine("a"), forkLine("b")].join("\n");
    const { items } = await readText(text, { readArguments });
    const found = items.flatMap((item) => (item.kind === "calls" ? item.calls : []));
    expect(found.map((call) => call.input)).toEqual([{ task: "a" }, { task: "a" }, { task: "b" }]);
    expect(found.map((call) => call.inputKey)).toEqual([
      '{"task":"a"}',
      '{"task":"a"}',
      '{"task":"b"}',
    ]);
  });
});
