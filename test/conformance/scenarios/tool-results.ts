import type { Scenario } from "../../../harness/scenario/scenario.ts";
import {
  block,
  calls,
  fail,
  give,
  on,
  onTool,
  plain,
  probe,
  say,
  see,
  watch,
  wholeRun,
} from "./build.ts";

const text = (words: string) => [{ type: "text", text: words }];

/** What happens to a tool's result, and to the calls that tools make. */
export const toolResultScenarios: readonly Scenario[] = [
  {
    name: "results-are-changed-one-handler-after-the-other",
    probes: [
      probe("one", on("tool_result", give({ content: text("first"), details: { by: 1 } }))),
      probe("two", on("tool_result", give({ content: text("second") })), on("tool_result")),
      probe("three", ...watch("tool_execution_end", "message_end")),
    ],
    tools: [{ name: "echo", result: { text: "raw", details: { by: 0 } } }],
    model: [calls("echo"), "done"],
    actions: [say()],
  },
  {
    name: "a-handler-can-turn-a-result-into-an-error-and-back",
    probes: [
      probe("one", onTool("tool_result", "well", give({ isError: true }))),
      probe("two", onTool("tool_result", "ill", give({ isError: false, details: "mended" }))),
      probe("three", ...watch("tool_result", "tool_execution_end")),
    ],
    tools: [{ name: "well" }, { name: "ill", throws: "it hurts" }],
    model: [calls("well", "ill"), "done"],
    actions: [say()],
  },
  {
    name: "a-throw-in-tool-result-is-reported-and-the-rest-go-on",
    probes: [
      probe("one", on("tool_result", fail("handler broke"))),
      probe("two", on("tool_result", give({ content: text("still changed") }))),
    ],
    tools: plain("echo"),
    model: [calls("echo"), "done"],
    actions: [say()],
  },
  {
    name: "structured-content-goes-when-the-content-is-replaced",
    probes: [
      probe("one", onTool("tool_result", "drops", give({ content: text("new") }))),
      probe(
        "two",
        onTool("tool_result", "keeps", give({ content: text("new"), structuredContent: { b: 2 } })),
      ),
      probe("three", ...watch("tool_result", "tool_execution_end")),
    ],
    tools: [
      { name: "drops", result: { structuredContent: { a: 1 } } },
      { name: "keeps", result: { structuredContent: { a: 1 } } },
      { name: "untouched", result: { structuredContent: { a: 1 } } },
    ],
    model: [calls("drops", "keeps", "untouched"), "done"],
    actions: [say()],
  },
  {
    name: "blocked-and-invalid-calls-have-no-tool-result",
    probes: [probe("one", onTool("tool_call", "echo", block("no")), ...wholeRun)],
    tools: plain("echo"),
    model: [calls("echo", "nowhere"), "done"],
    actions: [say()],
  },
  {
    name: "a-tool-that-throws-has-a-tool-result",
    probes: [probe("one", ...watch("tool_result", "tool_execution_end", "message_end"))],
    tools: [{ name: "echo", throws: "it broke" }],
    model: [calls("echo"), "done"],
    actions: [say()],
  },
  {
    name: "a-tool-can-report-a-failure-without-throwing",
    probes: [probe("one", ...watch("tool_result", "tool_execution_end"))],
    tools: [{ name: "echo", result: { text: "sorry", isError: true, details: { code: 2 } } }],
    model: [calls("echo"), "done"],
    actions: [say()],
  },
  {
    name: "a-tool-that-terminates-ends-the-run",
    probes: [probe("one", ...wholeRun)],
    tools: [{ name: "last", result: { terminate: true } }],
    model: [calls("last", "last"), "never said"],
    actions: [say()],
  },
  {
    name: "updates-of-a-tool-are-told-before-its-end",
    probes: [probe("one", ...wholeRun)],
    tools: [
      {
        name: "chatty",
        steps: [
          { do: "update", text: "half" },
          { do: "update", text: "nearly" },
        ],
      },
    ],
    model: [calls(["chatty", { n: 1 }]), "done"],
    actions: [say()],
  },
  {
    name: "a-nested-call-names-its-parent",
    probes: [probe("one", ...wholeRun)],
    tools: [
      { name: "outer", steps: [see("callable"), { do: "nested", tool: "inner", input: { a: 1 } }] },
      { name: "inner" },
    ],
    model: [calls("outer"), "done"],
    actions: [say()],
  },
  {
    name: "a-nested-call-can-be-blocked-alone",
    probes: [probe("one", onTool("tool_call", "inner", block("not from there")), ...wholeRun)],
    tools: [
      {
        name: "outer",
        steps: [
          { do: "nested", tool: "inner", input: {} },
          { do: "nested", tool: "other", input: {} },
        ],
      },
      { name: "inner" },
      { name: "other" },
    ],
    model: [calls("outer"), "done"],
    actions: [say()],
  },
  {
    name: "a-nested-call-of-a-nested-call-has-both-in-its-id",
    probes: [probe("one", ...watch("tool_call", "tool_result", "tool_execution_start"))],
    tools: [
      { name: "outer", steps: [{ do: "nested", tool: "middle", input: {} }] },
      { name: "middle", steps: [{ do: "nested", tool: "inner", input: {} }] },
      { name: "inner", sequential: true },
    ],
    model: [calls("outer"), "done"],
    actions: [say()],
  },
  {
    name: "a-nested-call-that-fails-is-an-outcome",
    probes: [probe("one", on("tool_result", give({ details: "seen" })), ...wholeRun)],
    tools: [
      {
        name: "outer",
        steps: [
          { do: "nested", tool: "nowhere", input: {} },
          { do: "nested", tool: "ill", input: {} },
          { do: "nested", tool: "typed", input: {} },
        ],
      },
      { name: "ill", throws: "it hurts" },
      { name: "typed", parameters: { type: "object", required: ["a"] } },
    ],
    model: [calls("outer"), "done"],
    actions: [say()],
  },
  {
    name: "tools-that-only-tools-reach-are-callable-and-not-active",
    probes: [probe("one", on("agent_start", see("activeTools"), see("allTools")))],
    tools: [
      {
        name: "outer",
        steps: [
          see("callable"),
          { do: "nested", tool: "coded", input: {} },
          { do: "nested", tool: "modelled", input: {} },
        ],
      },
      { name: "coded", exposure: "codemode" },
      { name: "postponed", exposure: "deferred" },
      { name: "unseen", exposure: "hidden" },
      { name: "modelled", exposure: "model-only" },
    ],
    model: [calls("outer", "coded", "unseen"), "done"],
    actions: [say()],
  },
];
