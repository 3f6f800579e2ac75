import type { Scenario } from "../../../harness/scenario/scenario.ts";
import { calls, callsFrom, fail, give, on, once, plain, probe, say, see, watch } from "./build.ts";

const skills = [
  { name: "mending", description: "How to mend.", body: "Mend it." },
  { name: "breaking", description: "How to break.", body: "Break it." },
];

/** What the model is told before and between its turns. */
export const promptScenarios: readonly Scenario[] = [
  {
    name: "a-message-of-before-agent-start-follows-the-users",
    probes: [
      probe(
        "one",
        on(
          "before_agent_start",
          give({ message: { customType: "a", content: "x", display: true } }),
        ),
      ),
      probe(
        "two",
        on(
          "before_agent_start",
          give({ message: { customType: "b", content: "y", display: false, details: { n: 1 } } }),
        ),
        ...watch("message_start", "message_end"),
      ),
    ],
    model: ["done"],
    actions: [say()],
  },
  {
    name: "sections-added-to-the-prompt-are-sent-and-last",
    probes: [
      probe(
        "one",
        on(
          "before_agent_start",
          { do: "section", name: "house_rules", text: "wipe your feet" },
          see("systemPrompt"),
        ),
        on("agent_start", see("systemPrompt")),
      ),
      probe("two", on("before_agent_start", { do: "section", name: "more", text: "and knock" })),
    ],
    model: ["one", "two"],
    actions: [say(), say("again")],
  },
  {
    name: "a-section-that-is-not-added-again-is-taken-back",
    probes: [
      probe(
        "one",
        once("before_agent_start", { do: "section", name: "house_rules", text: "wipe your feet" }),
        ...watch("message_end"),
      ),
    ],
    model: ["one", "two", "three"],
    actions: [say(), say("again"), say("once more")],
  },
  {
    name: "a-whole-prompt-of-a-handler-stands-for-everything",
    probes: [
      probe(
        "one",
        once("before_agent_start", give({ systemPrompt: "You are a teapot." })),
        on("before_agent_start", see("systemPrompt")),
        on("agent_start", see("systemPrompt")),
      ),
    ],
    tools: plain("echo"),
    model: [calls("echo"), "one", "two"],
    actions: [say(), say("again")],
  },
  {
    name: "skills-can-be-taken-out-of-the-prompt-in-place",
    skills,
    probes: [
      probe(
        "one",
        on("before_agent_start", { do: "dropSkill", name: "breaking" }, see("skills")),
        on("before_agent_start"),
      ),
    ],
    tools: plain("read"),
    model: ["one"],
    actions: [say()],
  },
  {
    name: "skills-are-not-listed-when-nothing-can-read-them",
    skills,
    probes: [probe("one", ...watch("message_end"))],
    tools: plain("echo"),
    model: ["one"],
    actions: [say()],
  },
  {
    name: "an-edited-tool-list-of-before-agent-start-wins",
    probes: [
      probe(
        "one",
        once("before_agent_start", { do: "selectTools", names: ["right", "nowhere"] }),
        on("agent_start", see("activeTools")),
      ),
    ],
    tools: plain("left", "right"),
    model: [calls("left", "right"), "one", "two"],
    actions: [say(), say("again")],
  },
  {
    name: "tools-set-in-before-agent-start-are-not-undone",
    probes: [
      probe(
        "one",
        once("before_agent_start", { do: "setActiveTools", names: ["left"] }),
        on("agent_start", see("activeTools")),
      ),
    ],
    tools: plain("left", "right"),
    model: [calls("left", "right"), "one"],
    actions: [say()],
  },
  {
    name: "tools-set-during-a-run-count-from-the-next-turn",
    probes: [
      probe(
        "one",
        once("tool_call", { do: "setActiveTools", names: ["right"] }),
        on("turn_start", see("activeTools")),
        ...watch("message_end"),
      ),
    ],
    tools: plain("left", "right"),
    model: [calls("left"), callsFrom(2, "left", "right"), "done"],
    actions: [say()],
  },
  {
    name: "active-tools-keep-their-order-and-unknown-names-are-left-out",
    probes: [
      probe(
        "one",
        on(
          "session_start",
          { do: "setActiveTools", names: ["c", "nowhere", "a", "c"] },
          see("activeTools"),
          { do: "setActiveTools", names: ["b", "a"] },
          see("activeTools"),
          { do: "setActiveTools", names: [] },
          see("activeTools"),
        ),
      ),
    ],
    tools: plain("a", "b", "c"),
    model: [calls("a"), "done"],
    actions: [say()],
  },
  {
    name: "a-tool-registered-during-a-run-is-active-in-the-next-turn",
    probes: [
      probe(
        "one",
        once(
          "tool_call",
          { do: "registerTool", tool: { name: "late", promptSnippet: "a late one" } },
          { do: "registerTool", tool: { name: "asleep", inactive: true } },
          see("activeTools"),
        ),
        ...watch("message_end"),
      ),
    ],
    tools: plain("echo"),
    model: [calls("echo", "late"), callsFrom(3, "late", "asleep"), "done"],
    actions: [say()],
  },
  {
    name: "a-tool-of-the-host-comes-before-one-of-an-extension",
    probes: [
      { name: "one", tools: [{ name: "shared", result: { text: "of one" } }, { name: "own" }] },
      {
        name: "two",
        tools: [
          { name: "own", result: { text: "of two" } },
          { name: "other", result: { text: "of two" } },
        ],
        handlers: [on("session_start", see("allTools"), see("activeTools"))],
      },
    ],
    tools: [{ name: "shared", result: { text: "of the host" } }],
    model: [calls("shared", "own", "other"), "done"],
    actions: [say()],
  },
  {
    name: "what-tools-say-of-themselves-is-in-the-prompt-options",
    probes: [probe("one", ...watch("before_agent_start"))],
    tools: [
      {
        name: "echo",
        promptSnippet: " says \n it again ",
        promptGuidelines: ["be quiet", " be quiet ", ""],
      },
    ],
    model: ["done"],
    actions: [say()],
  },
  {
    name: "a-throw-in-before-agent-start-is-reported-and-the-run-goes-on",
    probes: [
      probe("one", on("before_agent_start", fail("start broke"))),
      probe(
        "two",
        on(
          "before_agent_start",
          give({ message: { customType: "b", content: [], display: true } }),
        ),
      ),
    ],
    model: ["done"],
    actions: [say()],
  },
  {
    name: "a-context-handler-changes-what-is-sent-and-not-what-is-kept",
    probes: [
      probe("one", on("context", { do: "dropMessages", role: "toolResult" })),
      probe("two", on("context", see("context")), ...watch("context_with_system")),
    ],
    tools: plain("echo"),
    model: [calls("echo"), "done"],
    actions: [say()],
  },
  {
    name: "a-context-handler-that-returns-a-list-has-its-say",
    probes: [
      probe(
        "one",
        on("context", give({ messages: [{ role: "user", content: "instead", timestamp: 0 }] })),
        on("context"),
        ...watch("context_with_system"),
      ),
    ],
    tools: plain("echo"),
    model: [calls("echo"), "done"],
    actions: [say()],
  },
  {
    name: "a-throw-in-context-is-reported-and-everything-is-sent",
    probes: [probe("one", on("context", fail("context broke")))],
    model: ["done"],
    actions: [say()],
  },
];
