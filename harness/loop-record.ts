import type { LoopDecision } from "../src/decisions/loop/loop-event.ts";
import type { Loop } from "../src/decisions/loop/loop-state.ts";
import { storedLoop } from "../src/decisions/loop/stored-loop.ts";
import { isJsonObject, type JsonObject } from "../src/kernel/json.ts";

/** What a session entry says of its loop. Spec: LP-44. */
export interface LoopRecord {
  readonly event: string;
  readonly decided: LoopDecision | undefined;
  readonly loop: Loop;
}

/** The loop of an entry, or `undefined` where it holds none that is whole. Spec: LP-44. */
export function loopRecord(entry: JsonObject): LoopRecord | undefined {
  if (entry["type"] !== "custom" || entry["customType"] !== "gatehouse.loop") return undefined;
  const { data } = entry;
  if (!isJsonObject(data)) return undefined;
  const loop = storedLoop(data["loop"]);
  if (loop === undefined) return undefined;
  const decided = isJsonObject(data["decided"]) ? data["decided"] : undefined;
  return { event: String(data["event"]), decided: decided as LoopDecision | undefined, loop };
}
