import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Reply } from "../../harness/recording/recording.ts";
import { checkout, ScratchPi } from "./scratch-pi.ts";

const gatehouse = ["-e", checkout];
const done: Reply = [{ text: "done" }];
const write = (path: string): Reply => [{ call: "write", input: { path, content: "written\n" } }];

let scratch: ScratchPi;
beforeEach(() => {
  scratch = new ScratchPi();
  put(".git/config", '[remote "origin"]\n\turl = git@github.com:Org/x.git\n');
  put(".git/HEAD", "ref: refs/heads/main\n");
  mkdirSync(join(scratch.cwd, ".git/objects"));
  mkdirSync(join(scratch.cwd, ".git/refs"));
});
afterEach(() => scratch.remove());

function put(path: string, text: string): void {
  const file = join(scratch.cwd, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function userSettings(value: unknown): void {
  writeFileSync(join(scratch.agentDir, "settings.json"), JSON.stringify(value));
}

/** The text of the one session that pi wrote. */
function session(): string {
  const folder = join(scratch.agentDir, "sessions");
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const [name] = names.filter((each) => each.endsWith(".jsonl"));
  return readFileSync(join(folder, name ?? ""), "utf8");
}

const has = (path: string): boolean => existsSync(join(scratch.cwd, path));
const gated = { taskWorkflow: { disableOnRepo: ["^github\\.com/Org/"] } };

describe("a real pi with the package", () => {
  test("refuses writes into the tree in each spelling and runs the others", async () => {
    const calls = [
      "docs/tasks/e/map.md",
      "@docs/tasks/e/map.md",
      `file://${scratch.cwd}/docs/%74asks/e/map.md`,
      "~/work/docs/tasks/e/map.md",
      "docs/tasks/e/.work/uncertainty.md",
      "notes.md",
    ];
    const replies = [...calls.map(write), done];
    const ended = await scratch.prompt("go", replies, gatehouse);
    expect(ended).toMatchObject({ code: 0, stdout: "done\n", stderr: "" });
    expect(has("docs/tasks/e/map.md")).toBe(false);
    expect(has("docs/tasks/e/.work/uncertainty.md")).toBe(true);
    expect(has("notes.md")).toBe(true);
    const refusals = session().match(/write lockdown: write was refused for/gu) ?? [];
    expect(refusals).toHaveLength(4);
    expect(session()).toContain('write lockdown: write was refused for \\"@docs/tasks/e/map.md\\"');
  });

  test("offers the named writer, and names it in the refusal", async () => {
    const ticket = "docs/tasks/e/tickets/t/ticket.md";
    put(ticket, "# T\n");
    const note: Reply = [{ call: "tw_write_ticket_note", input: { path: ticket, note: "Done." } }];
    const ended = await scratch.prompt("go", [write(ticket), note, done], gatehouse);
    expect(ended).toMatchObject({ code: 0, stdout: "done\n", stderr: "" });
    const text = readFileSync(join(scratch.cwd, ticket), "utf8");
    expect(text).toBe("# T\n\n## Implementation notes\n\nDone.\n");
    expect(session()).toContain("call tw_write_ticket_note");
  });

  test("does nothing where the origin matches, and says so once", async () => {
    userSettings(gated);
    const replies = [write("docs/tasks/e/map.md"), done];
    const ended = await scratch.prompt("go", replies, gatehouse);
    expect(ended).toMatchObject({ code: 0, stdout: "done\n" });
    expect(ended.stderr.trimEnd().split("\n")).toEqual([
      'repo gate: gatehouse is off in this repository, its origin matches the pattern "^github\\\\.com/Org/"',
    ]);
    expect(has("docs/tasks/e/map.md")).toBe(true);
    expect(session()).not.toContain("src/skills/gatehouse/SKILL.md");
    expect(session()).not.toContain("tw_write_ticket_note");
  });

  test("offers its skill elsewhere, and answers /skill: for it where it is off", async () => {
    await scratch.prompt("go", [done], gatehouse);
    expect(session()).toContain("src/skills/gatehouse/SKILL.md");
    userSettings(gated);
    const ended = await scratch.prompt("/skill:gatehouse now", [done], gatehouse);
    expect(ended).toMatchObject({ code: 0, stdout: "" });
    expect(ended.stderr).toContain("the skill gatehouse was not loaded");
  });

  test("starts where the origin, the config and git are made to hurt", async () => {
    userSettings({ taskWorkflow: { disableOnRepo: ["(a+)+$", "^(([a-z])+.)+[A-Z]([a-z])+$"] } });
    const noise = `[branch "x"]\n\tmerge = ${"a".repeat(200)}\n`.repeat(5_000);
    put(".git/config", `[remote "origin"]\n\turl = https://h/${"a".repeat(5_000)}!\n${noise}`);
    const bin = join(scratch.root, "bin");
    mkdirSync(bin);
    writeFileSync(join(bin, "git"), "#!/bin/sh\nsleep 60\n", { mode: 0o755 });
    const from = performance.now();
    const path = { PATH: `${bin}:${process.env["PATH"]}` };
    const ended = await scratch.prompt("go", [done], gatehouse, path);
    expect(ended).toMatchObject({ code: 0, stdout: "done\n" });
    expect(ended.stderr).toContain('pattern "(a+)+$" is skipped');
    expect(ended.stderr).toContain("git did not answer within 2 seconds");
    expect(performance.now() - from).toBeLessThan(30_000);
  });
});
