import { globs } from "../../decisions/globs/globs.ts";
import { patternsOf, ruleStanding } from "../../decisions/review/plan.ts";
import type { RuleText } from "../../decisions/review/prompt.ts";
import type { RuleOutcome } from "../../decisions/rules/rules.ts";
import type { Ports } from "../../kernel/ports.ts";
import { configuredPath, type Reviewer, type SupervisorConfig } from "./config.ts";

let loading: Promise<typeof import("./front-matter.ts")> | undefined;

// One import for all: pi's loader hands a second one a module that is not evaluated yet.
function frontMatter(): Promise<typeof import("./front-matter.ts")> {
  loading ??= import("./front-matter.ts");
  return loading;
}

/** A rule file over this size, in bytes, is a mistake and is not read. Spec: SV-13. */
const bytesMax = 1024 * 1024;

/** A reviewer's rules for one call. With a problem the reviewer fails. Spec: SV-14. */
export interface LoadedRules {
  readonly rules: readonly RuleText[];
  readonly problems: readonly string[];
}

/** What the rules are loaded for. */
export interface RuleCall {
  readonly cwd: string;
  readonly config: SupervisorConfig;
  /**
   * The spellings of the file's path that patterns are tried on; none for a call without a file.
   */
  readonly paths: readonly string[];
  /** Rule files whose text is taken from here, by absolute path: the call itself changed them. */
  readonly kept: ReadonlyMap<string, string>;
}

type Read = RuleOutcome & { readonly lineCount: number };

/**
 * The rule files of a session. A text that was read before is not parsed again.
 *
 * Spec: SV-10..SV-14.
 */
export class RuleFiles {
  readonly #ports: Ports;
  readonly #read = new Map<string, { readonly text: string; readonly rule: Read }>();

  /** Reads nothing yet. */
  constructor(ports: Ports) {
    this.#ports = ports;
  }

  /** The absolute path of a rule file as configured. */
  path(written: string, cwd: string): string {
    return configuredPath(written, cwd, this.#ports.environment.home);
  }

  /** The rules of a reviewer that apply to a call, and what is wrong with its rule files. */
  async load(reviewer: Reviewer, call: RuleCall): Promise<LoadedRules> {
    const rules: RuleText[] = [];
    const problems: string[] = [];
    for (const file of reviewer.rules) {
      const read = await this.#rule(file, call);
      if (typeof read === "string") {
        problems.push(`${file}: ${read}`);
        continue;
      }
      const wrong = read.problems.map(({ line, message }) => `${file}:${line}: ${message}`);
      problems.push(...wrong);
      if (wrong.length > 0 || standing(read, reviewer, call.paths) !== "applies") continue;
      problems.push(...sizeProblems(file, read, call.config));
      rules.push({ name: read.name ?? reviewer.name, file, text: read.body });
    }
    return { rules, problems };
  }

  async #rule(written: string, call: RuleCall): Promise<Read | string> {
    const path = this.path(written, call.cwd);
    const kept = call.kept.get(path);
    const text = kept ?? this.text(path);
    if (typeof text !== "string") return text.problem;
    const held = this.#read.get(path);
    if (held?.text === text) return held.rule;
    const { readRule } = await frontMatter();
    const rule = readRule(text);
    this.#read.set(path, { text, rule });
    return rule;
  }

  /** The text of a rule file, or why there is none. */
  text(path: string): string | { readonly problem: string } {
    const text = this.#ports.files.readText(path, bytesMax);
    if (text.ok) return text.value;
    const facts = this.#ports.files.facts(path);
    const large = facts.ok && facts.value.type === "file" && facts.value.size > bytesMax;
    const reason = large ? `larger than ${bytesMax} bytes` : text.problem;
    return { problem: `the rule file cannot be read (${reason})` };
  }
}

function sizeProblems(file: string, read: Read, { ruleLinesMax }: SupervisorConfig): string[] {
  if (read.lineCount > ruleLinesMax) {
    const what = `${read.lineCount} lines, at most ${ruleLinesMax} are allowed`;
    return [`${file}: the rule file has ${what}; split it`];
  }
  return read.body.trim() === "" ? [`${file}: the rule file holds no rules`] : [];
}

function standing(read: Read, reviewer: Reviewer, paths: readonly string[]) {
  const wanted = patternsOf(read, reviewer);
  const matches = wanted.some((pattern) => paths.some((path) => globs({ pattern, path }).match));
  const patterns = wanted.length === 0 ? "none" : matches ? "match" : "no-match";
  const { enabled, complexity, consumers } = read;
  return ruleStanding({
    patterns,
    ...(enabled === undefined ? {} : { enabled }),
    ...(complexity === undefined ? {} : { complexity }),
    ...(consumers === undefined ? {} : { consumers }),
  });
}

/**
 * The spellings of a file's path that patterns are tried on: as the call gives it, and relative to
 * the session's directory where the file is inside it.
 *
 * Spec: SV-12.
 */
export function patternPaths(written: string, absolute: string, cwd: string): readonly string[] {
  const inside = absolute.startsWith(`${cwd}/`) ? [absolute.slice(cwd.length + 1)] : [];
  return [...new Set([written.trim(), ...inside])];
}
