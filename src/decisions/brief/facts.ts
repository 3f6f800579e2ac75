import type { ToolCall } from "../../kernel/gate.ts";
import { isJsonObject } from "../../kernel/json.ts";
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
  const briefs = paths.flatMap((path) => briefsAt(call.input, path.split("."), ""));
  return { briefs, sensitivity: settings.sensitivity };
}

function briefsAt(value: unknown, steps: readonly string[], where: string): PlacedBrief[] {
  const [step, ...rest] = steps;
  if (step === undefined) return [{ where, brief: value }];
  const each = step.endsWith("[]");
  const name = each ? step.slice(0, -2) : step;
  if (!isJsonObject(value) || !Object.hasOwn(value, name)) return [];
  const member = value[name];
  const place = where === "" ? name : `${where}.${name}`;
  if (!each) return briefsAt(member, rest, place);
  if (!Array.isArray(member)) return [];
  return member.flatMap((item, index) => briefsAt(item, rest, `${place}[${index}]`));
}
