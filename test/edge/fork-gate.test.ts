import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { describe, expect, test } from "vitest";
import { FakeHost } from "../../harness/fake-host/fake-host.ts";
import type { HostMode } from "../../harness/fake-host/pi-shapes.ts";
import { memoryPorts } from "../../harness/memory-ports.ts";
import { gatehouse } from "../../src/extension.ts";
import type { GateDecision } from "../../src/kernel/gate.ts";

interface Setup {
  readonly mode?: HostMode;
  readonly environment?: Record<string, string>;
  readonly forkGate?: unknown;
  readonly activeTools?: readonly string[];
  /** What another extension leaves active once the session has started. */
  readonly onlyTools?: readonly string[];
}

/** The package in a fake pi, over a world in memory. */
async function started(setup: Setup = {}) {
  const settings = JSON.stringify({ gatehouse: { forkGate: setup.forkGate ?? {} } });
  const ports = memoryPorts({
    files: { "/home/ada/.pi/agent/settings.json": settings },
    home: "/home/ada",
    environment: setup.environment ?? {},
  });
  const decisions: GateDecision[] = [];
  const factory = gatehouse(ports, (decision) => decisions.push(decision));
  const { onlyTools } = setup;
  const chooser = (pi: ExtensionAPI): void => {
    if (onlyTools !== undefined) pi.on("session_start", () => pi.setActiveTools([...onlyTools]));
  };
  const host = await FakeHost.start({
    extensions: [
      { name: "pi-gatehouse", factory },
      { name: "chooser", factory: chooser },
    ],
    ...(setup.mode === undefined ? {} : { mode: setup.mode }),
    ...(setup.activeTools === undefined
      ? {}
      : { tools: setup.activeTools.map((name) => ({ name })) }),
  });
  const ask = (toolName: string, input: Record<string, unknown>, more = {}) =>
    host.callTool({ toolCallId: "call-1", toolName, input, ...more });
  return { host, ports, decisions, ask };
}

const forbidden = { task: "Read src. Do not edit it." };

function records(host: FakeHost): unknown[] {
  return host.entries.flatMap((entry) =>
    entry.type === "custom" && entry.customType === "gatehouse.decision" ? [entry.data] : [],
  );
}

describe("which calls are looked at (FG-20)", () => {
  test("fork by its task; other tools by nothing", async () => {
    const { ask, decisions } = await started();
    expect((await ask("fork", forbidden)).block).toBe(true);
    expect((await ask("spoon", forbidden)).block).toBe(false);
    expect((await ask("constructor", forbidden)).block).toBe(false);
    expect((await ask("fork", { brief: "Do not edit." })).block).toBe(false);
    expect(decisions.map((decision) => [decision.verdict, decision.where])).toEqual([
      ["block", "task"],
      ["allow", undefined],
    ]);
  });

  test("a brief that is no text is allowed, whatever it is", async () => {
    const { ask } = await started();
    for (const task of [undefined, null, 7, [], { task: "do not" }, true, ""]) {
      expect((await ask("fork", { task })).block).toBe(false);
    }
  });

  test("further tools and places come from the settings, and the reason names the place", async () => {
    const tools = { subagent: ["task", "tasks[].task", "chain[].steps[].task"] };
    const { ask, decisions } = await started({ forkGate: { tools } });
    const fine = { task: "List the routes." };
    const second = await ask("subagent", { ...fine, tasks: [fine, forbidden, "odd", null] });
    expect(second.reason).toContain("the brief (in tasks[1].task) carries a prohibition");
    const deep = await ask("subagent", {
      chain: [{ steps: [fine] }, { steps: [fine, forbidden] }],
    });
    expect(deep.reason).toContain("(in chain[1].steps[1].task)");
    expect((await ask("subagent", { tasks: "no list", chain: [{ steps: 3 }] })).block).toBe(false);
    expect((await ask("fork", forbidden)).block).toBe(true);
    expect(decisions.map((decision) => decision.where)).toEqual([
      "tasks[1].task",
      "chain[1].steps[1].task",
      undefined,
      "task",
    ]);
  });

  test("a call that another tool makes counts too", async () => {
    const { ask } = await started();
    expect((await ask("fork", forbidden, { parentToolCallId: "call-0" })).block).toBe(true);
  });
});

describe("the refusal (FG-21, FG-24)", () => {
  test("holds its parts in order, the tool's way first where task is active", async () => {
    const { ask } = await started({ activeTools: ["fork", "task"] });
    const task = "Look through /srv/shop/src and /srv/shop/src/api. Don’t touch a thing.";
    const { reason = "" } = await ask("fork", { task });
    const parts = [
      "fork was blocked by the fork gate",
      "a prohibition",
      '"Don’t"',
      "Why: ",
      "task({",
      `"goal": ${JSON.stringify(task)}`,
      "- roots: ",
      "- write_allowed: ",
      "gatehouse task run spec.json",
      "run one after another",
      "The gate matches wording, not intent.",
    ];
    const places = parts.map((part) => reason.indexOf(part));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });

  test("names the command line first where task is not active", async () => {
    const { ask } = await started({ onlyTools: ["fork"] });
    const { reason = "" } = await ask("fork", forbidden);
    expect(reason).toContain("The task tool is not active here");
    expect(reason.indexOf("gatehouse task run spec.json")).toBeLessThan(reason.indexOf("task({"));
  });

  test("fills in the paths that the brief names, without the nested ones, and invents none", async () => {
    const { ask } = await started();
    const call = async (task: string) => {
      const { reason = "" } = await ask("fork", { task });
      const text = reason.slice(reason.indexOf("task({") + 5, reason.indexOf("})") + 1);
      return JSON.parse(text) as Record<string, unknown>;
    };
    expect(await call("Fix /srv/shop/src/cart.ts, then /srv/shop/src/vat.ts.")).toMatchObject({
      id: "fix-srv-shop-src-cart",
      read_only: false,
      roots: ["/srv/shop/src/cart.ts", "/srv/shop/src/vat.ts"],
      write_allowed: ["/srv/shop/src/cart.ts", "/srv/shop/src/vat.ts"],
    });
    expect(
      await call("Do not edit `/srv`, nor /srv/shop/src; see https://a.test/b/c."),
    ).toMatchObject({
      read_only: true,
      roots: ["/srv"],
    });
    expect(await call("Never mind src/cart.ts; read /review notes.")).toMatchObject({
      roots: ["<absolute directory>"],
    });
  });
});

describe("the person at the terminal (FG-22)", () => {
  test.each(["tui", "rpc"] as const)(
    "in %s one warning names gate, kind and words",
    async (mode) => {
      const { ask, host, ports } = await started({ mode });
      await ask("fork", forbidden);
      expect(host.notices).toEqual([
        {
          message: 'fork gate: prohibition "Do not" in fork; use task',
          type: "warning",
          shown: true,
        },
      ]);
      expect(ports.lines).toEqual([]);
    },
  );

  test.each(["print", "json"] as const)("in %s nothing is printed", async (mode) => {
    const { ask, host, ports } = await started({ mode });
    expect((await ask("fork", forbidden)).block).toBe(true);
    expect([host.notices, ports.lines]).toEqual([[], []]);
  });
});

describe("modes (FG-23)", () => {
  const note = { verdict: "note", kind: "prohibition", matched: "Do not", gate: "fork" };

  test("off lets through, logs one line and records a note", async () => {
    const { ask, host, ports } = await started({ forkGate: { mode: "off" }, mode: "tui" });
    expect((await ask("fork", forbidden)).block).toBe(false);
    expect(ports.lines).toHaveLength(1);
    expect(ports.lines[0]).toMatch(/^gatehouse: fork gate is off: let through fork, would block/u);
    expect(host.notices).toEqual([]);
    expect(records(host)).toMatchObject([{ ...note, mode: "off", version: 1 }]);
  });

  test("warn lets through, notifies and records a note", async () => {
    const { ask, host, ports } = await started({ forkGate: { mode: "warn" }, mode: "tui" });
    expect((await ask("fork", forbidden)).block).toBe(false);
    expect(host.notices.map((notice) => notice.type)).toEqual(["warning"]);
    expect(ports.lines).toEqual([]);
    expect(records(host)).toMatchObject([{ ...note, mode: "warn" }]);
  });

  test.each(["OFF", "Off", " off "])(
    "the environment's %j goes before the settings",
    async (value) => {
      const environment = { PI_FORK_GATE: value };
      const { ask } = await started({ environment, forkGate: { mode: "block" } });
      expect((await ask("fork", forbidden)).block).toBe(false);
    },
  );

  test("an empty variable counts as unset", async () => {
    const environment = { PI_FORK_GATE: "" };
    const { ask } = await started({ environment, forkGate: { mode: "off" } });
    expect((await ask("fork", forbidden)).block).toBe(false);
  });

  test("an unknown value blocks and is said once a session", async () => {
    const environment = { PI_FORK_GATE: "nope" };
    const { ask, ports, host } = await started({ environment, forkGate: { mode: "off" } });
    expect((await ask("fork", forbidden)).block).toBe(true);
    expect((await ask("fork", forbidden)).block).toBe(true);
    expect(ports.lines).toEqual([
      'gatehouse: PI_FORK_GATE is "nope"; use block, warn or off. The fork gate blocks.',
    ]);
    await host.reload();
    await ask("fork", forbidden);
    expect(ports.lines).toHaveLength(2);
  });
});

describe("records (HN-6)", () => {
  test("a block is an entry of the session with rule, clause, words and place; an allow is none", async () => {
    const { ask, host, decisions } = await started();
    await ask("fork", { task: "List the routes." });
    await ask("fork", forbidden);
    expect(records(host)).toEqual([
      {
        version: 1,
        gate: "fork",
        tool: "fork",
        toolCallId: "call-1",
        verdict: "block",
        reason: "prohibition",
        kind: "prohibition",
        clause: expect.stringMatching(/^FG-\d+$/u),
        rule: expect.any(String),
        matched: "Do not",
        span: [10, 16],
        where: "task",
      },
    ]);
    expect(decisions.map((decision) => decision.verdict)).toEqual(["allow", "block"]);
  });

  test("settings are read again when a session starts", async () => {
    const { ask, host, ports } = await started();
    expect((await ask("fork", forbidden)).block).toBe(true);
    const off = '{"gatehouse":{"forkGate":{"mode":"off"}}}';
    ports.files.writeText("/home/ada/.pi/agent/settings.json", off);
    expect((await ask("fork", forbidden)).block).toBe(true);
    await host.reload();
    expect((await ask("fork", forbidden)).block).toBe(false);
  });
});
