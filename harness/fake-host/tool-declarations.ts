import {
  getCurrentSystemMessage,
  getCurrentTools,
  getToolStateChanges,
  toToolDeclaration,
} from "@earendil-works/pi-ai/utils/transcript";
import type { AgentMessage, AgentTool, MessageOf } from "./pi-shapes.ts";

type SystemMessage = MessageOf<"system">;

function asMessages(messages: readonly AgentMessage[]): SystemMessage[] {
  return messages.filter((message): message is SystemMessage => message.role === "system");
}

/** The prompt and the tools that the system messages add up to. Spec: HN-2. */
export function currentSystemMessage(messages: readonly AgentMessage[]): SystemMessage | undefined {
  return getCurrentSystemMessage(asMessages(messages));
}

function withChanges(
  message: SystemMessage,
  changes: Pick<SystemMessage, "toolsAdded" | "toolsRemoved">,
): SystemMessage {
  const { toolsAdded: _added, toolsRemoved: _removed, ...rest } = message;
  return {
    ...rest,
    ...(changes.toolsAdded?.length ? { toolsAdded: changes.toolsAdded } : {}),
    ...(changes.toolsRemoved?.length ? { toolsRemoved: changes.toolsRemoved } : {}),
  };
}

/**
 * Tells the model which tools came and went: the messages to come get the difference between what
 * the transcript declares and what can run, on their own system message or on a new one in front.
 *
 * Spec: HN-2.
 */
export function declareToolChanges(
  transcript: readonly AgentMessage[],
  tools: readonly AgentTool[],
  pending: readonly AgentMessage[],
  stampMs: () => number,
): AgentMessage[] {
  const at = pending.findLastIndex((message) => message.role === "system");
  const own = pending[at];
  const system = own?.role === "system" ? own : undefined;
  const plain = pending.map((message, index) =>
    index === at && system !== undefined ? withChanges(system, {}) : message,
  );
  const declared = getCurrentTools(asMessages([...transcript, ...plain]));
  const changes = getToolStateChanges(declared, tools.map(toToolDeclaration));
  const none = changes.toolsAdded.length === 0 && changes.toolsRemoved.length === 0;
  if (system !== undefined) {
    if (none && !system.toolsAdded?.length && !system.toolsRemoved?.length) return [...pending];
    return plain.map((message, index) => (index === at ? withChanges(system, changes) : message));
  }
  if (none) return [...pending];
  const update = withChanges({ role: "system", content: "", timestamp: stampMs() }, changes);
  const first = pending.findIndex((message) => message.role !== "system");
  const place = first < 0 ? pending.length : first;
  return [...pending.slice(0, place), update, ...pending.slice(place)];
}
