import type { ToolCall } from "@earendil-works/pi-ai";
import type { Json, MessageOf } from "./pi-shapes.ts";
import {
  errorResult,
  type FinishedCall,
  type Prepared,
  prepareCall,
  runPrepared,
  type ToolPipeline,
} from "./tool-call.ts";

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
  const finished = await runPrepared(pipeline, call, prepared, signal, (partialResult) =>
    pipeline.emit({ type: "tool_execution_update", toolCallId, toolName, args, partialResult }),
  );
  return tellEnd(pipeline, finished);
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
    const cause = "the response hit the output token limit";
    const text = `Tool call "${call.name}" was not executed: ${cause}`;
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
    const prepared = await prepareCall(pipeline, call, signal);
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
    const prepared = await prepareCall(pipeline, call, signal);
    const finished = prepared.ready
      ? await execute(pipeline, call, prepared, signal)
      : await tellEnd(pipeline, prepared.finished);
    messages.push(await write(finished));
    all.push(finished);
  }
  const terminates = all.length > 0 && all.every(({ result }) => result.terminate === true);
  return { messages, terminates };
}
