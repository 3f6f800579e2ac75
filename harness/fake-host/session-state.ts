import type {
  AgentActivityOutcome,
  NormalizedBuildSystemPromptOptions,
  Skill,
} from "@earendil-works/pi-coding-agent";
import type { Agent } from "./agent.ts";
import type { FakeSkill } from "./fake-tool.ts";
import type { Identifiers } from "./identifiers.ts";
import type { NestedCalls } from "./nested-calls.ts";
import type { AgentMessage, CustomMessage, HostSettings, MessageOf } from "./pi-shapes.ts";
import type { ExtensionRuntime } from "./runtime.ts";
import type { ScriptedModel } from "./scripted-model.ts";
import type { SessionStore } from "./session-store.ts";
import { copyPromptOptions } from "./system-prompt.ts";
import type { ToolRegistry } from "./tool-registry.ts";

/** The parts that a session is put together from. Spec: HN-2. */
export interface SessionParts {
  readonly runtime: ExtensionRuntime;
  readonly store: SessionStore;
  readonly registry: ToolRegistry;
  readonly model: ScriptedModel;
  readonly identifiers: Identifiers;
  readonly settings: HostSettings;
  readonly fakeSkills: readonly FakeSkill[];
  readonly skills: readonly Skill[];
  readonly contextFiles: readonly { path: string; content: string }[];
  readonly cwd: string;
  readonly now: () => number;
}

/**
 * Everything about a session that changes while it runs, shared by the modules that each do one of
 * its jobs.
 *
 * Spec: HN-2.
 */
export class SessionState {
  readonly parts: SessionParts;
  readonly agent: Agent;
  readonly nested: NestedCalls;
  /** True from the start of a run's preparation to its settlement. */
  running = false;
  abortRequested = false;
  /** Prompts that are still with the `input` handlers. */
  preflights = 0;
  turnIndex = 0;
  outcome: AgentActivityOutcome = "completed";
  lastAssistant: MessageOf<"assistant"> | undefined;
  /** Texts of queued user messages that were not delivered yet. */
  steeringTexts: string[] = [];
  followUpTexts: string[] = [];
  /** Messages that go along with the next prompt. */
  nextTurnMessages: CustomMessage[] = [];
  /** Context-only messages that wait for the end of the turn. */
  heldMessages: CustomMessage[] = [];
  basePrompt: NormalizedBuildSystemPromptOptions;
  /** The prompt as `before_agent_start` handlers left it, while a run goes on. */
  runPrompt: NormalizedBuildSystemPromptOptions | undefined;
  beforeSettle = false;
  abortedBeforeSettle = false;
  settling = false;
  deferred: (() => Promise<void>)[] = [];
  compaction: AbortController | undefined;
  branchSummary: AbortController | undefined;
  /** The entry of each message of the finalized transcript. */
  readonly entryIds = new WeakMap<AgentMessage, string>();
  /** Work that nobody waits for; the host waits for it before it answers. */
  readonly background = new Set<Promise<void>>();
  #idleWaits: (() => void)[] = [];

  /** Starts idle, with the transcript of the store's branch. */
  constructor(parts: SessionParts, agent: Agent, nested: NestedCalls) {
    this.parts = parts;
    this.agent = agent;
    this.nested = nested;
    this.basePrompt = copyPromptOptions({ cwd: parts.cwd });
    this.refresh();
  }

  /** Whether neither a run nor a summary is under way. */
  get idle(): boolean {
    return !this.running && !this.compacting;
  }

  /** Whether a summary is under way. */
  get compacting(): boolean {
    return this.compaction !== undefined || this.branchSummary !== undefined;
  }

  /** Takes the finalized transcript from the store again. */
  refresh(): void {
    const projection = this.parts.store.buildSessionProjection();
    for (const { sourceEntry, messages } of projection.entries)
      for (const message of messages) this.entryIds.set(message, sourceEntry.id);
    this.agent.messages = [...projection.messages];
  }

  /** Makes the prompt anew from the active tools. */
  rebuildPrompt(): void {
    const { registry, skills, contextFiles, cwd } = this.parts;
    this.basePrompt = copyPromptOptions({
      cwd,
      skills: [...skills],
      contextFiles: [...contextFiles],
      selectedTools: registry.activeNames(),
      toolSnippets: registry.snippets(),
      toolGuidelines: registry.guidelines(),
    });
  }

  /** The prompt that the next request would have. */
  get prompt(): NormalizedBuildSystemPromptOptions {
    return this.runPrompt ?? this.basePrompt;
  }

  /** Resolves when the session is idle. */
  waitForIdle(): Promise<void> {
    if (this.idle) return Promise.resolve();
    return new Promise((resolve) => this.#idleWaits.push(resolve));
  }

  /** Wakes those who wait for idleness, if it is there. */
  wakeIfIdle(): void {
    if (!this.idle) return;
    for (const wake of this.#idleWaits.splice(0)) wake();
  }

  /** Lets work go on by itself; what it throws is handed to `failed`. */
  detach(work: Promise<unknown>, failed: (thrown: unknown) => void): void {
    const watched: Promise<void> = work.then(
      () => undefined,
      (thrown: unknown) => failed(thrown),
    );
    this.background.add(watched);
    void watched.then(() => this.background.delete(watched));
  }
}
