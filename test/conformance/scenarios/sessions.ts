import type { Scenario } from "../../../harness/scenario/scenario.ts";
import {
  calls,
  callsFrom,
  give,
  on,
  once,
  plain,
  probe,
  say,
  see,
  watch,
  wholeLife,
} from "./build.ts";

const user = (index: number) => ({ kind: "user", index });
const assistant = (index: number) => ({ kind: "assistant", index });

/** Sessions: forks, the tree, compaction, reload, and their end. */
export const sessionScenarios: readonly Scenario[] = [
  {
    name: "a-fork-starts-before-the-message-of-the-user",
    probes: [probe("one", ...wholeLife, on("agent_start", see("branch")))],
    model: ["one", "two", "three"],
    actions: [say("first"), say("second"), { act: "fork", entry: user(1) }, say("other")],
  },
  {
    name: "a-fork-before-the-first-message-starts-anew",
    probes: [probe("one", ...wholeLife)],
    tools: plain("echo"),
    model: ["one", calls("echo"), "two"],
    actions: [say("first"), { act: "fork", entry: user(0) }, say("other")],
  },
  {
    name: "a-fork-at-an-entry-keeps-it-and-its-label",
    probes: [
      {
        name: "one",
        handlers: wholeLife,
        commands: [
          {
            name: "mark",
            steps: [
              { do: "label", entry: user(0), label: "kept" },
              { do: "label", entry: assistant(-1), label: "gone" },
            ],
          },
        ],
      },
    ],
    model: ["one", "two", "three"],
    actions: [
      say("first"),
      say("second"),
      say("/mark"),
      { act: "fork", entry: assistant(0), position: "at" },
      say("other"),
    ],
  },
  {
    name: "a-fork-before-anything-but-a-users-message-is-refused",
    probes: [probe("one", ...wholeLife)],
    model: ["one"],
    actions: [say("first"), { act: "fork", entry: assistant(0) }],
  },
  {
    name: "a-fork-can-be-cancelled",
    probes: [
      probe("one", once("session_before_fork", give({ cancel: true })), on("session_before_fork")),
      probe("two", ...wholeLife),
    ],
    model: ["one", "two"],
    actions: [
      say("first"),
      { act: "fork", entry: user(0) },
      { act: "fork", entry: user(0) },
      say("other"),
    ],
  },
  {
    name: "a-command-that-forks-holds-a-stale-context-afterwards",
    probes: [
      {
        name: "one",
        handlers: wholeLife,
        commands: [
          {
            name: "split",
            steps: [{ do: "fork", entry: user(0) }, { do: "useOldContext" }],
          },
        ],
      },
    ],
    model: ["one", "two"],
    actions: [say("first"), say("/split"), say("other")],
  },
  {
    name: "a-new-session-is-empty",
    probes: [
      {
        name: "one",
        handlers: [...wholeLife, on("agent_start", see("branch"))],
        commands: [{ name: "anew", steps: [{ do: "newSession" }, { do: "useOldContext" }] }],
      },
    ],
    model: ["one", "two", "three"],
    actions: [say("first"), { act: "newSession" }, say("second"), say("/anew"), say("third")],
  },
  {
    name: "a-new-session-can-be-cancelled",
    probes: [probe("one", on("session_before_switch", give({ cancel: true })), ...wholeLife)],
    model: ["one", "two"],
    actions: [say("first"), { act: "newSession" }, say("second")],
  },
  {
    name: "a-move-to-a-users-message-goes-before-it",
    probes: [probe("one", ...wholeLife, on("agent_start", see("branch")))],
    model: ["one", "two", "three"],
    actions: [say("first"), say("second"), { act: "tree", entry: user(1) }, say("other")],
  },
  {
    name: "a-move-to-another-entry-goes-there",
    probes: [probe("one", ...wholeLife)],
    tools: plain("echo"),
    model: [calls("echo"), "one", "two"],
    actions: [
      say("first"),
      { act: "tree", entry: { kind: "toolResult", index: 0 } },
      { act: "tree", entry: { kind: "toolResult", index: 0 } },
      say("other"),
    ],
  },
  {
    name: "a-move-can-be-cancelled-and-labelled",
    probes: [
      probe(
        "one",
        once("session_before_tree", give({ cancel: true })),
        once("session_before_tree", give({ label: "by the extension" })),
        ...wholeLife,
      ),
    ],
    model: ["one", "two"],
    actions: [
      say("first"),
      say("second"),
      { act: "tree", entry: assistant(0), label: "by the user" },
      { act: "tree", entry: assistant(0), label: "by the user" },
      { act: "tree", entry: assistant(1), label: "by the user" },
    ],
  },
  {
    name: "a-move-with-a-summary-of-an-extension-writes-it-there",
    probes: [
      probe(
        "one",
        on("session_before_tree", give({ summary: { summary: "what was", details: { n: 1 } } })),
        ...wholeLife,
      ),
    ],
    model: ["one", "two", "three"],
    actions: [
      say("first"),
      say("second"),
      { act: "tree", entry: assistant(0), summarize: true, label: "left" },
      say("other"),
    ],
  },
  {
    name: "a-move-restores-the-tools-of-its-branch",
    probes: [
      {
        name: "one",
        handlers: [
          on("session_tree", see("activeTools")),
          once("agent_settled", { do: "setActiveTools", names: ["right"] }),
        ],
        commands: [{ name: "back", steps: [{ do: "tree", entry: assistant(0) }] }],
      },
    ],
    tools: plain("left", "right"),
    model: ["one", callsFrom(1, "left"), "two", callsFrom(2, "left"), "three"],
    actions: [say("first"), say("second"), say("/back"), say("third")],
  },
  {
    name: "a-command-moves-and-the-user-goes-on-from-there",
    probes: [
      {
        name: "one",
        handlers: wholeLife,
        commands: [{ name: "back", steps: [{ do: "tree", entry: user(0) }, see("branch")] }],
      },
    ],
    model: ["one", "two"],
    actions: [say("first"), say("/back"), say("second")],
  },
  {
    name: "a-compaction-by-an-extension-takes-its-words",
    probes: [
      probe(
        "one",
        on(
          "session_before_compact",
          give({
            compaction: {
              summary: "all of it",
              firstKeptEntryId: { $entry: user(1) },
              tokensBefore: 9,
              details: { by: "one" },
            },
          }),
        ),
        ...wholeLife,
        on("agent_start", see("context")),
      ),
    ],
    model: ["one", "two", "three"],
    actions: [say("first"), say("second"), { act: "compact" }, say("third")],
  },
  {
    name: "a-compaction-by-the-model-keeps-the-end",
    probes: [probe("one", ...wholeLife, on("agent_start", see("context"), see("usageKnown")))],
    tools: plain("read", "write", "edit"),
    model: [
      calls(["read", { path: "a.ts" }], ["write", { path: "b.ts" }], ["edit", { path: "a.ts" }]),
      "one",
      "two",
      "the summary",
      "the start of the turn",
      "three",
    ],
    actions: [say("first"), say("second"), { act: "compact" }, say("third")],
  },
  {
    name: "a-compaction-that-splits-no-turn-asks-once",
    settings: { compaction: { enabled: false, keepRecentTokens: 3 } },
    probes: [probe("one", ...wholeLife, on("agent_start", see("context")))],
    model: ["one", "two", "the summary", "three"],
    actions: [say("first"), say("second"), { act: "compact" }, say("third")],
  },
  {
    name: "a-second-compaction-builds-on-the-first",
    probes: [probe("one", ...wholeLife)],
    model: ["one", "two", "summary", "turn", "three", "next summary", "next turn", "four"],
    actions: [
      say("first"),
      say("second"),
      { act: "compact" },
      { act: "compact" },
      say("third"),
      { act: "compact" },
      say("fourth"),
    ],
  },
  {
    name: "a-compaction-can-be-cancelled",
    probes: [probe("one", on("session_before_compact", give({ cancel: true })), ...wholeLife)],
    model: ["one", "two"],
    actions: [say("first"), say("second"), { act: "compact" }],
  },
  {
    name: "there-can-be-nothing-to-compact",
    probes: [probe("one", ...wholeLife)],
    actions: [{ act: "compact" }],
  },
  {
    name: "a-compaction-that-the-model-fails-is-told",
    probes: [probe("one", ...wholeLife)],
    model: ["one", "two", { content: "", stopReason: "error", errorMessage: "no words" }],
    actions: [say("first"), say("second"), { act: "compact" }],
  },
  {
    name: "an-extension-asks-for-a-compaction",
    probes: [
      {
        name: "one",
        handlers: [
          ...wholeLife,
          on(
            "session_before_compact",
            give({
              compaction: { summary: "s", firstKeptEntryId: { $entry: user(1) }, tokensBefore: 1 },
            }),
          ),
        ],
        commands: [{ name: "shrink", steps: [{ do: "compact" }] }],
      },
    ],
    model: ["one", "two"],
    actions: [say("first"), say("second"), say("/shrink"), say("/shrink")],
  },
  {
    name: "a-reload-loads-anew-and-goes-on",
    probes: [
      {
        name: "one",
        flags: { probe: "flag" },
        handlers: [
          ...wholeLife,
          on("agent_start", see("branch"), see("activeTools"), see("flag")),
          once("agent_settled", { do: "setActiveTools", names: ["left"] }),
        ],
        commands: [{ name: "again", steps: [{ do: "reload" }, { do: "useOldContext" }] }],
        tools: [{ name: "own" }],
      },
    ],
    tools: plain("left", "right"),
    model: ["one", "two", "three"],
    actions: [say("first"), { act: "reload" }, say("second"), say("/again"), say("third")],
  },
  {
    name: "a-reload-waits-for-tools-that-register-late-until-others-are-chosen",
    probes: [
      {
        name: "one",
        commands: [
          {
            name: "late",
            steps: [
              { do: "registerTool", tool: { name: "late", inactive: true } },
              see("activeTools"),
            ],
          },
          { name: "use", steps: [{ do: "setActiveTools", names: ["left", "right", "late"] }] },
          { name: "choose", steps: [{ do: "setActiveTools", names: ["left"] }] },
        ],
      },
    ],
    tools: plain("left", "right"),
    model: ["one"],
    actions: [
      say("/late"),
      say("/use"),
      { act: "reload" },
      say("/late"),
      { act: "reload" },
      say("/choose"),
      say("/late"),
      say("first"),
    ],
  },
  {
    name: "a-reload-during-a-run-is-refused",
    probes: [
      {
        name: "one",
        handlers: wholeLife,
        commands: [
          { name: "again", steps: [{ do: "reload" }] },
          { name: "back", steps: [{ do: "tree", entry: user(0) }] },
        ],
      },
    ],
    tools: [
      {
        name: "slow",
        steps: [
          { do: "reach", barrier: "running" },
          { do: "wait", barrier: "go" },
        ],
      },
    ],
    model: [calls("slow"), "done"],
    actions: [
      { act: "begin", text: "start" },
      { act: "reached", barrier: "running" },
      { act: "begin", text: "/again" },
      { act: "begin", text: "/back" },
      { act: "release", barrier: "go" },
      { act: "settle" },
    ],
  },
  {
    name: "a-move-with-a-summary-of-the-model-writes-it-there",
    probes: [probe("one", ...wholeLife)],
    tools: plain("read", "write"),
    model: [
      "one",
      calls(["read", { path: "a.ts" }], ["write", { path: "b.ts" }]),
      "two",
      "the branch",
      "three",
    ],
    actions: [
      say("first"),
      say("second"),
      { act: "tree", entry: assistant(0), summarize: true },
      say("other"),
    ],
  },
  {
    name: "what-waits-for-the-next-turn-outlives-a-reload",
    probes: [
      {
        name: "one",
        handlers: watch("message_end"),
        commands: [{ name: "tell", steps: [{ do: "send", text: "note", deliverAs: "nextTurn" }] }],
      },
    ],
    model: ["one"],
    actions: [say("/tell"), { act: "reload" }, say("first")],
  },
  {
    name: "a-shutdown-is-told-and-ends-every-context",
    probes: [probe("one", ...wholeLife, on("session_shutdown", see("mode"), see("branch")))],
    model: ["one"],
    actions: [say("first"), { act: "shutdown" }],
  },
  {
    name: "a-shutdown-ends-the-run-first",
    probes: [
      probe("one", ...wholeLife, ...watch("tool_execution_end", "agent_end", "agent_settled")),
    ],
    tools: [
      { name: "listens", steps: [{ do: "reach", barrier: "running" }, { do: "waitForAbort" }] },
    ],
    model: [calls("listens"), "never said"],
    actions: [
      { act: "begin", text: "start" },
      { act: "reached", barrier: "running" },
      { act: "shutdown" },
    ],
  },
  {
    name: "a-command-waits-until-the-session-is-idle",
    probes: [
      {
        name: "one",
        handlers: watch("agent_settled"),
        commands: [
          { name: "wait", steps: [see("idle"), { do: "waitForIdle" }, see("idle")] },
          { name: "end", steps: [{ do: "shutdown" }] },
        ],
      },
    ],
    tools: [
      {
        name: "slow",
        steps: [
          { do: "reach", barrier: "running" },
          { do: "wait", barrier: "go" },
        ],
      },
    ],
    model: [calls("slow"), "done"],
    actions: [
      { act: "begin", text: "start" },
      { act: "reached", barrier: "running" },
      { act: "begin", text: "/wait" },
      { act: "release", barrier: "go" },
      { act: "settle" },
      say("/end"),
    ],
  },
];
