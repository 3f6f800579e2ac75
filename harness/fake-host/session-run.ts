import type { AgentEvent } from "./agent-events.ts";
import { chainBeforeAgentStart, chainMessageEnd, type RunTrigger } from "./event-chains.ts";
import { hasHandlers, tell } from "./event-dispatch.ts";
import type { AgentMessage, CustomMessage } from "./pi-shapes.ts";
import { beforeSettle, endTurn } from "./session-boundary.ts";
import { estimatedTotal } from "./session-compaction-entry.ts";
import { flushHeldMessages, stampedMessage } from "./session-messages.ts";
import type { SessionState } from "./session-state.ts";
import { copyPromptOptions, promptSections, sectionChanges } from "./system-prompt.ts";
import { currentSystemMessage } from "./tool-declarations.ts";

/** The turns that were told to `turn_end` handlers already. */
const told = new WeakSet<AgentMessage>();

/** The end of a turn, before the agent decides whether to go on. Spec: HN-2. */
export function finishTurn(
  state: SessionState,
  turn: Parameters<typeof endTurn>[1],
): Promise<boolean> {
  told.add(turn.message);
  return endTurn(state, turn);
}

function textOf(message: AgentMessage): string {
  if (message.role !== "user") return "";
  const { content } = message;
  if (typeof content === "string") return content;
  return content.map((block) => (block.type === "text" ? block.text : "")).join("");
}

/** A queued text counts as waiting until its message starts. */
function takeDelivered(state: SessionState, message: AgentMessage): void {
  for (const texts of [state.steeringTexts, state.followUpTexts]) {
    const at = texts.indexOf(textOf(message));
    if (at < 0) continue;
    texts.splice(at, 1);
    return;
  }
}

function replaceInPlace(target: AgentMessage, replacement: AgentMessage): void {
  // The agent and the session hold this very object, so it is changed and not exchanged.
  for (const key of Object.keys(target)) Reflect.deleteProperty(target, key);
  const content = "content" in replacement && replacement.content == null ? { content: [] } : {};
  Object.assign(target, replacement, content);
}

async function tellExtensions(state: SessionState, event: AgentEvent): Promise<void> {
  const { runtime, identifiers } = state.parts;
  switch (event.type) {
    case "agent_start":
      state.turnIndex = 0;
      await tell(runtime, event);
      break;
    case "turn_start": {
      const { turnIndex } = state;
      await tell(runtime, { type: "turn_start", turnIndex, timestamp: identifiers.stampMs() });
      break;
    }
    case "turn_end":
      if (!told.delete(event.message)) await endTurn(state, event);
      state.turnIndex += 1;
      break;
    case "message_end": {
      const replacement = await chainMessageEnd(runtime, event.message);
      if (replacement !== undefined) replaceInPlace(event.message, replacement);
      break;
    }
    default:
      await tell(runtime, event);
  }
}

function persist(state: SessionState, message: AgentMessage): void {
  const { store } = state.parts;
  if (message.role === "custom") {
    const { customType, content, display, details } = message;
    const entry = store.append({ type: "custom_message", customType, content, display, details });
    state.entryIds.set(message, entry.id);
  } else {
    const entry = store.append({ type: "message", message });
    state.entryIds.set(message, entry.id);
  }
  if (message.role === "assistant") state.lastAssistant = message;
}

/**
 * What the session does with each event of the agent: extensions hear of it first, then it is
 * written down, so that a handler of `message_end` changes what is written.
 *
 * Spec: HN-2.
 */
export async function onAgentEvent(state: SessionState, event: AgentEvent): Promise<void> {
  if (event.type === "agent_start" && state.abortRequested) state.agent.abort();
  if (event.type === "message_start" && event.message.role === "toolResult") {
    const nestedCalls = state.nested.take(event.message.toolCallId);
    if (nestedCalls !== undefined) event.message.nestedCalls = nestedCalls;
  }
  if (event.type === "message_start" && event.message.role === "user")
    takeDelivered(state, event.message);
  await tellExtensions(state, event);
  if (event.type === "message_end") persist(state, event.message);
  if (event.type === "turn_end") flushHeldMessages(state);
}

/** Applies prompt options to the next request; the message that tells the model, if one is due. */
function applyPrompt(
  state: SessionState,
  options: SessionState["basePrompt"],
): AgentMessage | undefined {
  const { registry, identifiers } = state.parts;
  registry.setActive(options.selectedTools);
  options.selectedTools = registry.activeNames();
  const known = currentSystemMessage(state.agent.messages)?.sections ?? {};
  const sections = sectionChanges(known, promptSections(options));
  if (sections === undefined) return undefined;
  return { role: "system", content: "", sections, timestamp: identifiers.stampMs() };
}

/** The messages that go before a later turn's own: the changes of the prompt since. Spec: HN-2. */
export function prepareNextTurn(state: SessionState): AgentMessage[] {
  refuseAutomaticCompaction(state);
  state.refresh();
  const { basePrompt, prompt } = state;
  const options = copyPromptOptions({
    ...prompt,
    selectedTools: state.parts.registry.activeNames(),
    toolSnippets: { ...basePrompt.toolSnippets, ...prompt.toolSnippets },
    toolGuidelines: { ...basePrompt.toolGuidelines, ...prompt.toolGuidelines },
  });
  const update = applyPrompt(state, options);
  state.runPrompt = options;
  return update === undefined ? [] : [update];
}

/** Pi would summarize here by itself; the fake host says that it cannot. */
function refuseAutomaticCompaction(state: SessionState): void {
  const { settings, runtime } = state.parts;
  const { enabled = true, reserveTokens = 16_384 } = settings.compaction ?? {};
  if (!enabled) return;
  if (estimatedTotal(state.agent.messages) > 128_000 - reserveTokens)
    runtime.faults.unsupported("automatic compaction");
}

async function prepareRun(state: SessionState, trigger: RunTrigger): Promise<AgentMessage[]> {
  const { runtime, registry, identifiers } = state.parts;
  refuseAutomaticCompaction(state);
  const before = state.basePrompt.selectedTools;
  const { messages, options } = await chainBeforeAgentStart(runtime, trigger, state.basePrompt);
  const edited =
    options.selectedTools.length !== before.length ||
    options.selectedTools.some((name, index) => name !== before[index]);
  // An edited list wins; otherwise a handler may have called setActiveTools, which must stand.
  if (!edited) options.selectedTools = registry.activeNames();
  const first: AgentMessage =
    trigger.messageType === "custom"
      ? trigger.message
      : {
          role: "user",
          content: [{ type: "text", text: trigger.prompt }, ...(trigger.images ?? [])],
          timestamp: identifiers.stampMs(),
        };
  const along: CustomMessage[] = state.nextTurnMessages.splice(0);
  const ofHandlers = messages.map((message) => stampedMessage(state, message));
  const update = applyPrompt(state, options);
  state.runPrompt = options;
  return [...(update === undefined ? [] : [update]), first, ...along, ...ofHandlers];
}

async function settle(state: SessionState): Promise<void> {
  state.running = false;
  state.settling = true;
  try {
    await tell(state.parts.runtime, { type: "agent_settled", aborted: state.abortRequested });
  } finally {
    state.settling = false;
  }
  for (const action of state.deferred.splice(0)) await action();
  state.wakeIfIdle();
}

async function goOn(state: SessionState): Promise<boolean> {
  if (state.abortRequested) return false;
  state.lastAssistant = undefined;
  if (state.agent.hasQueued) return true;
  return (await beforeSettle(state)) && !state.abortRequested;
}

/**
 * Runs from a user's prompt or an extension's message until nothing is left to do. The session
 * counts as busy from the first moment, so that messages sent meanwhile are queued into this run.
 *
 * Spec: HN-2.
 */
export async function startRun(state: SessionState, trigger: RunTrigger): Promise<void> {
  state.running = true;
  state.abortRequested = false;
  let messages: AgentMessage[];
  try {
    messages = await prepareRun(state, trigger);
  } catch (thrown) {
    state.running = false;
    flushHeldMessages(state);
    state.wakeIfIdle();
    throw thrown;
  }
  flushHeldMessages(state);
  state.parts.registry.forgetAwaited();
  try {
    await state.agent.prompt(messages);
    while (await goOn(state)) await state.agent.continue();
  } finally {
    state.runPrompt = undefined;
    flushHeldMessages(state);
    await settle(state);
  }
}

/** Whether any extension listens to what the user types. Spec: HN-2. */
export function hearsInput(state: SessionState): boolean {
  return hasHandlers(state.parts.runtime, "input");
}
