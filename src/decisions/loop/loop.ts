import { breakerCount, fallbackAt, reviewedRun } from "./boundary.ts";
import { toldByHand } from "./by-hand.ts";
import type { LoopDecision, LoopEvent, LoopStep } from "./loop-event.ts";
import { emptyLoopState, type Loop, type LoopState, newLoop } from "./loop-state.ts";
import { ended, heldForCompaction, moved, scheduled, sentOn, still } from "./steps.ts";

type EventOf<Type extends LoopEvent["type"]> = Extract<LoopEvent, { readonly type: Type }>;

/**
 * Drives a loop: what it becomes, and what the world has to do, when something happens at `now` (ms
 * since the epoch). All of a loop's judgement is here, so that a recorded session can be replayed
 * without timers, and no interleaving of events can make it go on after its end, exceed its cap, or
 * hold two wakes.
 *
 * Spec: LP-40..LP-47.
 */
export function loop(state: LoopState, event: LoopEvent, now: number): LoopStep {
  const step = reduced(state, event, now);
  const { loop: after } = step.state;
  const known = event.type === "restore" ? event.loop : state.loop;
  const hasDecided = step.effects.some(({ type }) => type === "decided");
  if (after === null || (after === known && !hasDecided)) return step;
  return { state: step.state, effects: [{ type: "persist" }, ...step.effects] };
}

function reduced(state: LoopState, event: LoopEvent, now: number): LoopStep {
  switch (event.type) {
    case "restore":
      return restored(state, event, now);
    case "shutdown":
      return {
        state: { ...emptyLoopState, runCount: state.runCount },
        effects: [{ type: "cancel" }],
      };
    case "start":
      return started(state, event, now);
    case "run-start":
      return runStarted(state, event, now);
    case "message":
      return messageDelivered(state, event);
    case "turn-end":
      return turnEnded(state, event);
    case "settled":
      return settled(state, event, now);
    case "tick":
      return ticked(state, event, now);
    case "compaction":
      return compacted(state, event, now);
    default:
      return state.loop === null ? still(state) : toldByHand(state, state.loop, event, now);
  }
}

/** A copy of a loop that another session drives stands still; what expired meanwhile has ended. */
function restored(state: LoopState, event: EventOf<"restore">, now: number): LoopStep {
  const { sessionId, loop: found } = event;
  const { run, runCount } = state;
  const clean: LoopState = { ...emptyLoopState, sessionId, run, runCount };
  if (found === null) return { state: clean, effects: [{ type: "cancel" }] };
  if (found.sessionId !== sessionId && found.status !== "stopped") {
    const copy: Loop = { ...found, sessionId, status: "paused", cause: "forked", waiting: null };
    const decision: LoopDecision = { what: "pause", cause: "forked" };
    return {
      state: { ...clean, loop: copy },
      effects: [{ type: "cancel" }, { type: "decided", decision }],
    };
  }
  const held: LoopState = { ...clean, loop: found };
  if (found.status !== "active") return { state: held, effects: [{ type: "cancel" }] };
  if (now >= found.expiresAt) return ended(held, found, { what: "stop", cause: "expired" });
  return scheduled(held, fallbackAt(found, now));
}

function started(state: LoopState, event: EventOf<"start">, now: number): LoopStep {
  if (state.loop !== null && state.loop.status !== "stopped") return still(state);
  const created = newLoop(event.plan, state.sessionId, now);
  const startedInRun = event.busy ? (state.run?.number ?? null) : null;
  const fresh: LoopState = {
    ...state,
    loop: created,
    startedInRun,
    sent: null,
    pendingWake: false,
  };
  if (event.by === "command" && !event.busy) {
    if (state.compacting) return heldForCompaction(fresh, created, now);
    return sentOn(fresh, created, "kickoff", now);
  }
  return scheduled(fresh, fallbackAt(created, now));
}

/** A turn counts when it starts: a send that is lost costs none. */
function runStarted(state: LoopState, event: EventOf<"run-start">, now: number): LoopStep {
  const { loop: current, sent } = state;
  // A message of the loop that nobody waits for any more is no turn of it.
  const cause = event.cause === "loop" ? (sent ?? "other") : event.cause;
  const number = state.runCount + 1;
  const run = { number, cause, toolCalls: 0, text: "", error: null };
  const next: LoopState = { ...state, run, runCount: number };
  if (current?.status !== "active" || cause === "other") return still(next);
  if (cause === "user") {
    if (current.waiting === null) return still(next);
    const free: Loop = { ...current, waiting: null };
    return scheduled({ ...next, loop: free }, fallbackAt(free, now));
  }
  const counted: Loop = { ...current, turns: current.turns + 1, deadSends: 0 };
  return scheduled({ ...next, loop: counted, sent: null }, fallbackAt(counted, now));
}

function messageDelivered(state: LoopState, event: EventOf<"message">): LoopStep {
  const { loop: current, run, sent } = state;
  if (current?.status !== "active") return still(state);
  if (event.from === "user") {
    if (current.waiting === null) return still(state);
    return still({ ...state, loop: { ...current, waiting: null } });
  }
  if (sent === null || run === null) return still(state);
  const counted: Loop = { ...current, turns: current.turns + 1, deadSends: 0 };
  return still({ ...state, loop: counted, sent: null, run: { ...run, cause: sent } });
}

function turnEnded(state: LoopState, event: EventOf<"turn-end">): LoopStep {
  const { run } = state;
  if (run === null) return still(state);
  const toolCalls = run.toolCalls + event.toolCalls;
  return still({ ...state, run: { ...run, toolCalls, text: event.text, error: event.error } });
}

function settled(state: LoopState, event: EventOf<"settled">, now: number): LoopStep {
  const { loop: current, run } = state;
  const idle: LoopState = { ...state, run: null, sent: null, pendingWake: false };
  if (current?.status !== "active") return still(idle);
  if (event.aborted) return ended(idle, current, { what: "pause", cause: "interrupted" });
  if (!event.canComplete) {
    return ended(idle, current, { what: "pause", cause: "complete-tool-missing" });
  }
  const review = reviewedRun(current, run);
  // The final turn was had: an error in it changes nothing about the end.
  if (review.stop !== undefined && !current.expiring) {
    return ended({ ...idle, loop: review.loop }, review.loop, review.stop);
  }
  return moved({ ...idle, loop: review.loop }, review.loop, now, "settled");
}

function ticked(state: LoopState, event: EventOf<"tick">, now: number): LoopStep {
  const { loop: current, sent } = state;
  const fired: LoopState = { ...state, timerAt: null };
  if (current?.status !== "active") return still(fired);
  if (event.busy || state.compacting) {
    return scheduled({ ...fired, pendingWake: true }, now + current.intervalMs);
  }
  const idle: LoopState = { ...fired, run: null, pendingWake: false };
  if (sent === null) return moved(idle, current, now, "quiet");
  const deadSends = current.deadSends + 1;
  const counted: Loop = { ...current, deadSends };
  if (current.expiring) return ended(idle, counted, { what: "stop", cause: "expired" });
  if (deadSends >= breakerCount) {
    return ended(idle, counted, { what: "pause", cause: "dead-delivery" });
  }
  return sentOn({ ...idle, loop: counted }, counted, sent, now);
}

/** What was held back while the context was summarized goes on; a run keeps its loop in sight. */
function compacted(state: LoopState, event: EventOf<"compaction">, now: number): LoopStep {
  const next: LoopState = { ...state, compacting: event.on };
  const { loop: current } = state;
  if (event.on || current?.status !== "active") return still(next);
  if (event.busy) {
    const startedHere = state.run !== null && state.run.number === state.startedInRun;
    return { state: next, effects: startedHere ? [{ type: "remind" }] : [] };
  }
  if (!state.pendingWake) return still(next);
  return moved({ ...next, pendingWake: false, sent: null }, current, now, "settled");
}
