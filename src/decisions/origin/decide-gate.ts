import { normaliseOrigin } from "./normalise-origin.ts";
import { patternRegExp } from "./pattern-check.ts";

/** All that the repo gate may know. Spec: RG-2, RG-11. */
export interface GateFacts {
  /** The `origin` url as the config holds it. Absent where there is none. */
  readonly origin?: string | undefined;
  /** The same after `insteadOf`, where git rewrites it. */
  readonly expanded?: string | undefined;
  /** Patterns of the user, as found: what is no text is reported and skipped. */
  readonly patterns: readonly unknown[];
  /** The project's own word, where it has one that counts. */
  readonly enable?: boolean | undefined;
}

/** Why the gate is active or not: the fact found, not its consequence. Spec: RG-2. */
export type GateReason =
  | "enabled-here"
  | "disabled-here"
  | "origin-matches"
  | "origin-differs"
  | "no-patterns"
  | "no-origin";

/** The gate's answer. `active`: this package is switched off here. Spec: RG-2. */
export interface GateOutcome {
  readonly active: boolean;
  readonly reason: GateReason;
  /** The pattern that matched, as the user wrote it. */
  readonly pattern?: string;
  /** One line for each pattern that was skipped. Never holds the url, which may hold a password. */
  readonly diagnostics: readonly string[];
}

/**
 * Whether this package stays out of the repository. The project's own word counts first; without
 * one the first pattern that matches the normalised origin, as written or as expanded, decides. The
 * gate opts in on a remote: no patterns or no origin leave it open.
 *
 * Spec: RG-2, RG-3, RG-11.
 */
export function decideGate(facts: GateFacts): GateOutcome {
  const read = facts.patterns.map(patternRegExp);
  const diagnostics = read.flatMap(({ problem }) => (problem === undefined ? [] : [problem]));
  if (facts.enable === true) return { active: false, reason: "enabled-here", diagnostics };
  if (facts.enable === false) return { active: true, reason: "disabled-here", diagnostics };
  if (facts.patterns.length === 0) return { active: false, reason: "no-patterns", diagnostics };
  const origins = originsOf(facts);
  if (origins.length === 0) return { active: false, reason: "no-origin", diagnostics };
  for (const { source, matches } of read) {
    if (matches === undefined) continue;
    for (const origin of origins) {
      const match = matches(origin);
      if (match === "too-long") {
        diagnostics.push(
          `pattern ${JSON.stringify(source)}: the origin is too long for it; skipped`,
        );
      } else if (match) {
        return { active: true, reason: "origin-matches", pattern: source, diagnostics };
      }
    }
  }
  return { active: false, reason: "origin-differs", diagnostics };
}

function originsOf({ origin, expanded }: GateFacts): readonly string[] {
  const found = [origin, expanded].flatMap((url) => {
    const normalised = url === undefined ? "" : normaliseOrigin(url);
    return normalised === "" ? [] : [normalised];
  });
  return [...new Set(found)];
}
