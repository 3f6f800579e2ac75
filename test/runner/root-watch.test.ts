import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { patchOf } from "../../src/runner/patch.ts";
import { rootChanges, watchRoot } from "../../src/runner/root-watch.ts";
import { nextSecond } from "../e2e/stub-runner.ts";

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "gatehouse-watch-")));
  mkdirSync(join(folder, "scratch"));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

function write(name: string, text = "x\n"): string {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

function git(name: string, ...args: readonly string[]): string {
  const who = ["-c", "user.name=Test", "-c", "user.email=test@example.invalid"];
  const at = ["-C", join(folder, name), ...who, "-c", "protocol.file.allow=always"];
  return execFileSync("git", [...at, ...args], { encoding: "utf8", stdio: "pipe" });
}

function repository(name: string, files: readonly string[] = ["a.txt"]): void {
  for (const file of files) write(join(name, file));
  git(name, "init", "-q", "-b", "main");
  git(name, "add", "-A");
  git(name, "commit", "-q", "-m", "first");
}

/** What changes at a root while something is done. */
async function changesOf(name: string, act: () => void): Promise<readonly string[]> {
  const root = join(folder, name);
  const watch = await watchRoot(root, realpathSync(root), false, [], join(folder, "scratch"));
  act();
  const { changes, problem } = await rootChanges(watch);
  if (problem !== undefined) return [problem];
  return changes.map(({ path, change }) => `${change} ${path.slice(root.length + 1)}`);
}

describe("a git work tree", () => {
  const repo = () => repository("repo", ["a.txt", "b.txt", "sub/c.txt", ".gitignore"]);

  test.each<readonly [string, () => void, readonly string[]]>([
    ["nothing", () => {}, []],
    ["git status run by somebody", () => void git("repo", "status"), []],
    ["a mere touch", () => utimesSync(join(folder, "repo/a.txt"), new Date(), new Date()), []],
    ["an edit", () => void write("repo/a.txt", "y\n"), ["content a.txt"]],
    ["a new file", () => void write("repo/n.txt"), ["created n.txt"]],
    ["a new file of nothing", () => void write("repo/n.txt", ""), ["created n.txt"]],
    ["names that need quotes", () => void write('repo/é "q"\n.txt'), ['created é "q"\n.txt']],
    [
      "a rename",
      () => renameSync(join(folder, "repo/a.txt"), join(folder, "repo/z.txt")),
      ["deleted a.txt", "created z.txt"],
    ],
    [
      "an edit that is staged",
      () => {
        write("repo/a.txt", "y\n");
        git("repo", "add", "a.txt");
      },
      ["content a.txt"],
    ],
    [
      "a file that becomes a link",
      () => {
        rmSync(join(folder, "repo/a.txt"));
        symlinkSync("b.txt", join(folder, "repo/a.txt"));
      },
      ["type a.txt"],
    ],
    ["a branch", () => void git("repo", "branch", "other"), ["created .git/refs/heads/other"]],
    ["a setting", () => void git("repo", "config", "a.b", "c"), ["content .git/config"]],
    [
      "a new repository inside",
      () => {
        write("repo/inner/x.txt");
        git("repo/inner", "init", "-q");
      },
      expect.arrayContaining(["created inner/x.txt"]),
    ],
  ])("%s", async (_, act, expected) => {
    repo();
    expect(await changesOf("repo", act)).toEqual(expected);
  });

  test("what was dirty is compared by what it holds", async () => {
    repo();
    write("repo/a.txt", "dirty\n");
    write("repo/n.txt", "new\n");
    rmSync(join(folder, "repo/b.txt"));
    expect(await changesOf("repo", () => {})).toEqual([]);
    expect(await changesOf("repo", () => void write("repo/a.txt", "dirtier\n"))).toEqual([
      "content a.txt",
    ]);
    expect(await changesOf("repo", () => void write("repo/a.txt", "x\n"))).toEqual([
      "content a.txt",
    ]);
    expect(await changesOf("repo", () => void write("repo/b.txt", "x\n"))).toEqual([
      "created b.txt",
    ]);
    expect(await changesOf("repo", () => rmSync(join(folder, "repo/n.txt")))).toEqual([
      "deleted n.txt",
    ]);
  });

  test("work that is staged or committed as it was changes the index and the branch only", async () => {
    repo();
    write("repo/a.txt", "dirty\n");
    expect(await changesOf("repo", () => void git("repo", "add", "a.txt"))).toEqual([
      "index a.txt",
    ]);
    const commit = () => void git("repo", "commit", "-q", "-m", "second");
    expect(await changesOf("repo", commit)).toEqual(
      expect.arrayContaining(["index a.txt", "content .git/refs/heads/main"]),
    );
  });

  test("a mode that git does not record, and one behind a refreshed index", async () => {
    repo();
    await nextSecond();
    const chmod = () => chmodSync(join(folder, "repo/a.txt"), 0o600);
    expect(await changesOf("repo", chmod)).toEqual(["mode a.txt"]);
    await nextSecond();
    const hidden = () => {
      chmodSync(join(folder, "repo/a.txt"), 0o640);
      git("repo", "update-index", "--refresh");
    };
    expect(await changesOf("repo", hidden)).toEqual(["mode a.txt"]);
  });

  test("an edit behind skip-worktree that was set before", async () => {
    repo();
    git("repo", "update-index", "--skip-worktree", "a.txt");
    expect(await changesOf("repo", () => {})).toEqual([]);
    expect(await changesOf("repo", () => void write("repo/a.txt", "y\n"))).toEqual([
      "content a.txt",
    ]);
  });

  test("nothing that the repository names is run", async () => {
    repo();
    const trap = write("trap.sh", `#!/bin/sh\ntouch ${folder}/sprung\ncat\n`);
    chmodSync(trap, 0o755);
    git("repo", "config", "core.fsmonitor", trap);
    git("repo", "config", "filter.trap.clean", trap);
    git("repo", "config", "filter.trap.required", "true");
    write("repo/.gitattributes", "*.txt filter=trap\n");
    write("repo/a.txt", "longer than before\n");
    expect(await changesOf("repo", () => void write("repo/b.txt", "y\n"))).toContain(
      "content b.txt",
    );
    expect(existsSync(join(folder, "sprung"))).toBe(false);
  });

  test("one without a commit", async () => {
    write("fresh/a.txt");
    git("fresh", "init", "-q");
    expect(await changesOf("fresh", () => void write("fresh/b.txt"))).toEqual(["created b.txt"]);
    const add = () => {
      git("fresh", "add", "-A");
      git("fresh", "commit", "-q", "-m", "first");
    };
    expect(await changesOf("fresh", add)).toEqual(
      expect.arrayContaining(["index a.txt", "index b.txt"]),
    );
  });

  test("a linked work tree", async () => {
    repo();
    git("repo", "worktree", "add", "-q", join(folder, "linked"));
    expect(await changesOf("linked", () => {})).toEqual([]);
    expect(await changesOf("linked", () => void write("linked/a.txt", "y\n"))).toEqual([
      "content a.txt",
    ]);
  });

  test("a part of one, and a part that is ignored", async () => {
    repo();
    write("repo/.gitignore", "out/\n");
    write("repo/out/deep/o.txt");
    git("repo", "commit", "-q", "-a", "-m", "ignore");
    const act = () => {
      write("repo/sub/c.txt", "y\n");
      write("repo/a.txt", "outside the part\n");
    };
    expect(await changesOf("repo/sub", act)).toEqual(["content c.txt"]);
    const inside = () => void write("repo/out/deep/o.txt", "y\n");
    expect(await changesOf("repo/out", inside)).toEqual(["content deep/o.txt"]);
    const above = () => void write("repo/out/deep/o.txt", "z\n");
    expect(await changesOf("repo", above)).toEqual(["content out/deep/o.txt"]);
  });

  test("one with a merge that is not done", async () => {
    repo();
    git("repo", "checkout", "-q", "-b", "other");
    write("repo/a.txt", "theirs\n");
    git("repo", "commit", "-qam", "theirs");
    git("repo", "checkout", "-q", "main");
    write("repo/a.txt", "ours\n");
    git("repo", "commit", "-qam", "ours");
    expect(() => git("repo", "merge", "other")).toThrow();
    expect(await changesOf("repo", () => {})).toEqual([]);
    expect(await changesOf("repo", () => void write("repo/a.txt", "mended\n"))).toEqual([
      "content a.txt",
    ]);
  });

  test("a submodule that is not checked out", async () => {
    repo();
    repository("library");
    git("repo", "submodule", "-q", "add", join(folder, "library"), "module");
    git("repo", "commit", "-q", "-m", "module");
    git("repo", "submodule", "-q", "deinit", "-f", "module");
    expect(await changesOf("repo", () => {})).toEqual([]);
  });

  test("one that is no longer one", async () => {
    repo();
    const gone = () => rmSync(join(folder, "repo/.git"), { recursive: true });
    expect(await changesOf("repo", gone)).toEqual(["git no longer answers for this work tree"]);
  });

  test("without git it is compared file by file", async () => {
    repo();
    vi.stubEnv("PATH", folder);
    expect(await changesOf("repo", () => void write("repo/a.txt", "y\n"))).toEqual([
      "content a.txt",
    ]);
  });
});

describe("a plain root", () => {
  const plain = () => {
    write("plain/a.txt");
    write("plain/deep/b.txt");
    symlinkSync("a.txt", join(folder, "plain/link"));
  };

  test.each<readonly [string, () => void, readonly string[]]>([
    ["nothing", () => {}, []],
    ["an edit", () => void write("plain/a.txt", "y\n"), ["content a.txt"]],
    ["the same again", () => void write("plain/a.txt", "x\n"), ["touched a.txt"]],
    ["a mode", () => chmodSync(join(folder, "plain/a.txt"), 0o600), ["mode a.txt"]],
    ["a mode of a directory", () => chmodSync(join(folder, "plain/deep"), 0o700), ["mode deep"]],
    ["a new directory", () => mkdirSync(join(folder, "plain/new")), ["created new"]],
    [
      "a directory that is gone",
      () => rmSync(join(folder, "plain/deep"), { recursive: true }),
      ["deleted deep", "deleted deep/b.txt"],
    ],
    [
      "a link that points elsewhere",
      () => {
        rmSync(join(folder, "plain/link"));
        symlinkSync("deep", join(folder, "plain/link"));
      },
      ["content link"],
    ],
    [
      "another file under the old name, with the old time",
      () => {
        write("other", "z\n");
        utimesSync(join(folder, "other"), 1, 1);
        renameSync(join(folder, "other"), join(folder, "plain/a.txt"));
      },
      ["content a.txt"],
    ],
  ])("%s", async (_, act, expected) => {
    plain();
    expect(await changesOf("plain", act)).toEqual(expected);
  });

  test("what pi itself writes is left apart", async () => {
    plain();
    write("plain/agent/auth.json");
    const root = join(folder, "plain");
    const watch = await watchRoot(root, root, false, [join(root, "agent")], folder);
    write("plain/agent/auth.json", "y\n");
    write("plain/agent-2", "y\n");
    const { changes } = await rootChanges(watch);
    expect(changes.map(({ path }) => path)).toEqual([join(root, "agent-2")]);
  });
});

test("the patch shows what was kept and names what was not", async () => {
  repository("repo");
  write("plain/old.txt", "old\n");
  write("plain/big.txt", "b".repeat(300_000));
  const roots = [];
  for (const name of ["repo", "plain"]) {
    const root = join(folder, name);
    roots.push(await watchRoot(root, root, true, [], join(folder, "scratch")));
  }
  write("repo/a.txt", "changed\n");
  write("plain/old.txt", "new\n");
  write("plain/big.txt", "c".repeat(300_000));
  write("plain/added.txt", "added\n");
  const changes = [];
  for (const watch of roots) changes.push(await rootChanges(watch));
  const patch = await patchOf(changes);
  for (const line of ["-x", "+changed", "-old", "+new", "+added"]) {
    expect(patch.split("\n")).toContain(line);
  }
  expect(patch).toContain(`# not in this patch: ${join(folder, "plain/big.txt")}`);
});
