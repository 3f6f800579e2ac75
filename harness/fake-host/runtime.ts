import type {
  ExtensionActions,
  ExtensionCommandContext,
  ExtensionCommandContextActions,
  ExtensionContext,
  ExtensionContextActions,
  ExtensionError,
  ExtensionToolContext,
  ExtensionUIContext,
  ResolvedCommand,
} from "@earendil-works/pi-coding-agent";
import type { DispatchHost } from "./event-dispatch.ts";
import type { LoadedExtension } from "./loaded-extension.ts";
import type { HostMode } from "./pi-shapes.ts";
import type { Faults } from "./unsupported.ts";

/** Everything that the session behind a runtime does for its extensions. Spec: HN-1, HN-2. */
export interface RuntimeBinding {
  readonly actions: ExtensionActions;
  readonly contextActions: ExtensionContextActions;
  readonly commandActions: ExtensionCommandContextActions;
  readonly session: ExtensionContext["sessionManager"];
}

/** What a runtime is made with. Spec: HN-2. */
export interface RuntimeOptions {
  readonly mode: HostMode;
  readonly cwd: string;
  readonly ui: ExtensionUIContext;
  readonly hasUI: boolean;
  readonly faults: Faults;
  readonly onError: (error: ExtensionError) => void;
}

const staleText =
  "This extension ctx is stale after session replacement or reload. " +
  "Use the context of the session that replaced it.";

/**
 * The extensions of one session and their way to it. A replaced or reloaded session gets a new
 * runtime; the old one turns stale and every use of it throws, as an extension that kept an old
 * context would otherwise act on a session that is gone.
 *
 * Spec: HN-2.
 */
export class ExtensionRuntime implements DispatchHost {
  readonly extensions: LoadedExtension[] = [];
  readonly flagValues = new Map<string, boolean | string>();
  readonly faults: Faults;
  readonly options: RuntimeOptions;
  #binding: RuntimeBinding | undefined;
  #stale = false;
  #context: ExtensionContext | undefined;

  /** Has no extensions yet and is bound to no session yet. */
  constructor(options: RuntimeOptions) {
    this.options = options;
    this.faults = options.faults;
  }

  /** Gives the extensions their session. */
  bind(binding: RuntimeBinding): void {
    this.#binding = binding;
  }

  /** Makes every later use throw. */
  invalidate(): void {
    this.#stale = true;
  }

  /** Throws when the runtime was replaced. */
  assertActive(): void {
    if (this.#stale) throw new Error(staleText);
  }

  /** Whether the session is still the present one. */
  get isActive(): boolean {
    return !this.#stale;
  }

  /** The session's side; throws while extensions still load, when there is none. */
  bound(): RuntimeBinding {
    this.assertActive();
    if (this.#binding === undefined)
      throw new Error(
        "Extension runtime not initialized. Action methods cannot be called during loading.",
      );
    return this.#binding;
  }

  /** Whether a session is there: registration after loading takes effect at once. */
  get isBound(): boolean {
    return this.#binding !== undefined;
  }

  /** Passes on an extension's error, unless the session is gone. */
  report(error: ExtensionError): void {
    if (!this.#stale) this.options.onError(error);
  }

  /** The context of event handlers. One object serves all: its members are read when used. */
  eventContext(): ExtensionContext {
    this.#context ??= this.#newContext();
    return this.#context;
  }

  #newContext(): ExtensionContext {
    const { mode, cwd, ui, hasUI, faults } = this.options;
    const runtime = this;
    const act = (): ExtensionContextActions => this.bound().contextActions;
    const live = <Value>(value: Value): Value => {
      this.assertActive();
      return value;
    };
    return {
      get ui() {
        return live(ui);
      },
      get mode() {
        return live(mode);
      },
      get hasUI() {
        return live(hasUI);
      },
      get cwd() {
        return live(cwd);
      },
      get sessionManager() {
        return runtime.bound().session;
      },
      get modelRegistry() {
        return faults.unsupported("ctx.modelRegistry");
      },
      get model() {
        return act().getModel();
      },
      get scopedModels() {
        return act().getScopedModels();
      },
      get thinkingLevel() {
        return runtime.bound().actions.getThinkingLevel();
      },
      isIdle: () => act().isIdle(),
      isProjectTrusted: () => act().isProjectTrusted(),
      get signal() {
        return act().getSignal();
      },
      abort: () => act().abort(),
      hasPendingMessages: () => act().hasPendingMessages(),
      shutdown: () => act().shutdown(),
      getContextUsage: () => act().getContextUsage(),
      compact: (options) => act().compact(options),
      getSystemPrompt: () => act().getSystemPrompt(),
    } satisfies ExtensionContext;
  }

  /** The context of a tool's run: with the tools it can call, and a way to call them. */
  toolContext(toolCallId: string, signal: AbortSignal | undefined): ExtensionToolContext {
    const act = (): ExtensionContextActions => this.bound().contextActions;
    const faults = this.faults;
    const own: Pick<ExtensionToolContext, "tools" | "executeTool"> = {
      get tools() {
        return act().getCallableTools?.() ?? [];
      },
      executeTool: async (name, args, options = {}) => {
        const run = act().executeTool ?? (() => faults.unsupported("ctx.executeTool"));
        const chosen = options.signal ?? signal;
        const passed = chosen === undefined ? options : { ...options, signal: chosen };
        return run(toolCallId, name, args, passed);
      },
    };
    return joined(this.#newContext(), own);
  }

  /** The context of a command: with the control of the session. */
  commandContext(): ExtensionCommandContext {
    const act = (): ExtensionCommandContextActions => this.bound().commandActions;
    const faults = this.faults;
    const own: Omit<ExtensionCommandContext, keyof ExtensionContext> = {
      getSystemPromptOptions: () =>
        this.bound().contextActions.getSystemPromptOptions?.() ??
        faults.unsupported("ctx.getSystemPromptOptions"),
      waitForIdle: () => act().waitForIdle(),
      newSession: (options) => act().newSession(options),
      fork: (entryId, options) => act().fork(entryId, options),
      navigateTree: (targetId, options) => act().navigateTree(targetId, options),
      switchSession: (path, options) => act().switchSession(path, options),
      reload: () => act().reload(),
    };
    return joined(this.#newContext(), own);
  }

  /** The commands under the names that invoke them: `name:1`, `name:2` where a name is shared. */
  commands(): ResolvedCommand[] {
    const all = this.extensions.flatMap((extension) => [...extension.commands.values()]);
    const seen = new Map<string, number>();
    const taken = new Set<string>();
    return all.map((command) => {
      const shared = all.filter((other) => other.name === command.name).length > 1;
      let suffix = (seen.get(command.name) ?? 0) + 1;
      seen.set(command.name, suffix);
      let invocationName = shared ? `${command.name}:${suffix}` : command.name;
      while (taken.has(invocationName)) invocationName = `${command.name}:${++suffix}`;
      taken.add(invocationName);
      return { ...command, invocationName };
    });
  }
}

/** Joins without reading getters, which a spread would freeze at their present values. */
function joined<Base extends object, Own extends object>(base: Base, own: Own): Base & Own {
  return Object.defineProperties(base, Object.getOwnPropertyDescriptors(own)) as Base & Own;
}
