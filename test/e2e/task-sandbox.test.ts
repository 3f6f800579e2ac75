import { chmodSync, existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { nodePorts } from "../../src/edge/node-ports.ts";
import { sandbox, sandboxArguments } from "../../src/runner/sandbox.ts";
import { call, result, TaskPlace } from "./task-place.ts";

const isLinux = process.platform === "linux";
const installed = (process.env["PATH"] ?? "")
  .split(delimiter)
  .some((folder) => existsSync(join(folder, "bwrap")));

let place: TaskPlace;
beforeEach(() => {
  place = new TaskPlace();
});
afterEach(() => {
  vi.unstubAllEnvs();
  place.remove();
});

const plan = {
  roots: ["/w", "/r"],
  writeAllowed: ["/w"],
  agentFolder: "/agent",
  auditFolder: "/agent/audit",
  temporaryFolder: "/agent/audit/tmp",
};

/** A program in the place of bubblewrap. */
function standIn(script: string): string {
  const file = place.write("bin/bwrap", `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o755);
  return `${place.path("bin")}${delimiter}${process.env["PATH"]}`;
}

test("later binds lie over earlier ones: all read-only, then what may be written, then the record", () => {
  const args = sandboxArguments(plan).join(" ");
  const order = [
    "--ro-bind / /",
    "--bind /agent /agent",
    "--ro-bind /w /w --ro-bind /r /r",
    "--bind /w /w",
    "--ro-bind /agent/audit /agent/audit",
    "--bind /agent/audit/tmp /agent/audit/tmp",
  ].map((part) => args.indexOf(part));
  expect(order).toEqual([...order].sort((a, b) => a - b));
  expect(order).not.toContain(-1);
});

describe.runIf(isLinux)("whether it is used", () => {
  test.each([
    ["off", "off", "exit 0", /bwrap is off/],
    ["not able", "auto", "echo no permission >&2; exit 1", /does not work here \(no permission\)/],
  ] as const)("%s: the report says why not", async (_, wanted, script, words) => {
    const box = await sandbox(plan, wanted, standIn(script), nodePorts.programs);
    expect(box).toMatchObject({ used: false, prefix: [] });
    expect(box.words).toMatch(words);
  });

  test("not installed: neither is a relative part of PATH looked at", async () => {
    standIn("exit 0");
    vi.spyOn(process, "cwd").mockReturnValue(place.folder);
    const box = await sandbox(plan, "auto", `bin${delimiter}/nowhere`, nodePorts.programs);
    expect(box.words).toMatch(/not installed/);
  });

  test("a working one wraps the child, and the report says so", async () => {
    const path = standIn('while [ "$1" != "--" ]; do shift; done; shift; exec "$@"');
    vi.stubEnv("PATH", path);
    const root = place.repository("repo", { "a.txt": "one\n" });
    const evidence = [{ claim: "c", pointer: "a.txt:1" }];
    const settings = { bwrap: "auto" } as const;
    const outcome = await place.run({ roots: [root] }, [result({ evidence })], { settings });
    expect(outcome.result).toMatchObject({ codes: [], sandbox: { used: true } });
    expect(outcome.stdout).toContain("sandbox: bubblewrap");
  });
});

describe.runIf(isLinux && installed)("with the real bubblewrap", () => {
  test("a command writes inside, and cannot write outside, in the record or in the agent's home", async () => {
    const work = place.repository("work", { "a.txt": "one\n" });
    const repo = place.repository("repo", { "b.txt": "b\n" });
    const commands = [
      "echo x > new.txt",
      `echo x > ${repo}/new.txt`,
      `echo x > ${place.folder}/elsewhere.txt`,
      `for f in ${place.agent}/pi-task/*/spec.json; do echo x > "$f"; done`,
    ];
    const evidence = [{ claim: "c", pointer: "new.txt:1" }];
    const outcome = await place.run(
      { roots: [work, repo], write_allowed: [work], read_only: false, commands },
      [...commands.map((command) => call("bash", { command })), result({ evidence })],
      { settings: { bwrap: "auto" } },
    );
    expect(outcome.result).toMatchObject({ codes: [], sandbox: { used: true } });
    expect(outcome.result?.changes).toEqual([
      { root: work, path: join(work, "new.txt"), change: "created", outside: false },
    ]);
    expect(existsSync(place.path("elsewhere.txt"))).toBe(false);
  });

  test("a grandchild dies with the sandbox", async () => {
    const root = place.repository("repo", { "a.txt": "one\n" });
    const command = "setsid env -i sleep 601 >/dev/null 2>&1 & echo started";
    const evidence = [{ claim: "c", pointer: "a.txt:1" }];
    const outcome = await place.run(
      { roots: [root], commands: [command] },
      [call("bash", { command }), result({ evidence })],
      { settings: { bwrap: "auto" } },
    );
    expect(outcome.result?.codes).toEqual([]);
    const left = await nodePorts.programs.run("pgrep", ["-f", "^sleep 601$"], {
      cwd: "/",
      timeoutMs: 5_000,
    });
    expect(left?.stdout ?? "").toBe("");
  });
});
