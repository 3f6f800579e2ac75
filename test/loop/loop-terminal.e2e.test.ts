import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Loop } from "../../src/decisions/loop/loop-state.ts";
import { checkout, ScratchPi } from "../e2e/scratch-pi.ts";
import type { ScriptedAnswer } from "../e2e/scripted-answer.ts";
import { Terminal } from "./terminal.ts";

let scratch: ScratchPi;
beforeEach(() => {
  scratch = new ScratchPi();
});
afterEach(() => scratch.remove());

const bin = join(checkout, "node_modules/@earendil-works/pi-coding-agent/dist/bundle/cli.js");
const start = { calls: [{ tool: "loop_start", input: { objective: "ship A" } }] };

function environment(script: readonly ScriptedAnswer[]): Record<string, string> {
  const file = join(scratch.root, "answers.json");
  writeFileSync(file, JSON.stringify(script));
  return { ...scratch.environment, GATEHOUSE_TEST_SCRIPT: file };
}

const scripted = join(checkout, "test/e2e/scripted-model.extension.ts");
const pi = ["--offline", "-e", scripted, "-e", checkout, "--model", "scripted/free"];

/** The newest loop in the one session that pi wrote. */
function storedLoop(): Loop {
  const folder = join(scratch.agentDir, "sessions");
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const file = names.find((name) => name.endsWith(".jsonl")) ?? "";
  const entries = readFileSync(join(folder, file), "utf8").trimEnd().split("\n");
  const loops = entries
    .map((line) => JSON.parse(line) as { customType?: string; data: { loop: Loop } })
    .filter(({ customType }) => customType === "gatehouse.loop");
  const last = loops.at(-1);
  if (last === undefined) throw new Error("the session holds no loop");
  return last.data.loop;
}

describe("pi in a terminal", () => {
  test.skipIf(!Terminal.isThere)("Esc in a turn of the loop pauses it", async () => {
    const pairs = Object.entries(environment([start, { text: "On it." }, { hangs: true }]));
    const variables = pairs.map(([name, value]) => `${name}='${value}'`).join(" ");
    const command = `env -i TERM=xterm-256color ${variables} ${process.execPath} ${bin} ${pi.join(" ")}`;
    const terminal = new Terminal("loop", command, scratch.cwd);
    try {
      await terminal.shows(/script|free/u);
      terminal.type("please /loop ship A");
      terminal.press("Enter");
      const running = await terminal.shows(/turn 1\/25/u);
      expect(running).toContain("loop 0/1 met");
      terminal.press("Escape");
      await terminal.shows(/paused: you interrupted it/u);
      expect(storedLoop()).toMatchObject({ status: "paused", cause: "interrupted", turns: 1 });
      terminal.type("/loop stop");
      terminal.press("Enter");
      await terminal.shows(/stopped: you stopped it/u);
      expect(storedLoop()).toMatchObject({ status: "stopped", cause: "user" });
    } finally {
      terminal.close();
    }
  });
});

describe("pi -p", () => {
  test("runs the whole loop before it ends", async () => {
    const script = [start, { text: "On it." }, { text: "one" }, { text: "two" }];
    const prompt = "please /loop --max 2 ship A";
    const ended = await scratch.pi(["-p", ...pi, prompt], environment(script));
    expect(ended).toMatchObject({ code: 0 });
    expect(storedLoop()).toMatchObject({ status: "stopped", cause: "cap", turns: 2 });
    expect(ended.stderr).toContain("it reached its cap on turns");
  });

  test("runs a loop that was typed as a command", async () => {
    const script = [{ text: "one" }, { text: "two" }];
    const ended = await scratch.pi(["-p", ...pi, "/loop --max 2 ship A"], environment(script));
    expect(ended).toMatchObject({ code: 0 });
    expect(storedLoop()).toMatchObject({ status: "stopped", cause: "cap", turns: 2 });
  });
});
