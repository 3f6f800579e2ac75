import { gatehouse } from "../../src/extension.ts";
import type { GateDecision } from "../../src/kernel/gate.ts";
import type { JsonObject } from "../../src/kernel/json.ts";
import { FakeHost } from "../fake-host/fake-host.ts";
import type { AskedFact } from "../memory-ports.ts";
import type { RecordedCall } from "../session/session-items.ts";
import type { RecordedWorld } from "./recorded-world.ts";
import { worldPorts } from "./world-ports.ts";

/** Told of each decision, with the facts that it was reached without. Spec: HN-5, HN-6. */
export type DecisionListener = (decision: GateDecision, missing: readonly AskedFact[]) => void;

/** The production extension in a host of its own. Spec: HN-4. */
export interface ReplayHost {
  /** Asks about one call, as pi does before it runs. */
  ask(call: RecordedCall, input: JsonObject): Promise<void>;
  close(): Promise<void>;
}

/**
 * Loads the extension that pi loads into a fake host over a recorded world.
 *
 * The package is on: what is asked at the start and not known (is this repository gated?) is taken
 * for not being there, since replay answers what the gates would say.
 *
 * Spec: HN-4, HN-5.
 */
export async function startReplayHost(
  world: RecordedWorld,
  cwd: string,
  settings: JsonObject,
  listener: DecisionListener,
): Promise<ReplayHost> {
  const ports = worldPorts(world, cwd, settings);
  const observe = (decision: GateDecision): void => listener(decision, ports.takeMissing());
  const host = await FakeHost.start({
    extensions: [{ name: "gatehouse", factory: gatehouse(ports, observe) }],
    mode: "print",
    cwd,
    trusted: world.trusted ?? false,
    clock: ports.clock,
    ...(world.activeTools !== undefined && { activeTools: world.activeTools }),
  });
  return {
    ask: async (call, input) => {
      ports.takeMissing();
      const { toolCallId, toolName, parentToolCallId } = call;
      await host.callTool({
        toolCallId,
        toolName,
        input,
        ...(parentToolCallId !== undefined && { parentToolCallId }),
      });
    },
    close: () => host.shutdown(),
  };
}

/**
 * Has the extension load what it loads at its first start and its first call, so that the time a
 * replay takes is that of replaying.
 *
 * Spec: HN-8.
 */
export async function loadExtension(): Promise<void> {
  const host = await startReplayHost({}, "/", {}, () => {});
  const call = { toolCallId: "", toolName: "write" };
  await host.ask(call, { path: "a" });
  await host.close();
}
