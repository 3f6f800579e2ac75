import type { RuleParts } from "./rule-parts.ts";

/** One `key: value` of the front matter, as the YAML reader understood it. Spec: SV-10. */
export interface FrontMatterEntry {
  readonly key: string;
  readonly value: unknown;
  /** Line of the file, from 1. */
  readonly line: number;
}

/** What the YAML reader made of the front matter. Spec: SV-10. */
export type FrontMatter =
  | { readonly kind: "entries"; readonly entries: readonly FrontMatterEntry[] }
  /** YAML, but no mapping: `found` names what it is. */
  | { readonly kind: "other"; readonly found: string; readonly line: number }
  | { readonly kind: "broken"; readonly message: string; readonly line: number };

/**
 * All that is known of a rule file. `frontMatter` is absent where the file has none. Spec: SV-10.
 */
export interface RuleFacts {
  readonly parts: RuleParts;
  readonly frontMatter?: FrontMatter;
}

/** What can be wrong with front matter. Spec: SV-10. */
export type RuleProblemCode =
  | "unclosed-front-matter"
  | "not-yaml"
  | "not-a-mapping"
  | "repeated-key"
  | "wrong-value";

/** One thing wrong with a rule file, and where. Spec: SV-10. */
export interface RuleProblem {
  readonly code: RuleProblemCode;
  /** Line of the file, from 1. */
  readonly line: number;
  readonly key?: string;
  readonly message: string;
}

/** The review for which a rule is meant, by the kind of look it needs. Spec: SV-10, SV-11. */
export type RuleComplexity = "local" | "context";

/**
 * A rule file as read. A member is absent where the file does not set it; a list that is set and
 * empty is another thing than one that is not set. With a problem the rule is not applied at all.
 *
 * Spec: SV-10.
 */
export interface RuleOutcome {
  readonly name?: string;
  readonly enabled?: boolean;
  readonly filePatterns?: readonly string[];
  readonly complexity?: RuleComplexity;
  readonly consumers?: readonly string[];
  readonly body: string;
  readonly problems: readonly RuleProblem[];
}

/**
 * What a rule file says: its settings from the front matter, its text, and what is wrong with it.
 * Keys that are not known are somebody else's. A known key with a wrong value is a problem and
 * never a default: a rule that silently loses its patterns would judge every file.
 *
 * Spec: SV-10.
 */
export function rules(facts: RuleFacts): RuleOutcome {
  const { parts, frontMatter } = facts;
  const { body } = parts;
  if (parts.unclosed) {
    const message = 'the front matter opened by "---" is never closed by a line "---"';
    return { body, problems: [{ code: "unclosed-front-matter", line: 1, message }] };
  }
  if (frontMatter === undefined) return { body, problems: [] };
  if (frontMatter.kind === "broken") {
    const { line, message } = frontMatter;
    return { body, problems: [{ code: "not-yaml", line, message: `not YAML: ${message}` }] };
  }
  if (frontMatter.kind === "other") {
    const message = `expected keys with values, found ${frontMatter.found}`;
    return { body, problems: [{ code: "not-a-mapping", line: frontMatter.line, message }] };
  }
  return ofEntries(body, frontMatter.entries);
}

type Setting = "name" | "enabled" | "filePatterns" | "complexity" | "consumers";

interface Known {
  readonly expected: string;
  readonly holds: (value: unknown) => boolean;
}

const isName = (value: unknown): boolean => typeof value === "string" && value.trim() !== "";
const isNames = (value: unknown): boolean => Array.isArray(value) && value.every(isName);

const known: ReadonlyMap<string, Known> = new Map<Setting, Known>([
  ["name", { expected: "text", holds: isName }],
  ["enabled", { expected: "true or false", holds: (value) => typeof value === "boolean" }],
  ["filePatterns", { expected: "a list of globs in quotes", holds: isNames }],
  [
    "complexity",
    { expected: "local or context", holds: (value) => value === "local" || value === "context" },
  ],
  ["consumers", { expected: "a list of names", holds: isNames }],
]);

function ofEntries(body: string, entries: readonly FrontMatterEntry[]): RuleOutcome {
  const settings: Partial<Record<Setting, unknown>> = {};
  const problems: RuleProblem[] = [];
  for (const { key, value, line } of entries) {
    const setting = known.get(key);
    if (setting === undefined) continue;
    if (Object.hasOwn(settings, key)) {
      problems.push({ code: "repeated-key", line, key, message: `${key} is set twice` });
    } else if (setting.holds(value)) {
      settings[key as Setting] = trimmed(value);
    } else {
      const message = `${key}: expected ${setting.expected}, found ${shown(value)}`;
      problems.push({ code: "wrong-value", line, key, message });
    }
  }
  // Each value was checked against its key's test just above.
  return { ...(settings as Omit<RuleOutcome, "body" | "problems">), body, problems };
}

function trimmed(value: unknown): unknown {
  if (typeof value === "string") return value.trim();
  return Array.isArray(value) ? value.map(trimmed) : value;
}

function shown(value: unknown): string {
  if (value === undefined || value === null) return "nothing";
  if (Array.isArray(value))
    return value.length === 0 ? "an empty list" : `a list with ${item(value)}`;
  if (typeof value === "object") return "keys with values";
  return JSON.stringify(value).slice(0, 60);
}

function item(values: readonly unknown[]): string {
  const wrong = values.find((value) => !isName(value));
  if (typeof wrong === "string") return "a blank item";
  return typeof wrong === "object" ? "an item that is no text" : `the item ${String(wrong)}`;
}
