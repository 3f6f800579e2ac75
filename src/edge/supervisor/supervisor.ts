import type { HostContext } from "../host.ts";
import type { System, SystemDesk } from "../system.ts";
import { registerCards, type Terminal } from "./renderers.ts";
import { Supervision } from "./supervision.ts";

const commands = ["config:tool-supervisor", "pi-tool-supervisor"] as const;

/**
 * Reviewers on what a tool is about to do and on what it really did. It listens to pi's events and
 * registers no tool; libraries are loaded when there is something to review.
 *
 * Spec: SV-1, SV-30..SV-41.
 */
export const supervisor: System = {
  id: "supervisor",
  install: (desk: SystemDesk) => {
    const { host, ports } = desk;
    const supervision = new Supervision(desk);
    let terminal: Terminal | undefined;
    host.on("session_start", async (_event, context) => {
      if (context.mode === "tui") terminal ??= await import("@earendil-works/pi-tui");
      await supervision.start(context);
    });
    host.on("tool_call", (event, context) => supervision.before(event, context));
    host.on("tool_result", (event, context) => supervision.after(event, context));
    host.on("agent_end", () => supervision.end());
    host.on("session_shutdown", () => supervision.end());
    registerCards(host, () => terminal);
    const handler = async (_args: string, context: HostContext): Promise<void> => {
      const { configMenu } = await import("./config-menu.ts");
      await configMenu(context, ports, supervision.configs);
    };
    const description = "Edit the tool supervisor: switch, limits and reviewers";
    for (const name of commands) host.registerCommand(name, { description, handler });
  },
};
