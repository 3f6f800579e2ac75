import type { AssistantMessageEvent } from "@earendil-works/pi-ai";
import type { AgentMessage, AgentTool, MessageOf } from "./pi-shapes.ts";
import type { ModelAnswer } from "./scripted-model.ts";
import type { ToolPipeline, ToolProgress } from "./tool-call.ts";

/** A turn that has its answer and its results. Spec: HN-2. */
export interface FinishedTurn {
  readonly message: MessageOf<"assistant">;
  readonly toolResults: MessageOf<"toolResult">[];
}

/** What the agent tells while it runs. Spec: HN-2. */
export type AgentEvent =
  | { type: "agent_start" }
  | { type: "agent_end"; messages: AgentMessage[] }
  | { type: "turn_start" }
  | ({ type: "turn_end" } & FinishedTurn)
  | { type: "message_start"; message: AgentMessage }
  | { type: "message_end"; message: AgentMessage }
  | {
      type: "message_update";
      message: AgentMessage;
      assistantMessageEvent: AssistantMessageEvent;
    }
  | ToolProgress;

/** What the agent needs from the session. Spec: HN-2. */
export interface AgentHost {
  readonly pipeline: ToolPipeline;
  /** Hears each event, and ends before the agent goes on. */
  onEvent(event: AgentEvent): Promise<void>;
  /** Asks the handlers of a turn's end, which may want another turn. */
  finishTurn(turn: FinishedTurn): Promise<boolean>;
  /** The messages that go before the next turn's own: changes of the prompt. */
  prepareNextTurn(): Promise<AgentMessage[]>;
  /** What is sent for the finalized transcript. */
  request(): Promise<AgentMessage[]>;
  /** The answer of the model. */
  answer(sent: readonly AgentMessage[], signal: AbortSignal): Promise<ModelAnswer>;
  /** The tools that can run. */
  tools(): readonly AgentTool[];
  /** The time of a message, in ms. */
  stampMs(): number;
}
