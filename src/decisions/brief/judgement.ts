import type { Judgement } from "../../kernel/gate.ts";
import type { Verdict } from "../../kernel/verdict.ts";
import { brief } from "./brief.ts";
import { type ForkFacts, forkFacts } from "./facts.ts";
import { forkWords } from "./fork-words.ts";

/**
 * What the fork gate says of a call: the first brief that must not go to a fork blocks it.
 *
 * Spec: FG-3, FG-20.
 */
export function forkVerdict(facts: ForkFacts): Verdict {
  for (const placed of facts.briefs) {
    const outcome = brief({
      brief: placed.brief,
      sensitivity: facts.sensitivity,
    });
    if (!outcome.block) continue;
    const { kind, rule, clause, matched, span, why } = outcome;
    const where = placed.where;
    return {
      verdict: "block",
      reason: kind,
      clause,
      rule,
      kind,
      matched,
      span,
      where,
      why,
    };
  }
  return { verdict: "allow", reason: "no-trigger", clause: "FG-1" };
}

/** The fork gate's judgement. Spec: FG-20, FG-21. */
export const judgement: Judgement = {
  judge: (call, world) => forkVerdict(forkFacts(call, world.settings.forkGate)),
  words: (verdict, call, offer) => forkWords(verdict, call, offer),
};
