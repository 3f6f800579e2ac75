import type {
  ExtensionAPI,
  ExtensionContext,
  ToolCallEvent,
  ToolCallEventResult,
  ToolResultEvent,
  ToolResultEventResult,
} from "@earendil-works/pi-coding-agent";

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
