import type { Scenario } from "../../../harness/scenario/scenario.ts";
import {
  block,
  calls,
  callsFrom,
  fail,
  give,
  on,
  once,
  onTool,
  plain,
  probe,
  say,
  typed,
  watch,
  wholeRun,
} from "./build.ts";

/** What happens to a tool call before its tool runs. */
export const toolCallScenarios: readonly Scenario[] = [
  {
    name: "handlers-are-asked-in-load-order-then-in-registration-order",
    probes: [
      probe("first", on("tool_call"), on("tool_call")),
      probe("second", on("tool_call")),
      probe("third", ...watch("tool_result", "tool_call")),
    ],
    tools: plain("echo"),
    model: [calls("echo"), "done"],
    actions: [say()],
  },
  {
    name: "the-first-block-ends-the-asking",
    probes: [
      probe("first", on("tool_call"), on("tool_call", block("one")), on("tool_call", block("two"))),
      probe("second", on("tool_call", block("three")), ...wholeRun),
    ],
    tools: plain("echo"),
    model: [calls("echo"), "done"],
    actions: [say()],
  },
  {
    name: "a-block-without-a-reason-is-given-one",
    probes: [probe("one", on("tool_call", give({ block: true })), ...watch("message_end"))],
    tools: plain("echo"),
    model: [calls("echo"), "done"],
    actions: [say()],
  },
  {
    name: "a-block-with-an-empty-reason-is-given-one",
    probes: [probe("one", on("tool_call", block("")))],
    tools: plain("echo"),
    model: [calls("echo"), "done"],
    actions: [say()],
  },
  {
    name: "a-block-that-terminates-ends-the-run",
    probes: [probe("one", on("tool_call", block("over", { terminate: true })), ...wholeRun)],
    tools: plain("echo"),
    model: [calls("echo", "echo"), "never said"],
    actions: [say()],
  },
  {
    name: "terminating-one-call-of-two-does-not-end-the-run",
    probes: [
      probe("one", onTool("tool_call", "left", block("over", { terminate: true })), ...wholeRun),
    ],
    tools: plain("left", "right"),
    model: [calls("left", "right"), "done"],
    actions: [say()],
  },
  {
    name: "terminate-without-a-block-means-nothing",
    probes: [probe("one", on("tool_call", give({ terminate: true })))],
    tools: plain("echo"),
    model: [calls("echo"), "done"],
    actions: [say()],
  },
  {
    name: "a-throw-in-tool-call-blocks-with-its-message",
    probes: [
      probe("one", on("tool_call", fail("gate broke"))),
      probe("two", on("tool_call"), ...watch("tool_result", "message_end")),
    ],
    tools: plain("echo"),
    model: [calls("echo"), "done"],
    actions: [say()],
  },
  {
    name: "a-bare-throw-in-tool-call-blocks-too",
    probes: [probe("one", on("tool_call", { do: "throw", message: "text", bare: true }))],
    tools: plain("echo"),
    model: [calls("echo"), "done"],
    actions: [say()],
  },
  {
    name: "an-answer-that-does-not-block-lets-the-others-speak",
    probes: [
      probe("one", on("tool_call", give({ block: false, reason: "unheard" }))),
      probe("two", on("tool_call", give({})), on("tool_call", block("heard"))),
    ],
    tools: plain("echo"),
    model: [calls("echo"), "done"],
    actions: [say()],
  },
  {
    name: "a-changed-input-reaches-later-handlers-and-the-tool",
    probes: [
      probe("one", on("tool_call", { do: "mutate", set: { path: "changed", extra: [1] } })),
      probe("two", ...watch("tool_call", "tool_result", "tool_execution_end")),
    ],
    tools: plain("echo"),
    model: [calls(["echo", { path: "given" }]), "done"],
    actions: [say()],
  },
  {
    name: "a-changed-input-is-not-checked-again",
    probes: [probe("one", on("tool_call", { do: "mutate", set: { text: 7, count: "many" } }))],
    tools: [typed],
    model: [calls(["typed", { text: "given" }]), "done"],
    actions: [say()],
  },
  {
    name: "an-unknown-tool-asks-no-handler",
    probes: [probe("one", ...wholeRun)],
    tools: plain("echo"),
    model: [calls("nowhere", "echo"), "done"],
    actions: [say()],
  },
  {
    name: "invalid-arguments-ask-no-handler",
    probes: [probe("one", ...wholeRun)],
    tools: [typed],
    model: [calls(["typed", { count: 1 }], ["typed", { text: "fine" }]), "done"],
    actions: [say()],
  },
  {
    name: "arguments-that-were-no-object-ask-no-handler",
    probes: [probe("one", ...watch("tool_call", "tool_result", "tool_execution_end"))],
    tools: [typed],
    model: [
      {
        content: [
          {
            type: "toolCall",
            id: "c1",
            name: "typed",
            arguments: {},
            argumentsError: "not an object: [1]",
          },
        ],
      },
      "done",
    ],
    actions: [say()],
  },
  {
    name: "arguments-are-coerced-before-handlers-see-them",
    probes: [probe("one", ...watch("tool_execution_start", "tool_call", "tool_result"))],
    tools: [typed],
    model: [calls(["typed", { text: "x", count: "42" }]), "done"],
    actions: [say()],
  },
  {
    name: "arguments-are-prepared-before-they-are-checked",
    probes: [probe("one", ...watch("tool_execution_start", "tool_call"))],
    tools: [{ ...typed, prepared: { text: "filled in" } }],
    model: [calls(["typed", { count: 3 }]), "done"],
    actions: [say()],
  },
  {
    name: "siblings-are-asked-in-order-then-run-together",
    probes: [probe("one", onTool("tool_call", "middle", block("not this one")), ...wholeRun)],
    tools: plain("left", "middle", "right"),
    model: [calls("left", "middle", "right"), "done"],
    actions: [say()],
  },
  {
    name: "siblings-that-end-in-another-order-are-written-in-their-own",
    probes: [probe("one", ...watch("tool_execution_end", "message_end"))],
    tools: [
      { name: "slow", steps: [{ do: "wait", barrier: "quick is over" }] },
      { name: "quick", steps: [{ do: "reach", barrier: "quick is over" }] },
    ],
    model: [calls("slow", "quick"), "done"],
    actions: [say()],
  },
  {
    name: "a-sequential-tool-makes-its-siblings-take-turns",
    probes: [probe("one", ...wholeRun)],
    tools: [{ name: "alone", sequential: true }, { name: "other" }],
    model: [calls("other", "alone", "other"), "done"],
    actions: [say()],
  },
  {
    name: "an-inactive-tool-is-not-found",
    probes: [probe("one", ...watch("tool_call", "message_end"))],
    tools: [{ name: "asleep", inactive: true }],
    model: [calls("asleep"), "done"],
    actions: [say()],
  },
  {
    name: "a-handler-registered-during-a-call-is-asked-about-the-next",
    probes: [
      probe(
        "one",
        once("tool_call", {
          do: "registerHandler",
          handler: { on: "tool_call", steps: [block("late")] },
        }),
      ),
    ],
    tools: plain("echo"),
    model: [calls("echo"), callsFrom(2, "echo"), "done"],
    actions: [say()],
  },
  {
    name: "a-message-that-was-cut-off-runs-none-of-its-calls",
    probes: [probe("one", ...wholeRun)],
    tools: plain("echo"),
    model: [{ ...calls("echo", "echo"), stopReason: "length" }, "done"],
    actions: [say()],
  },
  {
    name: "text-and-thinking-come-along-with-calls",
    probes: [probe("one", ...watch("message_update", "message_end", "tool_call"))],
    tools: plain("echo"),
    model: [
      {
        content: [
          { type: "thinking", thinking: "let me see" },
          { type: "text", text: "I call it." },
          { type: "toolCall", id: "c1", name: "echo", arguments: { a: { b: [1, null] } } },
        ],
      },
      "done",
    ],
    actions: [say()],
  },
];
