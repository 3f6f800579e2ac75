import { valuesAt } from "../../kernel/argument-paths.ts";
import type { ToolCall } from "../../kernel/gate.ts";
import type { ForkGateSettings } from "../../kernel/settings.ts";
import type { Sensitivity } from "./brief.ts";

/** One brief of a call and the argument it stands in (`tasks[1].task`). Spec: FG-20. */
export interface PlacedBrief {
  readonly where: string;
  readonly brief: unknown;
}

/** All that the fork gate may know of a call. Spec: FG-20. */
export interface ForkFacts {
  readonly briefs: readonly PlacedBrief[];
  readonly sensitivity: Sensitivity;
}

/** The tool that is always looked at, and the argument that holds its brief. Spec: FG-20. */
const forkBriefPaths: readonly string[] = ["task"];

/**
 * The argument paths that hold briefs, for each delegation tool. Settings add tools and may say
 * otherwise for `fork`. A map, so that a tool called `constructor` is just a tool.
 *
 * Spec: FG-20.
 */
export function delegationTools(
  settings: ForkGateSettings,
): ReadonlyMap<string, readonly string[]> {
  return new Map([["fork", forkBriefPaths], ...Object.entries(settings.tools)]);
}

/**
 * Every brief that the call carries, in the order of the paths and of the arrays within them.
 * Nothing is there for a path that the arguments do not have.
 *
 * ```text
 * tasks[].task   over   { tasks: [{ task: "a" }, { task: "b" }] }
 *   → tasks[0].task "a", tasks[1].task "b"
 * ```
 *
 * Spec: FG-20.
 */
export function forkFacts(call: ToolCall, settings: ForkGateSettings): ForkFacts {
  const paths = delegationTools(settings).get(call.toolName) ?? [];
  const briefs = paths
    .flatMap((path) => valuesAt(call.input, path))
    .map(({ where, value }) => ({ where, brief: value }));
  return { briefs, sensitivity: settings.sensitivity };
}
