import type { Gate, GateDecision, Judgement, ToolCall, World } from "../kernel/gate.ts";
import type { JsonObject } from "../kernel/json.ts";
import type { Verdict } from "../kernel/verdict.ts";
import type { Host, HostContext, HostToolCall, HostToolCallAnswer } from "./host.ts";
import { brokenWords, letThroughLine } from "./present.ts";

/** Told of every decision, allows included: the counters of `/gates`, and the harness. Spec: HN-6. */
export type Observer = (decision: GateDecision) => void;

/** What the gates need of the session they run in. */
export interface ToolCallDesk {
  readonly host: Host;
  readonly gates: readonly Gate[];
  world(): World;
  /** Whether the gate is asked at all in this session. */
  isOn(gate: Gate): boolean;
  /** Observes and records a decision. */
  readonly decide: (decision: GateDecision) => void;
}

/**
 * Asks every gate that looks at this tool, in order. The first block is the answer; a would-be
 * block of a gate that only warns or is off is recorded and the next gate is asked.
 *
 * Spec: FG-20, FG-23, HN-6.
 */
export async function answerToolCall(
  desk: ToolCallDesk,
  event: HostToolCall,
  context: HostContext,
): Promise<HostToolCallAnswer | undefined> {
  const world = desk.world();
  let call: ToolCall | undefined;
  for (const gate of desk.gates) {
    const tools = gate.tools(world.settings);
    if (tools !== "*" && !tools.has(event.toolName)) continue;
    if (!desk.isOn(gate)) continue;
    call ??= toolCall(event, context);
    const judgement = loaded.get(gate) ?? (await judgementOf(gate));
    const asked = judged(gate, judgement, call, world);
    const verdict = asked instanceof Promise ? await asked : asked;
    const answer = settle(desk, gate, judgement, call, verdict, context);
    if (answer !== undefined) return answer;
  }
  return undefined;
}

function toolCall(event: HostToolCall, context: HostContext): ToolCall {
  const { toolName, toolCallId, parentToolCallId } = event;
  const input = event.input as JsonObject;
  const call = { toolName, toolCallId, input, cwd: context.cwd };
  return parentToolCallId === undefined ? call : { ...call, parentToolCallId };
}

/** The judgements that some call has needed so far, and those that are on their way. */
const loaded = new WeakMap<Gate, Judgement>();
const loading = new WeakMap<Gate, Promise<Judgement>>();

/**
 * Loads a gate's judgement; one that cannot be loaded breaks on every call. One load for all calls:
 * pi's loader hands a second import a module that is not evaluated yet.
 */
function judgementOf(gate: Gate): Promise<Judgement> {
  const known = loading.get(gate);
  if (known !== undefined) return known;
  const words = (verdict: Verdict) => brokenWords(gate.id, verdict);
  const asked = gate
    .load()
    .catch((error: unknown) => ({ judge: () => broken(gate, error), words }))
    .then((judgement) => {
      loaded.set(gate, judgement);
      return judgement;
    });
  loading.set(gate, asked);
  return asked;
}

/** A gate that breaks is itself a fact; which way the call then goes is the gate's own choice. */
function judged(
  gate: Gate,
  judgement: Judgement,
  call: ToolCall,
  world: World,
): Verdict | Promise<Verdict> {
  try {
    const verdict = judgement.judge(call, world);
    return verdict instanceof Promise ? verdict.catch((error) => broken(gate, error)) : verdict;
  } catch (error) {
    return broken(gate, error);
  }
}

function broken(gate: Gate, error: unknown): Verdict {
  const matched = error instanceof Error ? error.message : String(error);
  const verdict = gate.onFailure === "closed" ? "block" : "unknown";
  return { verdict, reason: "gate-failed", clause: "HN-2", matched };
}

function settle(
  desk: ToolCallDesk,
  gate: Gate,
  judgement: Judgement,
  call: ToolCall,
  verdict: Verdict,
  context: HostContext,
): HostToolCallAnswer | undefined {
  const about = {
    gate: gate.id,
    tool: call.toolName,
    toolCallId: call.toolCallId,
  };
  if (verdict.verdict !== "block") {
    desk.decide({ ...about, ...verdict });
    return undefined;
  }
  const { mode } = gate.mode(desk.world());
  if (mode !== "block") {
    const note: GateDecision = { ...about, ...verdict, verdict: "note", mode };
    desk.decide(note);
    if (mode === "off") desk.world().ports.log.line(letThroughLine(note));
    else if (context.hasUI) context.ui.notify(letThroughLine(note), "warning");
    return undefined;
  }
  desk.decide({ ...about, ...verdict });
  const offer = { active: new Set(desk.host.getActiveTools()) };
  const words =
    verdict.reason === "gate-failed"
      ? brokenWords(gate.id, verdict)
      : judgement.words(verdict, call, offer, desk.world());
  if (context.hasUI) context.ui.notify(words.notice, "warning");
  return { block: true, reason: words.reason };
}
