import type { Trigger } from "./review.ts";

/** What of a reviewer decides whether it looks at a call. Spec: SV-2. */
export interface Watch {
  readonly enabled: boolean;
  /** Tool names, or the one name `*` for every tool. */
  readonly tools: readonly string[];
  readonly trigger: Trigger;
}

/**
 * Whether a reviewer looks at calls of this tool at this time. Names are compared whole. Spec:
 * SV-2.
 */
export function watches(watch: Watch, tool: string, trigger: Trigger): boolean {
  if (!watch.enabled || watch.trigger !== trigger) return false;
  return watch.tools.includes("*") || watch.tools.includes(tool);
}

/**
 * What of a rule decides whether it applies, and how its patterns stand to the file. Spec: SV-11.
 */
export interface RuleStandingFacts {
  readonly enabled?: boolean;
  readonly complexity?: "local" | "context";
  readonly consumers?: readonly string[];
  /** `none` where no pattern narrows it; a call without a file can match none. */
  readonly patterns: "none" | "match" | "no-match";
}

/** Whether a rule is put to the reviewer, or what keeps it back. Spec: SV-11. */
export type RuleStanding = "applies" | "off" | "needs-context" | "for-others" | "other-files";

/** Who reads the rules here; a rule may name its readers. Spec: SV-11. */
const consumer = "editor-review";

/**
 * Whether a rule applies to a call.
 *
 * Spec: SV-11.
 */
export function ruleStanding(facts: RuleStandingFacts): RuleStanding {
  if (facts.enabled === false) return "off";
  if (facts.complexity === "context") return "needs-context";
  if (facts.consumers !== undefined && !facts.consumers.includes(consumer)) return "for-others";
  return facts.patterns === "no-match" ? "other-files" : "applies";
}

/**
 * The patterns that narrow a rule: its own where it sets any, even none, else its reviewer's.
 *
 * Spec: SV-11.
 */
export function patternsOf(
  rule: { readonly filePatterns?: readonly string[] },
  reviewer: { readonly filePatterns: readonly string[] },
): readonly string[] {
  return rule.filePatterns ?? reviewer.filePatterns;
}
