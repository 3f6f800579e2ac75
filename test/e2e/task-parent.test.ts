import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Reply } from "../../harness/recording/recording.ts";
import { isJsonObject, type JsonObject } from "../../src/kernel/json.ts";
import { checkout, ScratchPi } from "./scratch-pi.ts";
import { StubRunner, until } from "./stub-runner.ts";
import { TaskPlace } from "./task-place.ts";

const extension = join(checkout, "src/extension.ts");
const args = ["-e", extension, "--mode", "json", "--no-session"];

let pi: ScratchPi;
let stub: StubRunner;
beforeEach(() => {
  pi = new ScratchPi();
  stub = new StubRunner();
});
afterEach(() => {
  stub.remove();
  pi.remove();
});

function task(id: string, root: string, more: Readonly<Record<string, unknown>> = {}) {
  mkdirSync(root, { recursive: true });
  const input = { id, goal: "Look.", deliverable: "A line.", roots: [root], ...more };
  return { call: "task", input: input as JsonInput };
}

type JsonInput = Extract<Reply[number], { input: unknown }>["input"];

function results(stdout: string): readonly JsonObject[] {
  return stdout
    .split("\n")
    .filter((line) => line.startsWith('{"type":"tool_execution_end"'))
    .map((line): unknown => JSON.parse(line))
    .filter(isJsonObject);
}

test("two overlapping calls in one message run one after another, two disjoint ones together", async () => {
  const [a, b] = [join(pi.root, "a"), join(pi.root, "b")];
  const calls: Reply = [task("one", a), task("two", join(a, "inner")), task("three", b)];
  const ended = pi.prompt("Go.", [calls, [{ text: "Done." }]], args, { PI_TASK_BIN: stub.program });
  await Promise.all([stub.started("one"), stub.started("three")]);
  stub.go();
  const { stdout } = await ended;
  expect(stub.log.slice(0, 2).sort()).toEqual(["start one", "start three"]);
  expect(stub.log.filter((line) => !line.includes("three"))).toEqual([
    "start one",
    "end one",
    "start two",
    "end two",
  ]);
  expect(results(stdout).map((event) => event["isError"])).toEqual([false, false, false]);
  expect(stdout).toContain("two waits for one: the roots overlap");
});

test("bad roots are an error for the model, and nothing is started", async () => {
  const bad = { ...task("one", join(pi.root, "a")).input, roots: ["src", "/nowhere"] };
  const replies: Reply[] = [[{ call: "task", input: bad }], [{ text: "Done." }]];
  const { stdout } = await pi.prompt("Go.", replies, args, { PI_TASK_BIN: stub.program });
  const [event] = results(stdout);
  expect(event?.["isError"]).toBe(true);
  expect(JSON.stringify(event)).toMatch(/not an absolute path.*does not exist/);
  expect(stub.log).toEqual([]);
});

test("a real pi runs a real child on a machine without another runner", async () => {
  const place = new TaskPlace();
  try {
    const repo = place.repository("repo", { "a.txt": "one\n" });
    const answers = [
      { calls: [{ tool: "write", input: { path: "new.txt", content: "x\n" } }] },
      {
        calls: [
          {
            tool: "task_result",
            input: {
              status: "done",
              deliverable: "new.txt",
              evidence: [{ claim: "it is there", pointer: "new.txt:1" }],
            },
          },
        ],
      },
    ];
    place.write("script.json", JSON.stringify(answers));
    const fork = JSON.parse(readFileSync(join(place.agent, "settings.json"), "utf8"));
    const settings = { ...fork, gatehouse: { task: place.settings } };
    writeFileSync(join(pi.agentDir, "settings.json"), JSON.stringify(settings));
    const write = { read_only: false, write_allowed: [repo] };
    const replies: Reply[] = [[task("one", repo, write)], [{ text: "Done." }]];
    const { stdout } = await pi.prompt("Go.", replies, args, {
      GATEHOUSE_TEST_SCRIPT: place.script,
    });
    const [event] = results(stdout);
    expect(event).toMatchObject({
      isError: false,
      result: {
        details: {
          runner: "own",
          verdict: "PASS",
          result: { changes: [{ change: "created", path: join(repo, "new.txt") }] },
        },
      },
    });
    expect(stdout).toMatch(/one: turn \d+, /);
  } finally {
    place.remove();
  }
});

test("two pi processes on one repository take turns", async () => {
  const repo = join(pi.root, "repo");
  const one = start([[task("one", repo)], [{ text: "Done." }]], "one.json");
  await stub.started("one");
  const two = start([[task("two", repo)], [{ text: "Done." }]], "two.json");
  await until(() => two.output().includes("two waits for one: the roots overlap"));
  expect(stub.log).toEqual(["start one"]);
  stub.go();
  await Promise.all([one.ended, two.ended]);
  expect(stub.log).toEqual(["start one", "end one", "start two", "end two"]);
});

test("the place of a killed process and its killed runner is taken over", async () => {
  const repo = join(pi.root, "repo");
  const one = start([[task("one", repo)], [{ text: "Done." }]], "one.json");
  await stub.started("one");
  const two = start([[task("two", repo)], [{ text: "Done." }]], "two.json");
  await until(() => two.output().includes("two waits for one"));
  one.child.kill("SIGKILL");
  await one.ended;
  // The runner that it could not end still works on the roots.
  expect(stub.log).toEqual(["start one"]);
  stub.kill("one");
  await stub.started("two");
  stub.go();
  await two.ended;
  expect(stub.log).toContain("end two");
});

test.each(["SIGTERM", "SIGKILL"] as const)(
  "a parent that is ended by %s leaves no child",
  async (signal) => {
    const place = new TaskPlace();
    try {
      const repo = place.repository("repo", { "a.txt": "one\n" });
      place.write("script.json", JSON.stringify([{ hangs: true }]));
      const fork = JSON.parse(place.read("agent/settings.json"));
      const settings = { ...fork, gatehouse: { task: place.settings } };
      writeFileSync(join(pi.agentDir, "settings.json"), JSON.stringify(settings));
      const replies: Reply[] = [[task("one", repo)], [{ text: "Done." }]];
      const parent = start(replies, "one.json", {
        PI_TASK_BIN: "",
        GATEHOUSE_TEST_SCRIPT: place.script,
      });
      await until(() => parent.output().includes("one: turn 1"));
      expect(childrenWith(place.script)).not.toEqual([]);
      parent.child.kill(signal);
      await parent.ended;
      await until(() => childrenWith(place.script).length === 0);
    } finally {
      place.remove();
    }
  },
);

/** Living processes of a task's run, other than the parent: those that have the guard's plan. */
function childrenWith(script: string): readonly string[] {
  return readdirSync("/proc").filter((pid) => {
    if (!/^\d+$/u.test(pid)) return false;
    try {
      const environment = readFileSync(`/proc/${pid}/environ`, "latin1");
      return environment.includes(script) && environment.includes("GATEHOUSE_TASK_GUARD=");
    } catch {
      return false;
    }
  });
}

/** A pi that goes on while the test looks. */
function start(
  replies: readonly Reply[],
  script: string,
  more: Readonly<Record<string, string>> = {},
) {
  const file = join(pi.root, script);
  writeFileSync(file, JSON.stringify(replies));
  const scripted = join(checkout, "test/e2e/scripted-pi.extension.ts");
  const bin = join(checkout, "node_modules/@earendil-works/pi-coding-agent/dist/bundle/cli.js");
  const model = ["-p", "--offline", "-e", scripted, "--model", "scripted/script"];
  const child: ChildProcess = spawn(process.execPath, [bin, ...model, ...args, "Go."], {
    cwd: pi.cwd,
    env: { ...pi.environment, GATEHOUSE_SCRIPT: file, PI_TASK_BIN: stub.program, ...more },
    stdio: ["ignore", "pipe", "ignore"],
  });
  let text = "";
  child.stdout?.on("data", (chunk: Buffer) => {
    text += chunk.toString("utf8");
  });
  const ended = new Promise<void>((resolve) => child.on("close", () => resolve()));
  return { child, ended, output: () => text };
}
