import type { Host, HostContext } from "./edge/host.ts";
import { nodePorts } from "./edge/node-ports.ts";
import { settingProblem } from "./edge/present.ts";
import { recordDecision } from "./edge/records.ts";
import { defaultSettings, readSettings } from "./edge/settings.ts";
import { answerToolCall, type Observer } from "./edge/tool-calls.ts";
import { gates } from "./gates.ts";
import type { GateDecision, World } from "./kernel/gate.ts";
import type { Ports } from "./kernel/ports.ts";
import { systems } from "./systems.ts";

/**
 * The extension over a world of the caller's choice: pi's start gives the real one, the harness a
 * recorded or generated one. It only wires gates to host events; what they say is decided in
 * `decisions/`.
 *
 * Spec: ST-1, HN-1, FG-20.
 */
export function gatehouse(ports: Ports, observe: Observer = () => {}): (host: Host) => void {
  return (host) => {
    let world: World = { settings: defaultSettings, ports };
    const said = new Set<string>();
    const complain = (problem: string, context: HostContext): void => {
      if (said.has(problem)) return;
      said.add(problem);
      if (context.hasUI) context.ui.notify(settingProblem(problem), "warning");
      else ports.log.line(settingProblem(problem));
    };
    host.on("session_start", async (_event, context) => {
      said.clear();
      const { settings, problems } = await readSettings(ports);
      world = { settings, ports };
      for (const problem of problems) complain(problem, context);
    });
    const decide = (decision: GateDecision): void => {
      observe(decision);
      recordDecision(host, decision);
    };
    const isOn = (): boolean => true;
    const settings = () => world.settings;
    for (const system of systems) {
      system.install({ host, ports, settings, isOn, decide, complain });
    }
    const desk = { host, gates, world: () => world, isOn, decide, complain };
    host.on("tool_call", (event, context) => answerToolCall(desk, event, context));
  };
}

/** What pi loads. */
export default gatehouse(nodePorts);
