import type { ExtensionError, SessionEntry } from "@earendil-works/pi-coding-agent";
import type { VirtualClock } from "../clock.ts";
import type { HostSession } from "./host-session.ts";
import type { HostWorld } from "./host-world.ts";
import type { ScriptedModel } from "./scripted-model.ts";
import type { SessionStore } from "./session-store.ts";
import { promptSections, promptText } from "./system-prompt.ts";
import type { TranscriptRecord } from "./transcript.ts";
import type { Notice, UserInterface } from "./ui-recorder.ts";

/**
 * What can be seen of a host from outside: what extensions said, what is on the screen, what the
 * session holds.
 *
 * Spec: HN-2.
 */
export abstract class HostView {
  protected readonly world: HostWorld;

  /** Looks at the world of a host. */
  constructor(world: HostWorld) {
    this.world = world;
  }

  /** The session that is open now. */
  protected abstract get current(): HostSession;

  /** Every entry of the session, whatever its branch. */
  get entries(): SessionEntry[] {
    return this.current.parts.store.getEntries();
  }

  /** The session's tree, as extensions read it. */
  get session(): SessionStore {
    return this.current.parts.store;
  }

  /** What extensions said and did, in order. */
  get transcript(): readonly TranscriptRecord[] {
    return this.world.transcript.records;
  }

  /** The calls of `ui.notify`, in order. */
  get notices(): readonly Notice[] {
    return this.world.ui.notices;
  }

  /** The statuses on the screen, by key. */
  get statuses(): ReadonlyMap<string, string> {
    return this.world.ui.screen.statuses;
  }

  /** The widgets on the screen, by key. */
  get widgets(): ReadonlyMap<string, readonly string[]> {
    return this.world.ui.screen.widgets;
  }

  /** The user: scripts answers to dialogs, and shows what was put on the screen. */
  get ui(): UserInterface {
    return this.world.ui;
  }

  /** The errors that handlers threw and the host reported. */
  get errors(): readonly ExtensionError[] {
    return this.world.errors;
  }

  /** The extensions that failed to load. */
  get loadErrors(): readonly { readonly name: string; readonly error: string }[] {
    return this.world.loadErrors;
  }

  /** The script of the model. */
  get model(): ScriptedModel {
    return this.world.model;
  }

  /** The time of the host. */
  get clock(): VirtualClock {
    return this.world.clock;
  }

  /** The names of the active tools. */
  get activeTools(): string[] {
    return this.current.parts.registry.activeNames();
  }

  /** The prompt as the next request would have it. */
  get systemPrompt(): string {
    return promptText(this.current.state.prompt);
  }

  /** The sections of the prompt, by name. */
  get promptSections(): Readonly<Record<string, string>> {
    return promptSections(this.current.state.prompt);
  }

  /** Whether the session does nothing. */
  get isIdle(): boolean {
    return this.current.state.idle;
  }
}
