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
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { childArguments } from "../../src/runner/child-arguments.ts";
import { childEnvironment } from "../../src/runner/child-environment.ts";
import { effortProfile } from "../../src/runner/effort-profile.ts";
import { findPi } from "../../src/runner/pi-program.ts";
import { taskPrompt } from "../../src/runner/prompt.ts";

describe("the environment of a child", () => {
  test("what it needs passes, everything else stays behind", () => {
    const parent = {
      PATH: "/bin",
      HOME: "/home/x",
      LC_ALL: "C",
      XDG_CACHE_HOME: "/c",
      https_proxy: "p",
      OPENAI_API_KEY: "key",
      OTHER_API_KEY: "secret",
      AWS_SECRET: "secret",
      PI_SESSION_ID: "s",
      PI_FORK_CHILD: "1",
      PI_CODING_AGENT_DIR: "/agent",
      NODE_OPTIONS: "--require x",
      LD_PRELOAD: "x",
      MINE: "yes",
      GONE: undefined,
    };
    const names = ["OPENAI_API_KEY", "PI_SESSION_ID", "PI_OFFLINE"];
    expect(childEnvironment(parent, names, ["MINE", "GONE"])).toEqual({
      PATH: "/bin",
      HOME: "/home/x",
      LC_ALL: "C",
      XDG_CACHE_HOME: "/c",
      https_proxy: "p",
      OPENAI_API_KEY: "key",
      PI_CODING_AGENT_DIR: "/agent",
      MINE: "yes",
      PI_OFFLINE: "1",
      GIT_OPTIONAL_LOCKS: "0",
    });
  });
});

describe("the arguments of a child (TK-31)", () => {
  const all = [
    "--mode",
    "--print",
    "--no-session",
    "--no-extensions",
    "--no-skills",
    "--no-prompt-templates",
    "--no-themes",
    "--no-context-files",
    "--no-approve",
    "--no-mcp",
    "--offline",
    "--tools",
    "--extension",
    "--provider",
    "--model",
    "--thinking",
  ];
  const profile = { provider: "p", id: "m", thinking: "high" };
  const made = (flags: readonly string[]) =>
    childArguments({ version: "1", flags, variables: [] }, ["/g.ts"], ["read"], profile);

  test("every isolating flag is there, and the model of the profile", () => {
    const answer = made(all);
    const args = answer.ok ? answer.args : [];
    expect(args.filter((arg) => arg.startsWith("--")).sort()).toEqual([...all].sort());
    expect(args.join(" ")).toContain("--provider p --model m --thinking high");
  });

  test.each(all.filter((flag) => flag !== "--no-mcp" && flag !== "--offline"))(
    "a pi without %s is not started",
    (flag) => {
      expect(made(all.filter((each) => each !== flag))).toEqual({ ok: false, missing: [flag] });
    },
  );

  test.each(["--no-mcp", "--offline"])("%s is left out where pi does not have it", (flag) => {
    const answer = made(all.filter((each) => each !== flag));
    expect(answer.ok && answer.args.includes(flag)).toBe(false);
    expect(answer.ok).toBe(true);
  });
});

describe("the profile of an effort", () => {
  const profile = { provider: " anthropic ", id: "opus", thinking: "max" };
  const settings = (value: unknown) => ({ "pi-fork": { effortProfiles: { deep: value } } });
  test("is read from the settings of pi-fork", () => {
    expect(effortProfile(settings(profile), "deep")).toEqual({ ...profile, provider: "anthropic" });
    expect(effortProfile(settings(profile), "fast")).toBeUndefined();
  });

  test.each([
    [undefined],
    [null],
    ["opus"],
    [{ ...profile, provider: " " }],
    [{ ...profile, id: undefined }],
    [{ ...profile, id: "--no-tools" }],
    [{ ...profile, thinking: "massive" }],
    [{ ...profile, thinking: 3 }],
  ])("%j is none", (value) => {
    expect(effortProfile(settings(value), "deep")).toBeUndefined();
  });

  test.each([undefined, {}, { "pi-fork": [] }, { "pi-fork": { effortProfiles: 1 } }])(
    "settings %j have none",
    (value) => expect(effortProfile(value, "deep")).toBeUndefined(),
  );
});

describe("which pi is started", () => {
  let folder: string;
  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), "gatehouse-pi-")));
    mkdirSync(join(folder, "package/dist"), { recursive: true });
    mkdirSync(join(folder, "bin"));
    const name = "@earendil-works/pi-coding-agent";
    writeFileSync(join(folder, "package/package.json"), JSON.stringify({ name }));
    writeFileSync(join(folder, "package/dist/cli.js"), "");
    symlinkSync("../package/dist/cli.js", join(folder, "bin/pi"));
    writeFileSync(join(folder, "other.js"), "");
    writeFileSync(join(folder, "native"), "");
    chmodSync(join(folder, "native"), 0o755);
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const script = () => join(folder, "package/dist/cli.js");

  test("the one that the settings name, links followed", () => {
    const found = findPi(join(folder, "bin/pi"), undefined, "");
    expect(found).toMatchObject({
      ok: true,
      program: { command: process.execPath, args: [script()] },
    });
    expect(findPi(join(folder, "native"), script(), "")).toMatchObject({
      program: { command: join(folder, "native"), args: [] },
    });
  });

  test("a named one that is not there is an error, whatever else is", () => {
    expect(findPi(join(folder, "no"), script(), join(folder, "bin"))).toMatchObject({ ok: false });
    expect(findPi(folder, script(), "")).toMatchObject({ ok: false });
  });

  test("the one that runs this process, and no other script", () => {
    expect(findPi("", script(), "")).toMatchObject({ ok: true });
    expect(findPi("", join(folder, "other.js"), "")).toMatchObject({ ok: false });
    expect(findPi("", join(folder, "gone.js"), "")).toMatchObject({ ok: false });
  });

  test("the first on PATH, absolute parts only", () => {
    const path = `bin:.::${join(folder, "nowhere")}:${join(folder, "bin")}`;
    expect(findPi("", undefined, path)).toMatchObject({ program: { file: script() } });
    expect(findPi("", undefined, "bin:.:")).toMatchObject({ ok: false });
  });
});

test("the prompt holds the whole spec and the rules that go with it", () => {
  const spec = {
    id: "one",
    goal: "GOAL",
    deliverable: "SHAPE",
    effort: "fast",
    read_only: false,
    roots: ["/r", "/w"],
    write_allowed: ["/w"],
    facts: ["FACT"],
    files: ["FILE"],
    commands: ["COMMAND"],
    wall_s: 12,
    usd: 3,
  } as const;
  const text = taskPrompt(spec);
  for (const part of ["GOAL", "SHAPE", "FACT", "FILE", "COMMAND", "- /w", "12 s", "3 US"]) {
    expect(text).toContain(part);
  }
  const reading = taskPrompt({ ...spec, read_only: true, write_allowed: [], commands: [] });
  expect(reading).toContain("Nothing.");
  expect(reading).toContain("There is no shell.");
});
