import {
  linkSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { childTools, type GuardPlan, readPlan } from "../../src/runner/guard-plan.ts";
import { guardRefusal } from "../../src/runner/guard-rules.ts";

let top: string;
let work: string;
beforeAll(() => {
  top = realpathSync(mkdtempSync(join(tmpdir(), "gatehouse-guard-")));
  work = join(top, "work");
  mkdirSync(join(work, "src"), { recursive: true });
  mkdirSync(join(top, "watched"));
  writeFileSync(join(top, "watched/file"), "x");
  writeFileSync(join(work, "src/a.ts"), "x");
  linkSync(join(top, "watched/file"), join(work, "hard"));
  symlinkSync(join(top, "watched"), join(work, "link"));
  symlinkSync(join(top, "nowhere"), join(work, "dangling"));
  symlinkSync("src", join(work, "inner"));
  symlinkSync("loop", join(work, "loop"));
});
afterAll(() => rmSync(top, { recursive: true, force: true }));

function plan(given: Partial<GuardPlan> = {}): GuardPlan {
  const commands = given.commands ?? [];
  const readOnly = given.readOnly ?? false;
  return {
    readOnly,
    writeAllowed: [work],
    commands,
    tools: childTools(readOnly, commands),
    ...given,
  };
}

describe("write and edit", () => {
  test.each([
    ["new.txt"],
    ["./src/../src/b.ts"],
    ["@src/b.ts"],
    ["inner/b.ts"],
    ["new/deep/file"],
    ["..foo"],
  ])("%s may be written", (path) => {
    for (const tool of ["write", "edit"]) {
      expect(guardRefusal(plan(), tool, { path }, work)).toBeUndefined();
    }
  });

  test.each([
    ["../watched/file"],
    ["../work-archive/x"],
    ["link/new"],
    ["link/../../watched/x"],
    ["dangling"],
    ["hard"],
    ["loop"],
    ["~/x"],
    ["@~/x"],
    ["file:///etc/passwd"],
    ["file://elsewhere/x"],
    ["file:///%zz"],
    ["/etc/passwd"],
    ["src/\0"],
    [" /etc/passwd/../../work"],
  ])("%j is refused as a write outside", (path) => {
    const refusal = guardRefusal(plan(), "write", { path }, work);
    if (path.startsWith(" ")) return expect(refusal).toBeUndefined();
    expect(refusal?.outside).toContain("write ");
    return undefined;
  });

  test("absolute spellings and file URLs of an allowed place are allowed", () => {
    const path = join(work, "src/a.ts");
    for (const spelled of [path, pathToFileURL(path).href, `@${path}`, `${work}//src/./a.ts`]) {
      expect(guardRefusal(plan(), "edit", { path: spelled }, "/")).toBeUndefined();
    }
    expect(homedir().startsWith(work)).toBe(false);
  });

  test.each([undefined, 1, null, ["a"]])("a path of %j is refused", (path) => {
    expect(guardRefusal(plan(), "write", { path }, work)).toBeDefined();
  });

  test("a read-only task writes nothing anywhere", () => {
    const readOnly = plan({ readOnly: true, writeAllowed: [] });
    expect(guardRefusal(readOnly, "write", { path: "x" }, work)?.outside).toContain("read-only");
  });

  test("a root spelled through a link allows the place it names", () => {
    const linked = plan({ writeAllowed: [join(work, "inner")] });
    expect(guardRefusal(linked, "write", { path: "inner/x" }, work)).toBeUndefined();
    expect(guardRefusal(linked, "write", { path: "src/x" }, work)).toBeUndefined();
    expect(guardRefusal(linked, "write", { path: "x" }, work)).toBeDefined();
  });
});

describe("bash and other tools", () => {
  test("only the exact commands run", () => {
    const some = plan({ commands: ["npm test", "ls"] });
    expect(guardRefusal(some, "bash", { command: "npm test" }, work)).toBeUndefined();
    for (const command of ["npm test ", "npm  test", "npm test; ls", "NPM test", "", undefined]) {
      expect(guardRefusal(some, "bash", { command }, work)?.outside).toBeUndefined();
      expect(guardRefusal(some, "bash", { command }, work)?.reason).toContain("npm test");
    }
  });

  test("without commands there is no bash, and unknown tools are refused", () => {
    for (const tool of ["bash", "powershell", "codemode", "mcp__x__y", "task", "fork", ""]) {
      expect(guardRefusal(plan(), tool, {}, work)).toBeDefined();
    }
    for (const tool of ["read", "ls", "grep", "find", "task_result"]) {
      expect(guardRefusal(plan(), tool, {}, work)).toBeUndefined();
    }
  });

  test("without a plan nothing runs", () => {
    expect(guardRefusal(undefined, "read", { path: "x" }, work)).toBeDefined();
  });
});

test.each(["", "{}", "[]", "{nope", '{"readOnly":true}', '{"readOnly":1,"writeAllowed":[]}'])(
  "%j is no plan",
  (text) => expect(readPlan(text)).toBeUndefined(),
);

test("a plan is read back as it was written", () => {
  expect(readPlan(JSON.stringify(plan({ commands: ["ls"] })))).toEqual(plan({ commands: ["ls"] }));
});
