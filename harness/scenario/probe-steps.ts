import type {
  ExtensionAPI,
  ExtensionCommandContext,
  ExtensionContext,
  ExtensionToolContext,
} from "@earendil-works/pi-coding-agent";
import type { Barriers } from "./barriers.ts";
import { observe } from "./observe.ts";
import { resolveReferences, theEntry } from "./references.ts";
import type { LogRecord, ProbeHandler, ScenarioTool, Step } from "./scenario.ts";

/** What a probe shares with the run it is part of. Spec: HN-3. */
export interface ProbeRun {
  readonly log: (record: LogRecord) => void;
  readonly barriers: Barriers;
  /** Whether sibling calls take turns. */
  readonly takesTurns?: boolean;
}

/** Where a step is done: who does it, and what it can touch. Spec: HN-3. */
export interface Place extends ProbeRun {
  readonly who: string;
  readonly pi: ExtensionAPI;
  readonly context?: ExtensionContext;
  readonly event?: unknown;
  readonly signal?: AbortSignal | undefined;
  readonly update?: (text: string) => void;
  /** Registers what a step brings along while the session goes on. */
  readonly registerTool: (tool: ScenarioTool) => void;
  readonly registerHandler: (handler: ProbeHandler) => void;
}

/** What steps came to: a handler's answer, if one was given. Spec: HN-3. */
export type Handled = { readonly answer?: unknown };

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
      place.registerTool(step.tool);
      return true;
    case "registerHandler":
      place.registerHandler(step.handler);
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

/** Does the steps one after the other. Spec: HN-3. */
export async function doSteps(steps: readonly Step[], place: Place): Promise<Handled> {
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
