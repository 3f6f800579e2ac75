import type { GateDecision } from "../../src/kernel/gate.ts";
import type { AskedFact } from "../memory-ports.ts";
import type { RecordedCall } from "../session/session-items.ts";

/**
 * One gate's verdict on one recorded call. The members of the verdict are those of the extension's
 * own; the rest says where the call stands. Absent members do not apply.
 *
 * Spec: HN-6.
 */
export interface DecisionRecord extends Omit<GateDecision, "why"> {
  /** The file as it was named. */
  readonly file: string;
  /** The session's id, or the file where its header has none. */
  readonly session: string;
  readonly entryId?: string;
  /** From 1. */
  readonly line: number;
  readonly parentToolCallId?: string;
  /** For `unknown`: what the recording and its world do not hold. */
  readonly fact?: string;
  /** Time from the call, or from the gate before, to this verdict. */
  readonly costNs: number;
}

/** Where a call stands. */
export interface CallPlace {
  readonly file: string;
  readonly session: string;
  readonly entryId: string | undefined;
  readonly line: number;
}

/** What is said of a call, whichever call of its kind it is. */
export type Said = Omit<DecisionRecord, keyof CallPlace | "toolCallId" | "parentToolCallId">;

/**
 * What a decision says. One that was reached on missing facts is no answer: it is `unknown`, and
 * the first of the facts is named.
 *
 * Spec: HN-5, HN-6.
 */
export function said(decision: GateDecision, missing: readonly AskedFact[], costNs: number): Said {
  const [lacking] = missing;
  const { why: _why, toolCallId: _call, ...answer } = decision;
  if (lacking === undefined) return { ...answer, costNs };
  const { gate, tool } = decision;
  return unknownFor(gate, tool, `${lacking.question} of ${lacking.subject}`, costNs);
}

/** The record of what is said of one call. Spec: HN-6. */
export function decisionRecord(place: CallPlace, call: RecordedCall, answer: Said): DecisionRecord {
  const { file, session, line, entryId } = place;
  const { toolCallId, parentToolCallId } = call;
  // Filled in step by step: there is a record for every call, and spreads are slow.
  const record: Record<string, unknown> = { file, session, line };
  if (entryId !== undefined) record["entryId"] = entryId;
  record["toolCallId"] = toolCallId;
  if (parentToolCallId !== undefined) record["parentToolCallId"] = parentToolCallId;
  return Object.assign(record, answer) as unknown as DecisionRecord;
}

/** The verdict where a fact is missing. Spec: HN-5. */
export function unknownFor(gate: string, tool: string, fact: string, costNs: number): Said {
  const verdict = "unknown" as const;
  return { gate, tool, verdict, reason: "missing-fact", clause: "HN-5", fact, costNs };
}
