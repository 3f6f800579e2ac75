import type { HostContext } from "../host.ts";
import type { System, SystemDesk } from "../system.ts";
import { Cards } from "./cards.ts";
import { configFile, olderConfigFile, projectConfigFile } from "./config-places.ts";
import type { Supervision } from "./supervision.ts";

const commands = ["config:tool-supervisor", "pi-tool-supervisor"] as const;

/**
 * Reviewers on what a tool is about to do and on what it really did. It listens to pi's events and
 * registers no tool. Where nobody has configured a reviewer it looks for the files and loads
 * nothing else.
 *
 * Spec: SV-1, SV-30..SV-41.
 */
export const supervisor: System = {
  id: "supervisor",
  install: (desk: SystemDesk) => {
    const { host, ports } = desk;
    const cards = new Cards(host);
    let supervision: Supervision | undefined;
    // One import for all: pi's loader hands a second one a module that is not evaluated yet.
    let loading: Promise<Supervision> | undefined;
    const load = (): Promise<Supervision> => {
      loading ??= import("./supervision.ts").then((module) => {
        supervision = new module.Supervision(desk);
        return supervision;
      });
      return loading;
    };
    host.on("session_start", async (_event, context) => {
      if (context.mode === "tui") await cards.load();
      if (supervision === undefined && !isConfigured(desk, context)) return;
      await (supervision ?? (await load())).start(context);
    });
    host.on("tool_call", (event, context) => {
      if (supervision !== undefined) return supervision.before(event, context);
      if (!isConfigured(desk, context)) return undefined;
      return load().then((loaded) => loaded.before(event, context));
    });
    host.on("tool_result", (event, context) => supervision?.after(event, context));
    host.on("agent_end", () => supervision?.end());
    host.on("session_shutdown", () => supervision?.end());
    const handler = async (_args: string, context: HostContext): Promise<void> => {
      const { configMenu } = await import("./config-menu.ts");
      await configMenu(context, ports);
    };
    const description = "Edit the tool supervisor: switch, limits and reviewers";
    for (const name of commands) host.registerCommand(name, { description, handler });
  },
};

/** Whether there is any file that could name a reviewer. */
function isConfigured(desk: SystemDesk, context: HostContext): boolean {
  if (!desk.isOn()) return false;
  const { ports } = desk;
  const isThere = (path: string): boolean => {
    const facts = ports.files.facts(path);
    return facts.ok || facts.problem !== "missing";
  };
  if (isThere(configFile(ports)) || isThere(olderConfigFile(ports))) return true;
  return context.isProjectTrusted() && isThere(projectConfigFile(context.cwd));
}
