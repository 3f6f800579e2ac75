import type {
  CompactionResult,
  ExtensionActions,
  ExtensionCommandContextActions,
  ExtensionContextActions,
} from "@earendil-works/pi-coding-agent";
import { Agent } from "./agent.ts";
import { chainContext } from "./context-chain.ts";
import { messageOf, tell } from "./event-dispatch.ts";
import { asModelMessages } from "./llm-messages.ts";
import { NestedCalls } from "./nested-calls.ts";
import type { AgentMessage } from "./pi-shapes.ts";
import { scriptedModel } from "./scripted-model.ts";
import { compact, contextUsage } from "./session-compaction.ts";
import { enqueue, prompt, sendUserMessage } from "./session-input.ts";
import { sendCustomMessage } from "./session-messages.ts";
import { finishTurn, onAgentEvent, prepareNextTurn, startRun } from "./session-run.ts";
import { type SessionParts, SessionState } from "./session-state.ts";
import { nestedHost, toolPipeline } from "./session-tools.ts";
import { navigateTree } from "./session-tree.ts";
import { promptText } from "./system-prompt.ts";
import { currentSystemMessage } from "./tool-declarations.ts";

/** What the session leaves to the host around it. Spec: HN-2. */
export interface SessionOwner {
  readonly trusted: boolean;
  readonly commands: Omit<ExtensionCommandContextActions, "waitForIdle" | "navigateTree">;
  /** An extension asked pi to end. */
  shutdown(): void;
}

/**
 * One session of the fake host: the agent, its transcript, and everything that extensions can do
 * with them.
 *
 * Spec: HN-2.
 */
export class HostSession {
  readonly parts: SessionParts;
  readonly state: SessionState;

  /** Binds the runtime's extensions to the new session. */
  constructor(parts: SessionParts, owner: SessionOwner) {
    this.parts = parts;
    this.state = new SessionState(
      parts,
      this.#newAgent(),
      new NestedCalls(nestedHost(() => parts)),
    );
    parts.runtime.bind({
      actions: this.#actions(),
      contextActions: this.#contextActions(owner),
      commandActions: {
        ...owner.commands,
        waitForIdle: () => this.state.waitForIdle(),
        navigateTree: async (targetId, options) => {
          const { cancelled } = await navigateTree(this.state, targetId, options);
          return { cancelled };
        },
      },
      session: parts.store,
    });
  }

  #newAgent(): Agent {
    const { parts } = this;
    const tools = () => parts.registry.active();
    return new Agent({
      pipeline: toolPipeline(
        () => parts,
        tools,
        (progress) => onAgentEvent(this.state, progress),
      ),
      onEvent: (event) => onAgentEvent(this.state, event),
      finishTurn: (turn) => finishTurn(this.state, turn),
      prepareNextTurn: async () => prepareNextTurn(this.state),
      request: () => this.#request(),
      answer: (sent, signal) => parts.model.answer(asModelMessages(sent), signal),
      tools,
      stampMs: () => parts.identifiers.stampMs(),
    });
  }

  async #request(): Promise<AgentMessage[]> {
    const sent = this.parts.store.messages();
    const messages = await chainContext(this.parts.runtime, sent, currentSystemMessage);
    const forced = this.state.runPrompt?.forceSystemPrompt;
    if (forced === undefined) return messages;
    const { sections: _sections, ...known } = currentSystemMessage(messages) ?? {
      role: "system" as const,
      timestamp: this.parts.identifiers.stampMs(),
    };
    const head: AgentMessage = { ...known, content: forced };
    return [head, ...messages.filter((message) => message.role !== "system")];
  }

  /** Ends the run and waits until it has ended. */
  async abort(): Promise<void> {
    const { state } = this;
    if (state.running) state.abortRequested = true;
    state.compaction?.abort();
    state.branchSummary?.abort();
    if (state.beforeSettle) state.abortedBeforeSettle = true;
    state.agent.abort();
    await state.waitForIdle();
  }

  /** Summarizes the session. */
  compact(customInstructions?: string): Promise<CompactionResult> {
    return compact(this.state, () => this.abort(), customInstructions);
  }

  /** Waits until the session is idle and nothing goes on by itself. */
  async settled(): Promise<void> {
    const { background } = this.state;
    while (background.size > 0) await Promise.all(background);
    await this.state.waitForIdle();
    if (background.size > 0) await this.settled();
  }

  #actions(): ExtensionActions {
    const { state, parts } = this;
    const { store, registry, runtime } = parts;
    const failed = (event: string) => (thrown: unknown) =>
      runtime.report({ extensionPath: "<runtime>", event, error: messageOf(thrown) });
    const start = (message: Parameters<Parameters<typeof sendCustomMessage>[3]>[0]) =>
      startRun(state, { messageType: "custom", message });
    return {
      sendMessage: (message, options) =>
        state.detach(sendCustomMessage(state, message, options, start), failed("send_message")),
      sendUserMessage: (content, options) =>
        state.detach(sendUserMessage(state, content, options), failed("send_user_message")),
      appendEntry: (customType, data) => void store.append({ type: "custom", customType, data }),
      setSessionName: (name) => {
        store.append({ type: "session_info", name: name.replace(/[\r\n]+/g, " ").trim() });
        const event = { type: "session_info_changed" as const, name: store.getSessionName() };
        state.detach(tell(runtime, event), failed("session_info_changed"));
      },
      getSessionName: () => store.getSessionName(),
      setLabel: (entryId, label) => void store.appendLabel(entryId, label),
      getActiveTools: () => registry.activeNames(),
      getAllTools: () => registry.all(),
      getSettings: () => structuredClone(parts.settings),
      setActiveTools: (names) => {
        registry.choose(names);
        state.rebuildPrompt();
      },
      refreshTools: () => {
        registry.refresh();
        state.rebuildPrompt();
      },
      getCommands: () => this.#commands(),
      setModel: () => runtime.faults.unsupported("pi.setModel"),
      getThinkingLevel: () => "off",
      setThinkingLevel: () => runtime.faults.unsupported("pi.setThinkingLevel"),
    } satisfies ExtensionActions;
  }

  #commands(): ReturnType<ExtensionActions["getCommands"]> {
    const own = this.parts.runtime.commands().map((command) => ({
      name: command.invocationName,
      ...(command.description === undefined ? {} : { description: command.description }),
      source: "extension" as const,
      sourceInfo: command.sourceInfo,
    }));
    const skills = this.parts.skills.map(({ name, description, sourceInfo }) => ({
      name: `skill:${name}`,
      description,
      source: "skill" as const,
      sourceInfo,
    }));
    return [...own, ...skills];
  }

  #contextActions(owner: SessionOwner): ExtensionContextActions {
    const { state, parts } = this;
    return {
      getModel: () => scriptedModel,
      getScopedModels: () => [],
      isIdle: () => state.idle,
      isProjectTrusted: () => owner.trusted,
      getSignal: () => state.agent.signal,
      abort: () => state.detach(this.abort(), () => undefined),
      hasPendingMessages: () => state.steeringTexts.length + state.followUpTexts.length > 0,
      shutdown: () => owner.shutdown(),
      getContextUsage: () => contextUsage(state),
      compact: (options) =>
        state.detach(
          this.compact(options?.customInstructions).then((result) => options?.onComplete?.(result)),
          (thrown) =>
            options?.onError?.(thrown instanceof Error ? thrown : new Error(String(thrown))),
        ),
      getSystemPrompt: () => promptText(state.prompt),
      getSystemPromptOptions: () => state.basePrompt,
      executeTool: (callerId, name, args, options) =>
        state.nested.execute(callerId, name, args, options),
      getCallableTools: () => parts.registry.callable(),
    } satisfies ExtensionContextActions;
  }

  /** Takes what the user typed. */
  prompt(...[text, options]: [string, Parameters<typeof prompt>[2]]): Promise<void> {
    return prompt(this.state, text, options);
  }

  /** Queues what the user typed during a run. */
  enqueue(text: string, behavior: "steer" | "followUp"): Promise<void> {
    return enqueue(this.state, text, behavior);
  }

  /** Moves the leaf. */
  navigateTree(...args: [string, Parameters<typeof navigateTree>[2]]) {
    return navigateTree(this.state, ...args);
  }
}
