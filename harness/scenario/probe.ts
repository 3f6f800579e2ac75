import type {
  ExtensionAPI,
  ExtensionCommandContext,
  ExtensionContext,
  ExtensionFactory,
  ExtensionToolContext,
  ToolDefinition,
} from "@earendil-works/pi-coding-agent";
import type { Barriers } from "./barriers.ts";
import { observe } from "./observe.ts";
import { resolveReferences, theEntry } from "./references.ts";
import type { LogRecord, Probe, ProbeHandler, Scenario, ScenarioTool, Step } from "./scenario.ts";

/** What a probe shares with the run it is part of. Spec: HN-3. */
export interface ProbeRun {
  readonly log: (record: LogRecord) => void;
  readonly barriers: Barriers;
  /** Whether sibling calls take turns. */
  readonly takesTurns?: boolean;
}

/** Where a step is done: who does it, and what it can touch. */
interface Place extends ProbeRun {
  readonly who: string;
  readonly pi: ExtensionAPI;
  readonly context?: ExtensionContext;
  readonly event?: unknown;
  readonly signal?: AbortSignal | undefined;
  readonly update?: (text: string) => void;
}

type Handled = { readonly answer?: unknown };

function contextOf(place: Place): ExtensionContext {
  if (place.context === undefined) throw new Error(`${place.who}: this step needs a context`);
  return place.context;
}

/** Steps on the session and the user. */
async function doSessionStep(step: Step, place: Place): Promise<boolean> {
  const { pi, log, who } = place;
  switch (step.do) {
    case "append":
      pi.appendEntry(step.customType, step.data);
      return true;
    case "label":
      pi.setLabel(
        theEntry(contextOf(place).sessionManager.getEntries(), step.entry),
        step.label ?? undefined,
      );
      return true;
    case "name":
      pi.setSessionName(step.name);
      return true;
    case "notify":
      contextOf(place).ui.notify(step.message, step.type);
      return true;
    case "status":
      contextOf(place).ui.setStatus(step.key, step.text ?? undefined);
      return true;
    case "dialog": {
      const { ui } = contextOf(place);
      const ask = {
        select: () => ui.select(step.title, ["one", "two"]),
        confirm: () => ui.confirm(step.title, "Sure?"),
        input: () => ui.input(step.title),
        editor: () => ui.editor(step.title),
      };
      log({ who, dialog: step.kind, answer: await ask[step.kind]() });
      return true;
    }
    case "send": {
      const { deliverAs, triggerTurn, text } = step;
      const message = { customType: "probe", content: text, display: true };
      pi.sendMessage(message, {
        ...(deliverAs === undefined ? {} : { deliverAs }),
        ...(triggerTurn === undefined ? {} : { triggerTurn }),
      });
      return true;
    }
    case "sendUser": {
      const { deliverAs, expand } = step;
      pi.sendUserMessage(step.text, {
        ...(deliverAs === undefined ? {} : { deliverAs }),
        ...(expand === undefined ? {} : { expandPromptTemplates: expand }),
      });
      return true;
    }
    default:
      return false;
  }
}

/** Steps on the run: its tools, its barriers, its end. */
async function doRunStep(step: Step, place: Place): Promise<boolean> {
  const { pi, barriers, log, who } = place;
  switch (step.do) {
    case "setActiveTools":
      pi.setActiveTools([...step.names]);
      return true;
    case "registerTool":
      pi.registerTool(probeTool(step.tool, pi, place));
      return true;
    case "registerHandler":
      addHandler(pi, step.handler, `${who}+`, place);
      return true;
    case "emit":
      pi.events.emit(step.channel, step.data);
      return true;
    case "abort":
      contextOf(place).abort();
      return true;
    case "compact":
      contextOf(place).compact({
        onComplete: ({ summary }) => log({ who, compacted: summary }),
        onError: ({ message }) => log({ who, compactionError: message }),
      });
      return true;
    case "shutdown":
      contextOf(place).shutdown();
      return true;
    case "reach":
      barriers.reach(step.barrier);
      return true;
    case "wait":
      await barriers.wait(step.barrier);
      return true;
    case "waitForAbort":
      await untilAborted(place.signal);
      return true;
    case "update":
      place.update?.(step.text);
      return true;
    case "nested": {
      const context = contextOf(place) as ExtensionToolContext;
      const { toolCall, result, isError } = await context.executeTool(step.tool, step.input);
      log({ who, nested: toolCall.id, content: result.content, isError });
      return true;
    }
    default:
      return false;
  }
}

function untilAborted(signal: AbortSignal | undefined): Promise<void> {
  if (signal === undefined || signal.aborted) return Promise.resolve();
  return new Promise((resolve) =>
    signal.addEventListener("abort", () => resolve(), { once: true }),
  );
}

/** Steps on the event's own mutable parts. */
function doEventStep(step: Step, place: Place): boolean {
  const event = place.event as {
    input?: object;
    systemPromptOptions?: {
      sections: Record<string, string>;
      skills: { name: string }[];
      selectedTools: string[];
    };
    messages?: { role: string }[];
  };
  switch (step.do) {
    case "mutate":
      Object.assign(event.input ?? {}, step.set);
      return true;
    case "section":
      if (event.systemPromptOptions) event.systemPromptOptions.sections[step.name] = step.text;
      return true;
    case "dropSkill": {
      const skills = event.systemPromptOptions?.skills ?? [];
      const at = skills.findIndex((skill) => skill.name === step.name);
      if (at >= 0) skills.splice(at, 1);
      return true;
    }
    case "selectTools":
      if (event.systemPromptOptions) event.systemPromptOptions.selectedTools = [...step.names];
      return true;
    case "dropMessages": {
      const messages = event.messages ?? [];
      const kept = messages.filter((message) => message.role !== step.role);
      messages.splice(0, messages.length, ...kept);
      return true;
    }
    default:
      return false;
  }
}

/** Steps that only a command's context allows. */
async function doCommandStep(step: Step, place: Place): Promise<boolean> {
  const { log, who } = place;
  const context = (): ExtensionCommandContext => contextOf(place) as ExtensionCommandContext;
  const entries = () => context().sessionManager.getEntries();
  switch (step.do) {
    case "newSession":
      log({ who, newSession: await context().newSession() });
      return true;
    case "fork": {
      const options = step.position === undefined ? {} : { position: step.position };
      log({ who, fork: await context().fork(theEntry(entries(), step.entry), options) });
      return true;
    }
    case "tree":
      log({ who, tree: await context().navigateTree(theEntry(entries(), step.entry)) });
      return true;
    case "reload":
      await context().reload();
      return true;
    case "waitForIdle":
      await context().waitForIdle();
      return true;
    case "useOldContext":
      try {
        log({ who, stale: false, cwd: context().cwd });
      } catch (thrown) {
        log({ who, stale: true, error: String(thrown) });
      }
      return true;
    default:
      return false;
  }
}

async function doSteps(steps: readonly Step[], place: Place): Promise<Handled> {
  let handled: Handled = {};
  for (const step of steps) {
    if (step.do === "throw") {
      if (step.bare) throw step.message;
      throw new Error(step.message);
    }
    if (step.do === "return") {
      const entries = place.context?.sessionManager.getEntries() ?? [];
      handled = { answer: resolveReferences(step.value, entries) };
    } else if (step.do === "observe") {
      place.log({
        who: place.who,
        [step.what]: observe(step.what, place.pi, contextOf(place)),
      });
    } else if (doEventStep(step, place)) continue;
    else if (await doSessionStep(step, place)) continue;
    else if (await doRunStep(step, place)) continue;
    else await doCommandStep(step, place);
  }
  return handled;
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
      await doSteps(tool.steps ?? [], {
        ...run,
        who,
        pi: pi ?? unavailableApi(who),
        context,
        signal,
        update,
      });
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

/** An extension that knows which siblings began, and lets the next one run; loaded last. Spec: HN-3. */
export function turnKeeper({ barriers }: ProbeRun): ExtensionFactory {
  return (pi) => {
    pi.on("tool_execution_start", (event) => barriers.reach(startOf(numberOf(event.toolCallId))));
    pi.on("tool_execution_end", (event) => barriers.reach(endOf(numberOf(event.toolCallId))));
  };
}

/** A tool of the host has no extension's API; a step that needs one is a mistake in the scenario. */
function unavailableApi(who: string): ExtensionAPI {
  const fail = (): never => {
    throw new Error(`${who}: a tool of the host has no extension API`);
  };
  return new Proxy({} as ExtensionAPI, { get: fail });
}

function addHandler(pi: ExtensionAPI, handler: ProbeHandler, who: string, run: ProbeRun): void {
  let called = 0;
  const place = `${who} ${handler.on}`;
  const handle = async (event: { toolName?: string }, context: ExtensionContext) => {
    called += 1;
    if (!handler.quiet) run.log({ who: place, event: plain(event) });
    if (handler.times !== undefined && called > handler.times) return undefined;
    if (handler.tool !== undefined && event.toolName !== handler.tool) return undefined;
    const steps = handler.steps ?? [];
    const { answer } = await doSteps(steps, { ...run, who: place, pi, context, event });
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
  const keeper = { name: "turn-keeper", factory: turnKeeper(run) };
  return scenario.takesTurns ? [...probes, keeper] : probes;
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
          await doSteps(steps, { ...run, who, pi, context });
        },
      });
    for (const { channel, steps = [] } of probe.channels ?? [])
      pi.events.on(channel, async (data) => {
        const who = `${name} channel ${channel}`;
        run.log({ who, data });
        await doSteps(steps, { ...run, who, pi });
      });
    await doSteps(probe.loading ?? [], { ...run, who: `${name} loading`, pi });
  };
}
