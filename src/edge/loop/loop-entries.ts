import type { LoopDecision } from "../../decisions/loop/loop-event.ts";
import type { Loop } from "../../decisions/loop/loop-state.ts";
import { storedLoop } from "../../decisions/loop/stored-loop.ts";
import { isJsonObject } from "../../kernel/json.ts";
import type { HostContext } from "../host.ts";
import { loopEntryType } from "./loop-entry-type.ts";

/** What such an entry holds: the loop, and what made it so. Spec: LP-44. */
export interface LoopEntry {
  readonly version: 1;
  /** The event that led to it. */
  readonly event: string;
  /** What was decided about going on, if that was asked. */
  readonly decided?: LoopDecision;
  readonly loop: Loop;
}

/** The newest loop on a branch, and how many entries after it could not be understood. */
export interface FoundLoop {
  readonly loop: Loop | null;
  readonly skipped: number;
}

/**
 * The newest valid loop of the active branch: an entry that is not whole is passed over, so that
 * one bad entry does not lose the loop.
 *
 * Spec: LP-44.
 */
export function branchLoop(context: Pick<HostContext, "sessionManager">): FoundLoop {
  let skipped = 0;
  for (const entry of context.sessionManager.getBranch().toReversed()) {
    if (entry.type !== "custom" || entry.customType !== loopEntryType) continue;
    const data: unknown = entry.data;
    const loop = isJsonObject(data) && data["version"] === 1 ? storedLoop(data["loop"]) : undefined;
    if (loop !== undefined) return { loop, skipped };
    skipped++;
  }
  return { loop: null, skipped };
}
