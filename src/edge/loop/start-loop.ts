import { criteria as criteriaOf } from "../../decisions/criteria/criteria.ts";
import { criteriaProblemText } from "../../decisions/criteria/words.ts";
import { objectiveUnitsMax } from "../../decisions/invocation/start-arguments.ts";
import { type StartRefusal, startRefusal } from "../../decisions/loop/refusals.ts";
import { durationMs } from "../../kernel/duration-token.ts";
import type { HostContext } from "../host.ts";
import type { LoopEngine } from "./loop-engine.ts";
import { startLines, startRefusalText } from "./loop-words.ts";

/** What a start was asked with. Spec: LP-30, LP-33. */
export interface StartRequest {
  readonly armed: boolean;
  readonly objective: string;
  readonly interval?: string | undefined;
  readonly max?: number | "unlimited" | undefined;
  readonly expires?: string | undefined;
  readonly criteria?: readonly string[] | undefined;
  readonly by: "tool" | "command";
}

/** A start, with the lines that tell of it; or why there is none, and what to do. Spec: LP-30. */
export type StartAnswer =
  | { readonly started: true; readonly lines: readonly string[]; readonly problem?: string }
  | { readonly started: false; readonly code: StartRefusal["code"]; readonly text: string };

/**
 * Starts a loop, or says what is against it. Nothing is started in part.
 *
 * Spec: LP-24, LP-26, LP-30.
 */
export function startLoop(
  engine: LoopEngine,
  request: StartRequest,
  context: HostContext,
): StartAnswer {
  const objective = request.objective.trim();
  const proposed = request.criteria === undefined ? {} : { proposed: request.criteria };
  const outcome = criteriaOf({ objective: objective.slice(0, objectiveUnitsMax), ...proposed });
  const refusal = startRefusal({
    armed: request.armed,
    objective,
    objectiveUnitsMax,
    criteriaHold: outcome.problems.length === 0,
    state: engine.state,
    badInterval: badDuration(request.interval),
    badExpires: badDuration(request.expires),
    badMax: badMax(request.max),
    canComplete: engine.canComplete,
  });
  if (refusal !== undefined) {
    const causes = refusal.code === "bad-criteria" ? outcome.problems.map(criteriaProblemText) : [];
    return {
      started: false,
      code: refusal.code,
      text: [startRefusalText(refusal), ...causes].join(" "),
    };
  }
  const { interval, expires } = request;
  const limits = engine.limits({ interval, expires, max: request.max });
  const id = engine.freshId(context);
  const { criteria } = outcome;
  const { max, lifetimeMs } = limits;
  const plan = { id, objective, criteria, intervalMs: limits.interval.ms, max, lifetimeMs };
  const problem = engine.start(plan, request.by, context);
  const { loop } = engine.state;
  if (loop === null) throw new Error("a start that was not refused made no loop");
  const ledger = engine.ledger.directory(id);
  const lines = startLines({ loop, ...limits.interval, ledger });
  return problem === undefined
    ? { started: true, lines }
    : { started: true, lines: [...lines, `The ledger could not be written: ${problem}.`], problem };
}

function badDuration(text: string | undefined): string | undefined {
  return text === undefined || durationMs(text) !== undefined ? undefined : text;
}

function badMax(max: number | "unlimited" | undefined): string | undefined {
  if (max === undefined || max === "unlimited") return undefined;
  return Number.isSafeInteger(max) && max >= 1 ? undefined : String(max);
}
