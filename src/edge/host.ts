import type {
  ExtensionAPI,
  ExtensionContext,
  ToolCallEvent,
  ToolCallEventResult,
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
  | "sendMessage"
  | "sendUserMessage"
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
>;

/** A tool call before it runs, as pi reports it. Spec: FG-20. */
export type HostToolCall = ToolCallEvent;

/** What a handler answers to a tool call. Spec: FG-21. */
export type HostToolCallAnswer = ToolCallEventResult;
