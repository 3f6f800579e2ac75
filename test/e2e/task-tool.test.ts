import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { executeTask } from "../../src/edge/task/execute-task.ts";
import type { TaskAnswer } from "../../src/edge/task/task-answer.ts";
import type { TaskDetails } from "../../src/edge/task/task-details.ts";
import type { Ports } from "../../src/kernel/ports.ts";
import { type StubPlan, StubRunner, until } from "./stub-runner.ts";
import { call, result, TaskPlace } from "./task-place.ts";

let place: TaskPlace;
let stub: StubRunner;
beforeEach(() => {
  place = new TaskPlace();
  stub = new StubRunner();
});
afterEach(() => {
  stub.remove();
  place.remove();
});

interface Started {
  readonly answer: Promise<TaskAnswer>;
  readonly updates: { readonly text: string; readonly details: TaskDetails }[];
  readonly abort: AbortController;
}

function withRunner(program: string): Ports {
  const { environment } = place.ports;
  const variable = (name: string) =>
    name === "PI_TASK_BIN" ? program : environment.variable(name);
  return { ...place.ports, environment: { ...environment, variable, home: place.folder } };
}

function start(
  input: Readonly<Record<string, unknown>>,
  ports = withRunner(stub.program),
): Started {
  const updates: Started["updates"] = [];
  const abort = new AbortController();
  const answer = executeTask({
    input: { goal: "Look.", deliverable: "A line.", ...input },
    ports,
    settings: place.settings,
    signal: abort.signal,
    update: (text, details) => updates.push({ text, details }),
  });
  answer.catch(() => {});
  return { answer, updates, abort };
}

function root(name: string): string {
  mkdirSync(place.path(name), { recursive: true });
  return place.path(name);
}

function replan(plan: StubPlan): void {
  stub.remove();
  stub = new StubRunner(plan);
  stub.go();
}

describe("with an external runner (TK-14, TK-15)", () => {
  test("it gets the spec, defaults filled in, in a private file that is gone afterwards", async () => {
    stub.go();
    const path = root("a");
    const { answer } = start({ id: "one", roots: [path] });
    const { text, details } = await answer;
    expect(JSON.parse(stub.file("spec-one.json"))).toEqual({
      id: "one",
      goal: "Look.",
      deliverable: "A line.",
      effort: "balanced",
      read_only: true,
      roots: [path],
      write_allowed: [],
      facts: [],
      files: [],
      commands: [],
      wall_s: 600,
      usd: 1,
    });
    const [verb, file = ""] = stub.file("args-one").trim().split(" ");
    expect(verb).toBe("run");
    expect(existsSync(dirname(file))).toBe(false);
    expect(
      stub
        .file("modes-one")
        .split("\n")
        .map((line) => line.slice(0, 10)),
    ).toEqual(["drwx------", "-rw-------", ""]);
    expect(text).toContain(stub.program);
    expect(details).toEqual({ id: "one", phase: "done", runner: stub.program, verdict: "PASS" });
  });

  test("exit 0 is PASS and 1 is FAIL, with the parsed result", async () => {
    place.write("audit/result.json", '{"verdict":"FAIL","codes":["x"]}');
    const audit = place.path("audit");
    replan({ exit: 1, stdout: `FAIL\n\naudit: ${audit}\n` });
    const { details } = await start({ id: "one", roots: [root("a")] }).answer;
    expect(details).toMatchObject({
      verdict: "FAIL",
      audit_dir: audit,
      result: { verdict: "FAIL", codes: ["x"] },
    });
  });

  test.each([
    [2, { stderr: "bad spec: it is\n", stdout: "noise\n" }, /ended with 2[\s\S]*bad spec: it is/],
    [127, { stderr: "", stdout: "only this\n" }, /ended with 127[\s\S]*only this/],
  ])("exit %i is an error with what was said", async (exit, said, words) => {
    replan({ exit, ...said });
    await expect(start({ id: "one", roots: [root("a")] }).answer).rejects.toThrow(words);
  });

  test("a long report is cut at a character, and says where the whole is", async () => {
    const stdout = `FAIL\n${"é€😀".repeat(9_000)}\n`;
    replan({ exit: 1, stdout });
    const { text } = await start({ id: "one", roots: [root("a")] }).answer;
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(24_000);
    expect(Buffer.byteLength(text)).toBeGreaterThan(23_900);
    expect(text).not.toContain("\uFFFD");
    const whole = /the whole report is in (\S+)\]/u.exec(text)?.[1] ?? "";
    expect(readFileSync(whole, "utf8")).toBe(stdout);
  });

  test("bad roots and a bad id never reach it, and are told together", async () => {
    const inner = root("a/b");
    const { answer } = start({
      id: "Not A Slug",
      roots: ["src", root("a"), inner, place.path("nowhere")],
      read_only: false,
      write_allowed: [inner, "/elsewhere"],
    });
    const error = await answer.catch((reason: unknown) => String(reason));
    for (const words of [
      "id: expected",
      '"src" is not an absolute path',
      `${place.path("nowhere")}" does not exist`,
      '"/elsewhere" is not one of the roots',
      "is nested with the watched root",
    ]) {
      expect(error).toContain(words);
    }
    expect(stub.log).toEqual([]);
  });

  test.each([
    ["a goal that is blank", { goal: "  " }, /goal/],
    ["an effort of its own", { effort: "heroic" }, /effort/],
    ["a time limit of nothing", { wall_s: 0 }, /wall_s/],
    ["a cost that is no number", { usd: Number.NaN }, /usd/],
    ["a text where a list belongs", { facts: "one" }, /facts/],
    ["a number in a list", { commands: [1] }, /commands/],
    ["a flag as a text", { read_only: "no" }, /read_only/],
    ["an unknown key", { cwd: "/tmp" }, /"cwd" is no key/],
    ["a NUL in a text", { deliverable: "a\0b" }, /deliverable/],
  ])("%s is refused", async (_, given, words) => {
    const { answer } = start({ id: "one", roots: [root("a")], ...given });
    await expect(answer).rejects.toThrow(words);
    expect(stub.log).toEqual([]);
  });

  test("a variable that names no file is an error that says so", async () => {
    const ports = withRunner(place.path("nowhere"));
    const { answer } = start({ id: "one", roots: [root("a")] }, ports);
    await expect(answer).rejects.toThrow(/PI_TASK_BIN is .*nowhere, and there is no such file/);
  });

  test("an agent directory that cannot be written is an error that says so", async () => {
    place.write("agent/pi-task", "a file in its place");
    const { answer } = start({ id: "one", roots: [root("a")] });
    await expect(answer).rejects.toThrow(/no place in line can be taken/);
    expect(stub.log).toEqual([]);
  });

  test("an abort ends it and what it started", async () => {
    const { answer, abort } = start({ id: "one", roots: [root("a")] });
    await stub.started("one");
    abort.abort();
    await expect(answer).rejects.toThrow(/aborted/);
    expect(stub.log).toEqual(["start one"]);
  });
});

describe("several tasks (TK-3, TK-13)", () => {
  test("overlapping ones run one after another, and the waiting one says for whom", async () => {
    const one = start({ id: "one", roots: [root("a")] });
    const two = start({ id: "two", roots: [root("a/inner")] });
    await stub.started("one");
    expect(two.updates).toEqual([
      { text: "two waits for one: the roots overlap", details: { id: "two", phase: "waiting" } },
    ]);
    stub.go();
    await Promise.all([one.answer, two.answer]);
    expect(stub.log).toEqual(["start one", "end one", "start two", "end two"]);
    expect(two.updates[1]?.text).toBe("two: balanced, read-only, limit 600 s and $1");
  });

  test("disjoint ones run together", async () => {
    const one = start({ id: "one", roots: [root("a")] });
    const two = start({ id: "two", roots: [root("ab")] });
    await Promise.all([stub.started("one"), stub.started("two")]);
    stub.go();
    await Promise.all([one.answer, two.answer]);
    expect(stub.log.slice(0, 2).sort()).toEqual(["start one", "start two"]);
  });

  test("cancelling a waiter frees it and those behind it at once", async () => {
    const one = start({ id: "one", roots: [root("a")] });
    const both = start({ id: "both", roots: [root("a"), root("b")] });
    const behind = start({ id: "behind", roots: [root("b")] });
    await stub.started("one");
    expect(behind.updates[0]?.text).toContain("waits for both");
    both.abort.abort();
    await expect(both.answer).rejects.toThrow();
    await stub.started("behind");
    expect(stub.log).toEqual(["start one", "start behind"]);
    stub.go();
    await Promise.all([one.answer, behind.answer]);
  });

  test("two spellings of one directory overlap", async () => {
    const { symlinkSync } = await import("node:fs");
    symlinkSync(root("a"), place.path("alias"));
    const one = start({ id: "one", roots: [root("a")] });
    const two = start({ id: "two", roots: [place.path("alias")] });
    await stub.started("one");
    await until(() => two.updates.length > 0);
    stub.go();
    await Promise.all([one.answer, two.answer]);
    expect(stub.log).toEqual(["start one", "end one", "start two", "end two"]);
  });
});

describe("with this package's own runner", () => {
  test("a machine without any other runs the task, and the answer says who ran it", async () => {
    const repo = place.repository("repo", { "a.txt": "one\n" });
    const evidence = [{ claim: "c", pointer: "a.txt:1" }];
    place.write("script.json", JSON.stringify([call("ls", {}), result({ evidence })]));
    process.env["GATEHOUSE_TEST_SCRIPT"] = place.script;
    const { answer, updates } = start({ id: "one", roots: [repo] }, place.ports);
    const { text, details, usage } = await answer;
    expect(text).toMatch(/^Runner: own\nPASS one/);
    expect(details).toMatchObject({ runner: "own", verdict: "PASS", result: { codes: [] } });
    expect(usage?.totalTokens).toBeGreaterThan(0);
    expect(updates.map(({ text }) => text)).toContain("one: looking at the roots");
    expect(existsSync(join(details.audit_dir ?? "", "result.json"))).toBe(true);
  });
});
