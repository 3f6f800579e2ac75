import { fallbackAt, nextMove } from "./boundary.ts";
import type { LoopDecision, LoopEffect, LoopStep } from "./loop-event.ts";
import type { Loop, LoopState, SendKind } from "./loop-state.ts";

/** A send is given this long to start a run, in ms. */
const deliveryMs = 60_000;

/** Nothing for the world to do. */
export function still(state: LoopState): LoopStep {
  return { state, effects: [] };
}

/** Goes on, holds or ends, as the boundary decides. Spec: LP-40, LP-41. */
export function moved(
  state: LoopState,
  current: Loop,
  now: number,
  reason: "settled" | "quiet",
): LoopStep {
  const decision = nextMove(current, now, reason);
  switch (decision.what) {
    case "continue":
      if (state.compacting) return heldForCompaction(state, current, now);
      return sentOn(state, current, decision.cause, now);
    case "hold":
      return held(state, current, decision, now);
    case "pause":
    case "stop":
      return ended(state, current, decision);
  }
}

/** Waits for the context to be summarized: no message can be sent meanwhile. Spec: LP-41, LP-47. */
export function heldForCompaction(state: LoopState, current: Loop, now: number): LoopStep {
  const waking: LoopState = { ...state, pendingWake: true };
  return held(waking, current, { what: "hold", cause: "compacting" }, now);
}

function held(state: LoopState, current: Loop, decision: LoopDecision, now: number): LoopStep {
  const waiting = scheduled(state, fallbackAt(current, now));
  return { ...waiting, effects: [{ type: "decided", decision }, ...waiting.effects] };
}

/** Sends the model on, and looks later whether that started a run. Spec: LP-40, LP-43. */
export function sentOn(state: LoopState, current: Loop, kind: SendKind, now: number): LoopStep {
  const sending: Loop = {
    ...current,
    waiting: null,
    expiring: current.expiring || kind === "expiry",
  };
  const same = sending.expiring === current.expiring && current.waiting === null;
  const next: LoopState = { ...state, loop: same ? current : sending, sent: kind };
  const decision: LoopDecision = { what: "continue", cause: kind };
  const watched = scheduled(next, now + deliveryMs);
  return {
    state: watched.state,
    effects: [{ type: "decided", decision }, ...watched.effects, { type: "send", kind }],
  };
}

/** Pauses or stops the loop, and with it everything that was to come. Spec: LP-40, LP-43. */
export function ended(
  state: LoopState,
  current: Loop,
  decision: Extract<LoopDecision, { readonly what: "pause" | "stop" }>,
): LoopStep {
  const status = decision.what === "pause" ? "paused" : "stopped";
  const done: Loop = { ...current, status, cause: decision.cause, waiting: null };
  const effects: readonly LoopEffect[] = [{ type: "decided", decision }, { type: "cancel" }];
  return {
    state: { ...state, loop: done, sent: null, pendingWake: false, timerAt: null },
    effects,
  };
}

/** Sets the one timer. Spec: LP-41. */
export function scheduled(state: LoopState, at: number): LoopStep {
  return { state: { ...state, timerAt: at }, effects: [{ type: "schedule", at }] };
}
