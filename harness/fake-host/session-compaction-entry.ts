import type { Usage } from "@earendil-works/pi-ai";
import type { SessionEntry } from "@earendil-works/pi-coding-agent";
import type { AgentMessage } from "./pi-shapes.ts";
import type { SessionStore } from "./session-store.ts";
import { currentSystemMessage } from "./tool-declarations.ts";

/** What a compaction says. A null `firstKeptEntryId` keeps nothing. Spec: HN-2. */
export interface CompactionDraft {
  readonly summary: string;
  readonly firstKeptEntryId: string | null;
  /** Undefined is measured here. */
  readonly tokensBefore: number | undefined;
  readonly details?: unknown;
  readonly usage?: Usage | undefined;
  readonly fromHook: boolean;
}

function charactersOf(message: AgentMessage): number {
  const text = (content: string | readonly { type: string; text?: string }[]): number =>
    typeof content === "string"
      ? content.length
      : content.reduce(
          (sum, block) => sum + (block.type === "image" ? 4800 : (block.text ?? "").length),
          0,
        );
  switch (message.role) {
    case "system": {
      const sections = Object.values(message.sections ?? {}).join("");
      const tools = message.toolsAdded === undefined ? "" : JSON.stringify(message.toolsAdded);
      return text(message.content) + sections.length + tools.length;
    }
    case "assistant":
      return message.content.reduce((sum, block) => {
        if (block.type === "text") return sum + block.text.length;
        if (block.type === "thinking") return sum + block.thinking.length;
        return sum + block.name.length + JSON.stringify(block.arguments).length;
      }, 0);
    case "bashExecution":
      return message.command.length + message.output.length;
    case "branchSummary":
    case "compactionSummary":
      return message.summary.length;
    default:
      return text(message.content);
  }
}

/** A rough count of tokens: a quarter of the characters, as pi estimates. Spec: HN-2. */
export function estimatedTokens(message: AgentMessage): number {
  return Math.ceil(charactersOf(message) / 4);
}

/** A rough count of the tokens of a transcript. Spec: HN-2. */
export function estimatedTotal(messages: readonly AgentMessage[]): number {
  return messages.reduce((sum, message) => sum + estimatedTokens(message), 0);
}

/** Appends a compaction with the prompt and tools as they are there. Spec: HN-2. */
export function appendCompaction(store: SessionStore, draft: CompactionDraft): SessionEntry {
  const messages = store.messages();
  const system = currentSystemMessage(messages);
  const id = store.newId();
  const { summary, firstKeptEntryId, details, usage, fromHook } = draft;
  return store.append({
    type: "compaction",
    id,
    summary,
    firstKeptEntryId: firstKeptEntryId ?? id,
    tokensBefore: draft.tokensBefore ?? estimatedTotal(messages),
    fromHook,
    ...(details === undefined ? {} : { details }),
    ...(usage === undefined ? {} : { usage }),
    ...(system === undefined ? {} : { systemMessage: system }),
  });
}
