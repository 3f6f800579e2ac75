import { argumentNames } from "../../kernel/argument-paths.ts";
import type { Gate, ModeAnswer, World } from "../../kernel/gate.ts";
import type { GateMode } from "../../kernel/settings.ts";
import { delegationTools } from "./facts.ts";

const modes: readonly GateMode[] = ["block", "warn", "off"];

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
  load: async () => (await import("./judgement.ts")).judgement,
};
