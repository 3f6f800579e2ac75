import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type MemoryPorts, memoryPorts } from "../../harness/memory-ports.ts";
import { nodePorts } from "../../src/edge/node-ports.ts";
import type { FileAnswer, FilePort } from "../../src/kernel/ports.ts";

const files = { "a.txt": "alpha", "dir/b.txt": "beta ü", "dir/deep/c.txt": "", empty: null };
const links = {
  "to-file": "a.txt",
  "to-dir": "dir",
  "to-up": "../a.txt",
  dangling: "nowhere",
  "loop-a": "loop-b",
  "loop-b": "loop-a",
  self: "self",
  "dir/back": "..",
  "to-link": "to-dir",
};

let root = "";
let memory: MemoryPorts;

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "memory-ports-"));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(root, path, text === null ? "." : ".."), { recursive: true });
    if (text !== null) writeFileSync(join(root, path), text);
  }
  for (const [path, target] of Object.entries(links)) symlinkSync(target, join(root, path));
  const under = <Value>(map: Record<string, Value>) =>
    Object.fromEntries(Object.entries(map).map(([path, value]) => [join(root, path), value]));
  memory = memoryPorts({ files: under<string | null>(files), links: under(links) });
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

/** What both worlds can agree on: times, inodes and modes are the machine's own. */
function comparable(answer: FileAnswer<unknown>): unknown {
  if (!answer.ok) return answer.problem;
  const { value } = answer;
  if (Array.isArray(value)) return [...value].sort();
  if (typeof value !== "object" || value === null) return value;
  const { type, size } = value as { type: string; size: number };
  return type === "file" ? { type, size } : { type };
}

const paths = [
  ...Object.keys(files),
  ...Object.keys(links),
  "nowhere",
  "dir",
  "dir/deep",
  "nowhere/below",
  "a.txt/below",
  "to-dir/b.txt",
  "to-dir/nothing",
  "to-link/deep/c.txt",
  "loop-a/below",
  "self/below",
  "dangling/below",
  "dir/back/a.txt",
  "dir/back/dir/back/dir/b.txt",
  "dir/../a.txt",
  "dir/./b.txt",
  "to-dir/../a.txt",
  ".",
  "a.txt/",
  "dir/",
  "to-dir/",
  "dangling/",
  "dir/back/../deep/c.txt",
  "a.txt/../a.txt",
  "nowhere/../a.txt",
  "nul\0byte",
  "x".repeat(300),
];

const looks: Record<string, (port: FilePort, path: string) => FileAnswer<unknown>> = {
  facts: (port, path) => port.facts(path),
  realPath: (port, path) => port.realPath(path),
  linkTarget: (port, path) => port.linkTarget(path),
  readText: (port, path) => port.readText(path, 4096),
  readTextBounded: (port, path) => port.readText(path, 4),
  names: (port, path) => port.names(path),
};

describe("memory ports and node ports", () => {
  for (const [name, look] of Object.entries(looks))
    for (const path of paths)
      it(`agree on ${name} of ${JSON.stringify(path.slice(0, 40))}`, () => {
        const full = `${root}/${path}`;
        expect(comparable(look(memory.files, full))).toEqual(
          comparable(look(nodePorts.files, full)),
        );
      });

  for (const path of ["a.txt", "new.txt", "nowhere/new.txt", "dir", "a.txt/new.txt", "to-file"])
    it(`agree on writeText to ${path} and on what is there then`, () => {
      const full = `${root}/${path}`;
      const [one, other] = [memory.files, nodePorts.files].map((port) => [
        comparable(port.writeText(full, "written")),
        comparable(port.facts(full)),
        comparable(port.readText(full, 4096)),
        comparable(port.names(root)),
      ]);
      expect(one).toEqual(other);
    });

  for (const path of ["made/deep", "dir", "a.txt", "a.txt/below", "to-dir/made", "dangling/made"])
    it(`agree on makeDirectory of ${path}`, () => {
      const full = `${root}/${path}`;
      const [one, other] = [memory.files, nodePorts.files].map((port) => [
        comparable(port.makeDirectory(full)),
        comparable(port.facts(full)),
      ]);
      expect(one).toEqual(other);
    });
});

describe("memory ports", () => {
  it("deny what lies at and below a denied path", () => {
    const { files: port } = memoryPorts({ files: { "/a/b": "x", "/ab": "y" }, denied: ["/a"] });
    expect(port.readText("/a/b", 9)).toEqual({ ok: false, problem: "denied" });
    expect(port.names("/a")).toEqual({ ok: false, problem: "denied" });
    expect(port.readText("/ab", 9)).toEqual({ ok: true, value: "y" });
  });

  it("tell a path that is absent from one that the world does not hold", () => {
    const told: string[] = [];
    const ports = memoryPorts({
      holdsPath: (path) => path.startsWith("/held"),
      onMissing: ({ subject }) => told.push(subject),
    });
    expect(ports.files.facts("/held/absent")).toEqual({ ok: false, problem: "missing" });
    expect(ports.missing).toEqual([]);
    expect(ports.files.facts("/elsewhere").ok).toBe(false);
    expect(ports.missing).toEqual([{ port: "files", question: "facts", subject: "/elsewhere" }]);
    expect(told).toEqual(["/elsewhere"]);
    expect(ports.takeMissing()).toHaveLength(1);
    expect(ports.missing).toEqual([]);
  });

  it("name variables and programs that the world does not hold", async () => {
    const ports = memoryPorts({
      environment: { SET: "1" },
      holdsVariable: (name) => name === "SET",
      programs: { "git remote": { stdout: "origin\n" } },
    });
    expect([ports.environment.variable("SET"), ports.environment.variable("OTHER")]).toEqual([
      "1",
      undefined,
    ]);
    const options = { cwd: "/", timeoutMs: 1 };
    expect(await ports.programs.run("git", ["remote"], options)).toEqual({
      code: 0,
      stdout: "origin\n",
      stderr: "",
      timedOut: false,
    });
    expect(await ports.programs.run("git", ["status"], options)).toBeUndefined();
    expect(ports.missing.map(({ subject }) => subject)).toEqual(["OTHER", "git status"]);
  });

  it("keep logged lines", () => {
    const ports = memoryPorts();
    ports.log.line("once");
    expect(ports.lines).toEqual(["once"]);
  });
});
