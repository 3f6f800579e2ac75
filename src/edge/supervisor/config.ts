import type { WrittenConfig, WrittenReviewer } from "./config-schema.ts";

/** A reviewer in force: checked, defaults filled in. Spec: SV-2. */
export interface Reviewer extends Required<Pick<WrittenReviewer, "tools" | "trigger" | "enabled">> {
  /** Unique among the reviewers in force. */
  readonly name: string;
  readonly provider: string;
  readonly model: string;
  /** Paths as written. */
  readonly rules: readonly string[];
  readonly filePatterns: readonly string[];
  /** Path as written. */
  readonly condition?: string;
}

/** The configuration in force. Times in ms, sizes in UTF-16 units. Spec: SV-2. */
export interface SupervisorConfig {
  readonly enabled: boolean;
  readonly timeoutMs: number;
  readonly fileUnitsMax: number;
  readonly ruleLinesMax: number;
  readonly onFailure: NonNullable<WrittenConfig["onFailure"]>;
  readonly reviewers: readonly Reviewer[];
}

/** What was read, where it stands, and what is wrong with it. Spec: SV-1, SV-3. */
export interface ConfigAnswer {
  readonly config: SupervisorConfig;
  /** The file that was read, or would be. */
  readonly file: string;
  readonly warnings: readonly string[];
}

/** What holds where nothing is written. Spec: SV-2. */
export const defaultConfig: SupervisorConfig = {
  enabled: true,
  timeoutMs: 10_000,
  fileUnitsMax: 50_000,
  ruleLinesMax: 100,
  onFailure: "open",
  reviewers: [],
};

/** Reviews nothing: what a file that is no JSON stands for. Spec: SV-3. */
export const silentConfig: SupervisorConfig = { ...defaultConfig, enabled: false };

/** The longest time that a timer can take, in ms. */
export const timerMsMax = 2_147_483_647;

/**
 * A path as people write it, made absolute: `~` is home, a relative one starts at `cwd`. Spec:
 * SV-2.
 */
export function configuredPath(written: string, cwd: string, home: string): string {
  const path = written.trim();
  if (path === "~") return home;
  if (/^~[/\\]/u.test(path)) return `${home}/${path.slice(2)}`;
  return /^(?:[/\\]|[a-zA-Z]:[/\\])/u.test(path) ? path : `${cwd}/${path}`;
}
