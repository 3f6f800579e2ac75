import type { Gate, GateDecision, World } from "../../kernel/gate.ts";
import { repoWords } from "../repo/repo-gate.ts";
import type { GateCounts, SessionState } from "../session-state.ts";

/** What the report is about. */
export interface ReportFacts {
  readonly gates: readonly Gate[];
  /** Names of the systems beside the gates. */
  readonly systems: readonly string[];
  readonly world: World;
  readonly state: SessionState;
}

/**
 * What is on here and why, how often each gate said what in this session, and the last decisions
 * with clause and words. Plain lines for a person.
 *
 * Spec: RG-20, HN-6.
 */
export function gatesReport({ gates, systems, world, state }: ReportFacts): string {
  const { repo } = state;
  const lines = [
    repo.active
      ? `gatehouse is off in this repository: ${repoWords(repo)}.`
      : `gatehouse is on here: ${repoWords(repo)}.`,
    ...gates.map((gate) => gateLine(gate, world, state)),
    ...systems.map((id) => `  ${id}: ${state.isOn(id) ? "on" : "off"}`),
    ...repo.diagnostics.map((problem) => `  warning: ${problem}`),
  ];
  if (state.origins.length > 0) lines.push("Set by you:");
  for (const { key, from } of state.origins) lines.push(`  ${key} (${from})`);
  if (state.last.length > 0) lines.push("Last decisions:");
  return [...lines, ...state.last.map(decisionLine)].join("\n");
}

function gateLine(gate: Gate, world: World, state: SessionState): string {
  const mode = state.isOn(gate.id) ? gate.mode(world).mode : "off";
  return `  ${gate.id}: ${mode}; ${countsText(state.counts(gate.id))}`;
}

function countsText({ allow, block, note, unknown }: GateCounts): string {
  const parts = [`${allow} allowed`, `${block} blocked`];
  if (note > 0) parts.push(`${note} let through`);
  if (unknown > 0) parts.push(`${unknown} undecided`);
  return parts.join(", ");
}

function decisionLine(decision: GateDecision): string {
  const { verdict, gate, tool, clause, rule, matched, reason } = decision;
  const words = matched === undefined ? "" : ` ${JSON.stringify(shortened(matched))}`;
  const why = rule === undefined ? reason : `${reason}, ${rule}`;
  return `  ${verdict} ${gate} ${tool}${words} (${clause}: ${why})`;
}

function shortened(text: string): string {
  return text.length <= 80 ? text : `${text.slice(0, 79)}…`;
}
