import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

const checkout = join(import.meta.dirname, "../..");
const oddities = join(checkout, "fixtures/session-oddities");

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The CLI in a process of its own, from the sources. `readerStops` closes its output at once. */
function gatehouse(
  args: readonly string[],
  options: { readonly stdin?: Buffer; readonly readerStops?: boolean } = {},
): Promise<Ended> {
  const cli = join(checkout, "harness/cli/gatehouse.ts");
  const child = spawn(process.execPath, ["--import", "tsx", cli, ...args], { cwd: checkout });
  let stdout = "";
  let stderr = "";
  if (options.readerStops === true) child.stdout.destroy();
  child.stdout.on("data", (chunk) => {
    stdout += chunk;
  });
  child.stderr.on("data", (chunk) => {
    stderr += chunk;
  });
  child.stdin.on("error", () => {});
  child.stdin.end(options.stdin);
  return new Promise((resolve) => {
    child.on("close", (code) => resolve({ code, stdout, stderr }));
  });
}

describe("gatehouse replay", () => {
  test("a session on standard input gives JSON on standard output and nothing else", async () => {
    const stdin = readFileSync(join(oddities, "abandoned-branch.jsonl"));
    const { code, stdout, stderr } = await gatehouse(["replay", "-", "--format", "json"], {
      stdin,
    });
    expect([code, stderr]).toEqual([0, ""]);
    const { summary, decisions } = JSON.parse(stdout);
    expect(summary).toMatchObject({ files: 1, entries: 5, toolCalls: 3, bytes: stdin.length });
    expect(decisions).toMatchObject([{ file: "-", line: 3, verdict: "block" }]);
  });

  test("malformed lines end with exit 2, named by file and line", async () => {
    const path = "fixtures/session-oddities/wrong-shapes.jsonl";
    const { code, stdout, stderr } = await gatehouse(["replay", path, "--format", "ndjson"]);
    expect(code).toBe(2);
    expect(stderr.trimEnd().split("\n")).toHaveLength(13);
    expect(stderr).toMatch(
      /^fixtures\/session-oddities\/wrong-shapes\.jsonl:2: expected an object/,
    );
    const lines = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines.at(-1).summary).toMatchObject({ malformed: 13, toolCalls: 1 });
    expect(lines).toHaveLength(2);
  });

  test("a reader that stops early is no fault", async () => {
    const args = ["replay", oddities, "--format", "ndjson"];
    const { code, stderr } = await gatehouse(args, { readerStops: true });
    expect(code === 0 || code === 2).toBe(true);
    expect(stderr).not.toMatch(/EPIPE|at .*:\d+:\d+/);
  });

  test.each([
    [
      ["replay"],
      /^gatehouse: replay: name a session file, a directory, a pattern or - for stdin\n$/,
    ],
    [["replay", "gone.jsonl"], /^gatehouse: replay: gone\.jsonl: no such file or directory/],
    [
      ["replay", "package.json"],
      /^package\.json:1: not a pi session.*\ngatehouse: replay: nothing was/,
    ],
    [["replay", "--jsn", "x"], /^gatehouse: Unknown option '--jsn'/],
  ])("%j is refused in a line", async (args, message) => {
    const { code, stdout, stderr } = await gatehouse(args);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(message);
  });

  test("the help says what there is", async () => {
    const { code, stdout } = await gatehouse(["replay", "--help"]);
    expect(code).toBe(0);
    for (const option of ["--format", "--branch", "--settings", "--world", "--gate", "--quiet"]) {
      expect(stdout).toContain(option);
    }
  });

  const large = join(checkout, "../shared/sessions/large-session.jsonl");
  test.runIf(existsSync(large))(
    "a recorded session of a day has 391 calls and stays as it is",
    async () => {
      const hash = (): string => createHash("sha256").update(readFileSync(large)).digest("hex");
      const before = hash();
      const { code, stdout } = await gatehouse(["replay", large, "--format", "json"]);
      expect(code).toBe(0);
      expect(JSON.parse(stdout).summary).toMatchObject({ toolCalls: 391, malformed: 0 });
      expect(hash()).toBe(before);
    },
  );
});
