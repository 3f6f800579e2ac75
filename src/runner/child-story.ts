import { isJsonObject, type JsonObject } from "../kernel/json.ts";
import type { EventLine } from "./event-lines.ts";
import { guardEntry } from "./guard-plan.ts";

/** Tokens and cost of the child's answers so far. Spec: TK-33. */
export interface ChildUsage {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly totalTokens: number;
  /** US dollars. */
  readonly cost: number;
}

const noUsage: ChildUsage = {
  input: 0,
  output: 0,
  cacheRead: 0,
  cacheWrite: 0,
  totalTokens: 0,
  cost: 0,
};

const pieceStart = Buffer.from('{"type":"message_update",');

/** What the child's events tell, as far as the verdict and the progress need it. Spec: TK-34. */
export class ChildStory {
  usage: ChildUsage = noUsage;
  turns = 0;
  toolCalls = 0;
  /** The tool that runs now, if one does. */
  tool: string | undefined;
  started = false;
  settled = false;
  aborted = false;
  guarded = false;
  /** Attempts that the guard refused because they would write outside. */
  readonly refused: string[] = [];
  model: string | undefined;
  /** What `task_result` was given last. */
  result: unknown;
  lastText = "";
  stopReason: string | undefined;
  errorMessage: string | undefined;
  protocol: string | undefined;

  /** Takes one line of the event stream. Lines that are no JSON object are a protocol fault. */
  take(line: EventLine): void {
    if (line.kind === "oversize") {
      this.#oversize(line.head.toString("latin1"));
      return;
    }
    // Most lines are pieces of an answer that is told whole at its end.
    if (line.bytes.subarray(0, pieceStart.length).equals(pieceStart)) return;
    const text = line.bytes.toString("utf8").trim();
    if (text === "") return;
    try {
      const event: unknown = JSON.parse(text);
      if (isJsonObject(event)) {
        this.#event(event);
        return;
      }
    } catch {
      // Told below: the same fault as an event that is no object.
    }
    this.protocol ??= `the child wrote a line that is no event: ${text.slice(0, 120)}`;
  }

  /**
   * Records that repeat messages may grow without bound and carry nothing that was not said
   * before; any other record that is too long hides something that counts.
   */
  #oversize(head: string): void {
    const type = /^\{"type":"([a-z_]+)"/u.exec(head)?.[1];
    if (type === "turn_end" || type === "tool_execution_update") return;
    if (type === "agent_end" || type === "tool_execution_end") return;
    this.protocol ??= `the child wrote an event over the line limit (${type ?? "unknown"})`;
  }

  #event(event: JsonObject): void {
    switch (event["type"]) {
      case "agent_start":
        this.started = true;
        this.settled = false;
        return;
      case "turn_start":
        this.turns += 1;
        return;
      case "message_end":
        this.#message(event["message"]);
        return;
      case "tool_execution_start":
        this.toolCalls += 1;
        this.tool = String(event["toolName"]);
        return;
      case "tool_execution_end":
        this.tool = undefined;
        return;
      case "agent_settled":
        this.settled = true;
        this.aborted = event["aborted"] === true;
        return;
      case "entry_appended":
        this.#entry(event["entry"]);
    }
  }

  #message(message: unknown): void {
    if (!isJsonObject(message) || message["role"] !== "assistant") return;
    this.usage = added(this.usage, message["usage"]);
    this.stopReason = textOf(message["stopReason"]);
    this.errorMessage = textOf(message["errorMessage"]);
    const provider = textOf(message["provider"]);
    const model = textOf(message["model"]);
    if (provider !== undefined && model !== undefined) this.model = `${provider}/${model}`;
    const content = Array.isArray(message["content"]) ? message["content"] : [];
    const texts = content.flatMap((block: unknown) =>
      isJsonObject(block) && block["type"] === "text" ? [textOf(block["text"]) ?? ""] : [],
    );
    if (texts.length > 0) this.lastText = texts.join("\n");
  }

  #entry(entry: unknown): void {
    if (!isJsonObject(entry) || entry["type"] !== "custom") return;
    const data = entry["data"];
    if (entry["customType"] === guardEntry.ready) this.guarded = true;
    if (entry["customType"] === guardEntry.result) this.result = data;
    if (entry["customType"] === guardEntry.refused && isJsonObject(data)) {
      this.refused.push(textOf(data["line"]) ?? "an attempt without words");
    }
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function added(sum: ChildUsage, usage: unknown): ChildUsage {
  if (!isJsonObject(usage)) return sum;
  const cost = isJsonObject(usage["cost"]) ? usage["cost"]["total"] : 0;
  return {
    input: sum.input + amount(usage["input"]),
    output: sum.output + amount(usage["output"]),
    cacheRead: sum.cacheRead + amount(usage["cacheRead"]),
    cacheWrite: sum.cacheWrite + amount(usage["cacheWrite"]),
    totalTokens: sum.totalTokens + amount(usage["totalTokens"]),
    cost: sum.cost + amount(cost),
  };
}

function amount(value: unknown): number {
  return typeof value === "number" && Number.isFinite(value) && value > 0 ? value : 0;
}
