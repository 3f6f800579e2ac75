import { loopCompleteTool } from "../../tools/loop-complete.ts";
import { loopProgressTool } from "../../tools/loop-progress.ts";
import { loopStartTool } from "../../tools/loop-start.ts";
import { loopWaitTool } from "../../tools/loop-wait.ts";
import type { HostContext } from "../host.ts";
import type { System, SystemDesk } from "../system.ts";
import { hasLoopEntry } from "./loop-entry-type.ts";
import { LoopLoader } from "./loop-loader.ts";

/** What a message must hold for the loop to be loaded at all; what it means is decided later. */
const mayInvoke = /\/loop\s|loop:/iu;

/**
 * The loop as a part of the package: its tools, its command, and the events that drive it.
 *
 * Spec: LP-13, LP-30..LP-34, LP-40..LP-47.
 */
export const loopSystem: System = {
  id: "loop",
  tools: ["loop_start", "loop_complete", "loop_progress", "loop_wait"],
  install(desk) {
    const { host } = desk;
    const loader = new LoopLoader(desk);
    let completing: Promise<typeof import("./loop-completions.ts")> | undefined;
    for (const tool of [loopStartTool, loopCompleteTool, loopProgressTool, loopWaitTool]) {
      host.registerTool(tool(desk, loader));
    }
    host.registerCommand("loop", {
      description: "Keep working towards an objective until every criterion is proven",
      getArgumentCompletions: async (typed) => {
        completing ??= import("./loop-completions.ts");
        return (await completing).loopCompletions(typed);
      },
      handler: async (args, context) => {
        const { events, command } = await loader.load(context);
        await command.runLoopCommand(events.engine, args, context);
      },
    });
    installSession(desk, loader);
    installRuns(desk, loader);
  },
};

function installSession({ host }: SystemDesk, loader: LoopLoader): void {
  const restore = async (context: HostContext): Promise<void> => {
    if (loader.loaded === undefined && !hasLoopEntry(context)) return;
    (await loader.load(context)).events.engine.restore(context);
  };
  host.on("session_start", (_event, context) => restore(context));
  host.on("session_tree", (_event, context) => restore(context));
  host.on("session_shutdown", (_event, context) => loader.loaded?.events.shutdown(context));
  const compaction = (on: boolean, context: HostContext): void =>
    loader.loaded?.events.compaction(on, context);
  host.on("session_before_compact", (_event, context) => compaction(true, context));
  host.on("session_compact", (_event, context) => compaction(false, context));
  host.on("session_compact_failed", (_event, context) => compaction(false, context));
}

function installRuns({ host }: SystemDesk, loader: LoopLoader): void {
  host.on("input", async (event, context) => {
    if (loader.loaded === undefined && !mayInvoke.test(event.text)) return;
    (await loader.load(context)).events.input(event, context);
  });
  host.on("before_agent_start", (event, context) => {
    loader.loaded?.events.runStart(event, context);
  });
  host.on("message_start", (event, context) => loader.loaded?.events.message(event, context));
  host.on("turn_end", (event, context) => {
    loader.loaded?.events.turnEnd(event, context);
  });
  host.on("agent_settled", (event, context) =>
    loader.loaded?.events.settled(event.aborted, context),
  );
}
