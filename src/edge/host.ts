import type {
  AgentToolResult,
  BeforeAgentStartEvent,
  ContextEvent,
  ExtensionAPI,
  ExtensionCommandContext,
  ExtensionContext,
  InputEvent,
  MessageStartEvent,
  ToolCallEvent,
  ToolCallEventResult,
  ToolDefinition,
  ToolResultEvent,
  ToolResultEventResult,
  TurnEndEvent,
} from "@earendil-works/pi-coding-agent";
import type { TSchema } from "typebox";

/**
 * The slice of pi's extension API that this package uses. This is the only file that names pi:
 * what is not here is not relied on.
 *
 * Spec: HN-1.
 */
export type Host = Pick<
  ExtensionAPI,
  | "on"
  | "registerTool"
  | "registerCommand"
  | "appendEntry"
  | "getActiveTools"
  | "getAllTools"
  | "setActiveTools"
  | "getCommands"
  | "sendMessage"
  | "sendUserMessage"
  | "registerEntryRenderer"
  | "registerToolRenderer"
>;

/** What a handler is told of the session it runs in. Spec: HN-1. */
export type HostContext = Pick<
  ExtensionContext,
  | "ui"
  | "hasUI"
  | "mode"
  | "cwd"
  | "signal"
  | "isProjectTrusted"
  | "sessionManager"
  | "isIdle"
  | "hasPendingMessages"
  | "modelRegistry"
>;

/** A tool call before it runs, as pi reports it. Spec: FG-20. */
export type HostToolCall = ToolCallEvent;

/** What a handler answers to a tool call. Spec: FG-21. */
export type HostToolCallAnswer = ToolCallEventResult;

/** A tool call's result, as pi reports it. Spec: SV-31, SV-33. */
export type HostToolResult = ToolResultEvent;

/** What a handler changes of a result. Spec: SV-33. */
export type HostToolResultAnswer = ToolResultEventResult;

/** What a command's handler is told of the session it runs in. Spec: LP-33. */
export type HostCommandContext = ExtensionCommandContext;

/** A message that comes in, before anything is made of it. Spec: LP-13. */
export type HostInput = InputEvent;

/** A run about to start; its prompt sections may be changed in place. Spec: LP-13, LP-42. */
export type HostRunStart = BeforeAgentStartEvent;

/** A message that enters the conversation. Spec: LP-13. */
export type HostMessageStart = MessageStartEvent;

/** A turn that ended: one answer of the model, and what its calls gave. Spec: LP-43. */
export type HostTurnEnd = TurnEndEvent;

/** The conversation, before it is sent. Spec: LP-13. */
export type HostConversation = ContextEvent;

/** A tool as pi knows it, and what a call of it gives. Spec: LP-30, LP-34. */
export type HostTool = ToolDefinition<TSchema, unknown>;

/** What a call of a tool gives. Spec: LP-30. */
export type HostToolAnswer = AgentToolResult<unknown>;
