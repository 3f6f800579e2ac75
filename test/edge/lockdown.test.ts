import { describe, expect, test } from "vitest";
import { FakeHost } from "../../harness/fake-host/fake-host.ts";
import { type MemoryWorld, memoryPorts } from "../../harness/memory-ports.ts";
import { gatehouse } from "../../src/extension.ts";
import type { GateDecision } from "../../src/kernel/gate.ts";
import type { FilePort, Ports } from "../../src/kernel/ports.ts";

const home = "/home/ada";

interface Setup {
  readonly lockdown?: unknown;
  readonly cwd?: string;
  readonly world?: MemoryWorld;
  readonly tools?: readonly string[];
  readonly files?: (files: FilePort) => FilePort;
}

async function started(setup: Setup = {}) {
  const settings = JSON.stringify({ gatehouse: { lockdown: setup.lockdown ?? {} } });
  const memory = memoryPorts({
    home,
    ...setup.world,
    files: {
      "/project/.git/HEAD": "ref: refs/heads/main\n",
      "/project/docs/tasks/e/map.md": "map\n",
      "/project/src/a.ts": "a\n",
      [`${home}/.pi/agent/settings.json`]: settings,
      ...(setup.world?.files as Record<string, string> | undefined),
    },
  });
  const ports: Ports = { ...memory, files: setup.files?.(memory.files) ?? memory.files };
  const decisions: GateDecision[] = [];
  const host = await FakeHost.start({
    extensions: [{ name: "pi-gatehouse", factory: gatehouse(ports, (d) => decisions.push(d)) }],
    cwd: setup.cwd ?? "/project",
    mode: "tui",
    ...(setup.tools === undefined ? {} : { tools: setup.tools.map((name) => ({ name })) }),
  });
  const call = (toolName: string, input: Record<string, unknown>, more = {}) =>
    host.callTool({ toolCallId: "call-1", toolName, input, ...more });
  const write = async (path: string) => (await call("write", { path, content: "" })).block;
  return { host, memory, decisions, call, write };
}

const map = "docs/tasks/e/map.md";

describe("which calls are looked at (WL-1, WL-6)", () => {
  test("write and edit, whoever makes them; reading and the shell are not", async () => {
    const { call, decisions } = await started();
    const edits = [{ oldText: "map", newText: "x" }];
    expect((await call("write", { path: map, content: "" })).block).toBe(true);
    expect((await call("edit", { path: map, edits })).block).toBe(true);
    const nested = { parentToolCallId: "call-0" };
    expect((await call("write", { path: map, content: "" }, nested)).block).toBe(true);
    for (const [tool, input] of [
      ["read", { path: map }],
      ["grep", { path: map, pattern: "x" }],
      ["ls", { path: "docs/tasks" }],
      ["bash", { command: `rm -r docs/tasks; echo > ${map}` }],
      ["write", {}],
      ["write", { path: 7 }],
    ] as const) {
      expect((await call(tool, input)).block).toBe(false);
    }
    expect(decisions.map(({ verdict, reason }) => `${verdict} ${reason}`)).toEqual([
      "block inside-tree",
      "block inside-tree",
      "block inside-tree",
      "allow no-path",
      "allow no-path",
    ]);
  });

  test("further tools and the places of their paths come from the settings", async () => {
    const tools = { patch: ["files[].path"], move: ["from", "to", "all"] };
    const { call, decisions } = await started({ lockdown: { tools } });
    const files = [{ path: "src/a.ts" }, { path: `@${map}` }];
    expect((await call("patch", { files })).block).toBe(true);
    expect(decisions.at(-1)).toMatchObject({ where: "files[1].path", matched: `@${map}` });
    expect((await call("move", { from: "src/a.ts", to: "src/b.ts" })).block).toBe(false);
    expect((await call("move", { all: ["src/a.ts", map] })).block).toBe(true);
  });

  test("trees, their exempt directories and their writers come from the settings", async () => {
    const trees = [
      { path: "plans", exempt: ["drafts"], writers: ["planner"] },
      { path: "~/notes" },
    ];
    const { call, write } = await started({ lockdown: { trees, tools: { planner: ["path"] } } });
    expect(await write(map)).toBe(false);
    expect(await write("plans/x.md")).toBe(true);
    expect(await write("plans/e/drafts/x.md")).toBe(false);
    expect(await write("plans/e/.work/x.md")).toBe(true);
    expect(await write("../home/ada/notes/x.md")).toBe(true);
    expect((await call("planner", { path: "plans/x.md" })).block).toBe(false);
    expect((await call("planner", { path: "~/notes/x.md" })).block).toBe(true);
  });

  test("a mode lets the call through and leaves a note", async () => {
    for (const mode of ["warn", "off"]) {
      const { write, decisions } = await started({ lockdown: { mode } });
      expect(await write(map)).toBe(false);
      expect(decisions).toMatchObject([{ gate: "lockdown", verdict: "note", mode }]);
    }
  });
});

describe("the refusal (WL-5)", () => {
  const reasonFor = async (path: string, tools: readonly string[]) => {
    const { call } = await started({ tools });
    return (await call("edit", { path, edits: [] })).reason ?? "";
  };

  test("names gate, path as given, tree, tool, writer and exempt directories", async () => {
    const path = "@docs/tasks/e/tickets/t/ticket.md";
    const reason = await reasonFor(path, ["edit", "tw_write_ticket_note", "tw_open"]);
    for (const part of [
      "write lockdown",
      JSON.stringify(path),
      "docs/tasks",
      "edit was refused",
      "call tw_write_ticket_note",
      ".work/ and deviation-reports/",
    ]) {
      expect(reason).toContain(part);
    }
  });

  test("names the family for other files, and says so where nothing fits", async () => {
    expect(await reasonFor(map, ["tw_write_ticket_note", "tw_open"])).toContain(
      "Active here: tw_open",
    );
    expect(await reasonFor(map, ["edit"])).toContain("none that fits this file is active here");
  });
});

describe("links (WL-3, WL-4)", () => {
  const world = {
    links: {
      "/project/src/lnk": "../docs/tasks/e",
      "/project/src/dangling.md": "/project/docs/tasks/new/n.md",
      "/project/src/loop": "loop",
      "/project/docs/tasks/f/.work": "../e",
    },
  };
  test.each([
    ["src/lnk/x.md", true],
    ["src/lnk/.work/x.md", false],
    ["src/dangling.md", true],
    ["src/loop/x.md", true],
    ["docs/tasks/f/.work/map.md", true],
    ["src/a.ts", false],
    ["src/new/deep/b.ts", false],
  ] as const)("%s is refused: %s", async (path, wanted) => {
    expect(await (await started({ world })).write(path)).toBe(wanted);
  });

  test("a directory that cannot be looked at is refused", async () => {
    const { write, decisions } = await started({ world: { denied: ["/project/closed"] } });
    expect(await write("closed/x.md")).toBe(true);
    expect(decisions[0]?.reason).toBe("unreadable-path");
  });

  test("a gate that breaks refuses", async () => {
    const files = (port: FilePort): FilePort => ({
      ...port,
      realPath: () => {
        throw new Error("the disk is on fire");
      },
    });
    const { write, decisions } = await started({ files });
    expect(await write("src/a.ts")).toBe(true);
    expect(decisions[0]).toMatchObject({ reason: "gate-failed" });
  });
});

/** A disk on which names that fold together by `fold` are one. */
function foldingDisk(fold: (name: string) => string) {
  return (files: FilePort): FilePort => {
    const stored = (path: string): string => {
      const names = path.split("/").filter((name) => name !== "");
      return names.reduce((at, name) => {
        const here = files.names(at === "" ? "/" : at);
        const known = here.ok ? here.value.find((each) => fold(each) === fold(name)) : undefined;
        return `${at}/${known ?? name}`;
      }, "");
    };
    return {
      ...files,
      facts: (path) => files.facts(stored(path)),
      realPath: (path) => files.realPath(stored(path)),
      names: (path) => files.names(stored(path)),
      readText: (path, bytesMax) => files.readText(stored(path), bytesMax),
    };
  };
}

describe("disks that fold names", () => {
  const caseless = foldingDisk((name) => name.toLowerCase());
  const formless = foldingDisk((name) => name.normalize("NFC"));
  const lockdown = { trees: [{ path: "docs/t\u00e2ches" }] };

  test("case is folded for the lock where the disk folds it, the tree there or not", async () => {
    const { write } = await started({ files: caseless });
    expect(await write("Docs/TASKS/e/map.md")).toBe(true);
    expect(await write("Docs/Tasks/new.md")).toBe(true);
    const fresh = await started({ files: caseless, lockdown: { trees: [{ path: "plans/now" }] } });
    expect(await fresh.write("Plans/NOW/x.md")).toBe(true);
  });

  test("and not where it does not, and never for an exemption", async () => {
    const { write } = await started();
    expect(await write("Docs/Tasks/new.md")).toBe(false);
    const folding = await started({ files: caseless });
    expect(await folding.write("docs/tasks/e/.Work/x.md")).toBe(true);
    expect(await folding.write("DOCS/tasks/e/.work/x.md")).toBe(false);
  });

  test("Unicode form is folded where the disk folds it", async () => {
    const world = { files: { "/project/docs/t\u00e2ches/x.md": "x\n" } };
    const path = "docs/ta\u0302ches/y.md";
    expect(await (await started({ files: formless, lockdown, world })).write(path)).toBe(true);
    expect(await (await started({ lockdown, world })).write(path)).toBe(false);
  });

  test("where nothing on the disk can tell, the lock holds", async () => {
    expect(await (await started({ lockdown })).write("docs/ta\u0302ches/y.md")).toBe(true);
  });
});

describe("working trees (WL-3)", () => {
  const files = {
    "/project/.git/worktrees/wt/gitdir": "/wt/.git\n",
    "/project/.git/worktrees/wt/commondir": "../..\n",
    "/project/.git/worktrees/gone/gitdir": "/gone/.git\n",
    "/wt/.git": "gitdir: /project/.git/worktrees/wt\n",
    "/project/vendor/sub/.git": "gitdir: ../../.git/modules/sub\n",
    "/project/.git/modules/sub/HEAD": "ref: refs/heads/main\n",
    "/sibling/.git/HEAD": "ref: refs/heads/main\n",
  };
  test.each([
    ["/project", "/wt/docs/tasks/x.md", true],
    ["/project", "/gone/docs/tasks/x.md", true],
    ["/project/src", "/project/docs/tasks/x.md", true],
    ["/wt", "/project/docs/tasks/x.md", true],
    ["/wt", "docs/tasks/x.md", true],
    ["/project/vendor/sub", "docs/tasks/x.md", true],
    ["/project/vendor/sub", "../../docs/tasks/x.md", true],
    ["/project", "/sibling/docs/tasks/x.md", false],
    ["/sibling", "/project/docs/tasks/x.md", false],
  ] as const)("from %s a write to %s is refused: %s", async (cwd, path, wanted) => {
    expect(await (await started({ cwd, world: { files } })).write(path)).toBe(wanted);
  });

  test("outside of any repository the tree below the working directory is locked", async () => {
    const { write } = await started({ cwd: "/loose" });
    expect(await write("docs/tasks/x.md")).toBe(true);
    expect(await write("docs/x.md")).toBe(false);
  });
});
