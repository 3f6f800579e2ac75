/** One completion criterion, frozen at the start but for what is known of it. Spec: LP-20, LP-32. */
export interface Criterion {
  /** `c1`, `c2`, … in the order of the objective. */
  readonly id: string;
  readonly description: string;
  readonly passes: boolean;
  /** What was cited for it; only where it passes. */
  readonly evidence?: string;
  /** When, in ISO 8601. */
  readonly evidenceAt?: string;
}

/** Why a loop stands still until somebody resumes it. A closed set. Spec: LP-43. */
export type PauseCause =
  | "user"
  | "interrupted"
  | "no-progress"
  | "dead-delivery"
  | "usage-limit"
  | "authentication"
  | "provider-error"
  | "context-overflow"
  | "complete-tool-missing"
  | "forked";

/** Why a loop has ended for good. A closed set. Spec: LP-40, LP-43. */
export type StopCause = "completed" | "cap" | "expired" | "user" | "replaced";

/** Why the model is sent on. A closed set. Spec: LP-40, LP-41, LP-43, LP-46. */
export type SendKind = "kickoff" | "continue" | "wake" | "wait-elapsed" | "expiry";

/** What a loop holds back for. `until` in ms; `null` until the user's next message. Spec: LP-46. */
export interface Wait {
  readonly reason: string;
  readonly until: number | null;
}

/** A loop as its session keeps it. Times in ms since the epoch. Spec: LP-40, LP-44. */
export interface Loop {
  readonly id: string;
  /** The session that drives it: another one that finds it here holds a copy. */
  readonly sessionId: string;
  readonly status: "active" | "paused" | "stopped";
  /** Set unless active. */
  readonly cause: PauseCause | StopCause | null;
  readonly objective: string;
  readonly criteria: readonly Criterion[];
  readonly intervalMs: number;
  /** The cap on turns that the loop causes; `null` for none. */
  readonly max: number | null;
  readonly startedAt: number;
  readonly expiresAt: number;
  /** Turns that the loop has caused: counted when they start, so that a lost send costs none. */
  readonly turns: number;
  /** The final turn was sent: what settles next ends the loop. */
  readonly expiring: boolean;
  readonly waiting: Wait | null;
  /** Loop turns in a row, without a tool call, that said the same. */
  readonly repeats: number;
  readonly fingerprint: string | null;
  /** Sends in a row that started no run. */
  readonly deadSends: number;
  /** Runs in a row that ended in a transient error. */
  readonly errors: number;
  /** Fallback wakes in a row that found nothing to do. */
  readonly idleWakes: number;
}

/** A run that goes on. Spec: LP-13, LP-43. */
export interface Run {
  readonly number: number;
  readonly cause: SendKind | "user" | "other";
  readonly toolCalls: number;
  /** What its last turn said, and how that ended. */
  readonly text: string;
  readonly error: string | null;
}

/** All that the reducer knows. What stands beside the loop is lost at a restart. Spec: LP-40. */
export interface LoopState {
  readonly loop: Loop | null;
  readonly sessionId: string;
  readonly run: Run | null;
  readonly runCount: number;
  /** The run in which the loop was started, if that is known. */
  readonly startedInRun: number | null;
  readonly compacting: boolean;
  /** A message that was sent and has started no run yet. */
  readonly sent: SendKind | null;
  /** A timer went off while the session was busy: one, however often. */
  readonly pendingWake: boolean;
  /** When the one timer goes off. */
  readonly timerAt: number | null;
}

/** Before any session. Spec: LP-40. */
export const emptyLoopState: LoopState = {
  loop: null,
  sessionId: "",
  run: null,
  runCount: 0,
  startedInRun: null,
  compacting: false,
  sent: null,
  pendingWake: false,
  timerAt: null,
};

/** What a start fixes. Spec: LP-30. */
export interface LoopPlan {
  readonly id: string;
  readonly objective: string;
  readonly criteria: readonly string[];
  readonly intervalMs: number;
  readonly max: number | null;
  readonly lifetimeMs: number;
}

/** A new loop. Spec: LP-20, LP-30. */
export function newLoop(plan: LoopPlan, sessionId: string, now: number): Loop {
  return {
    id: plan.id,
    sessionId,
    status: "active",
    cause: null,
    objective: plan.objective,
    criteria: plan.criteria.map((description, at) => ({
      id: `c${at + 1}`,
      description,
      passes: false,
    })),
    intervalMs: plan.intervalMs,
    max: plan.max,
    startedAt: now,
    expiresAt: now + plan.lifetimeMs,
    turns: 0,
    expiring: false,
    waiting: null,
    repeats: 0,
    fingerprint: null,
    deadSends: 0,
    errors: 0,
    idleWakes: 0,
  };
}
