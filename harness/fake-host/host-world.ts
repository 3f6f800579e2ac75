import type {
  ExtensionError,
  ExtensionFactory,
  SessionEntry,
} from "@earendil-works/pi-coding-agent";
import type { ProgramPort } from "../../src/kernel/ports.ts";
import { VirtualClock } from "../clock.ts";
import type { FakeSkill, FakeTool } from "./fake-tool.ts";
import { Identifiers } from "./identifiers.ts";
import type { HostMode, HostSettings } from "./pi-shapes.ts";
import { ScriptedModel } from "./scripted-model.ts";
import { Transcript, type TranscriptRecord } from "./transcript.ts";
import { type DialogKind, UserInterface } from "./ui-recorder.ts";
import { Faults } from "./unsupported.ts";

/** An extension to load, with the name that its errors carry. Spec: HN-2. */
export interface NamedExtension {
  readonly name: string;
  readonly factory: ExtensionFactory;
}

/**
 * How a fake host is set up. Everything but the extensions has a value by default: mode `print`, a
 * trusted project at `/project`, the clock at its fixed start, no entries, pi's own four tools
 * active and none that can run.
 *
 * Spec: HN-2.
 */
export interface FakeHostOptions {
  readonly extensions: readonly NamedExtension[];
  readonly mode?: HostMode;
  readonly cwd?: string;
  readonly trusted?: boolean;
  readonly tools?: readonly FakeTool[];
  /** Names active at the start beside the tools given; pi's four when left out. */
  readonly activeTools?: readonly string[];
  readonly clock?: VirtualClock;
  /** A recorded session: its entries in order, the last one the leaf. */
  readonly entries?: readonly SessionEntry[];
  readonly skills?: readonly FakeSkill[];
  readonly contextFiles?: readonly { path: string; content: string }[];
  readonly settings?: HostSettings;
  /** What `pi.exec` runs. */
  readonly programs?: ProgramPort;
  readonly flags?: Readonly<Record<string, boolean | string>>;
  /** Answers to dialogs, scripted from the start. */
  readonly answers?: readonly { readonly kind: DialogKind; readonly value: unknown }[];
  /** Hears each record of the transcript as it is made. */
  readonly onRecord?: (record: TranscriptRecord) => void;
  /** Keeps going when an extension fails to load, as pi does. Otherwise `start` rejects. */
  readonly allowsLoadErrors?: boolean;
}

/**
 * What stays when a session is replaced: the user, the clock, the model's script, and all that was
 * recorded.
 *
 * Spec: HN-2.
 */
export class HostWorld {
  readonly options: FakeHostOptions;
  readonly mode: HostMode;
  readonly cwd: string;
  readonly clock: VirtualClock;
  readonly identifiers: Identifiers;
  readonly faults = new Faults();
  readonly transcript: Transcript;
  readonly ui: UserInterface;
  readonly model: ScriptedModel;
  readonly errors: ExtensionError[] = [];
  readonly loadErrors: { readonly name: string; readonly error: string }[] = [];

  /** Makes the world of a host. */
  constructor(options: FakeHostOptions) {
    this.options = options;
    this.mode = options.mode ?? "print";
    this.cwd = options.cwd ?? "/project";
    this.clock = options.clock ?? new VirtualClock();
    this.identifiers = new Identifiers(this.clock);
    this.transcript = new Transcript(options.onRecord);
    this.ui = new UserInterface(this.mode, this.faults);
    for (const { kind, value } of options.answers ?? []) this.ui.answer(kind, value);
    this.ui.onNotice = (notice) => this.transcript.add({ kind: "notice", notice });
    this.model = new ScriptedModel(this.identifiers, this.faults);
  }

  /** Keeps an extension's error. */
  report(error: ExtensionError): void {
    this.errors.push(error);
    this.transcript.add({ kind: "error", error });
  }

  /** Keeps why an extension did not load as it wished. */
  reportLoad(name: string, error: string): void {
    this.loadErrors.push({ name, error });
    this.transcript.add({ kind: "load-error", name, error });
  }
}
