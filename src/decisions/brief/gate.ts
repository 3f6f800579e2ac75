import { argumentNames } from "../../kernel/argument-paths.ts";
import type { Gate, ModeAnswer, World } from "../../kernel/gate.ts";
import type { GateMode } from "../../kernel/settings.ts";
import type { Verdict } from "../../kernel/verdict.ts";
import { brief } from "./brief.ts";
import { delegationTools, type ForkFacts, forkFacts } from "./facts.ts";
import { forkWords } from "./fork-words.ts";

const modes: readonly GateMode[] = ["block", "warn", "off"];

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

/**
 * The mode that holds now: the environment's, else the settings'. A value that is no mode is
 * reported and means `block`, so that a typing error never opens the gate.
 *
 * Spec: FG-23.
 */
function forkMode(world: World): ModeAnswer {
  const asked = world.ports.environment.variable("PI_FORK_GATE")?.trim();
  if (asked === undefined || asked === "") return { mode: world.settings.forkGate.mode };
  const mode = modes.find((name) => name === asked.toLowerCase());
  if (mode !== undefined) return { mode };
  return {
    mode: "block",
    problem: `PI_FORK_GATE is "${asked}"; use block, warn or off. The fork gate blocks.`,
  };
}

/** Stops briefs that a fork cannot be trusted with. Spec: FG-20..FG-24. */
export const forkGate: Gate = {
  id: "fork",
  onFailure: "open",
  tools: (settings) => new Set(delegationTools(settings.forkGate).keys()),
  argumentsRead: (tool, settings) =>
    argumentNames(delegationTools(settings.forkGate).get(tool) ?? []),
  mode: forkMode,
  judge: (call, world) => forkVerdict(forkFacts(call, world.settings.forkGate)),
  words: (verdict, call, offer) => forkWords(verdict, call, offer),
};
