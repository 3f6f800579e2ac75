import { execFileSync } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { repoFacts } from "../../src/decisions/repo/facts.ts";
import { repo } from "../../src/decisions/repo/repo.ts";
import { nodePorts } from "../../src/edge/node-ports.ts";
import { readOrigin } from "../../src/edge/repo/read-origin.ts";
import type { Ports } from "../../src/kernel/ports.ts";
import { repositoryAround } from "../../src/kernel/repository.ts";

let scratch = "";
let home = "";
beforeAll(() => {
  scratch = realpathSync(mkdtempSync(join(tmpdir(), "gatehouse-origin-")));
  home = join(scratch, "home");
  mkdirSync(home);
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** The real world with a home of its own, and a PATH that may lack git. */
function ports(path = process.env["PATH"]): Ports {
  const variable = (name: string) =>
    ({ HOME: home, PATH: path })[name as "HOME"] ??
    (name.startsWith("GIT_") ? "/nowhere" : undefined);
  return { ...nodePorts, environment: { ...nodePorts.environment, home, variable } };
}

function git(cwd: string, ...args: string[]): string {
  const env = { PATH: process.env["PATH"], HOME: home, GIT_CONFIG_NOSYSTEM: "1" };
  const who = [
    "-c",
    "user.name=n",
    "-c",
    "user.email=n@example.invalid",
    "-c",
    "protocol.file.allow=always",
  ];
  return execFileSync("git", [...who, ...args], {
    cwd,
    env,
    encoding: "utf8",
    stdio: "pipe",
  }).trim();
}

function fresh(name: string, ...config: string[]): string {
  const root = join(scratch, name);
  mkdirSync(root);
  git(root, "init", "-q", "-b", "main");
  if (config.length > 0) append(root, ...config);
  return root;
}

function append(root: string, ...lines: string[]): void {
  writeFileSync(join(root, ".git/config"), `\n${lines.join("\n")}\n`, { flag: "a" });
}

function committed(root: string): string {
  git(root, "commit", "-q", "--allow-empty", "-m", "first");
  return root;
}

const origin = ['[remote "origin"]', "\turl = git@github.com:Org/x.git"];

/** Makes a repository and answers its working directory. */
const matrix: Readonly<Record<string, (name: string) => string>> = {
  plain: (name) => fresh(name, ...origin),
  "no origin": (name) => fresh(name, '[remote "upstream"]', "\turl = a"),
  "upper case": (name) => fresh(name, '[REMOTE "origin"]', "\tURL = https://h/Org/x"),
  "old form": (name) => fresh(name, "[remote.origin]", "url = https://h/Org/x"),
  quotes: (name) => fresh(name, '[remote "origin"]', '\turl = "https://h/Org/a b" ; note'),
  comments: (name) => fresh(name, '[remote "origin"] # one', "# two", "\turl = h:o/r # three"),
  "continued line": (name) => fresh(name, '[remote "origin"]', "url = https://h/\\", "Org/x"),
  CRLF: (name) => fresh(name, '[remote "origin"]\r', "\turl = git@h:o/r.git\r"),
  "several urls": (name) => fresh(name, ...origin, "\turl = second"),
  pushurl: (name) =>
    fresh(name, '[remote "origin"]', "\tpushurl = p", "\turl = u", "\tpushurl = q"),
  "two sections": (name) => fresh(name, '[remote "origin"]', "fetch = x", "[core]", ...origin),
  insteadOf: (name) =>
    fresh(name, '[remote "origin"]', "url = gh:o/r", '[url "git@github.com:"]', "insteadOf = gh:"),
  include: (name) => {
    const root = fresh(name, "[include]", "path = ../extra.inc");
    writeFileSync(join(root, "extra.inc"), origin.join("\n"));
    return root;
  },
  "includeIf gitdir": (name) => {
    const root = fresh(name, `[includeIf "gitdir:${name}/"]`, "path = ../extra.inc");
    writeFileSync(join(root, "extra.inc"), origin.join("\n"));
    return root;
  },
  "includeIf another gitdir": (name) => {
    const root = fresh(name, '[includeIf "gitdir:elsewhere/"]', "path = ../extra.inc");
    writeFileSync(join(root, "extra.inc"), origin.join("\n"));
    return root;
  },
  "includeIf onbranch": (name) => {
    const root = fresh(name, '[includeIf "onbranch:ma*"]', "path = ../extra.inc");
    writeFileSync(join(root, "extra.inc"), origin.join("\n"));
    return root;
  },
  "includeIf hasconfig": (name) => {
    const root = fresh(name, '[remote "up"]', "url = https://h/o/r");
    append(root, '[includeIf "hasconfig:remote.*.url:https://h/**"]', "path = ../extra.inc");
    append(root, '[remote "origin"]', "url = gh:o/r");
    writeFileSync(join(root, "extra.inc"), '[url "https://long/"]\ninsteadOf = gh:\n');
    return root;
  },
  "worktree config": (name) => {
    const root = fresh(name, "[extensions]", "worktreeConfig = true");
    writeFileSync(join(root, ".git/config.worktree"), origin.join("\n"));
    return root;
  },
  "linked worktree": (name) => {
    const main = committed(fresh(name, ...origin));
    git(main, "worktree", "add", "-q", join(scratch, `${name}-linked`));
    return join(scratch, `${name}-linked`);
  },
  submodule: (name) => {
    const inner = committed(fresh(`${name}-inner`));
    const outer = fresh(name, ...origin);
    git(outer, "submodule", "add", "-q", inner, "sub");
    return join(outer, "sub");
  },
  "below a link": (name) => {
    const root = fresh(`${name}-real`, ...origin);
    symlinkSync(root, join(scratch, name));
    return join(scratch, name);
  },
};

describe("both readers give what git gives (RG-11)", () => {
  test.each(Object.entries(matrix))("%s", async (name, make) => {
    const root = make(name.replaceAll(" ", "-"));
    const repository = repositoryAround(ports(), root);
    if (repository === undefined) throw new Error("no repository was found");
    let expanded: string | undefined;
    try {
      expanded = git(root, "remote", "get-url", "origin");
    } catch {
      expanded = undefined;
    }
    const byGit = await readOrigin(ports(), repository);
    const byReader = repo(repoFacts(ports(), repository));
    const withoutGit = await readOrigin(ports("/nowhere"), repository);
    expect(byGit).toMatchObject({ problems: [] });
    expect(byGit.expanded).toBe(expanded);
    expect(byReader).toEqual(expanded === undefined ? {} : { url: byGit.url, expanded });
    expect(withoutGit).toEqual({ ...byReader, problems: [] });
  });

  test("a bare repository has no origin (RG-10)", () => {
    const root = join(scratch, "bare.git");
    git(scratch, "init", "-q", "--bare", root);
    expect(repositoryAround(ports(), root)).toBeUndefined();
  });

  test("a broken .git does not answer for the repository around it", async () => {
    const outer = fresh("outer", ...origin);
    mkdirSync(join(outer, "sub/.git"), { recursive: true });
    const repository = repositoryAround(ports(), join(outer, "sub"));
    if (repository === undefined) throw new Error("no repository was found");
    expect(await readOrigin(ports(), repository)).toEqual({ problems: [] });
  });
});

describe("what could make the start hang or fail does not (RG-11)", () => {
  const limitMs = 5_000;
  const timed = async (world: Ports, root: string) => {
    const repository = repositoryAround(world, root);
    if (repository === undefined) throw new Error("no repository was found");
    const from = performance.now();
    const answer = await readOrigin(world, repository);
    return { answer, ms: performance.now() - from };
  };

  test("git that sleeps, in a child of its own", async () => {
    const bin = join(scratch, "bin");
    mkdirSync(bin);
    writeFileSync(join(bin, "git"), "#!/bin/sh\nsleep 60 &\nsleep 60\n");
    chmodSync(join(bin, "git"), 0o755);
    const root = fresh("slow", ...origin);
    const { answer, ms } = await timed(ports(`${bin}:/bin:/usr/bin`), root);
    expect(answer.url).toBe("git@github.com:Org/x.git");
    expect(answer.problems).toEqual(["git did not answer within 2 seconds; its config was read"]);
    expect(ms).toBeLessThan(limitMs);
  });

  test("a config of a megabyte", async () => {
    const noise = '[branch "x"]\n\tmerge = "a\\\n'.repeat(30_000);
    const root = fresh("large", ...origin, noise);
    const { ms, answer } = await timed(ports("/nowhere"), root);
    expect(answer.url).toBe("git@github.com:Org/x.git");
    expect(ms).toBeLessThan(limitMs);
  });

  test("a config that is a loop of links, and one that cannot be read", async () => {
    const loop = fresh("loop");
    rmSync(join(loop, ".git/config"));
    symlinkSync("config", join(loop, ".git/config"));
    expect((await timed(ports("/nowhere"), loop)).answer).toEqual({ problems: [] });
    const closed = fresh("closed", ...origin);
    rmSync(join(closed, ".git/config"));
    mkdirSync(join(closed, ".git/config"));
    expect((await timed(ports("/nowhere"), closed)).answer).toEqual({ problems: [] });
  });

  test("a config that includes itself", async () => {
    const root = fresh("circle", ...origin, "[include]", "path = config", "path = config");
    const { answer } = await timed(ports(), root);
    expect(answer).toMatchObject({ url: "git@github.com:Org/x.git", problems: [] });
  });

  test("a gitfile that points at itself, or at nothing", async () => {
    for (const [name, text] of [
      ["self", "gitdir: .git"],
      ["gone", "gitdir: ../gone"],
      ["odd", "\0\0"],
    ]) {
      const root = join(scratch, name ?? "");
      mkdirSync(root);
      writeFileSync(join(root, ".git"), text ?? "");
      expect((await timed(ports("/nowhere"), root)).answer).toEqual({ problems: [] });
    }
  });
});
