import type {
  BranchSummaryEntry,
  SessionBeforeTreeEvent,
  SessionBeforeTreeResult,
  SessionEntry,
} from "@earendil-works/pi-coding-agent";
import { fileOperations, listedFiles } from "./compaction-plan.ts";
import { tell } from "./event-dispatch.ts";
import { summarized } from "./session-compaction.ts";
import { contextMessages } from "./session-projection.ts";
import type { SessionState } from "./session-state.ts";
import type { SessionStore } from "./session-store.ts";

/** How the user moves in the tree. Spec: HN-2. */
export interface NavigateOptions {
  readonly summarize?: boolean;
  readonly customInstructions?: string;
  readonly replaceInstructions?: boolean;
  readonly label?: string;
}

/** Where a move in the tree ended. `editorText` is what the user gets to edit again. Spec: HN-2. */
export interface NavigateResult {
  readonly cancelled: boolean;
  readonly editorText?: string;
}

function abandoned(store: SessionStore, oldLeafId: string | null, targetId: string) {
  if (oldLeafId === null) return { entries: [], commonAncestorId: null };
  const old = store.getBranch(oldLeafId);
  const common = store.getBranch(targetId).findLast((entry) => old.includes(entry));
  const from = common === undefined ? 0 : old.indexOf(common) + 1;
  return { entries: old.slice(from), commonAncestorId: common?.id ?? null };
}

function contentText(content: string | readonly { type: string; text?: string }[]): string {
  if (typeof content === "string") return content;
  return content.map((block) => (block.type === "text" ? block.text : "")).join("");
}

/** A move to a message of the user goes before it, and gives its text back to edit. */
function landing(target: SessionEntry): { leafId: string | null; editorText?: string } {
  if (target.type === "message" && target.message.role === "user")
    return { leafId: target.parentId, editorText: contentText(target.message.content) };
  if (target.type === "custom_message")
    return { leafId: target.parentId, editorText: contentText(target.content) };
  return { leafId: target.id };
}

type BranchSummary = NonNullable<SessionBeforeTreeResult["summary"]>;

/** What the model says of the branch that is left; undefined when there is nothing to say. */
async function summaryByModel(
  state: SessionState,
  entries: readonly SessionEntry[],
  signal: AbortSignal,
): Promise<BranchSummary | undefined> {
  if (entries.length === 0) return undefined;
  const spoken = entries
    .flatMap((entry) => contextMessages(entry))
    .filter((message) => message.role !== "toolResult" && message.role !== "system");
  const nothing = { readFiles: [], modifiedFiles: [] };
  if (spoken.length === 0) return { summary: "No content to summarize", details: nothing };
  const said = await summarized(state, spoken, signal, "Branch summarization");
  const { text, ...details } = listedFiles(fileOperations(spoken));
  return { summary: `Summary of the branch that was left:\n\n${said}${text}`, details };
}

function appendSummary(
  store: SessionStore,
  leafId: string | null,
  { summary, details, usage }: BranchSummary,
  fromHook: boolean,
): BranchSummaryEntry {
  const fromId = store.getLeafId() ?? "root";
  store.moveLeaf(leafId);
  return store.append({
    type: "branch_summary",
    fromId,
    summary,
    fromHook,
    ...(details === undefined ? {} : { details }),
    ...(usage === undefined ? {} : { usage }),
  }) as BranchSummaryEntry;
}

function refuseWhileBusy(state: SessionState): void {
  if (state.running || state.preflights > 0)
    throw new Error("Wait for the current response to finish before navigating the session tree.");
  if (state.compacting)
    throw new Error("Wait for the current compaction or tree navigation to finish.");
}

function preparationOf(
  store: SessionStore,
  targetId: string,
  options: NavigateOptions,
): SessionBeforeTreeEvent["preparation"] {
  const oldLeafId = store.getLeafId();
  const { entries, commonAncestorId } = abandoned(store, oldLeafId, targetId);
  const { summarize = false, customInstructions, replaceInstructions, label } = options;
  return {
    targetId,
    oldLeafId,
    commonAncestorId,
    entriesToSummarize: entries,
    userWantsSummary: summarize,
    ...(customInstructions === undefined ? {} : { customInstructions }),
    ...(replaceInstructions === undefined ? {} : { replaceInstructions }),
    ...(label === undefined ? {} : { label }),
  };
}

/**
 * Moves the leaf in the session's tree. Extensions can cancel the move, or give the summary of the
 * branch that is left; a summary by the model is unsupported.
 *
 * Spec: HN-2.
 */
export async function navigateTree(
  state: SessionState,
  targetId: string,
  options: NavigateOptions = {},
): Promise<NavigateResult> {
  const { store, runtime, registry } = state.parts;
  refuseWhileBusy(state);
  const oldLeafId = store.getLeafId();
  if (targetId === oldLeafId) return { cancelled: false };
  const target = store.getEntry(targetId);
  if (target === undefined) throw new Error(`Entry ${targetId} not found`);
  const preparation = preparationOf(store, targetId, options);
  const controller = new AbortController();
  state.branchSummary = controller;
  try {
    const event = { type: "session_before_tree" as const, preparation, signal: controller.signal };
    const answer = (await tell(runtime, event)) as SessionBeforeTreeResult | undefined;
    if (answer?.cancel) return { cancelled: true };
    const given = options.summarize ? answer?.summary : undefined;
    const own = options.summarize && given === undefined;
    const summary = own
      ? await summaryByModel(state, preparation.entriesToSummarize, controller.signal)
      : given;
    if (controller.signal.aborted) return { cancelled: true };
    const label = answer?.label ?? options.label;
    const { leafId, editorText } = landing(target);
    let summaryEntry: BranchSummaryEntry | undefined;
    if (summary?.summary) summaryEntry = appendSummary(store, leafId, summary, !own);
    else store.moveLeaf(leafId);
    if (label) store.appendLabel(summaryEntry?.id ?? targetId, label);
    state.refresh();
    registry.restore(store.getBranch());
    state.rebuildPrompt();
    state.branchSummary = undefined;
    await tell(runtime, {
      type: "session_tree",
      newLeafId: store.getLeafId(),
      oldLeafId,
      ...(summaryEntry === undefined ? {} : { summaryEntry, fromExtension: !own }),
    });
    return editorText === undefined ? { cancelled: false } : { cancelled: false, editorText };
  } finally {
    if (state.branchSummary === controller) state.branchSummary = undefined;
    state.wakeIfIdle();
  }
}
