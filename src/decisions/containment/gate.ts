import { argumentNames, valuesAt } from "../../kernel/argument-paths.ts";
import type { Gate, ToolCall, World } from "../../kernel/gate.ts";
import type { LockdownSettings } from "../../kernel/settings.ts";
import type { Verdict } from "../../kernel/verdict.ts";
import { type ContainmentOutcome, containment } from "./containment.ts";
import { containmentFacts } from "./facts.ts";
import { lockdownWords } from "./words.ts";

/**
 * The argument places that hold paths, for each tool that is looked at. `write` and `edit` hold one,
 * under the one name that pi's preparation of their arguments leaves.
 *
 * Spec: WL-1, WL-2.
 */
export function writingTools(settings: LockdownSettings): ReadonlyMap<string, readonly string[]> {
  return new Map([["write", ["path"]], ["edit", ["path"]], ...Object.entries(settings.tools)]);
}

/** The paths of a call, in the order of their places. A list of texts counts as each of them. */
function pathsOf(call: ToolCall, settings: LockdownSettings) {
  const places = writingTools(settings).get(call.toolName) ?? [];
  return places
    .flatMap((place) => valuesAt(call.input, place))
    .flatMap(({ where, value }) => {
      const values: readonly unknown[] = Array.isArray(value) ? value : [value];
      return values.flatMap((path) => (typeof path === "string" ? [{ where, path }] : []));
    });
}

function judge(call: ToolCall, world: World): Verdict {
  const { lockdown } = world.settings;
  let allowed: Verdict = { verdict: "allow", reason: "no-path", clause: "WL-1" };
  for (const { where, path } of pathsOf(call, lockdown)) {
    const written = { path, tool: call.toolName, cwd: call.cwd };
    const outcome = containment(containmentFacts(world.ports, written, lockdown.trees));
    const verdict = verdictOf(outcome, where, path);
    if (verdict.verdict === "block") return verdict;
    allowed = verdict;
  }
  return allowed;
}

function verdictOf(outcome: ContainmentOutcome, where: string, path: string): Verdict {
  const { block, reason, clause, tree, exempt } = outcome;
  const verdict = {
    verdict: block ? ("block" as const) : ("allow" as const),
    reason,
    clause,
    where,
    ...(tree === undefined ? {} : { rule: tree }),
    ...(exempt === undefined ? {} : { kind: exempt }),
  };
  if (!block) return verdict;
  const place = outcome.real ?? outcome.resolved;
  return { ...verdict, matched: path, ...(place === undefined ? {} : { why: place }) };
}

/** Keeps a task tree writable only through the tools named for it. Spec: WL-1..WL-6. */
export const lockdownGate: Gate = {
  id: "lockdown",
  onFailure: "closed",
  tools: (settings) => new Set(writingTools(settings.lockdown).keys()),
  argumentsRead: (tool, settings) => argumentNames(writingTools(settings.lockdown).get(tool) ?? []),
  mode: (world) => ({ mode: world.settings.lockdown.mode }),
  judge,
  words: (verdict, call, offer, world) => lockdownWords(verdict, call, offer, world.settings),
};
