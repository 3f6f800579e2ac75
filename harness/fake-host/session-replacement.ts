import type {
  ExtensionCommandContext,
  ExtensionCommandContextActions,
  SessionStartEvent,
} from "@earendil-works/pi-coding-agent";
import { tell } from "./event-dispatch.ts";
import type { HostSession, SessionOwner } from "./host-session.ts";
import type { HostWorld } from "./host-world.ts";
import { sendUserMessage } from "./session-input.ts";
import { sendCustomMessage } from "./session-messages.ts";
import { startRun } from "./session-run.ts";
import { SessionStore } from "./session-store.ts";

/** How a fork is made. Spec: HN-2. */
export type ForkOptions = NonNullable<Parameters<ExtensionCommandContextActions["fork"]>[1]>;

type NewOptions = NonNullable<Parameters<ExtensionCommandContextActions["newSession"]>[0]>;
type WithSession = NonNullable<ForkOptions["withSession"]>;

/** The host, as a replacement sees it. Spec: HN-2. */
export interface ReplacementHost {
  current(): HostSession;
  /** Opens a session and makes it the current one. */
  open(
    store: SessionStore,
    start: SessionStartEvent,
    predecessor?: HostSession,
  ): Promise<HostSession>;
}

/**
 * Exchanges the session for another: ends the run, tells `session_shutdown`, turns the old
 * extensions' contexts stale, and opens the next session with the extensions loaded anew.
 *
 * Spec: HN-2.
 */
export class SessionReplacement {
  readonly #world: HostWorld;
  readonly #host: ReplacementHost;

  /** Replaces sessions of the host. */
  constructor(world: HostWorld, host: ReplacementHost) {
    this.#world = world;
    this.#host = host;
  }

  /** What a command's context can do with the session. */
  commandActions(): SessionOwner["commands"] {
    return {
      newSession: (options) => this.newSession(options),
      fork: (entryId, options) => this.fork(entryId, options),
      reload: () => this.reload(),
      switchSession: () => this.#world.faults.unsupported("ctx.switchSession"),
    };
  }

  async #tearDown(reason: "quit" | "new" | "fork"): Promise<HostSession> {
    const session = this.#host.current();
    await session.abort();
    await tell(session.parts.runtime, { type: "session_shutdown", reason });
    session.parts.runtime.invalidate();
    return session;
  }

  async #finish(session: HostSession, withSession: WithSession | undefined): Promise<void> {
    if (withSession === undefined) return;
    const { runtime } = session.parts;
    const { state } = session;
    const context = runtime.commandContext();
    const own: Omit<Parameters<WithSession>[0], keyof ExtensionCommandContext> = {
      sendMessage: (message, options) =>
        sendCustomMessage(state, message, options, (sent) =>
          startRun(state, { messageType: "custom", message: sent }),
        ),
      sendUserMessage: (content, options) => sendUserMessage(state, content, options),
    };
    await withSession(Object.assign(context, own));
  }

  /** Starts an empty session, unless an extension cancels. */
  async newSession(options: NewOptions = {}): Promise<{ cancelled: boolean }> {
    const { runtime, cwd } = this.#host.current().parts;
    if (options.setup !== undefined) this.#world.faults.unsupported("newSession with setup");
    if (options.parentSession !== undefined)
      this.#world.faults.unsupported("newSession with parentSession");
    const event = { type: "session_before_switch", reason: "new" } as const;
    if (isCancelled(await tell(runtime, event))) return { cancelled: true };
    await this.#tearDown("new");
    const store = new SessionStore(this.#world.identifiers, cwd, [], (entry) =>
      this.#world.transcript.addEntry(entry),
    );
    const session = await this.#host.open(store, { type: "session_start", reason: "new" });
    await this.#finish(session, options.withSession);
    return { cancelled: false };
  }

  /** Starts a session from the path to an entry, or to what stands before a user's message. */
  async fork(entryId: string, options: ForkOptions = {}): Promise<{ cancelled: boolean }> {
    const { runtime, store } = this.#host.current().parts;
    const position = options.position ?? "before";
    const event = { type: "session_before_fork", entryId, position } as const;
    if (isCancelled(await tell(runtime, event))) return { cancelled: true };
    const entry = store.getEntry(entryId);
    const isUser = entry?.type === "message" && entry.message.role === "user";
    if (entry === undefined || (position === "before" && !isUser))
      throw new Error("Invalid entry ID for forking");
    await this.#tearDown("fork");
    store.become(position === "at" ? entry.id : entry.parentId);
    const session = await this.#host.open(store, { type: "session_start", reason: "fork" });
    await this.#finish(session, options.withSession);
    return { cancelled: false };
  }

  /** Loads the extensions anew; the session goes on. Throws while it is busy. */
  async reload(): Promise<void> {
    const session = this.#host.current();
    if (session.state.running)
      throw new Error("Wait for the current response to finish before reloading.");
    if (session.state.compacting)
      throw new Error("Wait for compaction to finish before reloading.");
    const { runtime, store } = session.parts;
    await tell(runtime, { type: "session_shutdown", reason: "reload" });
    runtime.invalidate();
    await this.#host.open(store, { type: "session_start", reason: "reload" }, session);
  }

  /** Ends for good. */
  async quit(): Promise<void> {
    await this.#tearDown("quit");
  }
}

function isCancelled(answer: unknown): boolean {
  return (answer as { cancel?: boolean } | undefined)?.cancel === true;
}
