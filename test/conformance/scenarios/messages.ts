import type { Scenario } from "../../../harness/scenario/scenario.ts";
import {
  calls,
  callsFrom,
  fail,
  give,
  on,
  once,
  plain,
  probe,
  say,
  see,
  watch,
  wholeRun,
} from "./build.ts";

const slow = {
  name: "slow",
  steps: [
    { do: "reach" as const, barrier: "running" },
    { do: "wait" as const, barrier: "go" },
  ],
};

const assistant = (text: string) => ({
  role: "assistant",
  content: [{ type: "text", text }],
  api: "scripted",
  provider: "scripted",
  model: "scripted",
  usage: {},
  stopReason: "stop",
  timestamp: 0,
});

/** Messages: who changes them, who sends them, and when they come. */
export const messageScenarios: readonly Scenario[] = [
  {
    name: "a-message-is-replaced-before-it-is-written",
    probes: [
      {
        name: "one",
        handlers: [
          on("message_end", give({ message: assistant("replaced") })),
          ...watch("message_end", "turn_end", "agent_end"),
        ],
      },
    ],
    tools: plain("echo"),
    model: [calls("echo"), "said", "again"],
    actions: [say(), say("next")],
  },
  {
    name: "a-replacement-needs-the-same-role",
    probes: [
      probe(
        "one",
        on("message_end", give({ message: { role: "custom", content: "other", display: true } })),
        ...watch("message_end", "turn_end", "agent_end"),
      ),
    ],
    model: ["said"],
    actions: [say()],
  },
  {
    name: "a-throw-in-message-end-is-reported-and-the-message-kept",
    probes: [probe("one", on("message_end", fail("end broke")), on("message_end"))],
    model: ["said"],
    actions: [say()],
  },
  {
    name: "a-throw-in-any-told-event-is-reported-and-the-run-goes-on",
    probes: [
      probe(
        "one",
        ...(
          [
            "session_start",
            "agent_start",
            "turn_start",
            "message_start",
            "message_update",
            "tool_execution_start",
            "tool_execution_end",
            "turn_end",
            "agent_end",
            "agent_before_settle",
            "agent_settled",
            "context_with_system",
          ] as const
        ).map((event) => on(event, fail(`${event} broke`))),
      ),
      probe("two", ...watch("agent_start", "turn_end", "agent_settled")),
    ],
    tools: plain("echo"),
    model: [calls("echo"), "done"],
    actions: [say()],
  },
  {
    name: "entries-of-extensions-are-written-where-they-are-made",
    probes: [
      probe(
        "one",
        on("session_start", { do: "append", customType: "start", data: null }),
        on("tool_call", { do: "append", customType: "call", data: { n: [1, "two"] } }),
        on("message_end", { do: "append", customType: "end", data: true }),
        on("agent_settled", { do: "append", customType: "settled", data: "x" }, see("branch")),
      ),
    ],
    tools: plain("echo"),
    model: [calls("echo"), "done"],
    actions: [say()],
  },
  {
    name: "labels-are-set-moved-and-cleared",
    probes: [
      {
        name: "one",
        commands: [
          {
            name: "mark",
            steps: [
              { do: "label", entry: { kind: "user", index: 0 }, label: "here" },
              { do: "label", entry: { kind: "assistant", index: -1 }, label: "there" },
              see("label"),
              { do: "label", entry: { kind: "user", index: 0 }, label: null },
              see("label"),
            ],
          },
        ],
      },
    ],
    model: ["one"],
    actions: [say(), say("/mark")],
  },
  {
    name: "a-session-is-named-by-an-extension",
    probes: [
      {
        name: "one",
        handlers: watch("session_info_changed"),
        commands: [
          {
            name: "call",
            steps: [
              see("sessionName"),
              { do: "name", name: " The\nname " },
              see("sessionName"),
              { do: "name", name: "" },
              see("sessionName"),
            ],
          },
        ],
      },
    ],
    actions: [say("/call")],
  },
  {
    name: "an-idle-session-takes-a-message-without-a-run",
    probes: [
      {
        name: "one",
        handlers: wholeRun,
        commands: [{ name: "tell", steps: [{ do: "send", text: "note" }, see("branch")] }],
      },
    ],
    model: ["after"],
    actions: [say("/tell"), say()],
  },
  {
    name: "a-message-that-triggers-a-turn-starts-a-run-of-its-own",
    probes: [
      {
        name: "one",
        handlers: wholeRun,
        commands: [{ name: "tell", steps: [{ do: "send", text: "note", triggerTurn: true }] }],
      },
    ],
    model: ["after"],
    actions: [say("/tell")],
  },
  {
    name: "a-message-for-the-next-turn-goes-along-with-the-next-prompt",
    probes: [
      {
        name: "one",
        handlers: watch("message_end"),
        commands: [{ name: "tell", steps: [{ do: "send", text: "note", deliverAs: "nextTurn" }] }],
      },
    ],
    model: ["after", "again"],
    actions: [say("/tell"), say("first"), say("second")],
  },
  {
    name: "messages-sent-during-a-run-come-when-they-are-meant-to",
    probes: [
      probe(
        "one",
        once(
          "tool_call",
          { do: "send", text: "followed", deliverAs: "followUp" },
          { do: "send", text: "steered" },
          { do: "send", text: "held", triggerTurn: false },
          { do: "send", text: "later", deliverAs: "nextTurn" },
        ),
        ...watch("turn_start", "message_end", "turn_end", "agent_settled"),
      ),
    ],
    tools: plain("echo"),
    model: [calls("echo"), "one", "two", "three"],
    actions: [say(), say("next")],
  },
  {
    name: "user-messages-sent-during-a-run-need-to-say-how-they-wait",
    probes: [
      probe(
        "one",
        once(
          "tool_call",
          { do: "sendUser", text: "lost" },
          { do: "sendUser", text: "followed", deliverAs: "followUp" },
          { do: "sendUser", text: "steered", deliverAs: "steer" },
        ),
        ...watch("input", "message_end", "agent_settled"),
      ),
    ],
    tools: plain("echo"),
    model: [calls("echo"), "one", "two"],
    actions: [say()],
  },
  {
    name: "steering-messages-come-one-a-turn-and-before-follow-ups",
    probes: [
      probe("one", on("turn_start", see("pending")), ...watch("input", "message_end", "agent_end")),
    ],
    tools: [slow],
    model: [calls("slow"), "one", "two", "three", "four"],
    actions: [
      { act: "begin", text: "start" },
      { act: "reached", barrier: "running" },
      { act: "followUp", text: "follow one" },
      { act: "steer", text: "steer one" },
      { act: "steer", text: "steer two" },
      { act: "followUp", text: "follow two" },
      { act: "release", barrier: "go" },
      { act: "settle" },
    ],
  },
  {
    name: "a-message-sent-when-the-run-ends-goes-on-with-it",
    probes: [
      probe(
        "one",
        once("agent_end", { do: "send", text: "more", deliverAs: "followUp" }),
        ...wholeRun,
      ),
    ],
    model: ["one", "two"],
    actions: [say()],
  },
  {
    name: "a-user-message-sent-when-all-is-settled-starts-another-run",
    probes: [
      probe(
        "one",
        once("agent_settled", see("idle"), { do: "sendUser", text: "again" }),
        ...wholeRun,
      ),
    ],
    model: ["one", "two"],
    actions: [say()],
  },
  {
    name: "a-triggering-message-sent-when-all-is-settled-starts-another-run",
    probes: [
      probe(
        "one",
        once("agent_settled", { do: "send", text: "again", triggerTurn: true }),
        ...wholeRun,
      ),
    ],
    model: ["one", "two"],
    actions: [say()],
  },
  {
    name: "a-message-sent-before-the-run-starts-comes-before-its-prompt",
    probes: [
      probe(
        "one",
        on("input", { do: "send", text: "early" }),
        on("before_agent_start", { do: "send", text: "held", triggerTurn: false }),
        ...watch("message_end"),
      ),
    ],
    model: ["done"],
    actions: [say()],
  },
  {
    name: "extensions-talk-over-the-bus",
    probes: [
      {
        name: "one",
        channels: [{ channel: "news", steps: [fail("listener broke")] }],
        handlers: [on("session_start", { do: "emit", channel: "news", data: { n: 1 } })],
      },
      {
        name: "two",
        channels: [
          { channel: "news", steps: [{ do: "append", customType: "heard", data: 1 }] },
          { channel: "other" },
        ],
      },
    ],
    tools: plain("echo"),
    model: [calls("echo"), callsFrom(2, "echo"), "done"],
    actions: [say()],
  },
];
