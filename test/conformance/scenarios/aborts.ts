import type { Scenario } from "../../../harness/scenario/scenario.ts";
import { block, calls, give, on, once, onTool, plain, probe, say, see, wholeRun } from "./build.ts";

/** Runs that end before their time. */
export const abortScenarios: readonly Scenario[] = [
  {
    name: "an-abort-in-tool-call-stops-this-call-and-those-behind-it",
    probes: [
      probe("one", onTool("tool_call", "middle", { do: "abort" }, see("signal")), ...wholeRun),
    ],
    tools: plain("left", "middle", "right"),
    model: [calls("left", "middle", "right"), "never said"],
    actions: [say()],
  },
  {
    name: "an-abort-with-a-block-tells-the-model-of-the-abort",
    probes: [probe("one", on("tool_call", { do: "abort" }, block("unheard")))],
    tools: plain("echo"),
    model: [calls("echo"), "never said"],
    actions: [say()],
  },
  {
    name: "an-abort-in-a-tool-lets-it-end-by-itself",
    probes: [probe("one", ...wholeRun)],
    tools: [{ name: "quits", steps: [{ do: "abort" }, { do: "waitForAbort" }, see("signal")] }],
    model: [calls("quits"), "never said"],
    actions: [say()],
  },
  {
    name: "a-user-aborts-a-tool-that-listens",
    probes: [probe("one", ...wholeRun)],
    tools: [
      { name: "listens", steps: [{ do: "reach", barrier: "running" }, { do: "waitForAbort" }] },
    ],
    model: [calls("listens"), "never said", "after all"],
    actions: [
      { act: "begin", text: "start" },
      { act: "reached", barrier: "running" },
      { act: "abort" },
      { act: "settle" },
      say("again"),
    ],
  },
  {
    name: "a-user-aborts-while-the-model-thinks",
    probes: [probe("one", on("turn_start", { do: "reach", barrier: "thinking" }), ...wholeRun)],
    model: [{ content: "too late", waitsForAbort: true }, "fresh"],
    actions: [
      { act: "begin", text: "start" },
      { act: "reached", barrier: "thinking" },
      { act: "abort" },
      { act: "settle" },
      say("again"),
    ],
  },
  {
    name: "an-abort-before-the-run-starts-stops-it-at-its-start",
    probes: [probe("one", once("before_agent_start", { do: "abort" }), ...wholeRun)],
    model: ["never said"],
    actions: [say()],
  },
  {
    name: "an-abort-of-an-idle-session-does-nothing",
    probes: [probe("one", ...wholeRun)],
    model: ["one"],
    actions: [{ act: "abort" }, say()],
  },
  {
    name: "an-abort-when-all-is-to-be-settled-keeps-it-from-going-on",
    probes: [
      probe(
        "one",
        once(
          "agent_before_settle",
          { do: "abort" },
          give({
            entries: [{ type: "custom_message", customType: "n", content: "x", display: true }],
            continue: true,
          }),
        ),
        ...wholeRun,
      ),
    ],
    model: ["one", "never said"],
    actions: [say()],
  },
  {
    name: "messages-queued-before-an-abort-wait-for-the-next-run",
    probes: [probe("one", on("turn_start", see("pending")), ...wholeRun)],
    tools: [
      { name: "listens", steps: [{ do: "reach", barrier: "running" }, { do: "waitForAbort" }] },
    ],
    model: [calls("listens"), "never said", "then", "and then", "at last"],
    actions: [
      { act: "begin", text: "start" },
      { act: "reached", barrier: "running" },
      { act: "steer", text: "steered" },
      { act: "followUp", text: "followed" },
      { act: "abort" },
      { act: "settle" },
      say("again"),
    ],
  },
  {
    name: "an-abort-of-a-parent-call-reaches-its-nested-call",
    probes: [probe("one", ...wholeRun)],
    tools: [
      { name: "outer", steps: [{ do: "nested", tool: "inner", input: {} }] },
      { name: "inner", steps: [{ do: "abort" }, { do: "waitForAbort" }] },
    ],
    model: [calls("outer"), "never said"],
    actions: [say()],
  },
];
