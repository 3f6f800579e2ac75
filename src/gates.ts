import { forkGate } from "./decisions/brief/gate.ts";
import { lockdownGate } from "./decisions/containment/gate.ts";
import type { Gate } from "./kernel/gate.ts";

/** Every gate on `tool_call`, in asking order: the first block wins. Spec: ST-1, FG-20. */
export const gates: readonly Gate[] = [lockdownGate, forkGate];
