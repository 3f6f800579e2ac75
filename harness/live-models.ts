import { registryModels } from "../src/edge/supervisor/registry-models.ts";
import type { ModelPort } from "../src/kernel/ports.ts";

type Pi = typeof import("@earendil-works/pi-coding-agent");

/**
 * The models of the user's own pi, with its keys, for a run outside a session. pi is looked up only
 * here and by a name that no bundler follows: nothing else of the harness needs it.
 *
 * Spec: HN-28.
 */
export async function liveModels(agentDir: string): Promise<ModelPort> {
  const name = "@earendil-works/pi-coding-agent";
  const pi = (await import(name)) as Pi;
  const runtime = await pi.ModelRuntime.create({
    authPath: `${agentDir}/auth.json`,
    modelsPath: `${agentDir}/models.json`,
  });
  const registry = new pi.ModelRegistry(runtime);
  await registry.refresh();
  return registryModels(registry, "gatehouse-cassette");
}
