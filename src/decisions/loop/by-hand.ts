import { fallbackAt } from "./boundary.ts";
import type { LoopEvent, LoopStep } from "./loop-event.ts";
import type { Loop, LoopState } from "./loop-state.ts";
import { ended, moved, scheduled, still } from "./steps.ts";

type HandEvent = Extract<
  LoopEvent,
  { readonly type: "mark" | "wait" | "complete" | "pause" | "resume" | "stop" }
>;

/** What a tool or a command says to a loop that has not ended. Spec: LP-31..LP-33, LP-46. */
export function toldByHand(
  state: LoopState,
  current: Loop,
  event: HandEvent,
  now: number,
): LoopStep {
  if (current.status === "stopped") return still(state);
  switch (event.type) {
    case "mark":
      return still({ ...state, loop: { ...current, criteria: event.criteria } });
    case "stop":
      return ended(state, current, { what: "stop", cause: event.cause });
    case "pause":
      if (current.status !== "active") return still(state);
      return ended(state, current, { what: "pause", cause: "user" });
    case "resume":
      return resumed(state, current, event, now);
    case "wait": {
      if (current.status !== "active") return still(state);
      const waiting: Loop = { ...current, waiting: { reason: event.reason, until: event.until } };
      return scheduled({ ...state, loop: waiting }, fallbackAt(waiting, now));
    }
    case "complete": {
      if (current.status !== "active") return still(state);
      const met: Loop = { ...current, criteria: event.criteria };
      return ended(state, met, { what: "stop", cause: "completed" });
    }
  }
}

/** Everything that led to the pause is forgotten, or the first send would pause it again. */
function resumed(
  state: LoopState,
  current: Loop,
  event: Extract<HandEvent, { readonly type: "resume" }>,
  now: number,
): LoopStep {
  if (current.status !== "paused") return still(state);
  const again: Loop = {
    ...current,
    id: current.cause === "forked" ? event.freshId : current.id,
    status: "active",
    cause: null,
    waiting: null,
    repeats: 0,
    fingerprint: null,
    deadSends: 0,
    errors: 0,
    idleWakes: 0,
  };
  const next: LoopState = { ...state, loop: again, sent: null, pendingWake: false };
  if (now >= again.expiresAt || again.expiring) {
    return ended(next, again, { what: "stop", cause: "expired" });
  }
  if (event.busy) return scheduled(next, fallbackAt(again, now));
  return moved(next, again, now, "settled");
}
