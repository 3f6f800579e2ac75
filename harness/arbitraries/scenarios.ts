import fc from "fast-check";
import type { EventName } from "../fake-host/pi-shapes.ts";
import { type ScriptedMessage, toolCall } from "../fake-host/scripted-model.ts";
import type {
  Action,
  Probe,
  ProbeHandler,
  Scenario,
  ScenarioTool,
  Step,
} from "../scenario/scenario.ts";
import {
  commandSteps,
  someEntry,
  someInput,
  someTool,
  stepsFor,
  toolSteps,
} from "./scenario-steps.ts";

const events: readonly EventName[] = [
  "session_start",
  "session_before_switch",
  "session_before_fork",
  "session_before_tree",
  "session_before_compact",
  "session_compact",
  "session_compact_failed",
  "session_tree",
  "session_shutdown",
  "input",
  "before_agent_start",
  "agent_start",
  "turn_start",
  "context",
  "message_start",
  "message_end",
  "tool_execution_start",
  "tool_call",
  "tool_result",
  "tool_execution_end",
  "turn_end",
  "agent_end",
  "agent_before_settle",
  "agent_settled",
];

/** Asked most, as most can go wrong there. */
const weighty: readonly EventName[] = ["tool_call", "tool_call", "tool_result", "input"];

const handler: fc.Arbitrary<ProbeHandler> = fc.constantFrom(...events, ...weighty).chain((on) =>
  // Few times, so that a run which a handler prolongs comes to an end.
  fc.record({ on: fc.constant(on), times: fc.integer({ min: 1, max: 2 }), steps: stepsFor(on) }),
);

const probe: fc.Arbitrary<Omit<Probe, "name">> = fc.record({
  handlers: fc.array(handler, { maxLength: 6 }),
  commands: fc.array(fc.record({ name: fc.constantFrom("look", "do"), steps: commandSteps }), {
    maxLength: 1,
  }),
  tools: fc.array(fc.record({ name: fc.constant("own"), steps: toolSteps }), { maxLength: 1 }),
});

function tools(steps: Step[], sequential: boolean, terminate: boolean): ScenarioTool[] {
  const typed = {
    type: "object",
    properties: { text: { type: "string" }, count: { type: "number" } },
    required: ["text"],
  };
  return [
    { name: "echo", steps },
    { name: "typed", parameters: typed, sequential },
    { name: "ill", throws: "it hurts" },
    { name: "last", result: { text: "last", terminate, structuredContent: { s: 1 } } },
    { name: "outer", steps: [{ do: "nested", tool: "typed", input: { text: "inner" } }] },
  ];
}

const madeCalls = fc.array(fc.tuple(someTool, someInput), { minLength: 1, maxLength: 3 });

/** Ids count through the whole script: `takesTurns` orders siblings by them. */
function scripted(turns: readonly (readonly (readonly [string, unknown])[])[]): ScriptedMessage[] {
  let count = 0;
  return turns.map((calls) => ({
    content: calls.map(([name, input]) => {
      count += 1;
      return toolCall(name, input as Parameters<typeof toolCall>[1], `c${count}`);
    }),
  }));
}

const ending: fc.Arbitrary<ScriptedMessage> = fc.constantFrom<ScriptedMessage>(
  { content: "said" },
  { content: [] },
  {
    content: [
      { type: "thinking", thinking: "hm" },
      { type: "text", text: "said" },
    ],
  },
  { content: "half", stopReason: "length" },
  { content: "half", stopReason: "error", errorMessage: "generated failure" },
);

/** Calls and endings shuffled, then enough plain words for whatever asks for more. */
const model: fc.Arbitrary<ScriptedMessage[]> = fc
  .array(fc.oneof({ arbitrary: madeCalls, weight: 3 }, fc.constant(undefined)), { maxLength: 5 })
  .chain((turns) => fc.tuple(fc.constant(turns), fc.array(ending, { minLength: 5, maxLength: 5 })))
  .map(([turns, endings]) => {
    const made = scripted(turns.filter((turn) => turn !== undefined));
    const mixed = turns.map((turn, index) =>
      turn === undefined ? (endings[index] ?? { content: "said" }) : made.shift(),
    );
    const more = Array.from({ length: 24 }, (_, index) => ({ content: `more ${index}` }));
    return [...mixed.filter((message) => message !== undefined), ...more];
  });

const prompt: fc.Arbitrary<Action> = fc
  .constantFrom("go", "", "/look here", "/do", "/skill:mending now", "/skill:none", "ü\n\nx")
  .map((text) => ({ act: "prompt", text }));

const move: fc.Arbitrary<Action> = fc.oneof(
  fc.record({ act: fc.constant("tree" as const), entry: someEntry, label: fc.constant("moved") }),
  fc.record({
    act: fc.constant("fork" as const),
    entry: someEntry,
    position: fc.constantFrom("before" as const, "at" as const),
  }),
  fc.constantFrom<Action>({ act: "compact" }, { act: "reload" }, { act: "newSession" }),
  fc.constant<Action>({ act: "abort" }),
);

/** What the user does while a tool of the first run waits. */
const interference: fc.Arbitrary<Action[]> = fc.array(
  fc.constantFrom<Action>(
    { act: "steer", text: "steered" },
    { act: "followUp", text: "followed" },
    { act: "steer", text: "/look" },
    { act: "begin", text: "begun", streamingBehavior: "steer" },
    { act: "begin", text: "not said how" },
  ),
  { maxLength: 3 },
);

const slow: ScenarioTool = {
  name: "slow",
  steps: [
    { do: "reach", barrier: "running" },
    { do: "wait", barrier: "go" },
  ],
};

function interrupted(during: readonly Action[]): Action[] {
  if (during.length === 0) return [];
  return [
    { act: "begin", text: "start" },
    { act: "reached", barrier: "running" },
    ...during,
    { act: "release", barrier: "go" },
    { act: "settle" },
  ];
}

/**
 * Scenarios of every kind that the hand-written ones hold. What races in pi itself is left out or
 * put in order: siblings take turns, and an extension speaks in the user's name only while nothing
 * runs. Every script has more words than a run can ask for.
 *
 * Spec: HN-3.
 */
export const scenario: fc.Arbitrary<Scenario> = fc
  .record({
    mode: fc.constantFrom("tui" as const, "rpc" as const, "json" as const, "print" as const),
    probes: fc.array(probe, { minLength: 1, maxLength: 3 }),
    steps: toolSteps,
    sequential: fc.boolean(),
    terminate: fc.boolean(),
    model,
    during: interference,
    actions: fc.array(fc.oneof({ arbitrary: prompt, weight: 3 }, move), {
      minLength: 1,
      maxLength: 4,
    }),
  })
  .map(({ mode, probes, steps, sequential, terminate, model: said, during, actions }) => ({
    name: "generated",
    mode,
    takesTurns: true,
    probes: probes.map((made, index) => ({ ...made, name: `probe-${index}` })),
    tools: [...tools(steps, sequential, terminate), slow],
    skills: [{ name: "mending", description: "How to mend.", body: "Mend it." }],
    model: during.length === 0 ? said : [{ content: [toolCall("slow", {}, "c0")] }, ...said],
    actions: [...interrupted(during), ...actions],
  }));
