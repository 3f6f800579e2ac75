import type { ToolCall } from "@earendil-works/pi-ai";
import type { ExecuteToolOptions } from "@earendil-works/pi-coding-agent";
import type { MessageOf, ToolOutcome, ToolResult } from "./pi-shapes.ts";
import type { FinishedCall, ToolProgress } from "./tool-call.ts";

type NestedRecord = NonNullable<MessageOf<"toolResult">["nestedCalls"]>["calls"][number];

interface Scope {
  readonly calls: NestedRecord[];
  readonly holdsQueue: boolean;
  next: number;
}

/** What nested calls need from the session. Spec: HN-2. */
export interface NestedHost {
  run(
    call: ToolCall,
    parentToolCallId: string,
    signal: AbortSignal | undefined,
    onUpdate: (partial: ToolResult) => Promise<void>,
  ): Promise<FinishedCall>;
  emit(progress: ToolProgress & { parentToolCallId: string }): Promise<void>;
  isSequential(name: string): boolean;
}

const callsMax = 256;
const argumentBytesMax = 8 * 1024;

function textOf(result: ToolResult): string {
  return (result.content ?? [])
    .map((block) => (block.type === "text" ? block.text : undefined))
    .filter((text) => text !== undefined)
    .join("\n");
}

/**
 * Calls that a tool makes while it runs. Each gets the id `<caller>/<n>`, goes through the handlers
 * like any call, and is told with its caller's id; the transcript has only a record of it on the
 * result of the call that the model made.
 *
 * Spec: HN-2.
 */
export class NestedCalls {
  readonly #host: NestedHost;
  readonly #scopes = new Map<string, Scope>();
  #queue: Promise<void> = Promise.resolve();

  /** Runs calls through the host. */
  constructor(host: NestedHost) {
    this.#host = host;
  }

  /** Runs one call; a failure of the tool is an outcome, never a throw. */
  async execute(
    parentToolCallId: string,
    name: string,
    args: unknown,
    options: ExecuteToolOptions,
  ): Promise<ToolOutcome> {
    const scope = this.#scopeOf(parentToolCallId);
    const input = (args ?? {}) as ToolCall["arguments"];
    const call: ToolCall = {
      type: "toolCall",
      id: `${parentToolCallId}/${scope.next++}`,
      name,
      arguments: input,
    };
    const record = this.#start(scope, call);
    const told = { toolCallId: call.id, toolName: name, parentToolCallId };
    await this.#host.emit({ type: "tool_execution_start", ...told, args: input });
    const exclusive = !scope.holdsQueue && this.#host.isSequential(name);
    const release = exclusive ? await this.#enter() : undefined;
    this.#scopes.set(call.id, {
      calls: scope.calls,
      holdsQueue: scope.holdsQueue || exclusive,
      next: 1,
    });
    let finished: FinishedCall;
    try {
      finished = await this.#host.run(call, parentToolCallId, options.signal, async (partial) => {
        options.onUpdate?.(partial as never);
        const update = { type: "tool_execution_update" as const, args: input };
        await this.#host.emit({ ...update, ...told, partialResult: partial });
      });
    } finally {
      this.#scopes.delete(call.id);
      release?.();
    }
    record.status = finished.isError ? "error" : "ok";
    const { result, isError, durationMs } = finished;
    if (durationMs !== undefined) record.durationMs = durationMs;
    if (isError && textOf(result) !== "") record.error = textOf(result).slice(0, 500);
    const timed = durationMs === undefined ? {} : { durationMs };
    await this.#host.emit({ type: "tool_execution_end", ...told, result, isError, ...timed });
    return { toolCall: call, result, isError, ...timed };
  }

  #scopeOf(callId: string): Scope {
    const scope = this.#scopes.get(callId) ?? { calls: [], holdsQueue: false, next: 1 };
    this.#scopes.set(callId, scope);
    return scope;
  }

  #start(scope: Scope, call: ToolCall): NestedRecord {
    const bytes = Buffer.byteLength(JSON.stringify(call.arguments));
    if (scope.calls.length >= callsMax || bytes > argumentBytesMax)
      throw new Error("Nested calls beyond pi's limits of record are not supported");
    const record: NestedRecord = {
      id: call.id,
      name: call.name,
      status: "unfinished",
      arguments: structuredClone(call.arguments),
    };
    scope.calls.push(record);
    return record;
  }

  async #enter(): Promise<() => void> {
    const before = this.#queue;
    let release = (): void => undefined;
    this.#queue = new Promise((resolve) => {
      release = resolve;
    });
    await before;
    return release;
  }

  /** The record of the calls that a call of the model made, which is then forgotten. */
  take(toolCallId: string): MessageOf<"toolResult">["nestedCalls"] {
    const scope = this.#scopes.get(toolCallId);
    this.#scopes.delete(toolCallId);
    if (scope === undefined || scope.calls.length === 0) return undefined;
    const calls = scope.calls.map((call) => ({ ...call }));
    return { calls, complete: calls.every((call) => call.status !== "unfinished") };
  }
}
