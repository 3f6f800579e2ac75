import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { TaskOutcome } from "../../src/runner/run-task.ts";
import type { ScriptedAnswer } from "./scripted-answer.ts";
import { nextSecond } from "./stub-runner.ts";
import { call, result, TaskPlace } from "./task-place.ts";

let place: TaskPlace;
beforeEach(() => {
  place = new TaskPlace();
});
afterEach(() => place.remove());

const evidence = [{ claim: "it is there", pointer: "a.txt:1" }];
const done = result({ evidence });

function changesOf(outcome: TaskOutcome): readonly string[] {
  const changes = outcome.result?.changes ?? [];
  return changes.map(({ path, change, outside }) => {
    return `${change} ${path.slice(place.folder.length + 1)}${outside ? " outside" : ""}`;
  });
}

describe("a task that stays in its bounds (TK-37)", () => {
  test("read-only: passes with evidence that exists", async () => {
    const root = place.repository("repo", { "a.txt": "one\ntwo\n" });
    const outcome = await place.run({ roots: [root] }, [call("read", { path: "a.txt" }), done]);
    expect(outcome.result?.codes).toEqual([]);
    expect(outcome).toMatchObject({ exit: 0, stderr: "", result: { verdict: "PASS" } });
    expect(outcome.stdout.split("\n")[0]).toMatch(/^PASS test-task: /);
    expect(outcome.stdout.trimEnd().split("\n").at(-1)).toBe(`audit: ${auditOf(outcome)}`);
    expect(outcome.stdout.split("\n").slice(0, 4).join(" ")).toContain("Spot-check");
  });

  test("writable: the changes of the root are listed, and a patch is kept", async () => {
    const repo = place.repository("repo", { "a.txt": "one\n", "b.txt": "b\n" });
    const plain = place.write("plain/old.txt", "old\n").replace(/\/old\.txt$/u, "");
    const outcome = await place.run(
      { roots: [repo, plain], write_allowed: [repo, plain], read_only: false },
      [
        call("write", { path: "new.txt", content: "new\n" }),
        call("edit", { path: "b.txt", edits: [{ oldText: "b", newText: "c" }] }),
        call("write", { path: join(plain, "old.txt"), content: "newer\n" }),
        done,
      ],
    );
    expect(outcome.result?.codes).toEqual([]);
    expect(changesOf(outcome)).toEqual([
      "content repo/b.txt",
      "created repo/new.txt",
      "content plain/old.txt",
    ]);
    const patch = readFileSync(join(auditOf(outcome), "diff.patch"), "utf8");
    for (const line of ["-b", "+c", "+new", "-old", "+newer"]) expect(patch).toContain(`\n${line}`);
  });

  test("the envelope may be the last fenced JSON of the answer", async () => {
    const root = place.repository("repo", { "a.txt": "one\n" });
    const envelope = JSON.stringify({ status: "done", deliverable: "x", evidence });
    const text = `Here:\n\n\`\`\`json\n{"status":"blocked"}\n\`\`\`\n\n\`\`\`json\n${envelope}\n\`\`\`\n`;
    expect((await place.run({ roots: [root] }, [{ text }])).result?.codes).toEqual([]);
  });

  test("a goal that looks like an option or a file is a goal", async () => {
    const root = place.repository("repo", { "a.txt": "one\n" });
    const goal = `@a.txt --model x\n-p ${"long ".repeat(40_000)}`;
    const outcome = await place.run({ roots: [root], goal }, [done]);
    expect(outcome.result?.codes).toEqual([]);
    const events = readFileSync(join(auditOf(outcome), "events.jsonl"), "utf8");
    expect(events).toContain("@a.txt --model x");
  });

  test("commands that are named run, in the first writable root, without the parent's secrets", async () => {
    process.env["GATEHOUSE_TEST_SECRET"] = "hunter2";
    const root = place.repository("repo", { "a.txt": "one\n" });
    const command = 'pwd; echo "secret:$GATEHOUSE_TEST_SECRET"';
    const outcome = await place.run({ roots: [root], commands: [command] }, [
      call("bash", { command }),
      done,
    ]);
    const events = readFileSync(join(auditOf(outcome), "events.jsonl"), "utf8");
    expect(outcome.result?.codes).toEqual([]);
    expect(events).toContain(`${root}\\nsecret:\\n`);
    expect(readFileSync(join(auditOf(outcome), "argv.json"), "utf8")).not.toContain("hunter2");
  });

  test("a user's own uncommitted work is no violation", async () => {
    const root = place.repository("repo", { "a.txt": "one\n", "b.txt": "b\n" });
    place.write("repo/a.txt", "dirty\n");
    place.write("repo/new.txt", "untracked\n");
    place.git("repo", "add", "b.txt");
    expect((await place.run({ roots: [root] }, [done])).result?.codes).toEqual([]);
  });
});

describe("a write outside fails, whatever the child says", () => {
  interface Outside {
    readonly name: string;
    readonly command: string;
    readonly changes: readonly string[];
  }
  const shellWrites: readonly Outside[] = [
    {
      name: "a new file",
      command: "echo x > ../repo/new.txt",
      changes: ["created repo/new.txt outside"],
    },
    {
      name: "a changed ignored file",
      command: "echo y >> ../repo/ignored.log",
      changes: ["content repo/ignored.log outside"],
    },
    {
      name: "a changed file in an ignored directory",
      command: "echo y >> ../repo/build/deep/out.txt",
      changes: ["content repo/build/deep/out.txt outside"],
    },
    {
      name: "an edit of a file that was dirty already",
      command: "echo more >> ../repo/dirty.txt",
      changes: ["content repo/dirty.txt outside"],
    },
    { name: "a chmod", command: "chmod +x ../repo/a.txt", changes: ["mode repo/a.txt outside"] },
    {
      name: "a chmod that git does not record",
      command: "chmod 600 ../repo/a.txt",
      changes: ["mode repo/a.txt outside"],
    },
    { name: "a deletion", command: "rm ../repo/a.txt", changes: ["deleted repo/a.txt outside"] },
    {
      name: "a new file through a link",
      command: "echo x > link/new.txt",
      changes: ["created repo/sub/new.txt outside"],
    },
    {
      name: "a change that is committed at once",
      command:
        "cd ../repo && echo x > a.txt && git -c user.name=T -c user.email=t@example.invalid commit -qam x",
      changes: ["content repo/a.txt outside"],
    },
    {
      name: "a change hidden by an index flag",
      command: "cd ../repo && git update-index --assume-unchanged a.txt && echo x > a.txt",
      changes: ["index repo/a.txt outside"],
    },
    {
      name: "a hook",
      command: "echo x > ../repo/.git/hooks/pre-commit",
      changes: ["created repo/.git/hooks/pre-commit outside"],
    },
    {
      name: "a plain directory's file with its time set back",
      command: "echo NEW > ../plain/p.txt && touch -d @1000000000 ../plain/p.txt",
      changes: ["content plain/p.txt outside"],
    },
    {
      name: "a plain directory's empty directory",
      command: "mkdir ../plain/empty",
      changes: ["created plain/empty outside"],
    },
  ];

  async function runOutside(answers: readonly ScriptedAnswer[], commands: readonly string[] = []) {
    const repo = place.repository("repo", {
      "a.txt": "one\n",
      "dirty.txt": "clean\n",
      "sub/s.txt": "s\n",
      ".gitignore": "*.log\nbuild/\n",
    });
    place.write("repo/ignored.log", "x\n");
    place.write("repo/build/deep/out.txt", "x\n");
    place.write("repo/dirty.txt", "dirty\n");
    place.write("plain/p.txt", "OLD\n");
    place.write("work/a.txt", "mine\n");
    symlinkSync("../repo/sub", place.path("work/link"));
    await nextSecond();
    const work = place.path("work");
    const roots = [work, repo, place.path("plain")];
    return place.run({ roots, write_allowed: [work], read_only: false, commands }, answers);
  }

  test.each(shellWrites)("through bash: $name", async ({ command, changes }) => {
    const outcome = await runOutside([call("bash", { command }), done], [command]);
    expect(outcome.exit).toBe(1);
    expect(outcome.result?.codes).toEqual(["changed-outside"]);
    const found = changesOf(outcome).filter((line) => !line.includes("/.git/logs"));
    expect(found).toEqual(expect.arrayContaining([...changes]));
  });

  test.each([
    ["write", { path: "../repo/new.txt", content: "x" }],
    ["write", { path: "link/new.txt", content: "x" }],
    ["write", { path: "@../repo/new.txt", content: "x" }],
    ["edit", { path: "../repo/a.txt", edits: [{ oldText: "one", newText: "two" }] }],
  ])("through %s %j: the guard refuses it and the task fails", async (tool, input) => {
    const outcome = await runOutside([call(tool, input), done]);
    expect(outcome.exit).toBe(1);
    expect(outcome.result?.codes).toEqual(["refused-outside"]);
    expect(changesOf(outcome)).toEqual([]);
  });

  test("a read-only task has neither write nor bash", async () => {
    const root = place.repository("repo", { "a.txt": "one\n" });
    const outcome = await place.run({ roots: [root] }, [
      call("write", { path: "a.txt", content: "x" }),
      call("bash", { command: "echo x > a.txt" }),
      done,
    ]);
    expect(readFileSync(join(root, "a.txt"), "utf8")).toBe("one\n");
    expect(changesOf(outcome)).toEqual([]);
    const events = readFileSync(join(auditOf(outcome), "events.jsonl"), "utf8");
    expect(events).toContain('"isError":true');
  });

  test("a command that differs by one blank does not run", async () => {
    const root = place.repository("repo", { "a.txt": "one\n" });
    const outcome = await place.run({ roots: [root], commands: ["ls"] }, [
      call("bash", { command: "ls ; echo x > b.txt" }),
      done,
    ]);
    expect(existsSync(join(root, "b.txt"))).toBe(false);
    expect(outcome.exit).toBe(0);
  });

  test("a submodule is watched as a work tree of its own", async () => {
    place.repository("library", { "lib.txt": "lib\n" });
    const root = place.repository("repo", { "a.txt": "one\n" });
    const allow = ["-c", "protocol.file.allow=always"];
    place.git("repo", ...allow, "submodule", "--quiet", "add", place.path("library"), "module");
    place.git("repo", "commit", "-q", "-m", "module");
    place.write("repo/module/lib.txt", "dirty\n");
    const command = "echo more >> module/lib.txt";
    const quiet = await place.run({ roots: [root] }, [done]);
    const outcome = await place.run({ roots: [root], commands: [command] }, [
      call("bash", { command }),
      done,
    ]);
    expect(quiet.result?.codes).toEqual([]);
    expect(outcome.result?.codes).toEqual(["changed-outside"]);
    expect(changesOf(outcome)).toEqual(["content repo/module/lib.txt outside"]);
  });

  test("a root that vanishes meanwhile is a deletion", async () => {
    const root = place.repository("repo", { "a.txt": "one\n" });
    const gone = place.write("gone/a.txt", "x").replace(/\/a\.txt$/u, "");
    const command = `rm -r ${gone}`;
    const outcome = await place.run({ roots: [root, gone], commands: [command] }, [
      call("bash", { command }),
      done,
    ]);
    expect(outcome.result?.codes).toEqual(["changed-outside"]);
    expect(changesOf(outcome)).toEqual(["deleted gone outside"]);
  });
});

describe("an answer that is no proof fails", () => {
  const fenced = (text: string): ScriptedAnswer => ({
    text: `Done.\n\n\`\`\`json\n${text}\n\`\`\``,
  });
  test.each([
    ["no envelope at all", { text: "All done, trust me." }, ["envelope-missing"]],
    ["a fenced text that is no JSON", fenced("{nope"), ["envelope-invalid"]],
    [
      "an unknown member",
      fenced('{"status":"done","deliverable":"x","proof":[]}'),
      ["envelope-invalid"],
    ],
    ["status blocked", result({ status: "blocked", evidence }), ["status-blocked"]],
    ["no evidence", result(), ["no-evidence"]],
    [
      "a pointer without a line",
      result({ evidence: [{ claim: "c", pointer: "a.txt" }] }),
      ["pointer-malformed"],
    ],
    [
      "a pointer to no file",
      result({ evidence: [{ claim: "c", pointer: "b.txt:1" }] }),
      ["pointer-missing"],
    ],
    [
      "a pointer behind the last line",
      result({ evidence: [{ claim: "c", pointer: "a.txt:2" }] }),
      ["pointer-missing"],
    ],
    [
      "a pointer to line 0",
      result({ evidence: [{ claim: "c", pointer: "a.txt:0" }] }),
      ["pointer-missing"],
    ],
    ["a model error", { fails: "the model is on fire" }, ["model-stopped", "envelope-missing"]],
  ] as const)("%s", async (_, answer, codes) => {
    place.write("agent/settings.json", withoutRetry(place));
    const root = place.repository("repo", { "a.txt": "one\n" });
    const outcome = await place.run({ roots: [root] }, [answer]);
    expect(outcome.exit).toBe(1);
    expect(outcome.result?.codes).toEqual(codes);
    expect(outcome.stdout).toContain(codes[0]);
  });
});

describe("budgets and endings", () => {
  test("the wall clock ends the child, and the task fails", async () => {
    const root = place.repository("repo", { "a.txt": "one\n" });
    const outcome = await place.run({ roots: [root], wall_s: 1.5 }, [{ hangs: true }]);
    expect(outcome.exit).toBe(1);
    expect(outcome.result?.codes).toContain("wall-clock");
    expect(outcome.result?.elapsed_ms).toBeLessThan(15_000);
  });

  test("a child that is deaf to the polite signal is killed", async () => {
    const root = place.repository("repo", { "a.txt": "one\n" });
    const abort = new AbortController();
    const outcome = await place.run({ roots: [root] }, [{ hangs: "stubborn" }], {
      signal: abort.signal,
      onProgress: ({ turns }) => {
        if (turns === 1) abort.abort();
      },
    });
    expect(outcome.result?.codes).toContain("aborted");
    expect(outcome.result?.exit?.signal).toBe("SIGKILL");
  });

  test("the cost is watched live, and the task fails", async () => {
    place.remove();
    place = new TaskPlace("dear");
    const root = place.repository("repo", { "a.txt": "one\n" });
    const outcome = await place.run({ roots: [root], usd: 1.5 }, [
      call("read", { path: "a.txt" }),
      call("read", { path: "a.txt" }),
      { hangs: true },
    ]);
    expect(outcome.result?.codes).toContain("cost");
    expect(outcome.result?.cost_usd).toBe(2);
  });

  test("the cost of the last answer counts too", async () => {
    place.remove();
    place = new TaskPlace("dear");
    const root = place.repository("repo", { "a.txt": "one\n" });
    const outcome = await place.run({ roots: [root], usd: 0.5 }, [done]);
    expect(outcome.result?.codes).toContain("cost");
  });

  test("the caller aborts", async () => {
    const root = place.repository("repo", { "a.txt": "one\n" });
    const abort = new AbortController();
    const outcome = await place.run({ roots: [root] }, [call("ls", {}), { hangs: true }], {
      signal: abort.signal,
      onProgress: ({ turns }) => {
        if (turns === 2) abort.abort();
      },
    });
    expect(outcome.exit).toBe(1);
    expect(outcome.result?.codes).toContain("aborted");
  });

  test("a grandchild that outlives the child is killed", async () => {
    const root = place.repository("repo", { "a.txt": "one\n" });
    const pidFile = place.path("pid");
    const command = `setsid nohup sleep 600 >/dev/null 2>&1 & echo $! > ${pidFile}`;
    const outcome = await place.run({ roots: [root], commands: [command] }, [
      call("bash", { command }),
      done,
    ]);
    expect(outcome.result?.codes).toEqual([]);
    expect(outcome.result?.survivors).toBeGreaterThan(0);
    const pid = Number(readFileSync(pidFile, "utf8"));
    expect(stateOf(pid)).toBe("gone");
  });
});

describe("what is refused, with exit 2", () => {
  test.each([
    ["a missing root", { roots: ["/nowhere/at/all"] }, /does not exist/],
    ["a relative root", { roots: ["src"] }, /not an absolute path/],
    ["an unknown key", { roots: ["/tmp"], rootz: [] }, /"rootz" is no key/],
    ["a bad id", { id: "Not A Slug", roots: ["/tmp"] }, /id: expected/],
  ])("%s", async (_, given, words) => {
    const outcome = await place.run(given, [done]);
    expect(outcome).toMatchObject({ exit: 2, stdout: "" });
    expect(outcome.stderr).toMatch(words);
    expect(existsSync(join(place.agent, "pi-task"))).toBe(false);
  });

  test("a root that is a file", async () => {
    const file = place.write("file.txt", "x");
    const outcome = await place.run({ roots: [file] }, [done]);
    expect(outcome).toMatchObject({ exit: 2 });
    expect(outcome.stderr).toContain("is no directory");
  });

  test("no pi on PATH", async () => {
    const path = process.env["PATH"];
    process.env["PATH"] = place.folder;
    try {
      const outcome = await place.run({ roots: [place.folder] }, [done]);
      expect(outcome.exit).toBe(2);
      expect(outcome.stderr).toMatch(/^no pi: pi is not on PATH/);
    } finally {
      process.env["PATH"] = path;
    }
  });

  test("a program that is no pi", async () => {
    const fake = place.write("fake-pi", "#!/bin/sh\necho usage: fake\n");
    chmodSync(fake, 0o755);
    const root = place.repository("repo", { "a.txt": "one\n" });
    const outcome = await place.run({ roots: [root] }, [done], { settings: { pi: fake } });
    expect(outcome).toMatchObject({ exit: 2, stderr: expect.stringMatching(/^no pi: .*names no/) });
  });

  test("a pi that lacks an isolation flag", async () => {
    const fake = place.write(
      "fake-pi",
      "#!/bin/sh\necho '  --mode --print --no-session --tools'\n",
    );
    chmodSync(fake, 0o755);
    const root = place.repository("repo", { "a.txt": "one\n" });
    const outcome = await place.run({ roots: [root] }, [done], { settings: { pi: fake } });
    expect(outcome.exit).toBe(2);
    expect(outcome.stderr).toMatch(/lacks --no-extensions/);
  });

  test("no model", async () => {
    const root = place.repository("repo", { "a.txt": "one\n" });
    const outcome = await place.run({ roots: [root] }, [done], { settings: { extensions: [] } });
    expect(outcome.exit).toBe(2);
    expect(outcome.stderr).toMatch(/^no model: /);
  });

  test("an audit directory that cannot be made", async () => {
    place.write("agent/pi-task", "a file in its place");
    const root = place.repository("repo", { "a.txt": "one\n" });
    const outcome = await place.run({ roots: [root] }, [done]);
    expect(outcome.exit).toBe(2);
    expect(outcome.stderr).toMatch(/cannot be made/);
  });
});

describe("the record (TK-36)", () => {
  test("the audit directory is private, complete, and outside every root", async () => {
    const root = place.repository("repo", { "a.txt": "one\n" });
    const outcome = await place.run({ roots: [root] }, [done]);
    const audit = auditOf(outcome);
    expect(statSync(audit).mode & 0o777).toBe(0o700);
    expect(readdirSync(audit).sort()).toEqual([
      "argv.json",
      "diff.patch",
      "events.jsonl",
      "guard.json",
      "report.md",
      "result.json",
      "roots",
      "spec.json",
      "stderr.log",
    ]);
    expect(readdirSync(join(audit, "roots"))).toEqual(["0.after.json", "0.before.json"]);
    expect(JSON.parse(readFileSync(join(audit, "result.json"), "utf8"))).toEqual(outcome.result);
    expect(readFileSync(join(audit, "report.md"), "utf8")).toBe(outcome.stdout);
  });

  test("an agent directory inside a root moves the record out of it", async () => {
    place.write("a.txt", "one\n");
    const elsewhere = mkdtempSync(join(tmpdir(), "gatehouse-e2e-"));
    vi.stubEnv("TMPDIR", elsewhere);
    try {
      const outcome = await place.run({ roots: [place.folder] }, [
        result({ evidence: [{ claim: "c", pointer: "a.txt:1" }] }),
      ]);
      expect(dirname(dirname(auditOf(outcome)))).toBe(elsewhere);
      expect(outcome.result?.codes).toEqual([]);
      expect(outcome.stdout).toContain("not watched");
    } finally {
      vi.unstubAllEnvs();
      rmSync(elsewhere, { recursive: true, force: true });
    }
  });

  test("roots that hold every place for the record are refused", async () => {
    const outcome = await place.run({ roots: ["/"] }, [done]);
    expect(outcome).toMatchObject({ exit: 2, stderr: expect.stringContaining("inside a root") });
  });

  test("empty and unreadable files are watched like others", async () => {
    const root = place.path("plain");
    mkdirSync(root);
    place.write("plain/empty", "");
    chmodSync(place.write("plain/secret", "x"), 0);
    place.write("plain/a.txt", "one\n");
    const command = "echo x >> empty";
    const outcome = await place.run({ roots: [root], commands: [command] }, [
      call("bash", { command }),
      done,
    ]);
    expect(changesOf(outcome)).toEqual(["content plain/empty outside"]);
  });
});

function auditOf(outcome: TaskOutcome): string {
  return outcome.result?.audit_dir ?? "";
}

/** A scripted failure is final: pi would otherwise wait and try again. */
function withoutRetry(of: TaskPlace): string {
  const settings = JSON.parse(readFileSync(of.path("agent/settings.json"), "utf8"));
  return JSON.stringify({ ...settings, retry: { enabled: false } });
}

/** A dead process that its adopter has not waited for is gone too. */
function stateOf(pid: number): "gone" | "alive" {
  try {
    return /\) Z /u.test(readFileSync(`/proc/${pid}/stat`, "utf8")) ? "gone" : "alive";
  } catch {
    return "gone";
  }
}
