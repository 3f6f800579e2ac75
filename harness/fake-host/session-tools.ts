import type { ToolCallEvent, ToolResultEvent } from "@earendil-works/pi-coding-agent";
import { chainToolResult } from "./event-chains.ts";
import { askToolCall, hasHandlers, tell } from "./event-dispatch.ts";
import type { NestedHost } from "./nested-calls.ts";
import type { AgentTool } from "./pi-shapes.ts";
import type { SessionParts } from "./session-state.ts";
import { runCall, type ToolPipeline, type ToolProgress } from "./tool-call.ts";

function parentOf(parentToolCallId: string | undefined): { parentToolCallId?: string } {
  return parentToolCallId === undefined ? {} : { parentToolCallId };
}

/** What the session does around a call: asks the handlers before and after it. Spec: HN-2. */
export function toolPipeline(
  parts: () => SessionParts,
  tools: () => readonly AgentTool[],
  emit: ToolPipeline["emit"],
  parentToolCallId?: string,
): ToolPipeline {
  return {
    tools,
    emit,
    now: () => parts().now(),
    before: async (call, input) => {
      const { runtime } = parts();
      if (!hasHandlers(runtime, "tool_call")) return undefined;
      const { name: toolName, id: toolCallId } = call;
      const base = { type: "tool_call" as const, toolName, toolCallId };
      const event = { ...base, ...parentOf(parentToolCallId), input } as ToolCallEvent;
      try {
        return await askToolCall(runtime, event);
      } catch (thrown) {
        if (thrown instanceof Error) throw thrown;
        throw new Error(`Extension failed, blocking execution: ${String(thrown)}`);
      }
    },
    after: async (call, input, { result, isError }) => {
      const { runtime } = parts();
      if (!hasHandlers(runtime, "tool_result")) return undefined;
      const { structuredContent, usage } = result;
      const event = {
        type: "tool_result",
        toolName: call.name,
        toolCallId: call.id,
        ...parentOf(parentToolCallId),
        input,
        content: result.content,
        details: result.details,
        ...(structuredContent === undefined ? {} : { structuredContent }),
        isError,
        usage,
      } as ToolResultEvent;
      return chainToolResult(runtime, event);
    },
  };
}

/** What the session does for calls that a tool makes. Spec: HN-2. */
export function nestedHost(parts: () => SessionParts): NestedHost {
  const callable = (): readonly AgentTool[] => parts().registry.callable();
  return {
    run: (call, parentToolCallId, signal, onUpdate) => {
      const silent = async (_progress: ToolProgress): Promise<void> => undefined;
      return runCall(
        toolPipeline(parts, callable, silent, parentToolCallId),
        call,
        signal,
        onUpdate,
      );
    },
    emit: async (progress) => {
      await tell(parts().runtime, progress);
    },
    isSequential: (name) =>
      callable().find((tool) => tool.name === name)?.executionMode === "sequential",
  };
}
