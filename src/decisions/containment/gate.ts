import { argumentNames } from "../../kernel/argument-paths.ts";
import type { Gate } from "../../kernel/gate.ts";
import { writingTools } from "./writing-tools.ts";

/** Keeps a task tree writable only through the tools named for it. Spec: WL-1..WL-6. */
export const lockdownGate: Gate = {
  id: "lockdown",
  onFailure: "closed",
  tools: (settings) => new Set(writingTools(settings.lockdown).keys()),
  argumentsRead: (tool, settings) => argumentNames(writingTools(settings.lockdown).get(tool) ?? []),
  mode: (world) => ({ mode: world.settings.lockdown.mode }),
  load: async () => (await import("./judgement.ts")).judgement,
};
