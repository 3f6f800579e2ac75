import type { HostMode } from "../../../harness/fake-host/pi-shapes.ts";
import type { Probe, Scenario } from "../../../harness/scenario/scenario.ts";
import { calls, fail, give, on, plain, probe, say, see, watch } from "./build.ts";

const shower: Probe = {
  name: "one",
  handlers: [
    on("session_start", see("mode"), see("hasUI"), see("trusted"), {
      do: "notify",
      message: "hello",
    }),
    on(
      "tool_call",
      { do: "notify", message: "careful", type: "warning" },
      { do: "status", key: "gate", text: "busy" },
      { do: "dialog", kind: "confirm", title: "Go?" },
    ),
    ...watch("ui_prompt_start", "ui_prompt_end"),
  ],
  commands: [
    {
      name: "ask",
      steps: [
        { do: "dialog", kind: "select", title: "Which?" },
        { do: "dialog", kind: "input", title: "Name?" },
        { do: "dialog", kind: "editor", title: "Text?" },
        { do: "status", key: "gate", text: null },
        { do: "status", key: "other", text: "left" },
        { do: "notify", message: "bad", type: "error" },
      ],
    },
  ],
};

function inMode(mode: HostMode, shows: boolean): Scenario {
  return {
    name: `in-${mode}-mode-extensions-${shows ? "reach" : "do-not-reach"}-the-user`,
    mode,
    probes: [shower],
    tools: plain("echo"),
    answers: [
      { kind: "confirm", value: true },
      { kind: "select", value: "two" },
      { kind: "input", value: "a name" },
      { kind: "editor", value: "a text" },
    ],
    model: [calls("echo"), "done"],
    actions: [say(), say("/ask")],
  };
}

/** Modes, trust, and how extensions load. */
export const modeScenarios: readonly Scenario[] = [
  inMode("tui", true),
  inMode("rpc", true),
  inMode("json", false),
  inMode("print", false),
  {
    name: "an-untrusted-project-is-told-as-such",
    trusted: false,
    probes: [probe("one", on("session_start", see("trusted")))],
    actions: [],
  },
  {
    name: "an-extension-that-throws-while-it-loads-leaves-the-others",
    probes: [
      {
        name: "one",
        handlers: [on("tool_call", give({ block: true }))],
        tools: [{ name: "gone" }],
        loading: [fail("load broke")],
      },
      { name: "two", handlers: watch("session_start", "tool_call"), tools: [{ name: "there" }] },
    ],
    model: [calls("there", "gone"), "done"],
    actions: [say()],
  },
  {
    name: "an-action-while-loading-fails-the-load",
    probes: [
      { name: "one", loading: [{ do: "append", customType: "early", data: 1 }] },
      { name: "two", loading: [{ do: "emit", channel: "early", data: 1 }] },
      { name: "three", loading: [{ do: "sendUser", text: "early" }] },
    ],
    model: ["done"],
    actions: [say()],
  },
  {
    name: "flags-have-their-default-for-the-extension-that-registers-them",
    probes: [
      { name: "one", flags: { probe: "given" }, handlers: [on("session_start", see("flag"))] },
      { name: "two", handlers: [on("session_start", see("flag"))] },
      { name: "three", flags: { probe: true }, handlers: [on("session_start", see("flag"))] },
    ],
    actions: [],
  },
  {
    name: "what-is-registered-at-the-start-of-a-session-counts-at-once",
    probes: [
      probe(
        "one",
        on(
          "session_start",
          { do: "registerTool", tool: { name: "late" } },
          { do: "registerHandler", handler: { on: "tool_call" } },
          { do: "registerHandler", handler: { on: "session_start" } },
          see("activeTools"),
          see("settings"),
          see("thinkingLevel"),
        ),
      ),
    ],
    model: [calls("late"), "done"],
    actions: [say()],
  },
  {
    name: "the-context-of-a-run-knows-its-state",
    probes: [
      probe(
        "one",
        ...(
          ["session_start", "input", "before_agent_start", "agent_start", "agent_end"] as const
        ).map((event) => on(event, see("idle"), see("signal"), see("pending"), see("usageKnown"))),
        on("agent_settled", see("idle"), see("signal")),
      ),
    ],
    tools: [{ name: "echo", steps: [see("idle"), see("signal"), see("mode")] }],
    model: [calls("echo"), "done"],
    actions: [say()],
  },
];
