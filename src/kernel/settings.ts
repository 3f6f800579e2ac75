/**
 * What a user may set, after reading: every value valid, defaults filled in. One section per gate,
 * under the key `gatehouse` of pi's settings file. `edge/settings.ts` reads and checks it.
 */
export interface Settings {
  readonly forkGate: ForkGateSettings;
  readonly repoGate: RepoGateSettings;
  readonly lockdown: LockdownSettings;
  readonly loop: LoopSettings;
  readonly task: TaskSettings;
}

/** What a gate does with a call it would block. Spec: FG-23. */
export type GateMode = "block" | "warn" | "off";

/** Spec: FG-7, FG-20, FG-23. */
export interface ForkGateSettings {
  readonly mode: GateMode;
  readonly sensitivity: "wording" | "directive";
  /** Delegation tools beside `fork`, and where in their arguments the briefs are. */
  readonly tools: Readonly<Record<string, readonly string[]>>;
}

/** Spec: LP-12, LP-13, LP-40. */
export interface LoopSettings {
  /** Whether a message that only contains an invocation arms a start. */
  readonly inlineInvocation: boolean;
  /** The fallback wake where the user gives none: a duration token. */
  readonly defaultInterval: string;
  /** Turns that a loop may cause where the user gives no cap. */
  readonly max: number | "unlimited";
  /** A loop's lifetime where the user gives none: a duration token. */
  readonly expires: string;
}

/** Where a value in force comes from, for people who ask. Dotted key, file or `default`. */
export interface SettingOrigin {
  readonly key: string;
  readonly from: string;
}

/** The settings in force, where each set value comes from, and what was ignored and why. */
export interface SettingsAnswer {
  readonly settings: Settings;
  readonly origins: readonly SettingOrigin[];
  readonly problems: readonly string[];
}

/** Spec: TK-31, TK-32. */
export interface TaskSettings {
  /** The pi that runs tasks, absolute; empty to look for it. */
  readonly pi: string;
  /** Whether bubblewrap is used where it is installed and works. */
  readonly bwrap: "auto" | "off";
  /** Extensions that every child loads, absolute: providers that are not built in. */
  readonly extensions: readonly string[];
  /** Environment variables that children get beside the usual ones. */
  readonly environment: readonly string[];
}

/** Spec: RG-2, RG-12. */
export interface RepoGateSettings {
  /** Patterns beside those of `taskWorkflow.disableOnRepo`, tried after them. */
  readonly disableOnRepo: readonly string[];
}

/** Spec: WL-1, WL-4. */
export interface LockdownSettings {
  readonly mode: GateMode;
  readonly trees: readonly LockedTreeSettings[];
  /** Tools beside `write` and `edit`, and where in their arguments the paths are. */
  readonly tools: Readonly<Record<string, readonly string[]>>;
}

/** One locked tree. Spec: WL-1, WL-4. */
export interface LockedTreeSettings {
  /** Relative to the repository root, or absolute; `~` counts as home. */
  readonly path: string;
  /** Exempt directories below a task's own; absent: the usual two. */
  readonly exempt?: readonly string[];
  /** Tools that may write in it although they are looked at. */
  readonly writers?: readonly string[];
}
