import type {
  ResourcesDiscoverEvent,
  ResourcesDiscoverResult,
  SessionStartEvent,
} from "@earendil-works/pi-coding-agent";
import { createEventBus } from "./event-bus.ts";
import { handlersOf, messageOf, reportThrow, tell } from "./event-dispatch.ts";
import { createExtensionApi } from "./extension-api.ts";
import { defaultActiveTools, fullSkill, fullTool } from "./fake-tool.ts";
import { HostSession, type SessionOwner } from "./host-session.ts";
import type { HostWorld } from "./host-world.ts";
import { emptyExtension } from "./loaded-extension.ts";
import { ExtensionRuntime } from "./runtime.ts";
import { scriptedModelId } from "./scripted-model.ts";
import type { SessionStore } from "./session-store.ts";
import { ToolRegistry } from "./tool-registry.ts";

/** Loads the extensions anew. Those that throw are left out, and named. Spec: HN-2. */
async function loadExtensions(world: HostWorld): Promise<ExtensionRuntime> {
  const { ui, faults, cwd, mode } = world;
  const runtime = new ExtensionRuntime({
    mode,
    cwd,
    ui: ui.context(),
    hasUI: ui.present,
    faults,
    onError: (error) => world.report(error),
  });
  for (const [name, value] of Object.entries(world.options.flags ?? {}))
    runtime.flagValues.set(name, value);
  const api = { bus: createEventBus(), programs: world.options.programs, cwd };
  const failed: { name: string; error: string }[] = [];
  for (const { name, factory } of world.options.extensions) {
    const extension = emptyExtension(name);
    try {
      await factory(createExtensionApi(runtime, extension, api));
      runtime.extensions.push(extension);
    } catch (thrown) {
      failed.push({ name, error: messageOf(thrown) });
    }
  }
  for (const { name, error } of [...failed, ...conflicts(runtime)]) world.reportLoad(name, error);
  ui.onDialog = (step, kind, title) => {
    const type = step === "start" ? "ui_prompt_start" : "ui_prompt_end";
    const event = { type, reason: "ui_prompt", kind, ...(title ? { title } : {}) } as const;
    queueMicrotask(() => void tell(runtime, event));
  };
  return runtime;
}

/**
 * Tools and flags that an extension registers and an earlier one has. It stays loaded all the same.
 */
function conflicts({ extensions }: ExtensionRuntime): { name: string; error: string }[] {
  const owners = new Map<string, string>();
  return extensions.flatMap(({ name, path, tools, flags }) => {
    const names = [
      ...[...tools.keys()].map((tool) => `Tool "${tool}"`),
      ...[...flags.keys()].map((flag) => `Flag "--${flag}"`),
    ];
    return names.flatMap((what) => {
      const owner = owners.get(what);
      if (owner === undefined) owners.set(what, path);
      return owner === undefined ? [] : [{ name, error: `${what} conflicts with ${owner}` }];
    });
  });
}

/** A new session records its model and its thinking level first; a resumed one what it lacks. */
function recordSelection(store: SessionStore): void {
  const branch = store.getBranch();
  const resumed = store.messages().length > 0;
  if (!resumed) {
    const { provider, id: modelId } = scriptedModelId;
    store.append({ type: "model_change", provider, modelId });
  }
  if (!resumed || !branch.some((entry) => entry.type === "thinking_level_change"))
    store.append({ type: "thinking_level_change", thinkingLevel: "off" });
}

/** Resources that an extension brings along are files; a host without files says so. */
async function refuseResources(
  runtime: ExtensionRuntime,
  event: ResourcesDiscoverEvent,
): Promise<void> {
  const context = runtime.eventContext();
  for (const { extension, handler } of handlersOf(runtime, "resources_discover")) {
    try {
      const given = (await handler(event, context)) as ResourcesDiscoverResult | undefined;
      const paths = [given?.skillPaths, given?.promptPaths, given?.themePaths].flat();
      if (paths.some((path) => path !== undefined))
        runtime.faults.unsupported("resources of resources_discover");
    } catch (thrown) {
      reportThrow(runtime, extension, "resources_discover", thrown);
    }
  }
}

function carryOver(from: HostSession, to: HostSession): void {
  to.state.nextTurnMessages = from.state.nextTurnMessages;
  for (const queue of ["steering", "followUps"] as const)
    while (from.state.agent[queue].hasItems)
      for (const message of from.state.agent[queue].drain()) to.state.agent[queue].add(message);
  const flags = from.parts.runtime.flagValues;
  for (const [name, value] of flags) to.parts.runtime.flagValues.set(name, value);
}

/**
 * Opens a session: loads the extensions, gathers the tools, and tells `session_start`. After a
 * reload the session goes on with its store, its active tools and what was queued.
 *
 * Spec: HN-2.
 */
export async function openSession(
  world: HostWorld,
  store: SessionStore,
  owner: SessionOwner,
  start: SessionStartEvent,
  predecessor?: HostSession,
): Promise<HostSession> {
  const runtime = await loadExtensions(world);
  if (predecessor === undefined) recordSelection(store);
  const { options, model, identifiers, clock, cwd, faults } = world;
  const unsupported = (method: string): never => faults.unsupported(method);
  const hostTools = (options.tools ?? []).map((tool) => fullTool(tool, unsupported));
  const registry = new ToolRegistry(runtime, hostTools);
  const fakeSkills = options.skills ?? [];
  const session = new HostSession(
    {
      runtime,
      store,
      registry,
      model,
      identifiers,
      settings: options.settings ?? {},
      fakeSkills,
      skills: fakeSkills.map(fullSkill),
      contextFiles: options.contextFiles ?? [],
      cwd,
      now: () => clock.now(),
    },
    owner,
  );
  const active = predecessor?.parts.registry.activeNames();
  if (active !== undefined) registry.await(active);
  registry.refresh(active ?? options.activeTools ?? defaultActiveTools);
  if (active === undefined && options.activeTools === undefined)
    registry.restore(store.getBranch());
  session.state.rebuildPrompt();
  if (predecessor !== undefined) carryOver(predecessor, session);
  await tell(runtime, start);
  const event = { cwd, reason: start.reason === "reload" ? "reload" : "startup" } as const;
  await refuseResources(runtime, { type: "resources_discover", ...event });
  return session;
}
