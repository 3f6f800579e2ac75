import type { EventName } from "../../../harness/fake-host/pi-shapes.ts";
import {
  type ScriptedBlock,
  type ScriptedMessage,
  toolCall,
} from "../../../harness/fake-host/scripted-model.ts";
import type {
  Action,
  Data,
  Probe,
  ProbeHandler,
  ScenarioTool,
  Step,
} from "../../../harness/scenario/scenario.ts";

/** A handler that does the steps. */
export function on(event: EventName, ...steps: Step[]): ProbeHandler {
  return { on: event, steps };
}

/** A handler that does the steps for one tool's calls. */
export function onTool(
  event: "tool_call" | "tool_result",
  tool: string,
  ...steps: Step[]
): ProbeHandler {
  return { on: event, tool, steps };
}

/** A handler that does the steps once. */
export function once(event: EventName, ...steps: Step[]): ProbeHandler {
  return { on: event, steps, times: 1 };
}

/** Handlers that only write down. */
export function watch(...events: EventName[]): ProbeHandler[] {
  return events.map((event) => ({ on: event }));
}

/** The events of a run, whose order is most of what hosts can differ in. */
export const wholeRun: ProbeHandler[] = watch(
  "input",
  "before_agent_start",
  "agent_start",
  "turn_start",
  "message_start",
  "message_update",
  "message_end",
  "tool_execution_start",
  "tool_call",
  "tool_execution_update",
  "tool_result",
  "tool_execution_end",
  "turn_end",
  "agent_end",
  "agent_before_settle",
  "agent_settled",
);

/** The events of a session's life. */
export const wholeLife: ProbeHandler[] = watch(
  "session_start",
  "resources_discover",
  "session_info_changed",
  "session_before_switch",
  "session_before_fork",
  "session_before_compact",
  "session_compact",
  "session_compact_failed",
  "session_before_tree",
  "session_tree",
  "session_shutdown",
);

/** The answer of a handler. */
export function give(value: Data): Step {
  return { do: "return", value };
}

/** A block with a reason. */
export function block(reason: string, more: Readonly<Record<string, Data>> = {}): Step {
  return give({ block: true, reason, ...more });
}

/** An error thrown in a handler. */
export function fail(message: string): Step {
  return { do: "throw", message };
}

/** A note in the log. */
export function see(what: Extract<Step, { do: "observe" }>["what"]): Step {
  return { do: "observe", what };
}

/** A message of the model that calls tools; the ids are given in order, `c1`, `c2`, … */
export function calls(...made: (string | [name: string, input: Data])[]): ScriptedMessage {
  return callsFrom(1, ...made);
}

/** The same, with ids from a number on. */
export function callsFrom(
  first: number,
  ...made: (string | [name: string, input: Data])[]
): ScriptedMessage {
  const content: ScriptedBlock[] = made.map((call, index) => {
    const [name, input] = typeof call === "string" ? [call, {}] : call;
    return toolCall(name, input as Parameters<typeof toolCall>[1], `c${first + index}`);
  });
  return { content };
}

/** What the user says. */
export function say(text = "go"): Action {
  return { act: "prompt", text };
}

/** Tools that only say that they ran. */
export function plain(...names: string[]): ScenarioTool[] {
  return names.map((name) => ({ name }));
}

/** A tool that takes a text and a count. */
export const typed: ScenarioTool = {
  name: "typed",
  parameters: {
    type: "object",
    properties: { text: { type: "string" }, count: { type: "number" } },
    required: ["text"],
  },
};

/** A probe with these handlers. */
export function probe(name: string, ...handlers: ProbeHandler[]): Probe {
  return { name, handlers };
}
