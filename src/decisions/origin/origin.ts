import { decideGate, type GateFacts, type GateOutcome } from "./decide-gate.ts";
import { normaliseOrigin } from "./normalise-origin.ts";

/** What is asked of a remote: its one spelling, and, with patterns, the gate. Spec: RG-1, RG-2. */
export interface OriginFacts {
  readonly url?: string | undefined;
  readonly gate?: Omit<GateFacts, "origin">;
}

/** Spec: RG-1, RG-2. */
export interface OriginOutcome {
  /** Absent where there is no url to normalise. */
  readonly normalised?: string;
  /** Absent where nobody asked for the gate. */
  readonly gate?: GateOutcome;
}

/**
 * What a remote is called here, and whether the repo gate is active for it.
 *
 * Spec: RG-1, RG-2, RG-3.
 */
export function origin({ url, gate }: OriginFacts): OriginOutcome {
  return {
    ...(url === undefined ? {} : { normalised: normaliseOrigin(url) }),
    ...(gate === undefined ? {} : { gate: decideGate({ ...gate, origin: url }) }),
  };
}
