import { Type } from "typebox";
import { describe, expect, it } from "vitest";
import { VirtualClock } from "../../harness/clock.ts";
import { FakeHost } from "../../harness/fake-host/fake-host.ts";
import type { FakeHostOptions } from "../../harness/fake-host/host-world.ts";
import { toolCall } from "../../harness/fake-host/scripted-model.ts";
import { UnsupportedError } from "../../harness/fake-host/unsupported.ts";
import { memoryPorts } from "../../harness/memory-ports.ts";

type Factory = FakeHostOptions["extensions"][number]["factory"];

function start(factory: Factory, options: Partial<FakeHostOptions> = {}): Promise<FakeHost> {
  return FakeHost.start({ extensions: [{ name: "one", factory }], ...options });
}

const echo = {
  name: "echo",
  execute: async (_id: string, input: unknown) => ({
    content: [{ type: "text" as const, text: JSON.stringify(input) }],
    details: undefined,
  }),
};

describe("what the fake host does not support throws", () => {
  const uses: Record<string, Factory> = {
    "pi.registerProvider": (pi) => pi.registerProvider("p", {}),
    "pi.unregisterProvider": (pi) => pi.unregisterProvider("p"),
    "pi.registerMcpServer": (pi) => pi.registerMcpServer("m", { command: "x" }),
    "pi.unregisterMcpServer": (pi) => pi.unregisterMcpServer("m"),
    "pi.getMcpServers": (pi) => void pi.getMcpServers(),
    "pi.unregisterVirtualModel": (pi) => pi.unregisterVirtualModel("p", "m"),
    'pi.on("user_bash")': (pi) => void pi.on("user_bash", () => undefined),
    'pi.on("model_select")': (pi) => void pi.on("model_select", () => undefined),
    'pi.on("project_trust")': (pi) => void pi.on("project_trust", () => ({ trusted: "yes" })),
  };
  for (const [name, use] of Object.entries(uses))
    it(`at ${name} while loading`, async () => {
      await expect(start(use)).rejects.toThrow(`${name} is unsupported by the fake host`);
    });

  const inHandlers: Record<string, Factory> = {
    "ctx.modelRegistry": (pi) => void pi.on("session_start", (_e, ctx) => void ctx.modelRegistry),
    "ctx.ui.custom": (pi) =>
      void pi.on("session_start", async (_e, ctx) => {
        await ctx.ui.custom(() => ({ render: () => [], invalidate: () => undefined }));
      }),
    "resources of resources_discover": (pi) =>
      void pi.on("resources_discover", () => ({ skillPaths: ["/skills"] })),
    "ctx.ui.theme": (pi) => void pi.on("session_start", (_e, ctx) => void ctx.ui.theme),
    "ctx.ui.setFooter": (pi) =>
      void pi.on("session_start", (_e, ctx) => ctx.ui.setFooter(undefined)),
    "pi.setThinkingLevel": (pi) => void pi.on("session_start", () => pi.setThinkingLevel("high")),
    "pi.exec without scripted programs": (pi) =>
      void pi.on("session_start", async () => {
        await pi.exec("ls", []);
      }),
    "ctx.ui.select without a scripted answer": (pi) =>
      void pi.on("session_start", async (_e, ctx) => {
        await ctx.ui.select("Which?", ["a"]);
      }),
  };
  for (const [name, use] of Object.entries(inHandlers))
    it(`at ${name}, although pi's rules swallow what a handler throws`, async () => {
      await expect(start(use, { mode: "tui" })).rejects.toThrow(UnsupportedError);
      await expect(start(use, { mode: "tui" })).rejects.toThrow(name);
    });

  it("when a tool without a body runs, although a tool's error is a result", async () => {
    const host = await start(() => undefined, { tools: [{ name: "hollow" }] });
    host.model.push({ content: [toolCall("hollow", {}, "c1")] }, "done");
    await expect(host.prompt("go")).rejects.toThrow('running the tool "hollow"');
  });

  it("when the model is asked for more than its script", async () => {
    const host = await start(() => undefined);
    await expect(host.prompt("go")).rejects.toThrow("a request beyond the script");
  });

  it("in a tool_call handler, although a throw there blocks", async () => {
    const host = await start((pi) => {
      pi.on("tool_call", (_event, ctx) => void ctx.modelRegistry);
    });
    const call = { toolCallId: "c1", toolName: "echo", input: {} };
    await expect(host.callTool(call)).rejects.toThrow(UnsupportedError);
  });

  it("at a session switch", async () => {
    const host = await start((pi) => {
      pi.registerCommand("switch", {
        handler: async (_args, ctx) => void (await ctx.switchSession("/s.jsonl")),
      });
    });
    await expect(host.prompt("/switch")).rejects.toThrow("ctx.switchSession");
  });

  it("where pi would compact by itself", async () => {
    const host = await start(() => undefined, {
      contextFiles: [{ path: "/AGENTS.md", content: "x".repeat(500_000) }],
    });
    host.model.push("one", "two");
    await host.prompt("go");
    await expect(host.prompt("again")).rejects.toThrow("automatic compaction");
  });
});

describe("callTool", () => {
  const call = { toolCallId: "c1", toolName: "echo", input: {} };

  it("tells what the model would read", async () => {
    const host = await start((pi) => {
      pi.on("tool_call", ({ toolName }) => {
        if (toolName === "silent") return { block: true };
        if (toolName === "stop") return { block: true, reason: "no", terminate: true };
        if (toolName === "broken") throw new Error("broke");
        if (toolName === "bare") throw "text";
        return undefined;
      });
    });
    const asked = (toolName: string) => host.callTool({ ...call, toolName });
    expect(await asked("echo")).toEqual({ block: false, input: {} });
    expect(await asked("silent")).toMatchObject({ reason: "Tool execution was blocked" });
    expect(await asked("stop")).toMatchObject({ reason: "no", terminate: true });
    expect(await asked("broken")).toMatchObject({ block: true, reason: "broke" });
    expect((await asked("broken")).error).toBeInstanceOf(Error);
    expect(await asked("bare")).toMatchObject({
      block: true,
      reason: "Extension failed, blocking execution: text",
      error: "text",
    });
    expect(host.transcript.map((record) => record.kind)).toEqual(Array(5).fill("block"));
  });

  it("hands the very input object to the handlers, and their parent's id", async () => {
    const host = await start((pi) => {
      pi.on("tool_call", ({ input, parentToolCallId }) => {
        Object.assign(input, { seen: parentToolCallId });
      });
    });
    const input = {};
    const answer = await host.callTool({ ...call, input, parentToolCallId: "c0" });
    expect(answer.input).toBe(input);
    expect(input).toEqual({ seen: "c0" });
  });

  it("sees a recorded branch", async () => {
    const timestamp = "2026-01-01T00:00:00.000Z";
    const entries = [
      { type: "custom" as const, customType: "a", id: "r1", parentId: null, timestamp },
      { type: "custom" as const, customType: "b", id: "r2", parentId: "r1", timestamp },
    ];
    const seen: string[] = [];
    const host = await start(
      (pi) => {
        pi.on("tool_call", (_event, ctx) => {
          seen.push(...ctx.sessionManager.getBranch().map(({ type }) => type));
        });
      },
      { entries },
    );
    await host.callTool(call);
    expect(seen.slice(0, 2)).toEqual(["custom", "custom"]);
  });

  it("leaves no record of calls that pass", async () => {
    const host = await start((pi) => void pi.on("tool_call", () => undefined));
    for (let count = 0; count < 100; count += 1) await host.callTool(call);
    expect(host.transcript).toEqual([]);
    expect(host.errors).toEqual([]);
  });
});

describe("a run in the fake host", () => {
  async function story(): Promise<string> {
    const host = await start(
      (pi) => {
        pi.on("tool_call", ({ toolName }, ctx) => {
          ctx.ui.notify(`saw ${toolName}`);
          pi.appendEntry("call", { toolName });
        });
        pi.registerTool({
          name: "own",
          label: "own",
          description: "An own tool.",
          parameters: Type.Object({ n: Type.Number() }),
          execute: async () => ({ content: [], details: undefined }),
        });
      },
      { mode: "rpc", tools: [echo] },
    );
    host.model.push(
      { content: [toolCall("echo", { a: 1 }, "c1"), toolCall("own", { n: "2" }, "c2")] },
      "done",
    );
    await host.prompt("go");
    return JSON.stringify([host.entries, host.transcript, host.notices, host.model.requests]);
  }

  it("is the same byte for byte every time", async () => {
    expect(await story()).toBe(await story());
  });

  it("stamps entries in order, never twice the same", async () => {
    const [entries] = JSON.parse(await story()) as [{ timestamp: string; id: string }[]];
    const stamps = entries.map(({ timestamp }) => timestamp);
    expect(stamps).toEqual([...new Set(stamps)].sort());
    expect(entries[0]?.id).toBe("00000001");
  });

  it("keeps what extensions said, shown or not", async () => {
    const factory: Factory = (pi) => {
      pi.on("session_start", (_event, ctx) => {
        ctx.ui.notify("careful", "warning");
        ctx.ui.setStatus("gate", "on");
        ctx.ui.setWidget("list", ["one"]);
      });
    };
    const shown = await start(factory, { mode: "tui" });
    expect(shown.notices).toEqual([{ message: "careful", type: "warning", shown: true }]);
    expect([...shown.statuses, ...shown.widgets]).toEqual([
      ["gate", "on"],
      ["list", ["one"]],
    ]);
    const hidden = await start(factory, { mode: "print" });
    expect(hidden.notices).toEqual([{ message: "careful", type: "warning", shown: false }]);
    expect([...hidden.statuses, ...hidden.widgets]).toEqual([]);
  });

  it("answers dialogs from the script, of each kind in order", async () => {
    const answers: unknown[] = [];
    const host = await start(
      (pi) => {
        pi.registerCommand("ask", {
          handler: async (_args, ctx) => {
            answers.push(await ctx.ui.confirm("a", "b"), await ctx.ui.input("c"));
            answers.push(await ctx.ui.confirm("d", "e"));
          },
        });
      },
      { mode: "tui" },
    );
    host.ui.answer("confirm", true);
    host.ui.answer("input", "text");
    host.ui.answer("confirm", false);
    await host.prompt("/ask");
    expect(answers).toEqual([true, "text", false]);
    expect(host.ui.dialogs.map(({ title }) => title)).toEqual(["a", "c", "d"]);
  });

  it("runs programs and shortcuts", async () => {
    const { programs } = memoryPorts({ programs: { "git status": { stdout: "clean" } } });
    const seen: unknown[] = [];
    const host = await start(
      (pi) => {
        pi.registerShortcut("ctrl+g", {
          handler: async () => void seen.push(await pi.exec("git", ["status"])),
        });
      },
      { programs },
    );
    await host.pressShortcut("ctrl+g");
    expect(seen).toEqual([
      { stdout: "clean", stderr: "", code: 0, killed: false, truncated: false },
    ]);
    await expect(host.pressShortcut("ctrl+x")).rejects.toThrow("No extension has the shortcut");
  });

  it("rejects an extension that fails to load, unless failures are expected", async () => {
    const fails: Factory = () => {
      throw new Error("broke");
    };
    await expect(start(fails)).rejects.toThrow('Extension "one" failed to load: broke');
    const host = await start(fails, { allowsLoadErrors: true });
    expect(host.loadErrors).toEqual([{ name: "one", error: "broke" }]);
  });

  it("ends every context with the session", async () => {
    let kept: { cwd: string } | undefined;
    const host = await start((pi) => {
      pi.on("session_start", (_event, ctx) => {
        kept = ctx;
      });
    });
    expect(kept?.cwd).toBe("/project");
    await host.shutdown();
    expect(() => kept?.cwd).toThrow("stale");
  });

  it("walks a parent cycle of a recording to its end", async () => {
    const timestamp = "2026-01-01T00:00:00.000Z";
    const custom = { type: "custom" as const, customType: "a", timestamp };
    const host = await start(() => undefined, {
      entries: [
        { ...custom, id: "r1", parentId: "r2" },
        { ...custom, id: "r2", parentId: "r1" },
      ],
    });
    expect(host.session.getBranch().length).toBeLessThanOrEqual(host.entries.length);
  });
});

describe("virtual time", () => {
  it("fires timers when they are due, in order, those set by timers too", () => {
    const clock = new VirtualClock(1000);
    const fired: string[] = [];
    clock.after(20, () => fired.push(`late ${clock.now()}`));
    clock.after(10, () => {
      fired.push(`early ${clock.now()}`);
      clock.after(5, () => fired.push(`set by early ${clock.now()}`));
    });
    clock.after(10, () => fired.push("same time, later made"));
    const cancel = clock.after(15, () => fired.push("cancelled"));
    cancel();
    clock.advance(9);
    expect(fired).toEqual([]);
    clock.advance(11);
    expect(fired).toEqual([
      "early 1010",
      "same time, later made",
      "set by early 1015",
      "late 1020",
    ]);
    expect(clock.now()).toBe(1020);
    expect(clock.waitingCount).toBe(0);
  });

  it("moves with stamps without firing, and never back", () => {
    const clock = new VirtualClock(0);
    const fired: number[] = [];
    clock.after(1, () => fired.push(clock.now()));
    expect([clock.tick(), clock.tick(), clock.tick()]).toEqual([0, 1, 2]);
    expect(fired).toEqual([]);
    clock.advance(0);
    expect(fired).toEqual([3]);
    expect(clock.elapsedNs()).toBe(3_000_000n);
    expect(() => clock.advance(-1)).toThrow("does not go back");
  });
});
