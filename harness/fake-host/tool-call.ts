import type { ToolCall } from "@earendil-works/pi-ai";
import { validateToolArguments } from "@earendil-works/pi-ai/utils/validation";
import type { ToolCallEventResult } from "@earendil-works/pi-coding-agent";
import type { ChangedResult } from "./event-chains.ts";
import { messageOf } from "./event-dispatch.ts";
import type { AgentTool, ToolResult } from "./pi-shapes.ts";

/**
 * A tool call that has its result. `durationMs` is absent when the tool did not run.
 *
 * Spec: HN-2.
 */
export interface FinishedCall {
  readonly toolCall: ToolCall;
  readonly result: ToolResult;
  readonly isError: boolean;
  readonly durationMs?: number;
}

/** What happens during a call, without the message that it ends in. Spec: HN-2. */
export type ToolProgress =
  | { type: "tool_execution_start"; toolCallId: string; toolName: string; args: unknown }
  | {
      type: "tool_execution_update";
      toolCallId: string;
      toolName: string;
      args: unknown;
      partialResult: unknown;
    }
  | {
      type: "tool_execution_end";
      toolCallId: string;
      toolName: string;
      result: ToolResult;
      isError: boolean;
      durationMs?: number;
    };

/** What a call needs from the session. Spec: HN-2. */
export interface ToolPipeline {
  /** The tools that can be called. */
  tools(): readonly AgentTool[];
  /** Asks the `tool_call` handlers; a throw blocks. */
  before(call: ToolCall, input: unknown): Promise<ToolCallEventResult | undefined>;
  /** Asks the `tool_result` handlers. */
  after(call: ToolCall, input: unknown, ran: FinishedCall): Promise<ChangedResult | undefined>;
  /** Tells what happens. */
  emit(progress: ToolProgress): Promise<void>;
  /** Virtual time, in ms. */
  now(): number;
}

/** A call that may run, or its result when it may not. Spec: HN-2. */
export type Prepared =
  | { readonly ready: true; readonly tool: AgentTool; readonly input: unknown }
  | { readonly ready: false; readonly finished: FinishedCall };

/** A result that says why there is none. Spec: HN-2. */
export function errorResult(message: string): ToolResult {
  return { content: [{ type: "text", text: message }], details: {} };
}

/** What a block without a reason tells the model. Spec: HN-2. */
export const blockedText = "Tool execution was blocked";

/** Checks a call and asks the `tool_call` handlers about it. Spec: HN-2. */
export async function prepareCall(
  pipeline: ToolPipeline,
  call: ToolCall,
  signal: AbortSignal | undefined,
): Promise<Prepared> {
  const refuse = (result: ToolResult): Prepared => ({
    ready: false,
    finished: { toolCall: call, result, isError: true },
  });
  if (signal?.aborted) return refuse(errorResult("Operation aborted"));
  const tool = pipeline.tools().find((candidate) => candidate.name === call.name);
  if (tool === undefined) return refuse(errorResult(`Tool ${call.name} not found`));
  try {
    const given = tool.prepareArguments?.(call.arguments) ?? call.arguments;
    const input: unknown = validateToolArguments(tool, {
      ...call,
      arguments: given as ToolCall["arguments"],
    });
    const answer = await pipeline.before(call, input);
    if (signal?.aborted) return refuse(errorResult("Operation aborted"));
    if (!answer?.block) return { ready: true, tool, input };
    const result = errorResult(answer.reason || blockedText);
    return refuse(answer.terminate === true ? { ...result, terminate: true } : result);
  } catch (thrown) {
    return refuse(errorResult(messageOf(thrown)));
  }
}

async function run(
  pipeline: ToolPipeline,
  call: ToolCall,
  { tool, input }: { tool: AgentTool; input: unknown },
  signal: AbortSignal | undefined,
  onUpdate: (partial: ToolResult) => Promise<void>,
): Promise<FinishedCall> {
  const startedMs = pipeline.now();
  const updates: Promise<void>[] = [];
  let open = true;
  const update = (partial: ToolResult): void => {
    if (open) updates.push(Promise.resolve(onUpdate(partial)));
  };
  let result: ToolResult;
  let isError: boolean;
  try {
    result = await tool.execute(call.id, input as never, signal, update as never);
    isError = result.isError === true;
  } catch (thrown) {
    result = errorResult(messageOf(thrown));
    isError = true;
  }
  open = false;
  await Promise.all(updates);
  return { toolCall: call, result, isError, durationMs: pipeline.now() - startedMs };
}

async function finish(
  pipeline: ToolPipeline,
  input: unknown,
  ran: FinishedCall,
): Promise<FinishedCall> {
  const changed = await pipeline.after(ran.toolCall, input, ran);
  if (changed === undefined)
    return { ...ran, result: { ...ran.result, content: ran.result.content ?? [] } };
  const { structuredContent, ...result } = ran.result;
  const kept = changed.structuredContent;
  const merged: ToolResult = {
    ...result,
    content: changed.content ?? result.content,
    details: (changed.details ?? result.details) as ToolResult["details"],
    ...(kept === undefined ? {} : { structuredContent: kept }),
  };
  const usage = changed.usage ?? result.usage;
  if (usage !== undefined) merged.usage = usage;
  return { ...ran, result: merged, isError: changed.isError ?? ran.isError };
}

/**
 * Runs one call through everything: preparation and check of its arguments, the `tool_call`
 * handlers, the tool, the `tool_result` handlers. It tells nobody; nested calls are told by their
 * caller.
 *
 * Spec: HN-2.
 */
export async function runCall(
  pipeline: ToolPipeline,
  call: ToolCall,
  signal: AbortSignal | undefined,
  onUpdate: (partial: ToolResult) => Promise<void>,
): Promise<FinishedCall> {
  const prepared = await prepareCall(pipeline, call, signal);
  if (!prepared.ready) return prepared.finished;
  return runPrepared(pipeline, call, prepared, signal, onUpdate);
}

/** Runs the tool of a call that may run, and asks the `tool_result` handlers. Spec: HN-2. */
export async function runPrepared(
  pipeline: ToolPipeline,
  call: ToolCall,
  prepared: { tool: AgentTool; input: unknown },
  signal: AbortSignal | undefined,
  onUpdate: (partial: ToolResult) => Promise<void>,
): Promise<FinishedCall> {
  const ran = await run(pipeline, call, prepared, signal, onUpdate);
  return finish(pipeline, prepared.input, ran);
}
