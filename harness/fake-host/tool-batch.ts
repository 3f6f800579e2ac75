import type { ToolCall } from "@earendil-works/pi-ai";
import { validateToolArguments } from "@earendil-works/pi-ai/utils/validation";
import type { ToolCallEventResult } from "@earendil-works/pi-coding-agent";
import type { ChangedResult } from "./event-chains.ts";
import { messageOf } from "./event-dispatch.ts";
import type { AgentTool, Json, MessageOf, ToolResult } from "./pi-shapes.ts";

/** A tool call that has its result. `durationMs` is absent when the tool did not run. Spec: HN-2. */
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

type Prepared =
  | { readonly ready: true; readonly tool: AgentTool; readonly input: unknown }
  | { readonly ready: false; readonly finished: FinishedCall };

/** A result that says why there is none. Spec: HN-2. */
export function errorResult(message: string): ToolResult {
  return { content: [{ type: "text", text: message }], details: {} };
}

/** What a block without a reason tells the model. Spec: HN-2. */
export const blockedText = "Tool execution was blocked";

async function prepare(
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
 * Runs one call through everything: preparation and check of its arguments, the `tool_call` handlers,
 * the tool, the `tool_result` handlers. It tells nobody; nested calls are told by their caller.
 *
 * Spec: HN-2.
 */
export async function runCall(
  pipeline: ToolPipeline,
  call: ToolCall,
  signal: AbortSignal | undefined,
  onUpdate: (partial: ToolResult) => Promise<void>,
): Promise<FinishedCall> {
  const prepared = await prepare(pipeline, call, signal);
  if (!prepared.ready) return prepared.finished;
  const ran = await run(pipeline, call, prepared, signal, onUpdate);
  return finish(pipeline, prepared.input, ran);
}

function tellStart(pipeline: ToolPipeline, call: ToolCall): Promise<void> {
  const { id: toolCallId, name: toolName, arguments: args } = call;
  return pipeline.emit({ type: "tool_execution_start", toolCallId, toolName, args });
}

async function tellEnd(pipeline: ToolPipeline, finished: FinishedCall): Promise<FinishedCall> {
  const { toolCall, result, isError, durationMs } = finished;
  await pipeline.emit({
    type: "tool_execution_end",
    toolCallId: toolCall.id,
    toolName: toolCall.name,
    result,
    isError,
    ...(durationMs === undefined ? {} : { durationMs }),
  });
  return finished;
}

async function execute(
  pipeline: ToolPipeline,
  call: ToolCall,
  prepared: Extract<Prepared, { ready: true }>,
  signal: AbortSignal,
): Promise<FinishedCall> {
  const { id: toolCallId, name: toolName, arguments: args } = call;
  const ran = await run(pipeline, call, prepared, signal, (partialResult) =>
    pipeline.emit({ type: "tool_execution_update", toolCallId, toolName, args, partialResult }),
  );
  return tellEnd(pipeline, await finish(pipeline, prepared.input, ran));
}

/** The message that a finished call leaves in the transcript. Spec: HN-2. */
export function resultMessage(finished: FinishedCall, timestamp: number): MessageOf<"toolResult"> {
  const { toolCall, result, isError, durationMs } = finished;
  return {
    role: "toolResult",
    toolCallId: toolCall.id,
    toolName: toolCall.name,
    content: result.content ?? [],
    details: result.details as Json,
    ...(result.usage === undefined ? {} : { usage: result.usage }),
    isError,
    ...(durationMs === undefined ? {} : { durationMs }),
    timestamp,
  };
}

/** How a batch ended: its results in the order of the calls. Spec: HN-2. */
export interface FinishedBatch {
  readonly messages: MessageOf<"toolResult">[];
  /** True when every result asks to stop. */
  readonly terminates: boolean;
}

/** How a batch's messages are written: they are told before the next one is. Spec: HN-2. */
export type MessageSink = (finished: FinishedCall) => Promise<MessageOf<"toolResult">>;

async function written(calls: readonly FinishedCall[], write: MessageSink): Promise<FinishedBatch> {
  const messages: MessageOf<"toolResult">[] = [];
  for (const call of calls) messages.push(await write(call));
  const stops = calls.map(({ result }) => result.terminate === true);
  return { messages, terminates: stops.length > 0 && stops.every(Boolean) };
}

/** Fails every call of a message that was cut off: its arguments may be cut off too. Spec: HN-2. */
export async function failTruncated(
  pipeline: ToolPipeline,
  calls: readonly ToolCall[],
  write: MessageSink,
): Promise<FinishedBatch> {
  const messages: MessageOf<"toolResult">[] = [];
  for (const call of calls) {
    await tellStart(pipeline, call);
    const text = `Tool call "${call.name}" was not executed: the response hit the output token limit`;
    const finished = { toolCall: call, result: errorResult(text), isError: true };
    messages.push(await write(await tellEnd(pipeline, finished)));
  }
  return { messages, terminates: false };
}

/**
 * Runs the calls of one message. All are prepared in order, then those that may run do so together;
 * when any tool among them is sequential, each call is finished before the next one is prepared.
 *
 * Spec: HN-2.
 */
export async function runBatch(
  pipeline: ToolPipeline,
  calls: readonly ToolCall[],
  signal: AbortSignal,
  write: MessageSink,
): Promise<FinishedBatch> {
  const tools = pipeline.tools();
  const sequential = calls.some(
    (call) => tools.find((tool) => tool.name === call.name)?.executionMode === "sequential",
  );
  if (sequential) return runInTurn(pipeline, calls, signal, write);
  const waiting: (() => Promise<FinishedCall>)[] = [];
  for (const call of calls) {
    await tellStart(pipeline, call);
    const prepared = await prepare(pipeline, call, signal);
    if (!prepared.ready) {
      const finished = await tellEnd(pipeline, prepared.finished);
      waiting.push(() => Promise.resolve(finished));
      continue;
    }
    waiting.push(() => {
      if (!signal.aborted) return execute(pipeline, call, prepared, signal);
      const result = errorResult("Operation aborted");
      return tellEnd(pipeline, { toolCall: call, result, isError: true });
    });
  }
  const finished = await Promise.all(waiting.map((start) => start()));
  return written(finished, write);
}

async function runInTurn(
  pipeline: ToolPipeline,
  calls: readonly ToolCall[],
  signal: AbortSignal,
  write: MessageSink,
): Promise<FinishedBatch> {
  const messages: MessageOf<"toolResult">[] = [];
  const all: FinishedCall[] = [];
  for (const call of calls) {
    await tellStart(pipeline, call);
    const prepared = await prepare(pipeline, call, signal);
    const finished = prepared.ready
      ? await execute(pipeline, call, prepared, signal)
      : await tellEnd(pipeline, prepared.finished);
    messages.push(await write(finished));
    all.push(finished);
  }
  const terminates = all.length > 0 && all.every(({ result }) => result.terminate === true);
  return { messages, terminates };
}
