import type { GateDecision, Words } from "../kernel/gate.ts";
import type { Verdict } from "../kernel/verdict.ts";

/** The words where a gate itself broke and stops the call for that. Spec: HN-2. */
export function brokenWords(gate: string, verdict: Verdict): Words {
  const notice = `${gate} gate: it failed (${verdict.matched ?? ""}), so the call was stopped`;
  const reason = `${notice}. Nothing was run. Tell the user; the gate has to be mended first.`;
  return { reason, notice };
}

/**
 * One line for standard error about a call that the gate would have blocked but let through.
 *
 * Spec: FG-23.
 */
export function letThroughLine(decision: GateDecision): string {
  const words = decision.matched === undefined ? "" : ` ${JSON.stringify(decision.matched)}`;
  const what = decision.kind ?? decision.reason;
  const rule = [decision.clause, decision.rule].filter((part) => part !== undefined).join(" ");
  const gate = `gatehouse: ${decision.gate} gate is ${decision.mode}`;
  return `${gate}: let through ${decision.tool}, would block (${what}${words}, ${rule})`;
}

/** A problem with a setting, for a notice or a line. */
export function settingProblem(problem: string): string {
  return `gatehouse: ${problem}`;
}

/**
 * The one notice in a repository where the package is switched off: that it is, and why.
 *
 * Spec: RG-20.
 */
export function gatedNotice(why: string): string {
  return `repo gate: gatehouse is off in this repository, ${why}`;
}
