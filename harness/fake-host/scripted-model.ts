import type {
  AssistantMessage,
  AssistantMessageEvent,
  ToolCall,
  Usage,
} from "@earendil-works/pi-ai";
import type { Identifiers } from "./identifiers.ts";
import type { AgentMessage, MessageOf } from "./pi-shapes.ts";
import type { Faults } from "./unsupported.ts";

/** A block of a scripted message. Spec: HN-2. */
export type ScriptedBlock = AssistantMessage["content"][number];

/**
 * What the scripted model answers with. Text stands for one text block. The stop reason follows
 * from the content unless given; `error` and `aborted` end the run, `length` fails the message's
 * calls. With `waitsForAbort` the model says nothing until the run is aborted.
 *
 * Spec: HN-2.
 */
export interface ScriptedMessage {
  readonly content: string | readonly ScriptedBlock[];
  readonly stopReason?: AssistantMessage["stopReason"];
  readonly errorMessage?: string;
  readonly waitsForAbort?: boolean;
}

/** A scripted answer, as text, as a message, or made from what the model was sent. Spec: HN-2. */
export type ScriptedStep =
  | string
  | ScriptedMessage
  | ((sent: readonly AgentMessage[]) => ScriptedMessage | string);

/** A tool call block. Spec: HN-2. */
export function toolCall(name: string, input: ToolCall["arguments"], id: string): ToolCall {
  return { type: "toolCall", id, name, arguments: input };
}

/** A message as blocks, with the stop reason that a provider would give. Spec: HN-2. */
export function spelledOut(step: ScriptedMessage | string): {
  readonly content: ScriptedBlock[];
  readonly stopReason: AssistantMessage["stopReason"];
} {
  const { content, stopReason } =
    typeof step === "string" ? { content: step, stopReason: undefined } : step;
  const blocks: ScriptedBlock[] =
    typeof content === "string" ? [{ type: "text", text: content }] : [...content];
  const calls = blocks.some((block) => block.type === "toolCall");
  return { content: blocks, stopReason: stopReason ?? (calls ? "toolUse" : "stop") };
}

/** One step of a streamed answer, with the message as far as it has come. Spec: HN-2. */
export interface StreamStep {
  readonly message: AssistantMessage;
  readonly event: AssistantMessageEvent;
}

/**
 * An answer: the message at its start unless it never began, its steps, and its end.
 *
 * Spec: HN-2.
 */
export interface ModelAnswer {
  readonly start: AssistantMessage | undefined;
  readonly steps: readonly StreamStep[];
  readonly final: MessageOf<"assistant">;
}

/**
 * The identity of the scripted model; real pi's scripted provider is given the same.
 *
 * Spec: HN-3.
 */
export const scriptedModelId = { api: "scripted", provider: "scripted", id: "scripted" } as const;

const contextWindow = 128_000;

/** The model as pi describes one. Spec: HN-2. */
export const scriptedModel = {
  ...scriptedModelId,
  name: "scripted",
  baseUrl: "http://scripted.invalid",
  reasoning: false,
  input: ["text", "image"] as ("text" | "image")[],
  cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
  contextWindow,
  maxTokens: 16_384,
};

function tokensOf(value: unknown): number {
  return Math.ceil(JSON.stringify(value).length / 4);
}

function usageOf(input: number, output: number): Usage {
  const cost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 };
  return { input, output, cacheRead: 0, cacheWrite: 0, totalTokens: input + output, cost };
}

/** What a request is for: a turn of the agent, or a summary of what was said. Spec: HN-2. */
export type RequestPurpose = "turn" | "summary";

/**
 * The model of the fake host: gives the scripted answers in order, and throws when it is asked for
 * one more than there are, as a run that goes on longer than its script is not the scripted run.
 *
 * Spec: HN-2.
 */
export class ScriptedModel {
  readonly #identifiers: Identifiers;
  readonly #faults: Faults;
  readonly #steps: ScriptedStep[] = [];
  /** Everything that the model was sent, one list of messages a request. */
  readonly requests: (readonly AgentMessage[])[] = [];
  /** Hears each request as it comes, and what it is for. */
  onRequest: (sent: readonly AgentMessage[], purpose: RequestPurpose) => void = () => undefined;

  /** Has no answers yet. */
  constructor(identifiers: Identifiers, faults: Faults) {
    this.#identifiers = identifiers;
    this.#faults = faults;
  }

  /** Adds answers to the script. */
  push(...steps: ScriptedStep[]): void {
    this.#steps.push(...steps);
  }

  /** How many answers are left. */
  get remaining(): number {
    return this.#steps.length;
  }

  /**
   * Answers a request. After an abort there is no request any more, and the script stays as it is;
   * an abort during the request gives an aborted message that never began.
   */
  async answer(
    sent: readonly AgentMessage[],
    signal?: AbortSignal,
    purpose: RequestPurpose = "turn",
  ): Promise<ModelAnswer> {
    if (signal?.aborted) return this.#cutShort(sent, "This operation was aborted");
    this.requests.push(sent);
    this.onRequest(sent, purpose);
    const step = this.#steps.shift() ?? this.#faults.unsupported("a request beyond the script");
    const message = typeof step === "function" ? step(sent) : step;
    if (typeof message !== "string" && message.waitsForAbort) {
      await aborted(signal);
      return this.#cutShort(sent, "Request was aborted");
    }
    const { content, stopReason } = spelledOut(message);
    const errorMessage = typeof message === "string" ? undefined : message.errorMessage;
    const start = this.#blank(sent, content);
    if (errorMessage !== undefined) start.errorMessage = errorMessage;
    const final = { ...start, content, stopReason, thinkingLevel: "off" as const };
    return { start, steps: streamSteps(start, content), final };
  }

  #blank(sent: readonly AgentMessage[], content: unknown): MessageOf<"assistant"> {
    return {
      role: "assistant",
      content: [],
      api: scriptedModelId.api,
      provider: scriptedModelId.provider,
      model: scriptedModelId.id,
      usage: usageOf(tokensOf(sent), tokensOf(content)),
      stopReason: "pending",
      timestamp: this.#identifiers.stampMs(),
    };
  }

  #cutShort(sent: readonly AgentMessage[], errorMessage: string): ModelAnswer {
    const ended = { stopReason: "aborted" as const, errorMessage, thinkingLevel: "off" as const };
    return { start: undefined, steps: [], final: { ...this.#blank(sent, []), ...ended } };
  }
}

function aborted(signal: AbortSignal | undefined): Promise<void> {
  if (signal === undefined || signal.aborted) return Promise.resolve();
  return new Promise((resolve) =>
    signal.addEventListener("abort", () => resolve(), { once: true }),
  );
}

/**
 * Each block starts, comes in one piece, and ends: real providers cut finer, handlers do not care.
 */
function streamSteps(base: AssistantMessage, content: readonly ScriptedBlock[]): StreamStep[] {
  const steps: StreamStep[] = [];
  content.forEach((block, contentIndex) => {
    const before = content.slice(0, contentIndex);
    const at = (current: ScriptedBlock): AssistantMessage => ({
      ...base,
      content: [...before, current],
    });
    const add = (message: AssistantMessage, event: object): void => {
      const full = { ...event, contentIndex, partial: message } as AssistantMessageEvent;
      steps.push({ message, event: full });
    };
    if (block.type === "text") {
      add(at({ type: "text", text: "" }), { type: "text_start" });
      add(at(block), { type: "text_delta", delta: block.text });
      add(at(block), { type: "text_end", content: block.text });
    } else if (block.type === "thinking") {
      add(at({ type: "thinking", thinking: "" }), { type: "thinking_start" });
      add(at(block), { type: "thinking_delta", delta: block.thinking });
      add(at(block), { type: "thinking_end", content: block.thinking });
    } else {
      add(at({ ...block, arguments: {} }), { type: "toolcall_start" });
      add(at(block), { type: "toolcall_delta", delta: JSON.stringify(block.arguments) });
      add(at(block), { type: "toolcall_end", toolCall: block });
    }
  });
  return steps;
}
