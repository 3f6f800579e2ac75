import type {
  SessionEntry,
  SourceInfo,
  ToolDefinition,
  ToolInfo,
} from "@earendil-works/pi-coding-agent";
import { builtinToolNames, fullTool, systemMessages } from "./fake-tool.ts";
import { sourceInfoOf } from "./loaded-extension.ts";
import type { AgentTool } from "./pi-shapes.ts";
import type { ExtensionRuntime } from "./runtime.ts";

interface Registered {
  readonly definition: ToolDefinition;
  readonly sourceInfo: SourceInfo;
}

/**
 * The tools of a session: which there are, and which the model is told of.
 *
 * Among extensions the first to register a name has it; a tool of the host comes before all of
 * them, and any of these before pi's own. The active tools keep their order when others come or go.
 *
 * Spec: HN-2.
 */
export class ToolRegistry {
  readonly #runtime: ExtensionRuntime;
  readonly #hostTools: readonly ToolDefinition[];
  readonly #builtin: ReadonlyMap<string, Registered>;
  #registered = new Map<string, Registered>();
  #tools = new Map<string, AgentTool>();
  #active: string[] = [];
  /** Active names of a restored branch that nothing has registered yet. */
  #awaited = new Set<string>();
  /** The active names of the restored or reloaded choice. */
  #restored = new Set<string>();

  /** Knows pi's own names from the start; the rest comes with `refresh`. */
  constructor(runtime: ExtensionRuntime, hostTools: readonly ToolDefinition[]) {
    this.#runtime = runtime;
    this.#hostTools = hostTools;
    const unsupported = (method: string): never => runtime.faults.unsupported(method);
    this.#builtin = new Map(
      builtinToolNames.map((name) => [
        name,
        {
          definition: fullTool({ name }, unsupported),
          sourceInfo: sourceInfoOf(`builtin:${name}`, "builtin"),
        },
      ]),
    );
  }

  /** Reads what is registered now. New tools become active unless they ask not to. */
  refresh(initial?: readonly string[]): void {
    const before = [...this.#registered.keys()].filter((name) => this.#activatesItself(name));
    this.#registered = this.#collect();
    this.#tools = new Map();
    for (const [name, { definition }] of this.#registered)
      this.#tools.set(name, this.#wrap(definition));
    const candidates =
      initial === undefined
        ? [...this.#registered.keys()].filter((name) => !before.includes(name))
        : [...this.#ownTools().keys()];
    const fresh = candidates.filter((name) => this.#activatesItself(name));
    this.setActive([...(initial ?? this.#active), ...fresh, ...this.#awaited]);
  }

  #collect(): Map<string, Registered> {
    return new Map<string, Registered>([...this.#builtin, ...this.#ownTools()]);
  }

  /** The tools of extensions, then those of the host, which replace them where a name is shared. */
  #ownTools(): Map<string, Registered> {
    const ofExtensions = new Map<string, Registered>();
    for (const { tools, sourceInfo } of this.#runtime.extensions)
      for (const [name, definition] of tools)
        if (!ofExtensions.has(name)) ofExtensions.set(name, { definition, sourceInfo });
    for (const definition of this.#hostTools) {
      const sourceInfo = sourceInfoOf(`<sdk:${definition.name}>`, "sdk");
      ofExtensions.set(definition.name, { definition, sourceInfo });
    }
    return ofExtensions;
  }

  #wrap(definition: ToolDefinition): AgentTool {
    const run = (id: string, input: unknown, signal?: AbortSignal, onUpdate?: never) =>
      definition.execute(id, input, signal, onUpdate, this.#runtime.toolContext(id, signal));
    const { name, label, description, parameters, prepareArguments, executionMode } = definition;
    return {
      name,
      label,
      description,
      parameters,
      ...(prepareArguments === undefined ? {} : { prepareArguments }),
      ...(executionMode === undefined ? {} : { executionMode }),
      execute: run as AgentTool["execute"],
    };
  }

  #exposure(name: string): ToolInfo["exposure"] {
    return this.#registered.get(name)?.definition.exposure ?? "direct";
  }

  #activatesItself(name: string): boolean {
    const exposure = this.#exposure(name);
    const declared = exposure === "direct" || exposure === "model-only";
    return declared && this.#registered.get(name)?.definition.defaultActive !== false;
  }

  /** Makes these tools active; names that are unknown or hidden are left out. */
  setActive(names: readonly string[]): void {
    const asked = new Set(names);
    const kept = this.#active.filter((name) => asked.has(name));
    const usable = (name: string): boolean =>
      this.#tools.has(name) && this.#exposure(name) !== "hidden";
    this.#active = [...new Set([...kept, ...asked])].filter(usable);
    for (const name of this.#active) this.#awaited.delete(name);
  }

  /**
   * The same at an extension's wish. Whoever deactivates a tool of a restored branch has another
   * choice in mind: its tools that register late are not waited for any more.
   */
  choose(names: readonly string[]): void {
    const before = this.#active;
    this.setActive(names);
    const gone = before.filter((name) => !this.#active.includes(name));
    if (gone.some((name) => this.#restored.has(name))) this.#awaited.clear();
  }

  /** Takes the active tools from what a branch declares, and activates tools it never met. */
  restore(branch: readonly SessionEntry[]): void {
    this.#awaited.clear();
    this.#restored.clear();
    const messages = systemMessages(branch);
    if (messages.length === 0) return;
    const met = new Set<string>();
    const declared = new Set<string>();
    for (const { toolsAdded = [], toolsRemoved = [] } of messages) {
      for (const { name } of toolsRemoved) declared.delete(name);
      for (const { name } of toolsAdded) declared.add(name);
      for (const { name } of [...toolsAdded, ...toolsRemoved]) met.add(name);
    }
    const fresh = [...this.#registered.keys()].filter(
      (name) => !met.has(name) && !this.#builtin.has(name) && this.#activatesItself(name),
    );
    this.#awaited = new Set([...declared, ...fresh]);
    this.#restored = declared;
    this.setActive([...declared, ...fresh]);
  }

  /** Waits for tools that were active before a reload and register late. */
  await(names: readonly string[]): void {
    this.#awaited = new Set(names);
    this.#restored = new Set(names);
  }

  /** Stops waiting for tools that a restored branch had and nobody registered. */
  forgetAwaited(): void {
    this.#awaited.clear();
  }

  /** The names of the active tools, in their order. */
  activeNames(): string[] {
    return [...this.#active];
  }

  /** The active tools. */
  active(): AgentTool[] {
    return this.#active.flatMap((name) => this.#tools.get(name) ?? []);
  }

  /** The tools that other tools can call: active ones, and those that only tools can reach. */
  callable(): AgentTool[] {
    const active = new Set(this.#active);
    return [...this.#tools.values()].filter(({ name }) => {
      const exposure = this.#exposure(name);
      if (exposure === "codemode" || exposure === "deferred") return true;
      return exposure === "direct" && active.has(name);
    });
  }

  /** Every registered tool, as `pi.getAllTools` lists it. */
  all(): ToolInfo[] {
    return [...this.#registered.values()].map(({ definition, sourceInfo }) => ({
      name: definition.name,
      description: definition.description,
      parameters: definition.parameters,
      ...optional("promptGuidelines", definition.promptGuidelines),
      exposure: this.#exposure(definition.name),
      ...optional("namespace", definition.namespace),
      ...optional("annotations", definition.annotations),
      ...optional("reachesTools", definition.reachesTools),
      sourceInfo,
    }));
  }

  /** The one-line descriptions of tools that have one, by name. */
  snippets(): Record<string, string> {
    const pairs = this.#definitions().flatMap(({ name, promptSnippet }) => {
      const line = promptSnippet?.replace(/\s+/g, " ").trim();
      return line ? [[name, line] as const] : [];
    });
    return Object.fromEntries(pairs);
  }

  /** The guidelines of tools that have some, by name. */
  guidelines(): Record<string, string[]> {
    const pairs = this.#definitions().flatMap(({ name, promptGuidelines = [] }) => {
      const lines = [...new Set(promptGuidelines.map((line) => line.trim()))].filter(Boolean);
      return lines.length > 0 ? [[name, lines] as const] : [];
    });
    return Object.fromEntries(pairs);
  }

  #definitions(): ToolDefinition[] {
    const definitions = [...this.#registered.values()].map(({ definition }) => definition);
    const unusual = definitions.find((definition) => definition.prepareLoadout !== undefined);
    if (unusual !== undefined) this.#runtime.faults.unsupported("ToolDefinition.prepareLoadout");
    return definitions;
  }
}

function optional<Key extends string, Value>(
  key: Key,
  value: Value | undefined,
): { [K in Key]?: Value } {
  return (value === undefined ? {} : { [key]: value }) as { [K in Key]?: Value };
}
