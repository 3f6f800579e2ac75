import { evidence } from "../src/decisions/evidence/evidence.ts";
import { loop as reduce } from "../src/decisions/loop/loop.ts";
import type { LoopDecision, LoopEvent } from "../src/decisions/loop/loop-event.ts";
import {
  type Criterion,
  emptyLoopState,
  type Loop,
  type LoopState,
} from "../src/decisions/loop/loop-state.ts";
import { type CompletionRefusal, completionRefusal } from "../src/decisions/loop/refusals.ts";
import { isJsonObject, type JsonObject } from "../src/kernel/json.ts";
import { type LoopRecord, loopRecord } from "./loop-record.ts";

/** What is different from the recording: another cap, other criteria. Spec: LP-40. */
export interface LoopPolicy {
  /** `undefined` keeps the recorded cap, `null` means none. */
  readonly max?: number | null;
  readonly criteria?: readonly string[];
}

/** One decision about going on, as it was recorded and as the policy makes it. Spec: LP-40. */
export interface SimulatedDecision {
  readonly entryId: string;
  readonly at: string;
  /** What led to it: a run that settled, a timer, a hand. */
  readonly event: string;
  readonly recorded: LoopDecision;
  /** `undefined` where the loop has ended before, under this policy. */
  readonly simulated: LoopDecision | undefined;
  readonly turns: number;
  /** The loop's status after it, under this policy. */
  readonly status: string;
}

/** A completion that the recording holds, judged under the policy. Spec: LP-40. */
export interface SimulatedCompletion {
  readonly entryId: string;
  readonly refusal: CompletionRefusal | undefined;
}

/** One loop of a session. Spec: LP-40. */
export interface SimulatedLoop {
  readonly id: string;
  readonly objective: string;
  readonly decisions: readonly SimulatedDecision[];
  readonly completions: readonly SimulatedCompletion[];
  /** Where the recording ends with the loop still going under this policy. */
  readonly goesOn: boolean;
  readonly recordedTurns: number;
  readonly simulatedTurns: number;
}

/**
 * Plays the loops of one branch again: what happened is read from its entries, what is decided
 * comes from the reducer that runs in pi, under the recorded limits or others. Under others the
 * session would have gone another way from the first difference on; what follows it says what the
 * same events would have met, not what the model would have done.
 *
 * Spec: LP-40.
 */
export function simulateLoops(
  branch: readonly JsonObject[],
  policy: LoopPolicy,
): readonly SimulatedLoop[] {
  const done: Simulation[] = [];
  let current: Simulation | undefined;
  for (const entry of branch) {
    const record = loopRecord(entry);
    if (record?.event === "start") {
      current = new Simulation(record.loop, policy, entry);
      done.push(current);
    } else if (record !== undefined) current?.takeRecord(record, entry);
    else current?.takeMessage(entry);
  }
  return done.map((simulation) => simulation.result());
}

class Simulation {
  #state: LoopState;
  #last: Loop;
  #lastStopReason = "";
  readonly #decisions: SimulatedDecision[] = [];
  readonly #completions: SimulatedCompletion[] = [];

  constructor(recorded: Loop, policy: LoopPolicy, entry: JsonObject) {
    this.#last = recorded;
    const max = policy.max === undefined ? recorded.max : policy.max;
    const criteria = policy.criteria?.map(
      (description, at): Criterion => ({ id: `c${at + 1}`, description, passes: false }),
    );
    const loop = { ...recorded, max, criteria: criteria ?? recorded.criteria };
    const run = { number: 1, cause: "user" as const, toolCalls: 1, text: "", error: null };
    const known = { ...emptyLoopState, sessionId: loop.sessionId, loop, runCount: 1 };
    const { decided } = loopRecord(entry) ?? {};
    // A start by command sends at once; one by the tool stands in the middle of a run.
    this.#state =
      decided === undefined ? { ...known, run, startedInRun: 1 } : { ...known, sent: "kickoff" };
    if (decided !== undefined) this.#note(entry, "start", decided, decided);
  }

  /** What a hand, a timer or a settled run did, as the session's own entries tell. */
  takeRecord(record: LoopRecord, entry: JsonObject): void {
    const { event, decided, loop } = record;
    const before = this.#last;
    this.#last = loop;
    let found: LoopDecision | undefined;
    for (const step of this.#eventsOf(event, decided, loop, before))
      found = this.#tell(step, entry);
    if (decided !== undefined) this.#note(entry, event, decided, found);
  }

  #eventsOf(
    event: string,
    decided: LoopDecision | undefined,
    loop: Loop,
    before: Loop,
  ): readonly LoopEvent[] {
    switch (event) {
      case "settled": {
        const aborted = this.#lastStopReason === "aborted" || decided?.cause === "interrupted";
        return [
          { type: "settled", aborted, canComplete: decided?.cause !== "complete-tool-missing" },
        ];
      }
      case "tick":
        return [{ type: "tick", busy: false }];
      case "compaction":
        return [
          { type: "compaction", on: true, busy: false },
          { type: "tick", busy: false },
          { type: "compaction", on: false, busy: false },
        ];
      case "mark":
        return [{ type: "mark", criteria: this.#markedLike(loop.criteria) }];
      case "wait":
        if (loop.waiting === null) return [];
        return [{ type: "wait", reason: loop.waiting.reason, until: loop.waiting.until }];
      case "complete":
        return this.#completions.at(-1)?.refusal === undefined
          ? [{ type: "complete", criteria: this.#markedLike(loop.criteria) }]
          : [];
      case "pause":
        return [{ type: "pause" }];
      case "resume":
        return [{ type: "resume", busy: false, freshId: loop.id }];
      case "stop":
        return [{ type: "stop", cause: loop.cause === "replaced" ? "replaced" : "user" }];
      case "restore":
        return [{ type: "restore", sessionId: loop.sessionId, loop: this.#state.loop }];
      default:
        return before.waiting !== null && loop.waiting === null && event === "message"
          ? [{ type: "message", from: "user" }]
          : [];
    }
  }

  /** Criteria of the policy keep their own words; what is known of an id is taken over. */
  #markedLike(recorded: readonly Criterion[]): readonly Criterion[] {
    const known = new Map(recorded.map((criterion) => [criterion.id, criterion]));
    return (this.#state.loop?.criteria ?? []).map((criterion) => {
      const found = known.get(criterion.id);
      return found === undefined ? criterion : { ...found, description: criterion.description };
    });
  }

  /** What was said: the start of a run, a queued message, a turn. */
  takeMessage(entry: JsonObject): void {
    const { message } = entry;
    if (entry["type"] !== "message" || !isJsonObject(message)) return;
    const text = textOf(message["content"]);
    if (message["role"] === "user") {
      const isOwn = text.includes(`<!-- gatehouse-loop:${this.#last.id} -->`);
      const from = isOwn ? "loop" : "user";
      if (this.#state.run === null) this.#tell({ type: "run-start", cause: from }, entry);
      else this.#tell({ type: "message", from }, entry);
    } else if (message["role"] === "assistant") this.#takeTurn(message, text, entry);
  }

  #takeTurn(message: JsonObject, text: string, entry: JsonObject): void {
    const blocks = Array.isArray(message["content"]) ? message["content"].filter(isJsonObject) : [];
    const calls = blocks.filter((block) => block["type"] === "toolCall");
    this.#lastStopReason = String(message["stopReason"]);
    for (const call of calls) if (call["name"] === "loop_complete") this.#judge(call, entry);
    const failed = this.#lastStopReason === "error";
    const error = failed ? String(message["errorMessage"] ?? "unknown error") : null;
    this.#tell({ type: "turn-end", toolCalls: calls.length, text, error }, entry);
  }

  #judge(call: JsonObject, entry: JsonObject): void {
    const input = isJsonObject(call["arguments"]) ? call["arguments"] : {};
    const cited = isJsonObject(input["evidence"]) ? Object.entries(input["evidence"]) : [];
    const citations = new Map(cited.map(([id, text]) => [id.trim(), String(text).trim()]));
    const refusal = completionRefusal({
      state: this.#state,
      loopId: String(input["loop_id"] ?? ""),
      citations,
      counts: (text) => evidence({ text }).counts,
    });
    this.#completions.push({ entryId: String(entry["id"]), refusal });
  }

  #tell(event: LoopEvent, entry: JsonObject): LoopDecision | undefined {
    const step = reduce(this.#state, event, Date.parse(String(entry["timestamp"])) || 0);
    this.#state = step.state;
    return step.effects.find((effect) => effect.type === "decided")?.decision;
  }

  #note(
    entry: JsonObject,
    event: string,
    recorded: LoopDecision,
    simulated: LoopDecision | undefined,
  ): void {
    const place = { entryId: String(entry["id"]), at: String(entry["timestamp"]) };
    const turns = this.#state.loop?.turns ?? 0;
    const status = this.#state.loop?.status ?? "stopped";
    this.#decisions.push({ ...place, event, recorded, simulated, turns, status });
  }

  result(): SimulatedLoop {
    const { loop } = this.#state;
    return {
      id: this.#last.id,
      objective: this.#last.objective,
      decisions: this.#decisions,
      completions: this.#completions,
      goesOn: loop?.status === "active",
      recordedTurns: this.#last.turns,
      simulatedTurns: loop?.turns ?? 0,
    };
  }
}

function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content
    .filter(isJsonObject)
    .map((block) => (block["type"] === "text" ? String(block["text"]) : ""))
    .join("\n");
}
