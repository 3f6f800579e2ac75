import { fingerprint } from "./fingerprint.ts";
import type { LoopDecision } from "./loop-event.ts";
import type { Loop, Run } from "./loop-state.ts";
import { providerProblem } from "./provider-problem.ts";

/** As many in a row pause the loop: turns that say the same, and sends that start nothing. */
export const breakerCount = 3;

/** What a run leaves behind: the loop's counters, and what stops it from going on. Spec: LP-43. */
export interface RunReview {
  readonly loop: Loop;
  readonly stop?: Extract<LoopDecision, { readonly what: "pause" }>;
}

/**
 * Looks at a run that has settled. Only runs that the loop caused can show that it goes in circles;
 * a run of the user, or one that worked, starts the counting afresh.
 *
 * Spec: LP-41, LP-43.
 */
export function reviewedRun(loop: Loop, run: Run | null): RunReview {
  if (run === null) return { loop };
  if (run.error !== null) return reviewedError(loop, run.error);
  const isOwn = run.cause !== "user" && run.cause !== "other";
  if (run.toolCalls > 0 || !isOwn) {
    const idleWakes = run.toolCalls > 0 || run.cause === "user" ? 0 : loop.idleWakes;
    return { loop: { ...loop, repeats: 0, fingerprint: null, errors: 0, idleWakes } };
  }
  const said = fingerprint(run.text);
  const repeats = said === loop.fingerprint ? loop.repeats + 1 : 1;
  const idleWakes = run.cause === "wake" ? loop.idleWakes + 1 : loop.idleWakes;
  const counted = { ...loop, repeats, fingerprint: said, errors: 0, idleWakes };
  if (repeats < breakerCount) return { loop: counted };
  return { loop: counted, stop: { what: "pause", cause: "no-progress" } };
}

function reviewedError(loop: Loop, error: string): RunReview {
  const problem = providerProblem(error);
  if (problem === "transient") return { loop: { ...loop, errors: loop.errors + 1 } };
  return { loop, stop: { what: "pause", cause: problem } };
}

/**
 * What happens at an idle boundary of an active loop: the first that holds. The cap comes before
 * the expiry, so that the final turn never exceeds it.
 *
 * Spec: LP-40, LP-41, LP-43, LP-46.
 */
export function nextMove(loop: Loop, now: number, reason: "settled" | "quiet"): LoopDecision {
  if (loop.expiring) return { what: "stop", cause: "expired" };
  const { waiting } = loop;
  const waits = waiting !== null && (waiting.until === null || now < waiting.until);
  if (waits && now < loop.expiresAt) return { what: "hold", cause: "waiting" };
  if (loop.max !== null && loop.turns >= loop.max) return { what: "stop", cause: "cap" };
  if (now >= loop.expiresAt) return { what: "continue", cause: "expiry" };
  if (waiting !== null) return { what: "continue", cause: "wait-elapsed" };
  if (reason === "quiet") return { what: "continue", cause: "wake" };
  if (loop.errors >= breakerCount) return { what: "hold", cause: "transient-errors" };
  return { what: "continue", cause: "continue" };
}

/** A wake that finds nothing to do comes later the next time, up to four times as late. */
const backOffMax = 4;

/** When a quiet session is woken, in ms since the epoch. Spec: LP-41. */
export function fallbackAt(loop: Loop, now: number): number {
  const { waiting } = loop;
  if (waiting !== null) return Math.min(waiting.until ?? loop.expiresAt, loop.expiresAt);
  const streak = loop.idleWakes + Math.max(0, loop.errors - breakerCount);
  const factor = Math.min(backOffMax, 2 ** Math.min(streak, 8));
  return Math.min(now + loop.intervalMs * factor, Math.max(now, loop.expiresAt));
}
