import type { SessionEntry, SessionProjection } from "@earendil-works/pi-coding-agent";
import type { AgentMessage, EntryOf } from "./pi-shapes.ts";

/**
 * The messages that an entry gives to the model's context: none for state-only ones.
 *
 * Spec: HN-2.
 */
export function contextMessages(entry: SessionEntry): AgentMessage[] {
  const timestamp = new Date(entry.timestamp).getTime();
  switch (entry.type) {
    case "message":
      return [entry.message];
    case "custom_message": {
      const { customType, content, display, details } = entry;
      return [{ role: "custom", customType, content, display, details, timestamp }];
    }
    case "branch_summary": {
      const { summary, fromId } = entry;
      return summary === "" ? [] : [{ role: "branchSummary", summary, fromId, timestamp }];
    }
    case "compaction": {
      const { summary, tokensBefore } = entry;
      const message: AgentMessage = { role: "compactionSummary", summary, tokensBefore, timestamp };
      return entry.systemMessage === undefined ? [message] : [entry.systemMessage, message];
    }
    case "thinking_level_change":
    case "model_change":
    case "usage":
    case "custom":
    case "context_edit":
    case "label":
    case "session_info":
      return [];
  }
}

/**
 * The entries of a branch that still count for the model: after a compaction its entry comes first,
 * then what it kept, then what followed. System messages before it live on in the compaction.
 *
 * Spec: HN-2.
 */
export function contextEntries(branch: readonly SessionEntry[]): SessionEntry[] {
  const at = branch.findLastIndex((entry) => entry.type === "compaction");
  const compaction = branch[at];
  if (compaction?.type !== "compaction") return [...branch];
  const kept = branch.slice(0, at).findIndex((entry) => entry.id === compaction.firstKeptEntryId);
  const tail = kept < 0 ? [] : branch.slice(kept, at);
  const isSystem = (entry: SessionEntry): boolean =>
    entry.type === "message" && entry.message.role === "system";
  return [compaction, ...tail.filter((entry) => !isSystem(entry)), ...branch.slice(at + 1)];
}

function edited(
  messages: AgentMessage[],
  replacement: EntryOf<"context_edit">["replacement"],
): AgentMessage[] {
  if (replacement === null) return [];
  return messages.map((message) => {
    const takesText = message.role === "user" || message.role === "custom";
    const takesBlocks = message.role === "assistant" || message.role === "toolResult";
    if (!takesText && !takesBlocks) return message;
    const { content } = replacement;
    const asBlocks =
      takesBlocks && typeof content === "string" ? [{ type: "text", text: content }] : content;
    return { ...message, content: asBlocks } as AgentMessage;
  });
}

/**
 * What the model would be sent for a branch, each message with the entry it comes from. Context
 * edits apply to the entry they name; only the newest compaction speaks.
 *
 * Spec: HN-2.
 */
export function projectBranch(branch: readonly SessionEntry[]): SessionProjection {
  const chosen = contextEntries(branch);
  const edits = new Map<string, EntryOf<"context_edit">>();
  for (const entry of chosen) if (entry.type === "context_edit") edits.set(entry.targetId, entry);
  const entries = chosen.map((sourceEntry, index) => {
    if (sourceEntry.type === "compaction" && index > 0) return { sourceEntry, messages: [] };
    const messages = contextMessages(sourceEntry);
    const edit = edits.get(sourceEntry.id);
    return {
      sourceEntry,
      messages: edit === undefined ? messages : edited(messages, edit.replacement),
    };
  });
  return { entries, messages: entries.flatMap((entry) => entry.messages), ...selection(branch) };
}

function selection(
  branch: readonly SessionEntry[],
): Pick<SessionProjection, "thinkingLevel" | "model"> {
  let thinkingLevel = "off";
  let model: SessionProjection["model"] = null;
  for (const entry of branch) {
    if (entry.type === "thinking_level_change") thinkingLevel = entry.thinkingLevel;
    else if (entry.type === "model_change")
      model = { provider: entry.provider, modelId: entry.modelId };
    else if (entry.type === "message" && entry.message.role === "assistant")
      model = { provider: entry.message.provider, modelId: entry.message.model };
  }
  return { thinkingLevel, model };
}
