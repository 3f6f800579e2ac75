import type {
  ExtensionAPI,
  ExtensionContext,
  ExtensionFactory,
  ToolDefinition,
} from "@earendil-works/pi-coding-agent";
import type { Barriers } from "./barriers.ts";
import { packageExtension } from "./package-extension.ts";
import { doSteps, type Place, type ProbeRun } from "./probe-steps.ts";
import type { Probe, ProbeHandler, Scenario, ScenarioTool } from "./scenario.ts";

/** The place of whoever acts through an extension's API. */
function placeOf(run: ProbeRun, pi: ExtensionAPI, who: string): Place {
  return {
    ...run,
    who,
    pi,
    registerTool: (tool) => pi.registerTool(probeTool(tool, pi, run)),
    registerHandler: (handler) => addHandler(pi, handler, `${who}+`, run),
  };
}

/** A tool as pi takes it, which does what the scenario says. Spec: HN-3. */
export function probeTool(
  tool: ScenarioTool,
  pi: ExtensionAPI | undefined,
  run: ProbeRun,
): ToolDefinition {
  const { name, parameters = { type: "object" }, promptGuidelines, prepared } = tool;
  return {
    name,
    label: name,
    description: `Scripted tool ${name}.`,
    parameters: structuredClone(parameters) as ToolDefinition["parameters"],
    ...(tool.sequential ? { executionMode: "sequential" as const } : {}),
    ...(tool.exposure === undefined ? {} : { exposure: tool.exposure }),
    ...(tool.inactive ? { defaultActive: false } : {}),
    ...(tool.promptSnippet === undefined ? {} : { promptSnippet: tool.promptSnippet }),
    ...(promptGuidelines === undefined ? {} : { promptGuidelines: [...promptGuidelines] }),
    ...(prepared === undefined
      ? {}
      : { prepareArguments: (args) => ({ ...(args as object), ...prepared }) }),
    execute: async (toolCallId, input, signal, onUpdate, context) => {
      const who = `tool ${name} ${toolCallId}`;
      if (run.takesTurns) await theCallsBefore(toolCallId, run.barriers);
      run.log({ who, input: structuredClone(input) });
      const update = (text: string): void =>
        onUpdate?.({ content: [{ type: "text", text }], details: undefined });
      const place = placeOf(run, pi ?? unavailableApi(who), who);
      await doSteps(tool.steps ?? [], { ...place, context, signal, update });
      run.log({ who, ends: true });
      if (tool.throws !== undefined) throw new Error(tool.throws);
      const {
        text = `${name} ran`,
        details,
        structuredContent,
        terminate,
        isError,
      } = tool.result ?? {};
      return {
        content: [{ type: "text", text }],
        details,
        ...(structuredContent === undefined
          ? {}
          : { structuredContent: structuredContent as never }),
        ...(terminate === undefined ? {} : { terminate }),
        ...(isError === undefined ? {} : { isError }),
      };
    },
  };
}

const startOf = (number: number): string => `start of c${number}`;
const endOf = (number: number): string => `end of c${number}`;

function numberOf(toolCallId: string): number {
  return Number(/^c(\d+)$/.exec(toolCallId)?.[1] ?? -1);
}

/** Waits until the siblings before have ended; nested calls wait with their parent. */
async function theCallsBefore(toolCallId: string, barriers: Barriers): Promise<void> {
  for (let before = 0; before < numberOf(toolCallId); before += 1)
    if (barriers.isReached(startOf(before))) await barriers.wait(endOf(before));
}

/**
 * An extension that knows which siblings began, and lets the next one run; loaded last.
 *
 * Spec: HN-3.
 */
export function turnKeeper({ barriers }: ProbeRun): ExtensionFactory {
  return (pi) => {
    pi.on("tool_execution_start", (event) => barriers.reach(startOf(numberOf(event.toolCallId))));
    pi.on("tool_execution_end", (event) => barriers.reach(endOf(numberOf(event.toolCallId))));
  };
}

/**
 * A tool of the host has no extension's API; a step that needs one is a mistake in the scenario.
 */
function unavailableApi(who: string): ExtensionAPI {
  const fail = (): never => {
    throw new Error(`${who}: a tool of the host has no extension API`);
  };
  return new Proxy({} as ExtensionAPI, { get: fail });
}

function addHandler(pi: ExtensionAPI, handler: ProbeHandler, who: string, run: ProbeRun): void {
  let called = 0;
  const place = placeOf(run, pi, `${who} ${handler.on}`);
  const handle = async (event: { toolName?: string }, context: ExtensionContext) => {
    called += 1;
    if (!handler.quiet) run.log({ who: place.who, event: plain(event) });
    if (handler.times !== undefined && called > handler.times) return undefined;
    if (handler.tool !== undefined && event.toolName !== handler.tool) return undefined;
    const steps = handler.steps ?? [];
    const { answer } = await doSteps(steps, { ...place, context, event });
    return answer;
  };
  const on = pi.on as (name: string, listener: typeof handle) => () => void;
  on(handler.on, handle);
}

/** The event as data, as it was when the handler was told; getters are read. */
function plain(event: object): unknown {
  const copy = JSON.stringify(event, (_key, value: unknown) =>
    value instanceof Set ? [...value] : value instanceof AbortSignal ? undefined : value,
  );
  return JSON.parse(copy);
}

/** The extensions of a scenario, with their names. Spec: HN-3. */
export function scenarioExtensions(
  scenario: Scenario,
  run: ProbeRun,
): { name: string; factory: ExtensionFactory }[] {
  const probes = scenario.probes.map((probe) => ({
    name: probe.name,
    factory: probeFactory(probe, run),
  }));
  const own =
    scenario.package === undefined
      ? []
      : [{ name: "pi-gatehouse", factory: packageExtension(scenario.package) }];
  const keeper = { name: "turn-keeper", factory: turnKeeper(run) };
  return scenario.takesTurns ? [...own, ...probes, keeper] : [...own, ...probes];
}

/** The extension that a probe describes. Spec: HN-3. */
export function probeFactory(probe: Probe, run: ProbeRun): ExtensionFactory {
  return async (pi) => {
    const { name } = probe;
    run.log({ who: name, loads: true });
    for (const [flag, value] of Object.entries(probe.flags ?? {}))
      if (typeof value === "boolean") pi.registerFlag(flag, { type: "boolean", default: value });
      else pi.registerFlag(flag, { type: "string", default: value });
    for (const [index, handler] of (probe.handlers ?? []).entries())
      addHandler(pi, handler, `${name}.${index}`, run);
    for (const tool of probe.tools ?? []) pi.registerTool(probeTool(tool, pi, run));
    for (const { name: command, steps } of probe.commands ?? [])
      pi.registerCommand(command, {
        description: `Scripted command ${command}.`,
        handler: async (args, context) => {
          const who = `${name} /${command}`;
          run.log({ who, args });
          await doSteps(steps, { ...placeOf(run, pi, who), context });
        },
      });
    for (const { channel, steps = [] } of probe.channels ?? [])
      pi.events.on(channel, async (data) => {
        const who = `${name} channel ${channel}`;
        run.log({ who, data });
        await doSteps(steps, placeOf(run, pi, who));
      });
    await doSteps(probe.loading ?? [], placeOf(run, pi, `${name} loading`));
  };
}
