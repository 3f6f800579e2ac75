import { installGatesCommand } from "./edge/gates-command/gates-command.ts";
import type { Host, HostContext } from "./edge/host.ts";
import { nodePorts } from "./edge/node-ports.ts";
import { gatedNotice, settingProblem } from "./edge/present.ts";
import { recordDecision } from "./edge/records.ts";
import { installGatedSession } from "./edge/repo/gated-session.ts";
import { isOwnFile } from "./edge/repo/own-files.ts";
import { OwnTools } from "./edge/repo/own-tools.ts";
import { decideRepo, repoWords } from "./edge/repo/repo-gate.ts";
import { SessionState } from "./edge/session-state.ts";
import { defaultSettings, readSettings } from "./edge/settings.ts";
import { answerToolCall, type Observer } from "./edge/tool-calls.ts";
import { gates } from "./gates.ts";
import type { Gate, GateDecision, World } from "./kernel/gate.ts";
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
    const state = new SessionState();
    const toolNames = new Set(systems.flatMap((system) => system.tools ?? []));
    const ownTools = new OwnTools(host, toolNames, (file) => isOwnFile(ports, file));
    const said = new Set<string>();
    const say = (text: string, kind: "info" | "warning", context: HostContext): void => {
      if (said.has(text)) return;
      said.add(text);
      if (context.hasUI) context.ui.notify(text, kind);
      else ports.log.line(text);
    };
    const complain = (problem: string, context: HostContext): void =>
      say(settingProblem(problem), "warning", context);
    host.on("session_start", async (_event, context) => {
      said.clear();
      const { settings, problems, origins } = await readSettings(ports);
      world = { settings, ports };
      const repo = await decideRepo(ports, settings, context);
      state.start(repo, origins);
      ownTools.set(!repo.active);
      if (repo.active) say(gatedNotice(repoWords(repo)), "info", context);
      const modes = gates.flatMap((gate) => gate.mode(world).problem ?? []);
      for (const problem of [...problems, ...repo.diagnostics, ...modes]) {
        complain(problem, context);
      }
    });
    const decide = (decision: GateDecision): void => {
      state.count(decision);
      observe(decision);
      recordDecision(host, decision);
    };
    const isGateOn = (gate: Gate) => state.isOn(gate.id);
    const desk = { host, gates, world: () => world, isOn: isGateOn, decide };
    // Before the systems: no reviewer is paid for a call that a gate stops.
    host.on("tool_call", (event, context) => answerToolCall(desk, event, context));
    const settings = () => world.settings;
    for (const system of systems) {
      const isOn = () => state.isOn(system.id);
      system.install({ host, ports, settings, isOn, decide, complain });
    }
    installGatedSession(host, ports, () => state.repo.active);
    const ids = systems.map((system) => system.id);
    installGatesCommand({ host, gates, systems: ids, state, world: () => world });
  };
}

/** What pi loads. */
export default gatehouse(nodePorts);
