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
  readonly entryId?: string;
  readonly line: number;
}

/**
 * The record of a decision. One that was reached on missing facts is no answer: it is `unknown`,
 * and the first of the facts is named.
 *
 * Spec: HN-5, HN-6.
 */
export function decisionRecord(
  place: CallPlace,
  call: RecordedCall,
  decision: GateDecision,
  missing: readonly AskedFact[],
  costNs: number,
): DecisionRecord {
  const { file, session, entryId, line } = place;
  const { why: _, ...said } = decision;
  // An answer may be that of an equal call.
  const verdict = { ...said, toolCallId: call.toolCallId };
  const [lacking] = missing;
  return {
    file,
    session,
    ...(entryId !== undefined && { entryId }),
    line,
    ...(call.parentToolCallId !== undefined && { parentToolCallId: call.parentToolCallId }),
    ...(lacking === undefined
      ? verdict
      : unknownFor(verdict, `${lacking.question} of ${lacking.subject}`)),
    costNs,
  };
}

/** The verdict where a fact is missing. Spec: HN-5. */
export function unknownFor(
  asked: Pick<GateDecision, "gate" | "tool" | "toolCallId">,
  fact: string,
): GateDecision & { readonly fact: string } {
  const { gate, tool, toolCallId } = asked;
  return {
    gate,
    tool,
    toolCallId,
    verdict: "unknown",
    reason: "missing-fact",
    clause: "HN-5",
    fact,
  };
}
