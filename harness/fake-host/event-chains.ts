import type {
  AgentBeforeSettleEvent,
  BeforeAgentStartCustomEvent,
  BeforeAgentStartEventResult,
  BeforeAgentStartUserEvent,
  BoundaryContextPreview,
  BoundaryResult,
  InputEvent,
  InputEventResult,
  MessageEndEventResult,
  NormalizedBuildSystemPromptOptions,
  SessionBoundaryDraft,
  ToolResultEvent,
  ToolResultEventResult,
  TurnEndEvent,
} from "@earendil-works/pi-coding-agent";
import { type DispatchHost, handlersOf, messageOf, reportThrow } from "./event-dispatch.ts";
import type { AgentMessage } from "./pi-shapes.ts";
import { copyPromptOptions, promptText } from "./system-prompt.ts";

/**
 * Lets the `input` handlers change the text one after the other; `handled` ends the chain.
 *
 * Spec: HN-2.
 */
export async function chainInput(
  host: DispatchHost,
  first: Omit<InputEvent, "type">,
): Promise<InputEventResult> {
  const context = host.eventContext();
  let { text, images } = first;
  for (const { extension, handler } of handlersOf(host, "input")) {
    try {
      const event = { ...first, type: "input", text, images };
      const given = (await handler(event, context)) as InputEventResult | undefined;
      if (given?.action === "handled") return given;
      if (given?.action !== "transform") continue;
      text = given.text;
      images = given.images ?? images;
    } catch (thrown) {
      reportThrow(host, extension, "input", thrown);
    }
  }
  const changed = text !== first.text || images !== first.images;
  if (!changed) return { action: "continue" };
  return { action: "transform", text, ...(images === undefined ? {} : { images }) };
}

/** What `tool_result` handlers made of a result. Spec: HN-2. */
export type ChangedResult = Pick<
  ToolResultEvent,
  "content" | "details" | "structuredContent" | "isError" | "usage"
>;

function applyResult(event: ToolResultEvent, given: ToolResultEventResult): boolean {
  let changed = false;
  if (given.content !== undefined) {
    event.content = given.content;
    // Structured content that is not replaced with the content may no longer match it.
    if (given.structuredContent === undefined) delete event.structuredContent;
    changed = true;
  }
  for (const key of ["details", "structuredContent", "isError", "usage"] as const) {
    if (given[key] === undefined) continue;
    Object.assign(event, { [key]: given[key] });
    changed = true;
  }
  return changed;
}

/** Lets the `tool_result` handlers change a result one after the other. Spec: HN-2. */
export async function chainToolResult(
  host: DispatchHost,
  first: ToolResultEvent,
): Promise<ChangedResult | undefined> {
  const context = host.eventContext();
  const event: ToolResultEvent = { ...first };
  let changed = false;
  for (const { extension, handler } of handlersOf(host, "tool_result")) {
    try {
      const given = (await handler(event, context)) as ToolResultEventResult | undefined;
      if (given && applyResult(event, given)) changed = true;
    } catch (thrown) {
      reportThrow(host, extension, "tool_result", thrown);
    }
  }
  return changed ? event : undefined;
}

/** Lets the `message_end` handlers replace a message; its role has to stay. Spec: HN-2. */
export async function chainMessageEnd(
  host: DispatchHost,
  first: AgentMessage,
): Promise<AgentMessage | undefined> {
  const context = host.eventContext();
  let message = first;
  for (const { extension, handler } of handlersOf(host, "message_end")) {
    try {
      const event = { type: "message_end", message };
      const given = (await handler(event, context)) as MessageEndEventResult | undefined;
      if (!given?.message) continue;
      if (given.message.role !== message.role)
        throw new Error("message_end handlers must return a message with the same role");
      message = given.message;
    } catch (thrown) {
      reportThrow(host, extension, "message_end", thrown);
    }
  }
  return message === first ? undefined : message;
}

/** What starts a run: a user's prompt or an extension's message. Spec: HN-2. */
export type RunTrigger =
  | Pick<BeforeAgentStartUserEvent, "messageType" | "prompt" | "images">
  | Pick<BeforeAgentStartCustomEvent, "messageType" | "message">;

/** Messages and prompt options that `before_agent_start` handlers left for a run. Spec: HN-2. */
export interface RunStart {
  readonly messages: NonNullable<BeforeAgentStartEventResult["message"]>[];
  readonly options: NormalizedBuildSystemPromptOptions;
}

/**
 * Asks the `before_agent_start` handlers. They share one mutable set of prompt options, and each
 * sees the prompt as the ones before it left it.
 *
 * Spec: HN-2.
 */
export async function chainBeforeAgentStart(
  host: DispatchHost,
  trigger: RunTrigger,
  base: NormalizedBuildSystemPromptOptions,
): Promise<RunStart> {
  const options = copyPromptOptions(base);
  const plain = host.eventContext();
  const context = Object.defineProperties({}, Object.getOwnPropertyDescriptors(plain));
  Object.assign(context, { getSystemPrompt: () => promptText(options) });
  const messages: RunStart["messages"] = [];
  for (const { extension, handler } of handlersOf(host, "before_agent_start")) {
    try {
      const event = {
        ...trigger,
        type: "before_agent_start",
        get systemPrompt() {
          return promptText(options);
        },
        systemPromptOptions: options,
      };
      const given = (await handler(event, context)) as BeforeAgentStartEventResult | undefined;
      if (given?.message) messages.push(given.message);
      if (given?.systemPrompt !== undefined) options.forceSystemPrompt = given.systemPrompt;
    } catch (thrown) {
      reportThrow(host, extension, "before_agent_start", thrown);
    }
  }
  return { messages, options };
}

/** An event at a boundary of a run, before the handlers' entries are known. Spec: HN-2. */
export type BoundaryBase =
  | Omit<TurnEndEvent, "entries" | "continue" | "context">
  | Omit<AgentBeforeSettleEvent, "entries" | "continue" | "context">;

/**
 * What the handlers of a boundary event want: entries to append, and whether to go on.
 *
 * Spec: HN-2.
 */
export interface Boundary {
  readonly entries: SessionBoundaryDraft[];
  readonly continue: boolean;
}

/**
 * Asks the handlers of a boundary event. Each one replaces the list of entries and the wish to go
 * on, and sees the context that the entries so far would give; entries that cannot be applied at
 * the end are dropped together with the wish.
 *
 * Spec: HN-2.
 */
export async function chainBoundary(
  host: DispatchHost,
  base: BoundaryBase,
  preview: (entries: SessionBoundaryDraft[]) => BoundaryContextPreview,
): Promise<Boundary> {
  const eventContext = host.eventContext();
  let boundary: Boundary = { entries: [], continue: false };
  let context = preview(boundary.entries);
  let valid = true;
  for (const { extension, handler } of handlersOf(host, base.type)) {
    try {
      const event = { ...base, ...boundary, context };
      const given = (await handler(event, eventContext)) as BoundaryResult | undefined;
      boundary = {
        entries: given?.entries ?? boundary.entries,
        continue: given?.continue ?? boundary.continue,
      };
    } catch (thrown) {
      reportThrow(host, extension, base.type, thrown);
    }
    try {
      context = preview(boundary.entries);
      valid = true;
    } catch (thrown) {
      valid = false;
      const cause = new Error(`Invalid boundary entries: ${messageOf(thrown)}`);
      reportThrow(host, extension, base.type, cause);
    }
  }
  return valid ? boundary : { entries: [], continue: false };
}
