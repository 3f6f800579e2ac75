import type { System } from "./edge/system.ts";

/** Every system beside the gates, in the order in which their handlers run. Spec: ST-1. */
export const systems: readonly System[] = [];
