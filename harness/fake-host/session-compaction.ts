import type {
  CompactionEntry,
  CompactionResult,
  ContextUsage,
  SessionBeforeCompactResult,
} from "@earendil-works/pi-coding-agent";
import { type CompactionPlan, listedFiles, planCompaction } from "./compaction-plan.ts";
import { messageOf, tell } from "./event-dispatch.ts";
import type { AgentMessage } from "./pi-shapes.ts";
import { scriptedModel } from "./scripted-model.ts";
import { appendCompaction, estimatedTotal } from "./session-compaction-entry.ts";
import type { SessionState } from "./session-state.ts";

function settingsOf(state: SessionState): CompactionPlan["settings"] {
  const {
    enabled = true,
    reserveTokens = 16_384,
    keepRecentTokens = 20_000,
  } = state.parts.settings.compaction ?? {};
  return { enabled, reserveTokens, keepRecentTokens };
}

/** The model's words on messages. Throws when it has none. Spec: HN-2. */
export async function summarized(
  state: SessionState,
  messages: readonly AgentMessage[],
  signal: AbortSignal,
  label: string,
): Promise<string> {
  const { final } = await state.parts.model.answer(messages, signal, "summary");
  if (final.stopReason === "error")
    throw new Error(`${label} failed: ${final.errorMessage ?? "Unknown error"}`);
  if (final.stopReason === "length")
    throw new Error(`${label} failed: generation hit the token cap and the summary is incomplete`);
  if (final.content.some((block) => block.type === "toolCall"))
    throw new Error(`${label} attempted to call a tool`);
  return final.content.flatMap((block) => (block.type === "text" ? block.text : [])).join("\n");
}

async function summaryByModel(
  state: SessionState,
  plan: CompactionPlan,
  signal: AbortSignal,
): Promise<CompactionResult> {
  const { messagesToSummarize, turnPrefixMessages, previousSummary } = plan;
  const ofHistory = () => summarized(state, messagesToSummarize, signal, "Summarization");
  let summary: string;
  if (turnPrefixMessages.length === 0) summary = await ofHistory();
  else {
    const nothing = previousSummary ?? "No prior history.";
    const history = messagesToSummarize.length > 0 ? await ofHistory() : nothing;
    const prefix = await summarized(state, turnPrefixMessages, signal, "Turn prefix summarization");
    summary = `${history}\n\n---\n\n**Turn Context (split turn):**\n\n${prefix}`;
  }
  const { text, ...details } = listedFiles(plan.fileOps);
  const { firstKeptEntryId, tokensBefore } = plan;
  return { summary: summary + text, firstKeptEntryId, tokensBefore, details };
}

function planOrThrow(state: SessionState): CompactionPlan {
  const branch = state.parts.store.getBranch();
  const plan = planCompaction(branch, settingsOf(state));
  if (plan !== undefined) return plan;
  const again = branch.at(-1)?.type === "compaction";
  throw new Error(again ? "Already compacted" : "Nothing to compact (session too small)");
}

class Cancelled extends Error {}

async function compacted(
  state: SessionState,
  signal: AbortSignal,
  customInstructions: string | undefined,
  found: (fromExtension: boolean) => void,
): Promise<CompactionResult> {
  const { runtime, store } = state.parts;
  const preparation = planOrThrow(state);
  const answer = (await tell(runtime, {
    type: "session_before_compact",
    preparation,
    branchEntries: store.getBranch(),
    ...(customInstructions === undefined ? {} : { customInstructions }),
    reason: "manual",
    willRetry: false,
    signal,
  })) as SessionBeforeCompactResult | undefined;
  if (answer?.cancel) throw new Cancelled("Compaction cancelled");
  const fromExtension = answer?.compaction !== undefined;
  found(fromExtension);
  const result = answer?.compaction ?? (await summaryByModel(state, preparation, signal));
  if (signal.aborted) throw new Cancelled("Compaction cancelled");
  const entry = appendCompaction(store, { ...result, fromHook: fromExtension });
  state.refresh();
  await tell(runtime, {
    type: "session_compact",
    compactionEntry: entry as CompactionEntry,
    fromExtension,
    reason: "manual",
    willRetry: false,
  });
  return result;
}

/**
 * Summarizes the session at the user's or an extension's wish. Ends the run first, and never goes
 * on with it. Throws when there is nothing to do, or an extension cancels.
 *
 * Spec: HN-2.
 */
export async function compact(
  state: SessionState,
  abort: () => Promise<void>,
  customInstructions?: string,
): Promise<CompactionResult> {
  await abort();
  const controller = new AbortController();
  state.compaction = controller;
  let fromExtension = false;
  try {
    return await compacted(state, controller.signal, customInstructions, (found) => {
      fromExtension = found;
    });
  } catch (thrown) {
    const aborted = controller.signal.aborted || thrown instanceof Cancelled;
    state.compaction = undefined;
    state.wakeIfIdle();
    await tell(state.parts.runtime, {
      type: "session_compact_failed",
      reason: "manual",
      ...(aborted ? {} : { errorMessage: `Compaction failed: ${messageOf(thrown)}` }),
      aborted,
      willRetry: false,
      fromExtension,
    });
    throw thrown;
  } finally {
    state.compaction = undefined;
    state.wakeIfIdle();
  }
}

/**
 * How full the model's context is, by a rough count; unknown right after a compaction.
 *
 * Spec: HN-2.
 */
export function contextUsage(state: SessionState): ContextUsage {
  const { contextWindow } = scriptedModel;
  const branch = state.parts.store.getBranch();
  const compaction = branch.findLastIndex((entry) => entry.type === "compaction");
  const answered = branch
    .slice(compaction + 1)
    .some((entry) => entry.type === "message" && entry.message.role === "assistant");
  if (compaction >= 0 && !answered) return { tokens: null, contextWindow, percent: null };
  const tokens = estimatedTotal(state.agent.messages);
  return { tokens, contextWindow, percent: (tokens / contextWindow) * 100 };
}
