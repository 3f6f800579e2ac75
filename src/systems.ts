import { loopSystem } from "./edge/loop/loop-system.ts";
import { supervisor } from "./edge/supervisor/supervisor.ts";
import type { System } from "./edge/system.ts";
import { taskSystem } from "./edge/task/task-system.ts";
import { ticketNoteSystem } from "./edge/ticket-note/ticket-note-system.ts";

/** Every system beside the gates, in the order in which their handlers run. Spec: ST-1. */
export const systems: readonly System[] = [taskSystem, ticketNoteSystem, supervisor, loopSystem];
