import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Reply } from "../../harness/recording/recording.ts";
import { isJsonObject, type JsonObject } from "../../src/kernel/json.ts";
import { checkout, ScratchPi } from "./scratch-pi.ts";

const gatehouse = ["-e", checkout];
const fork = (task: string): Reply => [{ call: "fork", input: { task } }];
const done: Reply = [{ text: "done" }];

let scratch: ScratchPi;
beforeEach(() => {
  scratch = new ScratchPi();
});
afterEach(() => scratch.remove());

/** The entries of the one session that pi wrote. */
function entries(): JsonObject[] {
  const folder = join(scratch.agentDir, "sessions");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const sessions = files.filter((name) => name.endsWith(".jsonl"));
  expect(sessions).toHaveLength(1);
  const text = readFileSync(join(folder, sessions[0] ?? ""), "utf8");
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as JsonObject);
}

function toolResults(): { text: string; isError: unknown }[] {
  return entries().flatMap((entry) => {
    const { message } = entry;
    if (!isJsonObject(message) || message["role"] !== "toolResult") return [];
    const content = message["content"] as { text: string }[];
    return [{ text: content[0]?.text ?? "", isError: message["isError"] }];
  });
}

function records(): unknown[] {
  return entries()
    .filter((entry) => entry["customType"] === "gatehouse.decision")
    .map((entry) => entry["data"]);
}

describe("a real pi with the package", () => {
  test("blocks a forbidden fork with the whole reason and records it", async () => {
    const brief = "Look at /srv/shop/src and don’t touch anything.";
    const ended = await scratch.prompt("go", [fork(brief), done], gatehouse);
    expect(ended).toMatchObject({ code: 0, stdout: "done\n", stderr: "" });
    const [result] = toolResults();
    expect(result?.isError).toBe(true);
    expect(result?.text).toMatchInlineSnapshot(`
      "fork was blocked by the fork gate: the brief (in task) carries a prohibition, "don’t".

      Why: the inherited conversation outweighs a line that says what not to do

      Call the task tool instead; its child sees only these arguments:
      task({
        "id": "look-at-srv-shop-src",
        "goal": "Look at /srv/shop/src and don’t touch anything.",
        "deliverable": "<the exact shape you want back>",
        "effort": "balanced",
        "read_only": true,
        "roots": [
          "/srv/shop/src"
        ],
        "facts": [],
        "files": [],
        "commands": [],
        "wall_s": 600,
        "usd": 1
      })
      - roots: absolute directories that are watched; each is diffed on its own, before and after.
      - write_allowed: the roots that may change; an exact subset of roots, never nested in another root. Leave it out when read_only is true.
      Where the tool is absent: the same object in spec.json, and gatehouse task run spec.json

      Tasks whose roots overlap run one after another; tasks with separate roots run together.

      If the brief really is read-only exploration of this conversation, say it without "don’t": ask what to find out and what to report. The gate matches wording, not intent."
    `);
    expect(records()).toMatchObject([
      { version: 1, gate: "fork", tool: "fork", verdict: "block", kind: "prohibition" },
    ]);
  });

  test("lets a read-only brief run and leaves no record", async () => {
    const ended = await scratch.prompt(
      "go",
      [fork("List the callers of total()."), done],
      gatehouse,
    );
    expect(ended).toMatchObject({ code: 0, stderr: "" });
    expect(toolResults()).toEqual([
      { text: "Fork report on: List the callers of total().", isError: false },
    ]);
    expect(records()).toEqual([]);
  });

  test("in mode off the brief runs, one line on stderr and a note in the session", async () => {
    const environment = { PI_FORK_GATE: "OFF" };
    const replies = [fork("Do not edit src."), done];
    const ended = await scratch.prompt("go", replies, gatehouse, environment);
    expect(ended.stderr.trimEnd().split("\n")).toHaveLength(1);
    expect(ended.stderr).toContain("fork gate is off: let through fork");
    expect(toolResults()[0]?.isError).toBe(false);
    expect(records()).toMatchObject([{ verdict: "note", mode: "off" }]);
  });

  test("an unknown mode is said once and blocks", async () => {
    const environment = { PI_FORK_GATE: "maybe" };
    const replies = [fork("Do not edit src."), fork("Do not edit test."), done];
    const ended = await scratch.prompt("go", replies, gatehouse, environment);
    expect(ended.stderr.match(/PI_FORK_GATE is "maybe"; use block, warn or off/gu)).toHaveLength(1);
    expect(toolResults().map((result) => result.isError)).toEqual([true, true]);
  });

  test("broken settings are one line that names the file, and the gate stands", async () => {
    writeFileSync(join(scratch.agentDir, "settings.json"), '{"gatehouse": {"forkGate": 7}}');
    const ended = await scratch.prompt("go", [fork("Do not edit src."), done], gatehouse);
    expect(ended.stderr).toContain(
      "settings.json: gatehouse.forkGate: expected an object; ignored",
    );
    expect(toolResults()[0]?.isError).toBe(true);
  });
});
