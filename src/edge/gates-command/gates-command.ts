import type { Gate, World } from "../../kernel/gate.ts";
import type { Host, HostContext } from "../host.ts";
import type { SessionState } from "../session-state.ts";

/** What `/gates` works on. */
export interface GatesDesk {
  readonly host: Pick<Host, "registerCommand">;
  readonly gates: readonly Gate[];
  readonly systems: readonly string[];
  readonly state: SessionState;
  world(): World;
}

/** What is never switched off without a word from the person at the terminal. */
const guarded = new Set(["lockdown", "supervisor"]);

/**
 * Registers `/gates`: a report, and `/gates off NAME`, `/gates on NAME` for this session. The
 * lockdown and the supervisor go off only after the user confirms, and so not at all without a UI.
 *
 * Spec: RG-20, WL-6.
 */
export function installGatesCommand(desk: GatesDesk): void {
  desk.host.registerCommand("gates", {
    description: "What gatehouse does here: gates, counts, last decisions; off NAME, on NAME",
    handler: async (args, context) => {
      const [word = "", name = "", ...rest] = args.trim().split(/\s+/u);
      if (word === "") return say(desk, context, await report(desk), "info");
      if ((word !== "off" && word !== "on") || name === "" || rest.length > 0) {
        return say(desk, context, "usage: /gates, /gates off NAME, /gates on NAME", "warning");
      }
      return switchOne(desk, context, name, word === "on");
    },
  });
}

async function report({ gates, systems, state, world }: GatesDesk): Promise<string> {
  const { gatesReport } = await import("./gates-report.ts");
  return gatesReport({ gates, systems, state, world: world() });
}

async function switchOne(
  desk: GatesDesk,
  context: HostContext,
  name: string,
  isOn: boolean,
): Promise<void> {
  const names = [...desk.gates.map((gate) => gate.id), ...desk.systems];
  if (!names.includes(name)) {
    return say(
      desk,
      context,
      `there is no gate ${JSON.stringify(name)}: ${names.join(", ")}`,
      "warning",
    );
  }
  if (!isOn && guarded.has(name) && !(await isConfirmed(context, name))) {
    return say(desk, context, `${name} stays on`, "warning");
  }
  desk.state.switch(name, isOn);
  const isStill = isOn && desk.state.repo.active;
  const words = isStill
    ? "on again where the repo gate is open; here it is not"
    : isOn
      ? "on"
      : "off";
  say(desk, context, `${name} is ${words} for this session`, "info");
}

async function isConfirmed(context: HostContext, name: string): Promise<boolean> {
  if (!context.hasUI) return false;
  const question = `Switch the ${name} off for this session?`;
  return context.ui.confirm(question, "Calls it would refuse will then run.");
}

function say(desk: GatesDesk, context: HostContext, text: string, kind: "info" | "warning"): void {
  if (context.hasUI) context.ui.notify(text, kind);
  else desk.world().ports.log.line(text);
}
