import { valuesAt } from "../../kernel/argument-paths.ts";
import type { Judgement, ToolCall, World } from "../../kernel/gate.ts";
import type { LockdownSettings } from "../../kernel/settings.ts";
import type { Verdict } from "../../kernel/verdict.ts";
import { type ContainmentOutcome, containment } from "./containment.ts";
import { containmentFacts } from "./facts.ts";
import { lockdownWords } from "./words.ts";
import { writingTools } from "./writing-tools.ts";

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

/** The lockdown's judgement. Spec: WL-1, WL-3, WL-5. */
export const judgement: Judgement = {
  judge,
  words: (verdict, call, offer, world) => lockdownWords(verdict, call, offer, world.settings),
};
