import type { Effort } from "../decisions/spec/spec.ts";
import { isJsonObject, type JsonObject } from "../kernel/json.ts";

const thinkingLevels: ReadonlySet<string> = new Set([
  "off",
  "minimal",
  "low",
  "medium",
  "high",
  "xhigh",
  "max",
]);

/** The model and thinking level that an effort stands for. Spec: TK-31. */
export interface EffortProfile {
  readonly provider: string;
  readonly id: string;
  readonly thinking: string;
}

/**
 * The profile of an effort from pi's settings, key `pi-fork.effortProfiles`; `undefined` when it is
 * not there or not complete, and then pi's default model is used and the report says so.
 *
 * Spec: TK-31.
 */
export function effortProfile(
  settings: JsonObject | undefined,
  effort: Effort,
): EffortProfile | undefined {
  const fork = settings?.["pi-fork"];
  const profiles = isJsonObject(fork) ? fork["effortProfiles"] : undefined;
  const profile = isJsonObject(profiles) ? profiles[effort] : undefined;
  if (!isJsonObject(profile)) return undefined;
  const [provider, id, thinking] = [profile["provider"], profile["id"], profile["thinking"]].map(
    (value) => (typeof value === "string" ? value.trim() : ""),
  );
  if (!provider || !id || !thinking || !thinkingLevels.has(thinking)) return undefined;
  if ([provider, id].some((name) => name.startsWith("-"))) return undefined;
  return { provider, id, thinking };
}
