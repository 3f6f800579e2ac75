import type { Criterion, Loop, LoopState } from "./loop-state.ts";

/** Why `loop_start` starts nothing: a closed set, in the order in which they are asked. LP-30. */
export type StartRefusal =
  | { readonly code: "not-armed" }
  | { readonly code: "no-objective" }
  | { readonly code: "objective-too-long"; readonly units: number }
  | { readonly code: "bad-criteria" }
  | { readonly code: "loop-exists"; readonly id: string; readonly status: string }
  | { readonly code: "bad-max"; readonly text: string }
  | { readonly code: "bad-interval"; readonly text: string }
  | { readonly code: "bad-expires"; readonly text: string }
  | { readonly code: "complete-tool-missing" };

/** What a start is judged by. Spec: LP-30. */
export interface StartFacts {
  readonly armed: boolean;
  readonly objective: string;
  readonly objectiveUnitsMax: number;
  readonly criteriaHold: boolean;
  readonly state: LoopState;
  /** As given, where it is no duration or cap. */
  readonly badInterval: string | undefined;
  readonly badExpires: string | undefined;
  readonly badMax: string | undefined;
  readonly canComplete: boolean;
}

/** The first reason against a start, or `undefined`. Spec: LP-30. */
export function startRefusal(facts: StartFacts): StartRefusal | undefined {
  const { objective, state, badInterval, badExpires, badMax } = facts;
  if (!facts.armed) return { code: "not-armed" };
  if (!/[\p{L}\p{N}]/u.test(objective)) return { code: "no-objective" };
  if (objective.length > facts.objectiveUnitsMax) {
    return { code: "objective-too-long", units: objective.length };
  }
  if (!facts.criteriaHold) return { code: "bad-criteria" };
  if (state.loop !== null && state.loop.status !== "stopped") {
    return { code: "loop-exists", id: state.loop.id, status: state.loop.status };
  }
  if (badMax !== undefined) return { code: "bad-max", text: badMax };
  if (badInterval !== undefined) return { code: "bad-interval", text: badInterval };
  if (badExpires !== undefined) return { code: "bad-expires", text: badExpires };
  return facts.canComplete ? undefined : { code: "complete-tool-missing" };
}

/** Why `loop_complete` does not end the loop. A closed set, in asking order. Spec: LP-31. */
export type CompletionRefusal =
  | { readonly code: "no-loop" }
  | { readonly code: "not-active"; readonly status: Loop["status"]; readonly cause: Loop["cause"] }
  | { readonly code: "wrong-id"; readonly id: string }
  | { readonly code: "starting-run" }
  | {
      readonly code: "unknown-ids";
      readonly ids: readonly string[];
      readonly known: readonly string[];
    }
  | { readonly code: "uncited"; readonly missing: readonly Criterion[]; readonly count: number }
  | { readonly code: "only-claims"; readonly ids: readonly string[] };

/** What a completion is judged by. Citations are trimmed; `counts` says which of them count. */
export interface CompletionFacts {
  readonly state: LoopState;
  readonly loopId: string;
  readonly citations: ReadonlyMap<string, string>;
  readonly counts: (citation: string) => boolean;
}

/** The first reason against a completion, or `undefined`. Spec: LP-31. */
export function completionRefusal(facts: CompletionFacts): CompletionRefusal | undefined {
  const { state, citations } = facts;
  const held = activeRefusal(state);
  if (held !== undefined) return held;
  const { loop } = state;
  if (loop === null) return { code: "no-loop" };
  if (loop.id !== facts.loopId) return { code: "wrong-id", id: loop.id };
  if (state.run !== null && state.run.number === state.startedInRun)
    return { code: "starting-run" };
  const known = loop.criteria.map(({ id }) => id);
  const ids = [...citations.keys()].filter((id) => !known.includes(id));
  if (ids.length > 0) return { code: "unknown-ids", ids, known };
  const missing = loop.criteria.filter(({ id }) => (citations.get(id) ?? "") === "");
  if (missing.length > 0) return { code: "uncited", missing, count: known.length };
  const claims = [...citations].filter(([, text]) => !facts.counts(text)).map(([id]) => id);
  return claims.length > 0 ? { code: "only-claims", ids: claims } : undefined;
}

/** Why nothing can be said to the loop: there is none, or it does not run. Spec: LP-31, LP-32. */
export function activeRefusal(
  state: LoopState,
): Extract<CompletionRefusal, { readonly code: "no-loop" | "not-active" }> | undefined {
  const { loop } = state;
  if (loop === null) return { code: "no-loop" };
  if (loop.status === "active") return undefined;
  return { code: "not-active", status: loop.status, cause: loop.cause };
}

/**
 * The criteria with one of them met, or unmet again. What is unmet keeps no evidence: old evidence
 * beside an open criterion reads as if it were met.
 *
 * Spec: LP-32.
 */
export function marked(
  criteria: readonly Criterion[],
  id: string,
  evidence: { readonly text: string; readonly at: string } | undefined,
): readonly Criterion[] {
  return criteria.map((criterion) => {
    if (criterion.id !== id) return criterion;
    const { description } = criterion;
    if (evidence === undefined) return { id, description, passes: false };
    return { id, description, passes: true, evidence: evidence.text, evidenceAt: evidence.at };
  });
}
