import type { Scenario } from "../../../harness/scenario/scenario.ts";
import { calls, fail, give, on, once, plain, probe, say, see, watch, wholeRun } from "./build.ts";

const skills = [
  { name: "mending", description: "How to mend.", body: "Mend it.\n\nCarefully." },
  { name: "hidden", description: "Not for the model.", body: "x", disableModelInvocation: true },
];

/** What becomes of the user's words before a run. */
export const userInputScenarios: readonly Scenario[] = [
  {
    name: "input-is-transformed-one-handler-after-the-other",
    probes: [
      probe("one", on("input", give({ action: "transform", text: "first" }))),
      probe("two", on("input", give({ action: "continue" })), on("input")),
      probe("three", on("input", give({ action: "transform", text: "third" })), ...wholeRun),
    ],
    model: ["done"],
    actions: [say("given")],
  },
  {
    name: "handled-input-starts-no-run",
    probes: [
      probe("one", on("input", give({ action: "handled" })), on("input")),
      probe("two", ...wholeRun),
    ],
    model: ["never said"],
    actions: [say()],
  },
  {
    name: "a-throw-in-input-is-reported-and-the-rest-go-on",
    probes: [
      probe("one", on("input", fail("input broke"))),
      probe("two", on("input", give({ action: "transform", text: "second" }))),
    ],
    model: ["done"],
    actions: [say()],
  },
  {
    name: "a-command-runs-before-input-handlers-and-starts-no-run",
    probes: [
      {
        name: "one",
        handlers: wholeRun,
        commands: [{ name: "look", steps: [see("idle"), see("commands")] }],
      },
    ],
    model: ["never said"],
    actions: [say("/look at this"), say("/look")],
  },
  {
    name: "an-unknown-command-is-a-prompt",
    probes: [probe("one", ...watch("input", "before_agent_start"))],
    model: ["done"],
    actions: [say("/nowhere to go")],
  },
  {
    name: "a-command-that-throws-is-reported-and-counts-as-run",
    probes: [
      { name: "one", handlers: wholeRun, commands: [{ name: "bad", steps: [fail("oh no")] }] },
    ],
    model: ["never said"],
    actions: [say("/bad")],
  },
  {
    name: "commands-of-one-name-are-numbered",
    probes: [
      { name: "one", commands: [{ name: "same", steps: [see("commands")] }] },
      {
        name: "two",
        commands: [
          { name: "same", steps: [see("mode")] },
          { name: "own", steps: [] },
        ],
      },
    ],
    model: ["a prompt after all"],
    actions: [say("/same:1 a"), say("/same:2 b"), say("/same c"), say("/own d")],
  },
  {
    name: "input-that-becomes-a-command-is-words",
    probes: [
      {
        name: "one",
        handlers: [
          on("input", give({ action: "transform", text: "/look" })),
          ...watch("before_agent_start"),
        ],
        commands: [{ name: "look", steps: [see("idle")] }],
      },
    ],
    model: ["done"],
    actions: [say()],
  },
  {
    name: "a-skill-command-is-spelled-out-after-input-handlers",
    skills,
    probes: [probe("one", ...watch("input", "before_agent_start", "message_end"))],
    model: ["one", "two", "three"],
    actions: [say("/skill:mending the   roof "), say("/skill:hidden"), say("/skill:mending")],
  },
  {
    name: "an-unknown-skill-command-is-words",
    skills,
    probes: [probe("one", ...watch("before_agent_start"))],
    model: ["one"],
    actions: [say("/skill:unknown the roof")],
  },
  {
    name: "the-source-of-the-input-is-told",
    probes: [probe("one", ...watch("input"))],
    model: ["one", "two"],
    actions: [
      { act: "prompt", text: "a", source: "rpc" },
      { act: "prompt", text: "b", source: "extension", streamingBehavior: "steer" },
    ],
  },
  {
    name: "a-message-of-an-extension-in-the-users-name-is-words",
    skills,
    probes: [
      {
        name: "one",
        handlers: wholeRun,
        commands: [
          { name: "look", steps: [see("idle")] },
          {
            name: "talk",
            steps: [{ do: "sendUser", text: "/look" }],
          },
          { name: "teach", steps: [{ do: "sendUser", text: "/skill:mending", expand: true }] },
          { name: "order", steps: [{ do: "sendUser", text: "/look", expand: true }] },
        ],
      },
    ],
    model: ["one", "two"],
    actions: [say("/talk"), say("/teach"), say("/order")],
  },
  {
    name: "a-prompt-during-a-run-needs-to-say-how-it-waits",
    probes: [probe("one", ...watch("input", "message_end", "agent_settled"))],
    tools: [
      {
        name: "slow",
        steps: [
          { do: "reach", barrier: "running" },
          { do: "wait", barrier: "go" },
        ],
      },
    ],
    model: [calls("slow"), "steered", "followed"],
    actions: [
      { act: "begin", text: "start" },
      { act: "reached", barrier: "running" },
      { act: "begin", text: "lost" },
      { act: "begin", text: "after that", streamingBehavior: "followUp" },
      { act: "begin", text: "at once", streamingBehavior: "steer" },
      { act: "release", barrier: "go" },
      { act: "settle" },
    ],
  },
  {
    name: "a-command-runs-during-a-run",
    probes: [
      {
        name: "one",
        handlers: watch("agent_settled"),
        commands: [{ name: "look", steps: [see("idle"), see("signal"), see("pending")] }],
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
      { act: "begin", text: "/look" },
      { act: "steer", text: "/look" },
      { act: "release", barrier: "go" },
      { act: "settle" },
    ],
  },
  {
    name: "the-first-input-of-a-session-can-be-handled-and-the-next-not",
    probes: [probe("one", once("input", give({ action: "handled" })), ...wholeRun)],
    tools: plain("echo"),
    model: [calls("echo"), "done"],
    actions: [say("first"), say("second")],
  },
];
