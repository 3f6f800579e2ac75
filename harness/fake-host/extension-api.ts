import type {
  EventBus,
  ExecOptions,
  ExecResult,
  ExtensionAPI,
  ExtensionFlag,
  ExtensionShortcut,
  ToolDefinition,
} from "@earendil-works/pi-coding-agent";
import type { ProgramPort } from "../../src/kernel/ports.ts";
import { messageOf } from "./event-dispatch.ts";
import type { AnyHandler, LoadedExtension } from "./loaded-extension.ts";
import type { EventName } from "./pi-shapes.ts";
import type { ExtensionRuntime } from "./runtime.ts";

/** The events that the fake host sends. Registering for another one throws. Spec: HN-1. */
export const sentEvents: ReadonlySet<EventName> = new Set<EventName>([
  "resources_discover",
  "session_start",
  "session_info_changed",
  "session_before_switch",
  "session_before_fork",
  "session_before_compact",
  "session_compact",
  "session_compact_failed",
  "session_shutdown",
  "session_before_tree",
  "session_tree",
  "context",
  "context_with_system",
  "before_agent_start",
  "agent_start",
  "agent_end",
  "agent_before_settle",
  "agent_settled",
  "ui_prompt_start",
  "ui_prompt_end",
  "turn_start",
  "turn_end",
  "message_start",
  "message_update",
  "message_end",
  "tool_execution_start",
  "tool_execution_update",
  "tool_execution_end",
  "tool_call",
  "tool_result",
  "input",
]);

/** What the API of an extension needs beside its runtime. Spec: HN-2. */
export interface ApiWorld {
  readonly bus: EventBus;
  readonly programs: ProgramPort | undefined;
  readonly cwd: string;
}

function register(extension: LoadedExtension, event: string, handler: AnyHandler): () => void {
  // A wrapper of its own makes each registration distinct: the same function can be given twice.
  const own: AnyHandler = (given, context) => handler(given, context);
  const handlers = extension.handlers.get(event) ?? [];
  handlers.push(own);
  extension.handlers.set(event, handlers);
  return () => {
    const at = handlers.indexOf(own);
    if (at >= 0) handlers.splice(at, 1);
  };
}

async function execute(
  runtime: ExtensionRuntime,
  world: ApiWorld,
  [command, args, options]: [string, string[], ExecOptions | undefined],
): Promise<ExecResult> {
  const programs =
    world.programs ?? runtime.faults.unsupported("pi.exec without scripted programs");
  if (options?.signal || options?.maxBuffer !== undefined)
    runtime.faults.unsupported("pi.exec with signal or maxBuffer");
  const cwd = options?.cwd ?? world.cwd;
  const timeoutMs = options?.timeout ?? 0;
  const answer = await programs.run(command, args, { cwd, timeoutMs });
  if (answer === undefined)
    return { stdout: "", stderr: "", code: 1, killed: false, truncated: false };
  const { stdout, stderr, timedOut } = answer;
  return { stdout, stderr, code: answer.code ?? 143, killed: timedOut, truncated: false };
}

function busOf(runtime: ExtensionRuntime, extension: LoadedExtension, bus: EventBus): EventBus {
  return {
    emit: (channel, data) => {
      runtime.assertActive();
      bus.emit(channel, data);
    },
    on: (channel, handler) => {
      runtime.assertActive();
      return bus.on(channel, async (data) => {
        try {
          if (runtime.isActive) await handler(data);
        } catch (thrown) {
          const event = `events:${channel}`;
          runtime.report({ extensionPath: extension.path, event, error: messageOf(thrown) });
        }
      });
    },
  };
}

type Unsupported = Pick<
  ExtensionAPI,
  | "registerProvider"
  | "unregisterProvider"
  | "registerMcpServer"
  | "unregisterMcpServer"
  | "getMcpServers"
  | "registerVirtualModel"
  | "unregisterVirtualModel"
>;

function unsupportedPart({ faults }: ExtensionRuntime): Unsupported {
  return {
    registerProvider: () => faults.unsupported("pi.registerProvider"),
    unregisterProvider: () => faults.unsupported("pi.unregisterProvider"),
    registerMcpServer: () => faults.unsupported("pi.registerMcpServer"),
    unregisterMcpServer: () => faults.unsupported("pi.unregisterMcpServer"),
    getMcpServers: () => faults.unsupported("pi.getMcpServers"),
    registerVirtualModel: () => faults.unsupported("pi.registerVirtualModel"),
    unregisterVirtualModel: () => faults.unsupported("pi.unregisterVirtualModel"),
  };
}

type Registration = Pick<
  ExtensionAPI,
  | "on"
  | "registerTool"
  | "registerCommand"
  | "registerShortcut"
  | "registerFlag"
  | "getFlag"
  | "registerMessageRenderer"
  | "registerMarkdownTransformer"
  | "registerEntryRenderer"
  | "registerToolRenderer"
>;

function flagOf(extension: LoadedExtension, name: string, options: object): ExtensionFlag {
  return { name, extensionPath: extension.path, ...options } as ExtensionFlag;
}

function registrationPart(runtime: ExtensionRuntime, extension: LoadedExtension): Registration {
  const { faults } = runtime;
  const on = (event: EventName, handler: AnyHandler): (() => void) => {
    runtime.assertActive();
    if (!sentEvents.has(event)) faults.unsupported(`pi.on("${event}")`);
    return register(extension, event, handler);
  };
  const render = (what: string): void => {
    runtime.assertActive();
    extension.renderers.push(what);
  };
  return {
    on: on as ExtensionAPI["on"],
    registerTool: (tool) => {
      runtime.assertActive();
      if (typeof tool.parameters !== "object" || tool.parameters === null)
        throw new Error(`Tool "${tool.name}" must define an object parameter schema.`);
      extension.tools.set(tool.name, tool as unknown as ToolDefinition);
      if (runtime.isBound) runtime.bound().actions.refreshTools();
    },
    registerCommand: (name, options) => {
      runtime.assertActive();
      if (name === "" || typeof options?.handler !== "function")
        throw new Error(`Command "/${name}" must have a name and define handler().`);
      extension.commands.set(name, { name, sourceInfo: extension.sourceInfo, ...options });
    },
    registerShortcut: (shortcut, options) => {
      runtime.assertActive();
      const { path: extensionPath } = extension;
      extension.shortcuts.set(shortcut, {
        shortcut,
        extensionPath,
        ...options,
      } as ExtensionShortcut);
    },
    registerFlag: (name, options) => {
      runtime.assertActive();
      if (options.default !== undefined && typeof options.default !== options.type)
        throw new Error(`Invalid default for flag "${name}": expected ${options.type}`);
      extension.flags.set(name, flagOf(extension, name, options));
      if (options.default !== undefined && !runtime.flagValues.has(name))
        runtime.flagValues.set(name, options.default);
    },
    getFlag: (name) => {
      runtime.assertActive();
      return extension.flags.has(name) ? runtime.flagValues.get(name) : undefined;
    },
    registerMessageRenderer: (customType) => render(`message:${customType}`),
    registerMarkdownTransformer: () => render("markdown"),
    registerEntryRenderer: (customType) => render(`entry:${customType}`),
    registerToolRenderer: () => render("tool"),
  };
}

/**
 * The object that an extension's factory receives. It is checked against pi's own interface, so a
 * member that pi adds or changes fails the type check here.
 *
 * Spec: HN-1, HN-2.
 */
export function createExtensionApi(
  runtime: ExtensionRuntime,
  extension: LoadedExtension,
  world: ApiWorld,
): ExtensionAPI {
  const act = () => runtime.bound().actions;
  return {
    ...registrationPart(runtime, extension),
    ...unsupportedPart(runtime),
    sendMessage: (message, options) => act().sendMessage(message, options),
    sendUserMessage: (content, options) => act().sendUserMessage(content, options),
    appendEntry: (customType, data) => act().appendEntry(customType, data),
    setSessionName: (name) => act().setSessionName(name),
    getSessionName: () => act().getSessionName(),
    setLabel: (entryId, label) => act().setLabel(entryId, label),
    exec: (...call) => {
      runtime.assertActive();
      return execute(runtime, world, [call[0], call[1], call[2]]);
    },
    getActiveTools: () => act().getActiveTools(),
    getAllTools: () => act().getAllTools(),
    getSettings: () => act().getSettings(),
    setActiveTools: (names) => act().setActiveTools(names),
    getCommands: () => act().getCommands(),
    setModel: (model) => act().setModel(model),
    getThinkingLevel: () => act().getThinkingLevel(),
    setThinkingLevel: (level) => act().setThinkingLevel(level),
    events: busOf(runtime, extension, world.bus),
  } satisfies ExtensionAPI;
}
