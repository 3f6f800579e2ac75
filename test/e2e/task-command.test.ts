import { spawn } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Value } from "typebox/value";
import { afterEach, beforeEach, expect, test } from "vitest";
import { checkout, type Ended, run } from "./scratch-pi.ts";
import { until } from "./stub-runner.ts";
import { result, TaskPlace } from "./task-place.ts";

const command = [
  join(checkout, "node_modules/tsx/dist/cli.mjs"),
  join(checkout, "harness/cli/gatehouse.ts"),
  "task",
];

let place: TaskPlace;
beforeEach(() => {
  place = new TaskPlace();
  const settings = JSON.parse(place.read("agent/settings.json"));
  const gatehouse = { task: place.settings };
  place.write("agent/settings.json", JSON.stringify({ ...settings, gatehouse }));
});
afterEach(() => place.remove());

function environment(): Record<string, string> {
  return {
    PATH: process.env["PATH"] ?? "",
    HOME: place.folder,
    TMPDIR: place.folder,
    PI_CODING_AGENT_DIR: place.agent,
    GATEHOUSE_TEST_SCRIPT: place.script,
  };
}

function task(args: readonly string[], input = ""): Promise<Ended> {
  return run(process.execPath, [...command, ...args], place.folder, environment(), input);
}

test("run, list, show and prune work on one record", async () => {
  const root = place.repository("repo", { "a.txt": "one\n" });
  const evidence = [{ claim: "c", pointer: "a.txt:1" }];
  place.write("script.json", JSON.stringify([result({ evidence })]));
  place.write("spec.json", place.spec({ roots: [root] }));
  const ran = await task(["run", "spec.json"]);
  expect(ran).toMatchObject({ code: 0, stderr: "" });
  const audit = /^audit: (.+)$/mu.exec(ran.stdout)?.[1] ?? "";
  const name = audit.slice(audit.lastIndexOf("/") + 1);
  const listed = await task(["list"]);
  expect(listed.stdout).toMatch(new RegExp(`^PASS +${name} `));
  const shown = await task(["show", "test-task"]);
  expect(shown.stdout).toBe(ran.stdout);
  const kept = await task(["prune", "--days", "1"]);
  expect(kept.stdout).toBe("0 records removed\n");
  const pruned = await task(["prune", "--days", "0"]);
  expect(pruned.stdout).toBe("1 records removed\n");
  expect((await task(["list"])).stdout).toBe("no task has run yet\n");
});

test("a spec on standard input that is bad exits 2, one line a problem, and leaves no record", async () => {
  const spec = place.spec({ id: "X", roots: ["src", "/nowhere"], extra: 1 });
  const ran = await task(["run", "-"], spec);
  expect(ran).toMatchObject({ code: 2, stdout: "" });
  expect(ran.stderr.trimEnd().split("\n")).toEqual([
    expect.stringMatching(/^bad spec: "extra" is no key/),
    expect.stringMatching(/^bad spec: id: /),
    expect.stringMatching(/^bad spec: root "src" is not an absolute path/),
    expect.stringMatching(/^bad spec: root "\/nowhere" does not exist/),
  ]);
  expect(readdirSync(place.agent)).toEqual(["settings.json"]);
});

test.each([
  ["not JSON", "{", /^bad spec: not JSON/],
  ["no object", "[]", /^bad spec: a task spec is a JSON object/],
  ["nothing", "", /^bad spec: not JSON/],
])("%s is refused", async (_, text, words) => {
  const ran = await task(["run", "-"], text);
  expect(ran).toMatchObject({ code: 2, stdout: "", stderr: expect.stringMatching(words) });
});

test("the schema takes what run takes", async () => {
  const { stdout } = await task(["schema"]);
  const schema = JSON.parse(stdout);
  const good = JSON.parse(place.spec({ roots: ["/tmp"] }));
  expect(Value.Check(schema, good)).toBe(true);
  for (const bad of [{ id: "X" }, { roots: [] }, { extra: 1 }, { wall_s: 0 }, { effort: "" }]) {
    expect(Value.Check(schema, { ...good, ...bad })).toBe(false);
  }
});

test("the command as one file finds its guard across the package", async () => {
  const outfile = place.path("package/dist/gatehouse.js");
  const script = JSON.parse(readFileSync(join(checkout, "package.json"), "utf8")).scripts.build;
  const built = await run(
    "sh",
    ["-c", script.replace("dist/gatehouse.js", outfile)],
    checkout,
    environment(),
  );
  expect(built).toMatchObject({ code: 0, stderr: "" });
  symlinkSync(join(checkout, "src"), place.path("package/src"));
  place.write("package/package.json", '{"name":"pi-gatehouse","type":"module"}');
  const root = place.repository("repo", { "a.txt": "one\n" });
  const evidence = [{ claim: "c", pointer: "a.txt:1" }];
  place.write("script.json", JSON.stringify([result({ evidence })]));
  place.write("spec.json", place.spec({ roots: [root] }));
  const ran = await run(
    process.execPath,
    [outfile, "task", "run", "spec.json"],
    place.folder,
    environment(),
  );
  expect(ran).toMatchObject({ code: 0, stderr: "", stdout: expect.stringMatching(/^PASS /) });
});

test("an interrupted run leaves a FAIL and no process", async () => {
  const root = place.repository("repo", { "a.txt": "one\n" });
  place.write("script.json", JSON.stringify([{ hangs: true }]));
  place.write("spec.json", place.spec({ roots: [root] }));
  const child = spawn(process.execPath, [...command, "run", "spec.json"], {
    cwd: place.folder,
    env: environment(),
    stdio: ["ignore", "pipe", "ignore"],
  });
  let text = "";
  child.stdout.on("data", (chunk: Buffer) => {
    text += chunk.toString("utf8");
  });
  const closed = new Promise((resolve) => child.on("close", resolve));
  await until(() => place.exists("agent/pi-task") && isRunning());
  child.kill("SIGTERM");
  expect(await closed).toBe(1);
  expect(text).toMatch(/^FAIL test-task \(aborted/);
});

test("a run that was cut short is recognisable", async () => {
  const folder = join(place.agent, "pi-task", "20260102T030405678Z-cut-short");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "spec.json"), "{}");
  expect((await task(["list"])).stdout).toBe("UNFINISHED 20260102T030405678Z-cut-short\n");
  expect((await task(["prune", "--days", "0"])).stdout).toBe("0 records removed\n");
  const shown = await task(["show", "cut-short"]);
  expect(shown.stdout).toContain(`audit: ${folder}`);
});

test.each([
  [[], /say run, schema, list, show or prune/],
  [["run"], /name the spec file/],
  [["run", "nowhere.json"], /cannot be read/],
  [["show", "nobody"], /no run "nobody"/],
  [["prune"], /--days <n>/],
  [["list", "--wrong"], /--wrong/],
])("usage: task %j", async (args, words) => {
  const ran = await task(args);
  expect(ran).toMatchObject({ code: 2, stdout: "", stderr: expect.stringMatching(words) });
});

/** Whether the child has begun: it writes events. */
function isRunning(): boolean {
  const folder = join(place.agent, "pi-task");
  return readdirSync(folder).some((name) => {
    const file = join("agent/pi-task", name, "events.jsonl");
    return place.exists(file) && place.read(file).includes("agent_start");
  });
}
