import type {
  CompactionResult,
  ToolCallEvent,
  ToolResultEvent,
} from "@earendil-works/pi-coding-agent";
import { type ChangedResult, chainToolResult } from "./event-chains.ts";
import { askToolCall, messageOf, tell } from "./event-dispatch.ts";
import type { HostSession, SessionOwner } from "./host-session.ts";
import { HostView } from "./host-view.ts";
import { type FakeHostOptions, HostWorld } from "./host-world.ts";
import type { PromptOptions } from "./session-input.ts";
import { openSession } from "./session-opening.ts";
import { type ForkOptions, SessionReplacement } from "./session-replacement.ts";
import { SessionStore } from "./session-store.ts";
import type { NavigateOptions, NavigateResult } from "./session-tree.ts";
import { blockedText } from "./tool-call.ts";

/** A call to ask the handlers about. `input` is changed in place. Spec: HN-2. */
export interface AskedCall {
  readonly toolCallId: string;
  readonly toolName: string;
  readonly input: Record<string, unknown>;
  readonly parentToolCallId?: string;
}

/**
 * What the handlers made of a call. `reason` is what the model would read; `error` is what a
 * handler threw, which blocks too; `input` is the object that was given, as the handlers left it.
 *
 * Spec: HN-2.
 */
export interface CallAnswer {
  readonly block: boolean;
  readonly reason?: string;
  readonly terminate?: boolean;
  readonly error?: unknown;
  readonly input: Record<string, unknown>;
}

/**
 * Pi without pi: loads extensions and treats them as pi does, with a scripted model, scripted users
 * and virtual time. `test/conformance` runs the same scenarios here and in real pi.
 *
 * Spec: HN-1, HN-2.
 */
export class FakeHost extends HostView {
  readonly #replacement: SessionReplacement;
  readonly #owner: SessionOwner;
  #session: HostSession | undefined;
  /** Whether an extension asked pi to end. */
  shutdownRequested = false;

  private constructor(world: HostWorld) {
    super(world);
    this.#replacement = new SessionReplacement(world, {
      current: () => this.current,
      open: async (store, start, predecessor) => {
        this.#session = await openSession(world, store, this.#owner, start, predecessor);
        return this.#session;
      },
    });
    this.#owner = {
      trusted: world.options.trusted ?? true,
      commands: this.#replacement.commandActions(),
      shutdown: () => {
        this.shutdownRequested = true;
      },
    };
  }

  /** Loads the extensions in order and starts a session. Rejects when one of them throws. */
  static async start(options: FakeHostOptions): Promise<FakeHost> {
    const world = new HostWorld(options);
    const host = new FakeHost(world);
    const store = new SessionStore(world.identifiers, world.cwd, options.entries, (entry) =>
      world.transcript.addEntry(entry),
    );
    const start = { type: "session_start", reason: "startup" } as const;
    host.#session = await openSession(world, store, host.#owner, start);
    const [failed] = world.loadErrors;
    if (failed !== undefined && !options.allowsLoadErrors)
      throw new Error(`Extension "${failed.name}" failed to load: ${failed.error}`);
    world.faults.rethrow();
    return host;
  }

  protected override get current(): HostSession {
    if (this.#session === undefined) throw new Error("The host has not started");
    return this.#session;
  }

  /** Asks the `tool_call` handlers alone, as pi does before a call that is valid. */
  async callTool(call: AskedCall): Promise<CallAnswer> {
    const { input } = call;
    const event = { type: "tool_call", ...call } as ToolCallEvent;
    let answer: CallAnswer;
    try {
      const given = await askToolCall(this.current.parts.runtime, event);
      if (!given?.block) answer = { block: false, input };
      else {
        const reason = given.reason || blockedText;
        const stops = given.terminate === true ? { terminate: true } : {};
        answer = { block: true, reason, ...stops, input };
      }
    } catch (error) {
      const reason =
        error instanceof Error
          ? error.message
          : `Extension failed, blocking execution: ${messageOf(error)}`;
      answer = { block: true, reason, error, input };
    }
    this.world.faults.rethrow();
    const { toolCallId, toolName } = call;
    const { block, reason = "" } = answer;
    if (block) this.world.transcript.add({ kind: "block", toolCallId, toolName, reason });
    return answer;
  }

  /** Asks the `tool_result` handlers alone; undefined when they change nothing. */
  async resultTool(event: ToolResultEvent): Promise<ChangedResult | undefined> {
    return this.#guarded(() => chainToolResult(this.current.parts.runtime, event));
  }

  /** Runs a whole turn of the user, to the end of everything that follows from it. */
  async prompt(text: string, options: PromptOptions = {}): Promise<void> {
    await this.submit(text, options);
    await this.settled();
  }

  /** Gives a prompt, and waits for the end of its own run alone. */
  submit(text: string, options: PromptOptions = {}): Promise<void> {
    return this.#guarded(() => this.current.prompt(text, options));
  }

  /** Starts a turn of the user and comes back at once: `settled` waits for its end. */
  begin(text: string, options: PromptOptions = {}): void {
    const { state } = this.current;
    state.detach(this.current.prompt(text, options), (thrown) => {
      this.world.report({ extensionPath: "<host>", event: "prompt", error: messageOf(thrown) });
    });
  }

  /** Waits until the session is idle and nothing goes on by itself. */
  async settled(): Promise<void> {
    await this.#guarded(async () => {
      let session: HostSession;
      do {
        session = this.current;
        await session.settled();
      } while (session !== this.current);
    });
  }

  async #guarded<Value>(work: () => Promise<Value>): Promise<Value> {
    try {
      return await work();
    } finally {
      this.world.faults.rethrow();
    }
  }

  /** Ends the run, as the user's Escape does, and waits for its end. */
  abort(): Promise<void> {
    return this.#guarded(() => this.current.abort());
  }

  /** Queues a message for the next turn of the run. */
  steer(text: string): Promise<void> {
    return this.#guarded(() => this.current.enqueue(text, "steer"));
  }

  /** Queues a message for the end of the run. */
  followUp(text: string): Promise<void> {
    return this.#guarded(() => this.current.enqueue(text, "followUp"));
  }

  /** Starts a session from the path to an entry; by default to the message before it. */
  fork(entryId: string, options?: ForkOptions): Promise<{ cancelled: boolean }> {
    return this.#guarded(() => this.#replacement.fork(entryId, options));
  }

  /** Moves the leaf in the session's tree. */
  navigateTree(targetId: string, options?: NavigateOptions): Promise<NavigateResult> {
    return this.#guarded(() => this.current.navigateTree(targetId, options));
  }

  /** Summarizes the session, as `/compact` does. */
  compact(customInstructions?: string): Promise<CompactionResult> {
    return this.#guarded(() => this.current.compact(customInstructions));
  }

  /** Loads the extensions anew into the same session. */
  reload(): Promise<void> {
    return this.#guarded(() => this.#replacement.reload());
  }

  /** Starts an empty session. */
  newSession(): Promise<{ cancelled: boolean }> {
    return this.#guarded(() => this.#replacement.newSession());
  }

  /** Ends the session as pi does when it quits. The host is of no use afterwards. */
  async shutdown(): Promise<void> {
    await this.#guarded(() => this.#replacement.quit());
  }

  /** Runs the handler of a shortcut. Throws when no extension has it. */
  async pressShortcut(key: string): Promise<void> {
    const { runtime } = this.current.parts;
    const shortcut = runtime.extensions.findLast(({ shortcuts }) => shortcuts.has(key));
    const found = shortcut?.shortcuts.get(key);
    if (found === undefined) throw new Error(`No extension has the shortcut ${key}`);
    await this.#guarded(async () => found.handler(runtime.eventContext()));
  }

  /** Tells an event as the host would; for events that no other member causes. */
  async tell(event: Parameters<typeof tell>[1]): Promise<unknown> {
    return this.#guarded(() => tell(this.current.parts.runtime, event));
  }
}
