import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import fc from "fast-check";
import Schema from "typebox/schema";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { replayCommand } from "../../harness/cli/replay.ts";
import { memoryPorts } from "../../harness/memory-ports.ts";
import { defaultSettings } from "../../src/edge/settings.ts";
import { gates } from "../../src/gates.ts";
import type { JsonObject } from "../../src/kernel/json.ts";
import { runs } from "../laws.ts";
import { type CommandRun, runCommand } from "./command-run.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "replay-test-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const header = { type: "session", version: 3, id: "s1", cwd: "/proj/shop" };

interface Call {
  readonly name?: string;
  readonly arguments?: unknown;
  readonly id?: string;
}

function entry(id: string, parentId: string | null, ...calls: Call[]): JsonObject {
  const content = calls.map((call, index) => ({
    type: "toolCall",
    id: `call-${id}-${index}`,
    name: "fork",
    ...call,
  }));
  return { type: "message", id, parentId, message: { role: "assistant", content } };
}

const fork = (task: string): Call => ({ arguments: { task } });
const edit = (path: string): Call => ({
  name: "edit",
  arguments: { path, oldText: "a", newText: "b" },
});
const allowed = fork("Report what the cart does.");
const forbidden = fork("Look at the cart. Do not touch the tests.");

function put(name: string, ...records: readonly unknown[]): string {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  const lines = records.map((record) =>
    typeof record === "string" ? record : JSON.stringify(record),
  );
  writeFileSync(path, lines.map((line) => `${line}\n`).join(""));
  return name;
}

function replay(...args: readonly string[]): Promise<CommandRun> {
  return runCommand(replayCommand, args, { cwd: folder });
}

interface Document {
  readonly summary: JsonObject & { readonly decisions: JsonObject };
  readonly decisions: readonly JsonObject[];
  readonly drift: readonly JsonObject[];
  readonly problems: readonly JsonObject[];
}

async function document(...args: readonly string[]): Promise<Document & { exit: unknown }> {
  const { exit, stdout } = await replay(...args, "--format", "json");
  const parsed: unknown = JSON.parse(stdout);
  const schema = JSON.parse(
    readFileSync(new URL("../../harness/report/replay.schema.json", import.meta.url), "utf8"),
  );
  expect(Schema.Errors(schema, parsed)).toEqual([true, []]);
  return { ...(parsed as Document), exit };
}

describe("decisions (HN-6)", () => {
  test("a block has all that is known of it", async () => {
    const name = put("a.jsonl", header, entry("e1", null, forbidden));
    const { decisions, exit } = await document(name);
    expect(decisions).toEqual([
      {
        file: "a.jsonl",
        session: "s1",
        entryId: "e1",
        line: 2,
        gate: "fork",
        tool: "fork",
        toolCallId: "call-e1-0",
        verdict: "block",
        reason: "prohibition",
        clause: "FG-4",
        rule: expect.any(String),
        kind: "prohibition",
        matched: "Do not",
        span: [18, 24],
        where: "task",
        costNs: expect.any(Number),
      },
    ]);
    expect(exit).toBe(0);
  });

  test("allowed calls are counted, and shown with --all", async () => {
    const name = put("a.jsonl", header, entry("e1", null, allowed, forbidden));
    const counts = { allow: 1, block: 1, note: 0, unknown: 0 };
    const usual = await document(name);
    expect(usual.summary.decisions).toEqual(counts);
    expect(usual.decisions.map((each) => each["verdict"])).toEqual(["block"]);
    const all = await document(name, "--all");
    expect(all.decisions.map((each) => each["verdict"])).toEqual(["allow", "block"]);
  });

  test("ndjson has one decision a line, allows too, and the summary last", async () => {
    const name = put("a.jsonl", header, entry("e1", null, allowed, forbidden));
    const { stdout } = await replay(name, "--format", "ndjson");
    const lines = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as JsonObject);
    expect(lines.map((line) => line["verdict"])).toEqual(["allow", "block", undefined]);
    expect(Object.keys(lines[2] ?? {})).toEqual(["summary"]);
  });

  test("tools that no gate looks at are counted and not asked about", async () => {
    const name = put("a.jsonl", header, entry("e1", null, { name: "bash" }, { name: "read" }));
    const { summary } = await document(name, "--all");
    expect(summary).toMatchObject({ toolCalls: 2, entries: 1, files: 1, lines: 2, malformed: 0 });
    expect(summary.decisions).toEqual({ allow: 0, block: 0, note: 0, unknown: 0 });
  });

  test("a call that a tool made is asked about, with the call it came from", async () => {
    const path = join(import.meta.dirname, "../../fixtures/session-oddities/nested-calls.jsonl");
    const { decisions } = await document(path);
    expect(decisions).toMatchObject([
      { toolCallId: "call-b/1", parentToolCallId: "call-b", verdict: "block" },
      { toolCallId: "call-b/2", verdict: "unknown", fact: "arguments of the call", clause: "HN-5" },
    ]);
  });

  test("equal calls get equal verdicts, each with its own place", async () => {
    const name = put("a.jsonl", header, entry("e1", null, forbidden), entry("e2", "e1", forbidden));
    const { decisions } = await document(name);
    const [first, second] = decisions;
    expect(second).toEqual({ ...first, line: 3, entryId: "e2", toolCallId: "call-e2-0" });
  });

  test("a later header in another directory is a session of its own", async () => {
    const other = { ...header, id: "s2", cwd: "/proj/other" };
    const name = put(
      "a.jsonl",
      header,
      entry("e1", null, forbidden),
      other,
      entry("e1", null, forbidden),
    );
    const { decisions, summary } = await document(name);
    expect(decisions.map((each) => each["session"])).toEqual(["s1", "s2"]);
    expect(summary["entries"]).toBe(2);
  });
});

describe("the world beside the recording (HN-5)", () => {
  const locked = edit("docs/tasks/7/ticket.md");

  test("without one, a verdict that asks the disk is unknown, and the fact is named", async () => {
    const name = put("a.jsonl", header, entry("e1", null, locked));
    const { decisions } = await document(name);
    expect(decisions).toMatchObject([
      { gate: "lockdown", verdict: "unknown", reason: "missing-fact", clause: "HN-5" },
    ]);
    expect(decisions[0]?.["fact"]).toMatch(/\/proj\/shop/);
  });

  test("with the files of the project it is decided", async () => {
    const name = put("a.session.jsonl", header, entry("e1", null, locked, edit("src/cart.ts")));
    put("a.world.json", {
      files: { "docs/tasks/7/ticket.md": "x", "src/cart.ts": "y" },
      origin: null,
    });
    const { decisions } = await document(name, "--all");
    expect(decisions.map((each) => each["verdict"])).toEqual(["block", "allow"]);
  });

  test("a link of the world counts", async () => {
    const name = put("a.jsonl", header, entry("e1", null, edit("notes/ticket.md")));
    put("a.world.json", {
      files: { "docs/tasks/7/ticket.md": "x" },
      links: { notes: "docs/tasks/7" },
      origin: null,
    });
    expect((await document(name)).decisions).toMatchObject([
      { gate: "lockdown", verdict: "block" },
    ]);
  });

  test("its settings and environment hold, and flags go before them", async () => {
    const call = { name: "subagent", arguments: { task: "Fix the cart." } };
    const name = put("a.jsonl", header, entry("e1", null, call, forbidden));
    put("a.world.json", {
      settings: { forkGate: { tools: { subagent: ["task"] } } },
      environment: { PI_FORK_GATE: "off" },
    });
    const world = await document(name);
    expect(world.decisions).toMatchObject([
      { tool: "subagent", verdict: "note", mode: "off" },
      { tool: "fork", verdict: "note" },
    ]);
    put("settings.json", '{ // as pi has it\n "gatehouse": { "forkGate": { "mode": "warn" } } }');
    put("other.json", {});
    const flags = await document(name, "--settings", "settings.json", "--world", "other.json");
    expect(flags.decisions).toMatchObject([{ tool: "fork", verdict: "note", mode: "warn" }]);
  });

  test("the section alone is a settings file too", async () => {
    const name = put("a.jsonl", header, entry("e1", null, forbidden));
    put("section.json", { forkGate: { mode: "off" } });
    expect((await document(name, "--settings", "section.json")).decisions).toMatchObject([
      { verdict: "note", mode: "off" },
    ]);
  });

  test("--sensitivity goes over the settings", async () => {
    const name = put(
      "a.jsonl",
      header,
      entry("e1", null, fork("Which tests do not pass, and why?")),
    );
    const verdicts = async (sensitivity: string): Promise<unknown> =>
      (await document(name, "--sensitivity", sensitivity)).summary.decisions;
    expect(await verdicts("wording")).toMatchObject({ block: 1 });
    expect(await verdicts("directive")).toMatchObject({ allow: 1 });
  });

  test("--gate leaves the others out", async () => {
    const name = put("a.jsonl", header, entry("e1", null, forbidden, locked));
    const { decisions } = await document(name, "--gate", "fork");
    expect(decisions.map((each) => each["gate"])).toEqual(["fork"]);
  });
});

describe("branches", () => {
  const records = [
    header,
    entry("e1", null, allowed),
    entry("e2", "e1", forbidden),
    entry("e3", "e1", fork("Fix the cart.")),
  ];

  test("all: an abandoned branch is replayed, and shared history once", async () => {
    const { decisions, summary } = await document(put("a.jsonl", ...records), "--all");
    expect(decisions.map((each) => each["entryId"])).toEqual(["e1", "e2", "e3"]);
    expect(summary["toolCalls"]).toBe(3);
  });

  test("leaf: only the way to the last entry", async () => {
    const { decisions, summary } = await document(
      put("a.jsonl", ...records),
      "--all",
      "--branch",
      "leaf",
    );
    expect(decisions.map((each) => each["entryId"])).toEqual(["e1", "e3"]);
    expect(summary).toMatchObject({ toolCalls: 2, entries: 2 });
  });

  test("leaf works on standard input", async () => {
    const stdin = records.map((record) => JSON.stringify(record)).join("\n");
    const args = ["-", "--branch", "leaf", "--format", "json"];
    const { stdout } = await runCommand(replayCommand, args, { cwd: folder, stdin });
    expect(JSON.parse(stdout).summary.toolCalls).toBe(2);
  });
});

describe("drift", () => {
  const recorded = (data: JsonObject): JsonObject => ({
    type: "custom",
    id: "c",
    parentId: "e1",
    customType: "gatehouse.decision",
    data: { version: 1, gate: "fork", tool: "fork", toolCallId: "call-e1-0", ...data },
  });

  async function verdict(): Promise<JsonObject> {
    const { decisions } = await document(put("now.jsonl", header, entry("e1", null, forbidden)));
    const { verdict, clause, rule } = decisions[0] ?? {};
    return { verdict, clause, rule };
  }

  test("the same verdict is none", async () => {
    const name = put("a.jsonl", header, entry("e1", null, forbidden), recorded(await verdict()));
    const { drift, exit, summary } = await document(name);
    expect(drift).toEqual([]);
    expect(summary["drift"]).toBe(0);
    expect(exit).toBe(0);
  });

  test("another rule is changed", async () => {
    const now = await verdict();
    const then = { ...now, rule: "an-older-rule" };
    const name = put("a.jsonl", header, entry("e1", null, forbidden), recorded(then));
    const { drift, exit } = await document(name);
    const place = {
      file: "a.jsonl",
      session: "s1",
      line: 2,
      toolCallId: "call-e1-0",
      gate: "fork",
    };
    expect(drift).toEqual([{ kind: "changed", ...place, recorded: then, now }]);
    expect(exit).toBe(1);
  });

  test("a recorded block that is now allowed is missing", async () => {
    const name = put("a.jsonl", header, entry("e1", null, allowed), recorded(await verdict()));
    const { drift, exit, summary } = await document(name);
    expect(drift).toMatchObject([{ kind: "missing", line: 3 }]);
    expect([exit, summary["drift"]]).toEqual([1, 1]);
  });

  test("a block that was not recorded is extra, only where the extension was there", async () => {
    const calls = entry("e1", null, forbidden, forbidden);
    const name = put("a.jsonl", header, calls, recorded(await verdict()));
    expect((await document(name)).drift).toMatchObject([
      { kind: "extra", toolCallId: "call-e1-1" },
    ]);
    const without = await document(put("b.jsonl", header, calls));
    expect([without.drift, without.exit]).toEqual([[], 0]);
  });

  test("calls of an answer that broke off were never asked about: no extra", async () => {
    const stopped = entry("e2", "e1", forbidden);
    Object.assign(stopped["message"] as JsonObject, { stopReason: "aborted" });
    const name = put(
      "a.jsonl",
      header,
      entry("e1", null, forbidden),
      recorded(await verdict()),
      stopped,
    );
    expect((await document(name)).drift).toEqual([]);
  });

  test("it is told on standard error in every format", async () => {
    const name = put("a.jsonl", header, entry("e1", null, allowed), recorded(await verdict()));
    const { stderr, exit } = await replay(name, "--format", "ndjson");
    expect(stderr).toMatch(/^a\.jsonl:3: drift, missing: fork gate on call-e1-0/);
    expect(exit).toBe(1);
  });
});

describe("what cannot be read", () => {
  test("malformed lines and strangers are named, the rest is replayed, and the exit says so", async () => {
    put("one/a.jsonl", header, "not JSON", entry("e1", null, forbidden));
    put("one/b.jsonl", { type: "message_start" });
    put("one/deep/c.jsonl", header, entry("e1", null, forbidden));
    const { exit, summary, problems, decisions } = await document("one");
    expect(exit).toBe(2);
    expect(summary).toMatchObject({ files: 2, malformed: 1 });
    expect(decisions.map((each) => each["file"])).toEqual(["one/a.jsonl", "one/deep/c.jsonl"]);
    expect(problems).toMatchObject([
      { file: "one/a.jsonl", line: 2, reason: "not JSON", refused: false },
      { file: "one/b.jsonl", line: 1, refused: true },
    ]);
    const { stderr } = await replay("one", "--quiet");
    expect(stderr.split("\n")).toEqual([
      "one/a.jsonl:2: not JSON",
      expect.stringMatching(/^one\/b\.jsonl:1: not a pi session: expected/),
      "",
    ]);
  });

  test("a run that replays nothing is an error and prints nothing", async () => {
    const { exit, stdout } = await replay(put("b.jsonl", { type: "x" }), "--format", "json");
    expect(exit).toMatch(/nothing was replayed/);
    expect(stdout).toBe("");
  });

  test.each<[string, readonly string[], RegExp]>([
    ["no path", [], /name a session file/],
    ["a missing file", ["gone.jsonl"], /gone\.jsonl: no such file or directory/],
    ["an empty directory", ["empty"], /empty: no \.jsonl file/],
    ["a pattern without a match", ["*.none"], /\*\.none: this pattern matches no file/],
    [
      "an unknown format",
      ["a.jsonl", "--format", "xml"],
      /--format is one of terminal, json, ndjson/,
    ],
    ["an unknown branch", ["a.jsonl", "--branch", "twig"], /--branch is one of all, leaf/],
    ["an unknown sensitivity", ["a.jsonl", "--sensitivity", "x"], /one of wording, directive/],
    ["an unknown gate", ["a.jsonl", "--gate", "x"], /--gate is one of .*fork/],
    ["a missing settings file", ["a.jsonl", "--settings", "none.json"], /none\.json: no such file/],
    ["broken settings", ["a.jsonl", "--settings", "broken.json"], /broken\.json: not valid JSON/],
    [
      "a wrong setting",
      ["a.jsonl", "--settings", "wrong.json"],
      /wrong\.json: gatehouse\.forkGate\.mode/,
    ],
    [
      "an unknown key of a world",
      ["a.jsonl", "--world", "wrong.json"],
      /wrong\.json:1: no key "gatehouse"/,
    ],
    [
      "a wrong value in a world",
      ["a.jsonl", "--world", "world.json"],
      /world\.json:1: files: expected/,
    ],
    ["stdin among others", ["a.jsonl", "-"], /goes with no other path/],
  ])("%s is one line that says what to do", async (_, args, message) => {
    put("a.jsonl", header);
    put("broken.json", "{");
    put("wrong.json", { gatehouse: { forkGate: { mode: "sometimes" } } });
    put("world.json", { files: ["a"] });
    mkdirSync(join(folder, "empty"));
    const { exit, stdout } = await replay(...args);
    expect(exit).toMatch(message);
    expect(exit).not.toContain("\n");
    expect(stdout).toBe("");
  });
});

describe("the terminal report (HN-8)", () => {
  const text = async (isTTY: boolean, environment = {}, ...args: string[]): Promise<string> => {
    const task = fork("Ne\u200bver touch it.");
    const name = put("a.jsonl", header, entry("e1", null, allowed, fork("Do not touch it."), task));
    const run = await runCommand(replayCommand, [name, ...args], {
      cwd: folder,
      isTTY,
      environment,
    });
    return run.stdout;
  };

  test("names session, line, verdict, kind and matched words, and the totals", async () => {
    const lines = (await text(false)).trimEnd().split("\n");
    expect(lines[0]).toBe("a.jsonl");
    expect(lines[1]).toMatch(/^ +2 {2}block +fork +fork task +prohibition +"Do not" +FG-4 /);
    expect(lines.at(-2)).toMatch(/^1 session, 1 entry, 3 tool calls: 1 allow, 2 block, /);
    expect(lines.at(-1)).toMatch(/^0 malformed lines, drift 0, \d+ B in \d+ ms$/);
  });

  test("is coloured on a terminal only, and never with NO_COLOR", async () => {
    expect(await text(true)).toContain("\u001b[31mblock");
    expect(await text(true, { NO_COLOR: "1" })).not.toContain("\u001b");
    expect(await text(false)).not.toContain("\u001b");
  });

  test("passes nothing on that a terminal would act on", async () => {
    expect(await text(false)).toContain('"Ne\\u{200b}ver"');
    const name = put("\u001b[2Jb.jsonl", header, "broken", entry("e1", null, forbidden));
    const { stdout, stderr } = await replay(name);
    expect(stdout + stderr).not.toContain("\u001b");
    expect(stderr).toBe("\\u{001b}[2Jb.jsonl:2: not JSON\n");
  });

  test("is only the totals with --quiet", async () => {
    expect((await text(false, {}, "--quiet")).trimEnd().split("\n")).toHaveLength(2);
  });
});

describe("arguments that gates say they read", () => {
  const input = fc.dictionary(
    fc.constantFrom("path", "task", "edits", "oldText", "content", "files", "tasks"),
    fc.oneof(
      fc.constantFrom("docs/tasks/1/a.md", "src/a.ts", "Fix it.", "Report it."),
      fc.jsonValue(),
    ),
  );

  test("decide alone: the other arguments change no verdict", async () => {
    const world = { settings: defaultSettings, ports: memoryPorts({ files: { "/work": null } }) };
    const tools = fc.constantFrom("fork", "write", "edit");
    await fc.assert(
      fc.asyncProperty(tools, input, async (toolName, whole) => {
        for (const gate of gates) {
          const names = gate.argumentsRead?.(toolName, world.settings);
          if (names === undefined) continue;
          const read = Object.fromEntries(
            Object.entries(whole).filter(([name]) => names.includes(name)),
          );
          const call = { toolName, toolCallId: "c", cwd: "/work" };
          const { judge } = await gate.load();
          const full = await judge({ ...call, input: whole }, world);
          expect(await judge({ ...call, input: read }, world)).toEqual(full);
        }
      }),
      runs(300),
    );
  });
});
