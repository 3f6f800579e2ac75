import type {
  Criterion,
  Loop,
  LoopPlan,
  LoopState,
  PauseCause,
  SendKind,
  StopCause,
} from "./loop-state.ts";

/** What happens to a loop, as plain data. Spec: LP-40..LP-47. */
export type LoopEvent =
  /** A session starts, or its tree moved: `loop` is the newest valid one on the branch. */
  | { readonly type: "restore"; readonly sessionId: string; readonly loop: Loop | null }
  | { readonly type: "shutdown" }
  /** `busy`: a run goes on. A command starts the work itself where it can. */
  | {
      readonly type: "start";
      readonly plan: LoopPlan;
      readonly by: "tool" | "command";
      readonly busy: boolean;
    }
  | { readonly type: "run-start"; readonly cause: "user" | "other" | "loop" }
  /** A queued message is delivered within a run. */
  | { readonly type: "message"; readonly from: "user" | "loop" }
  | {
      readonly type: "turn-end";
      readonly toolCalls: number;
      readonly text: string;
      /** The provider's words where the turn ended in an error. */
      readonly error: string | null;
    }
  | { readonly type: "settled"; readonly aborted: boolean; readonly canComplete: boolean }
  /** The timer went off. `busy` is the host's word, which goes before what was heard of runs. */
  | { readonly type: "tick"; readonly busy: boolean }
  | { readonly type: "compaction"; readonly on: boolean; readonly busy: boolean }
  | { readonly type: "mark"; readonly criteria: readonly Criterion[] }
  | { readonly type: "wait"; readonly reason: string; readonly until: number | null }
  | { readonly type: "complete"; readonly criteria: readonly Criterion[] }
  | { readonly type: "pause" }
  /** `freshId` is for the copy of a loop that another session drives. */
  | { readonly type: "resume"; readonly busy: boolean; readonly freshId: string }
  | { readonly type: "stop"; readonly cause: "user" | "replaced" };

/** What was decided about going on, and why: what replay shows for each boundary. Spec: LP-40. */
export type LoopDecision =
  | { readonly what: "continue"; readonly cause: SendKind }
  | { readonly what: "hold"; readonly cause: "waiting" | "transient-errors" | "compacting" }
  | { readonly what: "pause"; readonly cause: PauseCause }
  | { readonly what: "stop"; readonly cause: StopCause };

/** What the world has to do. The reducer never does it itself. Spec: LP-40, LP-41. */
export type LoopEffect =
  /** Sends the model on, as a message of its own run. */
  | { readonly type: "send"; readonly kind: SendKind }
  /** Sets the one timer, in place of an earlier one. */
  | { readonly type: "schedule"; readonly at: number }
  | { readonly type: "cancel" }
  /** Writes the loop into the session. */
  | { readonly type: "persist" }
  /** Repeats what the loop is about within the run: its start may have been summarized away. */
  | { readonly type: "remind" }
  | { readonly type: "decided"; readonly decision: LoopDecision };

/** The reducer's answer. */
export interface LoopStep {
  readonly state: LoopState;
  readonly effects: readonly LoopEffect[];
}
