import { resolvedPath } from "../../kernel/plain-path.ts";
import type { Ports } from "../../kernel/ports.ts";
import { repositoryAround } from "../../kernel/repository.ts";
import type { LockedTreeSettings } from "../../kernel/settings.ts";
import { ticketNoteName, ticketNoteTool } from "../../tools/ticket-note.ts";
import type { System } from "../system.ts";

/**
 * The ticket writer as a part of the package: active in sessions whose repository has a task tree,
 * so that elsewhere no prompt grows by a tool that cannot be used.
 *
 * Spec: WL-9.
 */
export const ticketNoteSystem: System = {
  id: "ticket-note",
  tools: [ticketNoteName],
  install(desk) {
    desk.host.registerTool(ticketNoteTool(desk));
    desk.host.on("session_start", (_event, context) => {
      const active = desk.host.getActiveTools();
      if (!desk.isOn() || active.includes(ticketNoteName)) return;
      const { trees } = desk.settings().lockdown;
      if (hasTaskTree(desk.ports, trees, context.cwd)) {
        desk.host.setActiveTools([...active, ticketNoteName]);
      }
    });
  },
};

/** Whether the repository around the directory has one of the trees on its disk. */
function hasTaskTree(ports: Ports, trees: readonly LockedTreeSettings[], cwd: string): boolean {
  const root = repositoryAround(ports, cwd)?.root ?? cwd;
  const { platform } = ports.environment;
  return trees.some(({ path }) => ports.files.facts(resolvedPath(root, path, platform)).ok);
}
