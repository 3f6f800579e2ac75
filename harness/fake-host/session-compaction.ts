import type {
  CompactionEntry,
  CompactionResult,
  ContextUsage,
  SessionBeforeCompactResult,
} from "@earendil-works/pi-coding-agent";
import { type CompactionPlan, planCompaction } from "./compaction-plan.ts";
import { messageOf, tell } from "./event-dispatch.ts";
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

function filesText(plan: CompactionPlan): { text: string; details: object } {
  const modified = [...new Set([...plan.fileOps.edited, ...plan.fileOps.written])].sort();
  const readOnly = [...plan.fileOps.read].filter((path) => !modified.includes(path)).sort();
  const list = (tag: string, paths: readonly string[]): string =>
    paths.length === 0 ? "" : `\n\n<${tag}>\n${paths.join("\n")}\n</${tag}>`;
  const text = list("read-files", readOnly) + list("modified-files", modified);
  return { text, details: { readFiles: readOnly, modifiedFiles: modified } };
}

async function summaryByModel(
  state: SessionState,
  plan: CompactionPlan,
  signal: AbortSignal,
): Promise<CompactionResult> {
  const { model, runtime } = state.parts;
  if (plan.isSplitTurn) runtime.faults.unsupported("a compaction by the model that splits a turn");
  const { final } = await model.answer(plan.messagesToSummarize, signal);
  if (final.stopReason === "error")
    throw new Error(`Summarization failed: ${final.errorMessage ?? "Unknown error"}`);
  const said = final.content.flatMap((block) => (block.type === "text" ? block.text : []));
  const { text, details } = filesText(plan);
  const { firstKeptEntryId, tokensBefore } = plan;
  return { summary: said.join("\n") + text, firstKeptEntryId, tokensBefore, details };
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
 * Summarizes the session at the user's or an extension's wish. Ends the run first, and never goes on
 * with it. Throws when there is nothing to do, or an extension cancels.
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

/** How full the model's context is, by a rough count; unknown right after a compaction. Spec: HN-2. */
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
