import type { ToolCall } from "@earendil-works/pi-ai";
import type { AgentEvent, AgentHost, FinishedTurn } from "./agent-events.ts";
import { MessageQueue } from "./message-queue.ts";
import type { AgentMessage, AgentTool, MessageOf } from "./pi-shapes.ts";
import { type FinishedBatch, failTruncated, resultMessage, runBatch } from "./tool-batch.ts";
import type { ToolPipeline } from "./tool-call.ts";
import { declareToolChanges } from "./tool-declarations.ts";

/**
 * The loop of turns: sends the transcript, runs the calls of the answer, and goes on while there
 * are calls, steering messages, follow-up messages, or a wish of a handler to go on.
 *
 * Spec: HN-2.
 */
export class Agent {
  readonly steering = new MessageQueue();
  readonly followUps = new MessageQueue();
  /** The finalized transcript. */
  messages: AgentMessage[] = [];
  readonly #host: AgentHost;
  #controller: AbortController | undefined;
  /**
   * The tools as they were when the run, its turn or its request began. A change in between is told
   * to the model with the next turn, and the calls of an answer run with the tools of its request.
   */
  #tools: readonly AgentTool[] = [];

  /** Is idle. */
  constructor(host: AgentHost) {
    this.#host = host;
  }

  /** The signal of the run, while there is one. */
  get signal(): AbortSignal | undefined {
    return this.#controller?.signal;
  }

  /** Whether messages wait to be delivered. */
  get hasQueued(): boolean {
    return this.steering.hasItems || this.followUps.hasItems;
  }

  /** The messages that the next turn would be given. */
  peekQueued(): AgentMessage[] {
    const steering = this.steering.peek();
    return steering.length > 0 ? steering : this.followUps.peek();
  }

  /** Ends the run as soon as it looks. */
  abort(): void {
    this.#controller?.abort();
  }

  /** Runs from new messages. */
  prompt(messages: readonly AgentMessage[]): Promise<void> {
    return this.#run((signal) => this.#begin(messages, signal, false));
  }

  /** Runs on from the transcript, or from queued messages when the model spoke last. */
  async continue(): Promise<void> {
    const last = this.messages.at(-1);
    if (last === undefined) throw new Error("No messages to continue from");
    if (last.role !== "assistant") {
      await this.#run(async (signal) => {
        await this.#tell({ type: "agent_start" });
        await this.#tell({ type: "turn_start" });
        await this.#loop([], signal, false);
      });
      return;
    }
    const steering = this.steering.drain();
    if (steering.length > 0) {
      await this.#run((signal) => this.#begin(steering, signal, true));
      return;
    }
    const followUps = this.followUps.drain();
    if (followUps.length === 0) throw new Error("Cannot continue from message role: assistant");
    await this.#run((signal) => this.#begin(followUps, signal, false));
  }

  async #run(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    if (this.#controller !== undefined) throw new Error("Agent is already processing.");
    this.#controller = new AbortController();
    this.#tools = this.#host.tools();
    try {
      await work(this.#controller.signal);
    } finally {
      this.#controller = undefined;
    }
  }

  async #tell(event: AgentEvent): Promise<void> {
    if (event.type === "message_end") this.messages.push(event.message);
    await this.#host.onEvent(event);
  }

  async #say(message: AgentMessage): Promise<void> {
    await this.#tell({ type: "message_start", message });
    await this.#tell({ type: "message_end", message });
  }

  #declare(pending: readonly AgentMessage[]): AgentMessage[] {
    return declareToolChanges(this.messages, this.#tools, pending, this.#host.stampMs);
  }

  async #begin(
    prompts: readonly AgentMessage[],
    signal: AbortSignal,
    skipSteering: boolean,
  ): Promise<void> {
    const initial = this.#declare(prompts);
    await this.#tell({ type: "agent_start" });
    await this.#tell({ type: "turn_start" });
    for (const message of initial) await this.#say(message);
    await this.#loop(initial, signal, skipSteering);
  }

  async #loop(
    initial: readonly AgentMessage[],
    signal: AbortSignal,
    skipSteering: boolean,
  ): Promise<void> {
    const fresh = [...initial];
    let pending = skipSteering ? [] : this.steering.drain();
    let first = true;
    let wantsMore = false;
    for (;;) {
      let callsFollow = true;
      while (callsFollow || pending.length > 0) {
        if (first) first = false;
        else pending = [...(await this.#openTurn(pending))];
        for (const message of this.#declare(pending)) {
          await this.#say(message);
          fresh.push(message);
        }
        const turn = await this.#turn(fresh, signal);
        if (turn === "over") return;
        callsFollow = turn.callsFollow;
        wantsMore = turn.wantsMore;
        pending = this.steering.drain();
        if (callsFollow || pending.length > 0) wantsMore = false;
      }
      pending = this.followUps.drain();
      if (pending.length > 0) continue;
      if (!wantsMore) break;
      wantsMore = false;
    }
    await this.#tell({ type: "agent_end", messages: fresh });
  }

  async #openTurn(pending: readonly AgentMessage[]): Promise<AgentMessage[]> {
    const prepared = await this.#host.prepareNextTurn();
    this.#tools = this.#host.tools();
    const queued = pending.length === 0 ? this.steering.drain() : pending;
    await this.#tell({ type: "turn_start" });
    return [...prepared, ...queued];
  }

  async #turn(
    fresh: AgentMessage[],
    signal: AbortSignal,
  ): Promise<"over" | { callsFollow: boolean; wantsMore: boolean }> {
    const message = await this.#speak(signal);
    fresh.push(message);
    if (message.stopReason === "error" || message.stopReason === "aborted") {
      const turn: FinishedTurn = { message, toolResults: [] };
      await this.#host.finishTurn(turn);
      await this.#tell({ type: "turn_end", ...turn });
      await this.#tell({ type: "agent_end", messages: fresh });
      return "over";
    }
    const calls = message.content.filter((block): block is ToolCall => block.type === "toolCall");
    const batch = calls.length === 0 ? undefined : await this.#runCalls(message, calls, signal);
    const toolResults = batch?.messages ?? [];
    fresh.push(...toolResults);
    const turn: FinishedTurn = { message, toolResults };
    const wantsMore = await this.#host.finishTurn(turn);
    await this.#tell({ type: "turn_end", ...turn });
    return { callsFollow: batch !== undefined && !batch.terminates, wantsMore };
  }

  #runCalls(
    message: MessageOf<"assistant">,
    calls: readonly ToolCall[],
    signal: AbortSignal,
  ): Promise<FinishedBatch> {
    const pipeline: ToolPipeline = { ...this.#host.pipeline, tools: () => this.#tools };
    const write = async (finished: Parameters<typeof resultMessage>[0]) => {
      const result = resultMessage(finished, this.#host.stampMs());
      await this.#say(result);
      return result;
    };
    if (message.stopReason === "length") return failTruncated(pipeline, calls, write);
    return runBatch(pipeline, calls, signal, write);
  }

  async #speak(signal: AbortSignal): Promise<MessageOf<"assistant">> {
    this.#tools = this.#host.tools();
    const sent = await this.#host.request();
    const answer = await this.#host.answer(sent, signal);
    const start = answer.start ?? answer.final;
    await this.#tell({ type: "message_start", message: { ...start } });
    for (const { message, event } of answer.steps) {
      const update = { message: { ...message }, assistantMessageEvent: event };
      await this.#tell({ type: "message_update", ...update });
    }
    await this.#tell({ type: "message_end", message: answer.final });
    return answer.final;
  }
}
