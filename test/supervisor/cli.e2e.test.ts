import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { JsonObject } from "../../src/kernel/json.ts";
import { checkout, ScratchPi } from "../e2e/scratch-pi.ts";

// The program that people start, with the package loaded as pi loads it: bundled, through its own
// loader, with the package's own libraries beside pi's.

let scratch: ScratchPi;
beforeEach(() => {
  scratch = new ScratchPi();
});
afterEach(() => scratch.remove());

function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function entries(): JsonObject[] {
  const folder = join(scratch.agentDir, "sessions");
  const [file = ""] = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".jsonl"),
  );
  const lines = readFileSync(join(folder, file), "utf8").trimEnd().split("\n");
  return lines.map((line) => JSON.parse(line) as JsonObject);
}

const args = ["-e", checkout, "-e", join(checkout, "test/supervisor/reviewer.extension.ts")];

test("reviews before and after, with a condition in TypeScript and front matter (SV-42)", async () => {
  const reviewers = [
    {
      name: "shell",
      model: "review/one",
      rulesFile: "rules/shell.md",
      tools: ["bash"],
      trigger: "before",
      condition: "only.ts",
    },
    { name: "files", model: "review/one", rulesFile: "rules/files.md" },
  ];
  const config = join(scratch.agentDir, "extensions/pi-tool-supervisor/config.json");
  put(config, JSON.stringify({ reviewers }));
  put(
    join(scratch.cwd, "rules/shell.md"),
    "---\nname: Deploys\n---\nNothing is deployed by hand.\n",
  );
  put(join(scratch.cwd, "rules/files.md"), "---\nfilePatterns: ['**/*.ts']\n---\nNo scripts.\n");
  put(
    join(scratch.cwd, "only.ts"),
    `import { commands } from "./commands.ts";
     export default (event: { input: { command: string } }, _ctx: unknown, helpers: any): boolean =>
       commands.has(helpers.parseBash(event.input.command).commands[0].command.name.value);`,
  );
  put(
    join(scratch.cwd, "commands.ts"),
    'export const commands: Set<string> = new Set(["./deploy.sh"]);',
  );
  const ended = await scratch.prompt(
    "go",
    [
      [{ call: "bash", input: { command: "./deploy.sh" } }],
      [{ call: "bash", input: { command: "true # ./deploy.sh" } }],
      [{ call: "write", input: { path: "a.ts", content: "run('./deploy.sh');\n" } }],
      [{ text: "done" }],
    ],
    args,
  );
  expect(ended).toMatchObject({ code: 0, stdout: "done\n", stderr: "" });
  const results = entries().flatMap(({ message }) => {
    const { role, content, isError } = (message ?? {}) as JsonObject;
    if (role !== "toolResult") return [];
    const texts = (content as { text: string }[]).map(({ text }) => text);
    return [{ isError, texts }];
  });
  expect(results).toMatchObject([
    { isError: true, texts: [expect.stringContaining("this deploys by hand")] },
    { isError: false, texts: [expect.any(String)] },
    { isError: false, texts: [expect.any(String), expect.stringContaining("File: a.ts")] },
  ]);
  const blocked = entries().filter((entry) => entry["customType"] === "gatehouse.review");
  expect(blocked).toHaveLength(1);
});

test("without a configuration nothing is loaded, said or written", async () => {
  const write = { call: "write", input: { path: "a.ts", content: "1\n" } };
  const ended = await scratch.prompt("go", [[write], [{ text: "done" }]], args);
  expect(ended).toMatchObject({ code: 0, stdout: "done\n", stderr: "" });
  expect(JSON.stringify(entries())).not.toContain("toolSupervisor");
});
