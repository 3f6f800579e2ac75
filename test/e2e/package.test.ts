import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Reply } from "../../harness/recording/recording.ts";
import { isJsonObject } from "../../src/kernel/json.ts";
import { checkout, type Ended, run, ScratchPi } from "./scratch-pi.ts";

const forbidden: Reply = [{ call: "fork", input: { task: "Do not edit src." } }];
const done: Reply = [{ text: "done" }];

const scratch = new ScratchPi();
afterAll(() => scratch.remove());

function npm(args: readonly string[], cwd: string): Promise<Ended> {
  const environment = {
    PATH: process.env["PATH"] ?? "",
    HOME: scratch.root,
    npm_config_cache: join(scratch.root, "npm"),
  };
  return run(
    "npm",
    [...args, "--offline", "--no-audit", "--no-fund", "--no-update-notifier"],
    cwd,
    environment,
  );
}

async function pack(folder: string, ...more: string[]): Promise<string> {
  const packed = await npm(
    ["pack", folder, ...more, "--json", "--pack-destination", scratch.root],
    checkout,
  );
  expect(packed, packed.stderr).toMatchObject({ code: 0 });
  const tarball = readdirSync(scratch.root).find((name) => packed.stdout.includes(`"${name}"`));
  if (tarball === undefined)
    throw new Error(`npm pack of ${folder} names no tarball: ${packed.stdout}`);
  return join(scratch.root, tarball);
}

describe("pi install", () => {
  test("of a checkout lists the package, and its gate stands", async () => {
    const installed = await scratch.pi(["install", checkout]);
    expect(installed, installed.stderr).toMatchObject({ code: 0 });
    expect((await scratch.pi(["list"])).stdout).toContain(checkout);
    await scratch.prompt("go", [forbidden, done], []);
    expect(refusal()).toMatch(/^fork was blocked by the fork gate/u);
  });
});

describe("the tarball in an empty folder", () => {
  const folder = join(scratch.root, "empty");
  let listed: string[] = [];

  beforeAll(async () => {
    const tarball = await pack(checkout);
    const manifest = JSON.parse(readFileSync(join(checkout, "package.json"), "utf8")) as unknown;
    const wanted =
      isJsonObject(manifest) && isJsonObject(manifest["dependencies"])
        ? manifest["dependencies"]
        : {};
    const libraries = [];
    for (const name of Object.keys(wanted))
      libraries.push(await pack(`./node_modules/${name}`, "--ignore-scripts"));
    listed = (
      await run("tar", ["-tzf", tarball], scratch.root, { PATH: process.env["PATH"] ?? "" })
    ).stdout
      .trimEnd()
      .split("\n");
    mkdirSync(folder);
    await npm(["init", "-y"], folder);
    // Peers come from pi; the libraries are given as files, so nothing is fetched.
    const installed = await npm(["install", "--legacy-peer-deps", tarball, ...libraries], folder);
    expect(installed, installed.stderr).toMatchObject({ code: 0 });
  });

  function gatehouse(args: readonly string[], input = ""): Promise<Ended> {
    const environment = { PATH: process.env["PATH"] ?? "", HOME: scratch.root };
    return run(
      process.execPath,
      [join(folder, "node_modules/.bin/gatehouse"), ...args],
      folder,
      environment,
      input,
    );
  }

  test("holds only what users need", () => {
    const tops = new Set(listed.map((path) => path.split("/")[1]));
    expect([...tops].sort()).toEqual([
      "CHANGELOG.md",
      "LICENSE",
      "README.md",
      "dist",
      "fixtures",
      "package.json",
      "spec",
      "src",
    ]);
    expect(listed.filter((path) => path.includes(".test."))).toEqual([]);
  });

  test("gatehouse --help lists the commands", async () => {
    const help = await gatehouse(["--help"]);
    expect(help, help.stderr).toMatchObject({ code: 0, stderr: "" });
    expect(help.stdout).toMatch(/replay/u);
  });

  test("check brief answers", async () => {
    const answer = await gatehouse(
      ["check", "brief", "--ndjson"],
      '{"brief":"Please don’t touch src"}\n',
    );
    expect(JSON.parse(answer.stdout)).toMatchObject({
      block: true,
      kind: "prohibition",
      matched: "don’t",
    });
  });

  test("replay reads the shipped recordings", async () => {
    const sessions = join(folder, "node_modules/pi-gatehouse/fixtures/sessions");
    const replayed = await gatehouse(["replay", sessions, "--format", "json"]);
    expect(replayed, replayed.stderr).toMatchObject({ code: 0 });
    const { summary } = JSON.parse(replayed.stdout) as {
      summary: { files: number; drift: number };
    };
    expect(summary).toMatchObject({ drift: 0 });
    expect(summary.files).toBeGreaterThanOrEqual(12);
  });

  test("the extension loads from there", async () => {
    const extension = join(folder, "node_modules/pi-gatehouse");
    await scratch.pi(["remove", checkout]);
    const ended = await scratch.prompt("go", [forbidden, done], ["-e", extension]);
    expect(ended, ended.stderr).toMatchObject({ code: 0 });
    expect(refusal()).toMatch(/^fork was blocked by the fork gate/u);
  });
});

/** The text of the last tool result in the newest session. */
function refusal(): string {
  const folder = join(scratch.agentDir, "sessions");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const newest =
    files
      .filter((name) => name.endsWith(".jsonl"))
      .sort()
      .at(-1) ?? "";
  const lines = readFileSync(join(folder, newest), "utf8").trimEnd().split("\n");
  const results = lines.flatMap((line) => {
    const { message } = JSON.parse(line) as {
      message?: { role: string; content: { text: string }[] };
    };
    return message?.role === "toolResult" ? [message.content[0]?.text ?? ""] : [];
  });
  return results.at(-1) ?? "";
}
