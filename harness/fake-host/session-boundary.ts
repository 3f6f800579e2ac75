import type {
  BoundaryContextPreview,
  SessionBoundaryDraft,
  SessionEntry,
} from "@earendil-works/pi-coding-agent";
import type { FinishedTurn } from "./agent-events.ts";
import { chainBoundary } from "./event-chains.ts";
import { hasHandlers } from "./event-dispatch.ts";
import { asModelMessages } from "./llm-messages.ts";
import { appendCompaction } from "./session-compaction-entry.ts";
import { flushHeldMessages } from "./session-messages.ts";
import type { SessionState } from "./session-state.ts";
import { SessionStore } from "./session-store.ts";

type BoundaryName = "turn_end" | "agent_before_settle";

function apply(store: SessionStore, drafts: readonly SessionBoundaryDraft[]): void {
  for (const draft of drafts) {
    switch (draft.type) {
      case "custom":
        store.append({ type: "custom", customType: draft.customType, data: draft.data });
        break;
      case "custom_message":
        store.append({ ...draft });
        break;
      case "context_edit":
        store.appendContextEdit(draft.targetId, draft.replacement);
        break;
      case "compaction":
        appendCompaction(store, { ...draft, tokensBefore: undefined, fromHook: true });
        break;
    }
  }
}

function previewStore(state: SessionState): SessionStore {
  const { identifiers, store, cwd } = state.parts;
  const branch: readonly SessionEntry[] = store.getBranch();
  return new SessionStore(identifiers.preview(), cwd, branch);
}

/** The context that the drafts would give, on a copy of the branch. Spec: HN-2. */
export function previewBoundary(
  state: SessionState,
  drafts: readonly SessionBoundaryDraft[],
  name: BoundaryName,
): BoundaryContextPreview {
  const store = previewStore(state);
  apply(store, drafts);
  const projection = store.buildSessionProjection();
  const llmMessages = asModelMessages(projection.messages);
  const last = llmMessages.at(-1)?.role;
  const speaks = llmMessages.some((message) => message.role !== "system");
  const { agent, heldMessages } = state;
  const queued = name === "turn_end" ? agent.hasQueued : last === "assistant" && agent.hasQueued;
  return {
    contextEntries: projection.entries,
    contextMessages: projection.messages,
    llmMessages,
    pendingMessages: [...agent.peekQueued(), ...heldMessages],
    canContinue: (speaks && last !== "assistant") || heldMessages.length > 0 || queued,
  };
}

function commit(state: SessionState, drafts: readonly SessionBoundaryDraft[]): void {
  apply(state.parts.store, drafts);
  state.refresh();
}

function reportNoContext(state: SessionState, event: BoundaryName): void {
  const error = `${event} requested continuation without runnable model context`;
  state.parts.runtime.report({ extensionPath: "<boundary>", event, error });
}

/** Asks the `turn_end` handlers; true when they want another turn that is possible. Spec: HN-2. */
export async function endTurn(state: SessionState, turn: FinishedTurn): Promise<boolean> {
  const { message, toolResults } = turn;
  const { runtime } = state.parts;
  const { stopReason } = message;
  state.outcome = stopReason === "aborted" || stopReason === "error" ? stopReason : "completed";
  if (!hasHandlers(runtime, "turn_end")) return false;
  const messageEntryId = state.entryIds.get(message);
  if (messageEntryId === undefined) throw new Error("The turn's message has no entry");
  const base = {
    type: "turn_end" as const,
    turnIndex: state.turnIndex,
    message,
    toolResults,
    messageEntryId,
    toolResultEntryIds: toolResults.flatMap((result) => state.entryIds.get(result) ?? []),
    outcome: state.outcome,
  };
  const boundary = await chainBoundary(runtime, base, (drafts) =>
    previewBoundary(state, drafts, "turn_end"),
  );
  commit(state, boundary.entries);
  if (!boundary.continue) return false;
  if (previewBoundary(state, [], "turn_end").canContinue) return true;
  reportNoContext(state, "turn_end");
  return false;
}

/** Asks the `agent_before_settle` handlers; true when the run is to go on. Spec: HN-2. */
export async function beforeSettle(state: SessionState): Promise<boolean> {
  const { runtime } = state.parts;
  if (!hasHandlers(runtime, "agent_before_settle")) return state.agent.hasQueued;
  state.beforeSettle = true;
  state.abortedBeforeSettle = false;
  try {
    const base = { type: "agent_before_settle" as const, outcome: state.outcome };
    const boundary = await chainBoundary(runtime, base, (drafts) =>
      previewBoundary(state, drafts, "agent_before_settle"),
    );
    commit(state, boundary.entries);
    flushHeldMessages(state);
    const { canContinue } = previewBoundary(state, [], "agent_before_settle");
    if (state.abortedBeforeSettle) return false;
    const wanted = boundary.continue || state.agent.hasQueued;
    if (wanted && !canContinue && boundary.continue) reportNoContext(state, "agent_before_settle");
    return wanted && canContinue;
  } finally {
    state.beforeSettle = false;
  }
}
