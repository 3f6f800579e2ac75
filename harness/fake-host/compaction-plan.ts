import type {
  FileOperations,
  SessionBeforeCompactEvent,
  SessionEntry,
  SessionProjection,
} from "@earendil-works/pi-coding-agent";
import type { AgentMessage } from "./pi-shapes.ts";
import { estimatedTotal } from "./session-compaction-entry.ts";
import { projectBranch } from "./session-projection.ts";

/** What a compaction is going to summarize and keep. Spec: HN-2. */
export type CompactionPlan = SessionBeforeCompactEvent["preparation"];

type Projected = SessionProjection["entries"][number];

const turnStarts: ReadonlySet<AgentMessage["role"]> = new Set([
  "user",
  "bashExecution",
  "custom",
  "branchSummary",
  "compactionSummary",
]);

function startsTurn({ sourceEntry, messages }: Projected): boolean {
  return sourceEntry.type !== "compaction" && messages.some(({ role }) => turnStarts.has(role));
}

/** A cut goes before a user's or the model's message, never between a call and its result. */
function canCutAt(entry: Projected): boolean {
  const speaks = entry.messages.some(({ role }) => role === "assistant");
  return entry.sourceEntry.type !== "compaction" && (startsTurn(entry) || speaks);
}

function cutIndex(entries: readonly Projected[], start: number, keepTokens: number): number {
  const cuts = entries.flatMap((entry, index) =>
    index >= start && canCutAt(entry) ? [index] : [],
  );
  const [first] = cuts;
  if (first === undefined) return start;
  let cut = first;
  let tokens = 0;
  for (let index = entries.length - 1; index >= start; index -= 1) {
    tokens += estimatedTotal(entries[index]?.messages ?? []);
    if (tokens < keepTokens) continue;
    cut = cuts.find((candidate) => candidate >= index) ?? cuts.at(-1) ?? first;
    break;
  }
  // Entries that say nothing belong to what follows them.
  while (cut > start) {
    const previous = entries[cut - 1];
    if (previous?.sourceEntry.type === "compaction" || previous?.messages.length !== 0) break;
    cut -= 1;
  }
  return cut;
}

function spoken(entries: readonly Projected[]): AgentMessage[] {
  return entries
    .filter(({ sourceEntry }) => sourceEntry.type !== "compaction")
    .flatMap(({ messages }) => messages.filter(({ role }) => role !== "system"));
}

const fileTools = { read: "read", write: "written", edit: "edited" } as const;

function addCall(operations: FileOperations, name: string, input: unknown): void {
  const path = (input as { path?: unknown } | undefined)?.path;
  if (name in fileTools && typeof path === "string")
    operations[fileTools[name as keyof typeof fileTools]].add(path);
}

/**
 * The files that the calls of messages name, and those that an earlier summary lists.
 *
 * Spec: HN-2.
 */
export function fileOperations(
  messages: readonly AgentMessage[],
  listed: readonly unknown[] = [],
): FileOperations {
  const operations: FileOperations = { read: new Set(), written: new Set(), edited: new Set() };
  for (const details of listed) {
    const { readFiles = [], modifiedFiles = [] } = (details ?? {}) as Partial<FileLists>;
    for (const path of readFiles) operations.read.add(path);
    for (const path of modifiedFiles) operations.edited.add(path);
  }
  for (const message of messages) {
    if (message.role === "toolResult")
      for (const call of message.nestedCalls?.calls ?? [])
        addCall(operations, call.name, call.arguments);
    if (message.role !== "assistant") continue;
    for (const block of message.content)
      if (block.type === "toolCall") addCall(operations, block.name, block.arguments);
  }
  return operations;
}

/**
 * The files that a summary lists, sorted; a file that was changed is not listed as read.
 *
 * Spec: HN-2.
 */
export interface FileLists {
  readonly readFiles: readonly string[];
  readonly modifiedFiles: readonly string[];
}

/** The lists of files, and the text that a summary ends in. Spec: HN-2. */
export function listedFiles(operations: FileOperations): FileLists & { readonly text: string } {
  const modifiedFiles = [...new Set([...operations.edited, ...operations.written])].sort();
  const readFiles = [...operations.read].filter((path) => !modifiedFiles.includes(path)).sort();
  const list = (tag: string, paths: readonly string[]): string =>
    paths.length === 0 ? "" : `\n\n<${tag}>\n${paths.join("\n")}\n</${tag}>`;
  const text = list("read-files", readFiles) + list("modified-files", modifiedFiles);
  return { readFiles, modifiedFiles, text };
}

/**
 * Plans a compaction of a branch: keeps about `keepRecentTokens` of its end, cut at a message that
 * may come first. Undefined when there is nothing to summarize.
 *
 * Spec: HN-2.
 */
export function planCompaction(
  branch: readonly SessionEntry[],
  settings: CompactionPlan["settings"],
): CompactionPlan | undefined {
  if (branch.at(-1)?.type === "compaction") return undefined;
  const projection = projectBranch(branch);
  const { entries } = projection;
  const first = entries[0]?.sourceEntry;
  const previous = first?.type === "compaction" ? first : undefined;
  const start = previous === undefined ? 0 : 1;
  const cut = cutIndex(entries, start, settings.keepRecentTokens);
  const kept = entries[cut];
  if (kept === undefined) return undefined;
  const turnStart = startsTurn(kept)
    ? -1
    : entries.findLastIndex((entry, index) => index >= start && index <= cut && startsTurn(entry));
  const isSplitTurn = turnStart >= 0;
  const messagesToSummarize = spoken(entries.slice(start, isSplitTurn ? turnStart : cut));
  const turnPrefixMessages = isSplitTurn ? spoken(entries.slice(turnStart, cut)) : [];
  if (messagesToSummarize.length + turnPrefixMessages.length === 0) return undefined;
  const listed = previous === undefined || previous.fromHook ? [] : [previous.details];
  return {
    firstKeptEntryId: kept.sourceEntry.id,
    messagesToSummarize,
    turnPrefixMessages,
    isSplitTurn,
    tokensBefore: estimatedTotal(projection.messages),
    ...(previous === undefined ? {} : { previousSummary: previous.summary }),
    fileOps: fileOperations([...messagesToSummarize, ...turnPrefixMessages], listed),
    settings,
  };
}
