/**
 * Names for shapes that pi's public types hold but do not name, derived from them so that a change
 * in pi is a type error here and not a surprise at run time.
 *
 * Spec: HN-1.
 */
import type { JsonValue } from "@earendil-works/pi-ai";
import type {
  AgentEndEvent,
  BeforeAgentStartCustomEvent,
  ExtensionActions,
  ExtensionContext,
  ExtensionEvent,
  ExtensionToolContext,
  SessionEntry,
  ToolDefinition,
} from "@earendil-works/pi-coding-agent";

/** Any message of a transcript, pi's own kinds included. Spec: HN-2. */
export type AgentMessage = AgentEndEvent["messages"][number];

/** The message with the given role. Spec: HN-2. */
export type MessageOf<Role extends AgentMessage["role"]> = Extract<AgentMessage, { role: Role }>;

/** A message of an extension that takes part in the model's context. Spec: HN-2. */
export type CustomMessage = BeforeAgentStartCustomEvent["message"];

/** A tool as the agent runs it. Spec: HN-2. */
export type AgentTool = ExtensionToolContext["tools"][number];

/** How a nested call ended. Spec: HN-2. */
export type ToolOutcome = Awaited<ReturnType<ExtensionToolContext["executeTool"]>>;

/** What a tool's run gives back, with details of any kind. Spec: HN-2. */
export type ToolResult = Awaited<ReturnType<ToolDefinition["execute"]>>;

/** Names of the events that pi sends to extensions. Spec: HN-2. */
export type EventName = ExtensionEvent["type"];

/** The event with the given name. Spec: HN-2. */
export type EventOf<Name extends EventName> = Extract<ExtensionEvent, { type: Name }>;

/** The settings that an extension reads. Spec: HN-2. */
export type HostSettings = ReturnType<ExtensionActions["getSettings"]>;

/** A session entry of the given type. Spec: HN-2. */
export type EntryOf<Type extends SessionEntry["type"]> = Extract<SessionEntry, { type: Type }>;

/** A JSON value, as pi names it. Spec: HN-2. */
export type Json = JsonValue;

/** How pi runs: with a terminal, over RPC, or without a user. Spec: HN-2. */
export type HostMode = ExtensionContext["mode"];
