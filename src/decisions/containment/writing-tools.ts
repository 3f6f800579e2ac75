import type { LockdownSettings } from "../../kernel/settings.ts";

/**
 * The argument places that hold paths, for each tool that is looked at. `write` and `edit` hold
 * one, under the one name that pi's preparation of their arguments leaves.
 *
 * Spec: WL-1, WL-2.
 */
export function writingTools(settings: LockdownSettings): ReadonlyMap<string, readonly string[]> {
  return new Map([["write", ["path"]], ["edit", ["path"]], ...Object.entries(settings.tools)]);
}
