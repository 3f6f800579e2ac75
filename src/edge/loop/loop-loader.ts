import type { HostContext } from "../host.ts";
import type { SystemDesk } from "../system.ts";
import type { LoopEvents } from "./loop-events.ts";

/** The parts of the loop that are loaded when a session first needs them. */
export interface LoopParts {
  readonly events: LoopEvents;
  readonly tools: typeof import("./loop-tools.ts");
  readonly command: typeof import("./loop-command.ts");
}

/**
 * Loads the loop once. Sessions without one pay for four tool faces and a look at their entries.
 *
 * Spec: LP-34, LP-40.
 */
export class LoopLoader {
  readonly #desk: SystemDesk;
  // One import for all: pi's loader hands a second one a module that is not evaluated yet.
  #loading: Promise<LoopParts> | undefined;
  #loaded: LoopParts | undefined;

  constructor(desk: SystemDesk) {
    this.#desk = desk;
  }

  /** The parts, if the session has needed them. */
  get loaded(): LoopParts | undefined {
    return this.#loaded;
  }

  /** The parts, loaded now if they are not yet. */
  load(context: HostContext): Promise<LoopParts> {
    this.#loading ??= this.#load(context);
    return this.#loading;
  }

  async #load(context: HostContext): Promise<LoopParts> {
    const { LoopEngine } = await import("./loop-engine.ts");
    const { LoopEvents } = await import("./loop-events.ts");
    const tools = await import("./loop-tools.ts");
    const command = await import("./loop-command.ts");
    const engine = new LoopEngine(this.#desk, context);
    const events = new LoopEvents(engine);
    // Loaded in the middle of a run: a loop that starts now was started in that run.
    if (!context.isIdle()) engine.tell({ type: "run-start", cause: "user" }, context);
    this.#loaded = { events, tools, command };
    return this.#loaded;
  }
}
