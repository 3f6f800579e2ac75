import { isJsonObject, type JsonObject } from "../../src/kernel/json.ts";
import type { WatchedTools } from "./plain-entry.ts";
import type { RecordedCall } from "./session-items.ts";
import { preparedArguments } from "./tool-arguments.ts";

/** The calls of one parsed entry: how many there are, and the watched ones. Spec: HN-4. */
export interface EntryCalls {
  readonly count: number;
  readonly watched: readonly RecordedCall[];
  /** Whether the message broke off. */
  readonly isStopped: boolean;
}

const noCalls: EntryCalls = { count: 0, watched: [], isStopped: false };

/**
 * The calls that an entry records: those of an assistant's message, or those that a tool made while
 * it ran, which pi keeps on the message with that tool's result.
 *
 * The entry has to have passed the shape check.
 *
 * Spec: HN-4, FG-20.
 */
export function recordedCalls(entry: JsonObject, watched: WatchedTools, line: number): EntryCalls {
  const message = entry["message"];
  if (entry["type"] !== "message" || !isJsonObject(message)) return noCalls;
  if (message["role"] === "assistant") return issuedCalls(message, watched, line);
  return nestedCalls(message, watched, line);
}

function issuedCalls(message: JsonObject, watched: WatchedTools, line: number): EntryCalls {
  const content = message["content"];
  if (!Array.isArray(content)) return noCalls;
  const blocks = content.filter((block: JsonObject) => block["type"] === "toolCall");
  const calls: RecordedCall[] = [];
  for (const [index, block] of blocks.entries()) {
    if (isWatched(watched, block.name)) calls.push(recordedCall(block, line, index + 1));
  }
  const isStopped = message["stopReason"] === "aborted" || message["stopReason"] === "error";
  return { count: blocks.length, watched: calls, isStopped };
}

function nestedCalls(message: JsonObject, watched: WatchedTools, line: number): EntryCalls {
  const record = message["nestedCalls"];
  const list = isJsonObject(record) && Array.isArray(record["calls"]) ? record["calls"] : [];
  const named = list.filter((call) => isJsonObject(call) && typeof call["name"] === "string");
  const parent = message["toolCallId"];
  const calls: RecordedCall[] = [];
  for (const [index, call] of named.entries()) {
    if (!isWatched(watched, call.name)) continue;
    const made = recordedCall(call, line, index + 1);
    calls.push(typeof parent === "string" ? { ...made, parentToolCallId: parent } : made);
  }
  return { count: named.length, watched: calls, isStopped: false };
}

function isWatched(watched: WatchedTools, name: string): boolean {
  return watched === "*" || watched.has(name);
}

/** The id of a call, made from its place where it was recorded without one. Spec: HN-4. */
export function callId(recorded: string, line: number, place: number): string {
  return recorded === "" ? `line-${line}-call-${place}` : recorded;
}

/**
 * A call from its block. `place` is its number among the entry's calls, from 1.
 *
 * Spec: HN-4.
 */
export function recordedCall(block: JsonObject, line: number, place: number): RecordedCall {
  const { id, name, arguments: recorded, parentToolCallId } = block;
  const toolName = String(name);
  return {
    toolCallId: callId(typeof id === "string" ? id : "", line, place),
    toolName,
    ...(isJsonObject(recorded) && { input: preparedArguments(toolName, recorded) }),
    ...(typeof parentToolCallId === "string" && { parentToolCallId }),
  };
}
