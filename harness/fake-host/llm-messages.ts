import type { Message } from "@earendil-works/pi-ai";
import type { AgentMessage } from "./pi-shapes.ts";

function userText(text: string, timestamp: number): Message {
  return { role: "user", content: [{ type: "text", text }], timestamp };
}

function asModelMessage(message: AgentMessage): Message | undefined {
  switch (message.role) {
    case "system":
    case "user":
    case "assistant":
    case "toolResult":
      return message;
    case "custom": {
      const { content, timestamp } = message;
      return typeof content === "string"
        ? userText(content, timestamp)
        : { role: "user", content, timestamp };
    }
    case "compactionSummary":
      return userText(
        `Earlier conversation:\n<summary>\n${message.summary}\n</summary>`,
        message.timestamp,
      );
    case "branchSummary":
      return userText(
        `Another branch:\n<summary>\n${message.summary}</summary>`,
        message.timestamp,
      );
    case "bashExecution":
      return message.excludeFromContext
        ? undefined
        : userText(`Ran \`${message.command}\`\n${message.output}`, message.timestamp);
  }
}

/**
 * The transcript as a provider is sent it: what is no message of the protocol becomes the user's
 * words. The frame around a summary is this host's wording, not pi's.
 *
 * Spec: HN-2.
 */
export function asModelMessages(messages: readonly AgentMessage[]): Message[] {
  return messages.flatMap((message) => asModelMessage(message) ?? []);
}
