import { jsonExtent } from "../../decisions/review/json-text.ts";
import { isJsonObject, type JsonObject } from "../../kernel/json.ts";
import type { Ports } from "../../kernel/ports.ts";
import { type ConfigAnswer, defaultConfig, silentConfig } from "./config.ts";
import { configFile, olderConfigFile, projectConfigFile } from "./config-places.ts";
import { type FileText, WatchedFile } from "./watched-file.ts";

let loading: Promise<typeof import("./config-check.ts")> | undefined;

// One import for all: pi's loader hands a second one a module that is not evaluated yet.
function configCheck(): Promise<typeof import("./config-check.ts")> {
  loading ??= import("./config-check.ts");
  return loading;
}

/** The session's place, and whether its project's own file may be read. */
export interface ConfigPlace {
  readonly cwd: string;
  readonly trusted: boolean;
}

/**
 * The configuration in force, looked up at every call. While no file has changed the answer is the
 * same object, at once and without a promise; a change makes a new one.
 *
 * Spec: SV-1, SV-3.
 */
export class ConfigFiles {
  readonly #main: WatchedFile;
  readonly #legacy: WatchedFile;
  #project: WatchedFile | undefined;
  readonly #ports: Ports;
  #cwd = "";
  #trusted = false;
  #answer: ConfigAnswer | undefined;
  #loading: Promise<ConfigAnswer> | undefined;
  /** How often a file was parsed. */
  parses = 0;

  /** Looks at nothing yet. */
  constructor(ports: Ports) {
    this.#ports = ports;
    this.#main = new WatchedFile(configFile(ports), ports);
    this.#legacy = new WatchedFile(olderConfigFile(ports), ports);
  }

  /** The configuration as the files stand now. */
  current(place: ConfigPlace): ConfigAnswer | Promise<ConfigAnswer> {
    const changed = this.#looked(place);
    if (!changed && this.#loading !== undefined) return this.#loading;
    if (!changed && this.#answer !== undefined) return this.#answer;
    const loading: Promise<ConfigAnswer> = this.#load().then((answer) => {
      if (this.#loading === loading) {
        this.#answer = answer;
        this.#loading = undefined;
      }
      return answer;
    });
    this.#loading = loading;
    return loading;
  }

  #looked({ cwd, trusted }: ConfigPlace): boolean {
    let changed = this.#main.look();
    if (!this.#main.exists && this.#legacy.look()) changed = true;
    if (cwd !== this.#cwd || trusted !== this.#trusted) {
      this.#cwd = cwd;
      this.#trusted = trusted;
      const path = projectConfigFile(cwd);
      this.#project = trusted ? new WatchedFile(path, this.#ports) : undefined;
      changed = true;
    }
    return this.#project?.look() === true || changed;
  }

  async #load(): Promise<ConfigAnswer> {
    const older = !this.#main.exists && this.#legacy.exists;
    const own = await this.#own(older ? this.#legacy : this.#main);
    const project = this.#project;
    if (project?.exists !== true || own.config === silentConfig) return own;
    return this.#withProject(own, project);
  }

  async #own(watched: WatchedFile): Promise<ConfigAnswer> {
    const { path: file } = watched;
    if (!watched.exists) return { config: defaultConfig, file, warnings: [] };
    const read = this.#parsed(watched.held);
    if (read.value === undefined) {
      return {
        config: silentConfig,
        file,
        warnings: [`${file}${read.problem}; nothing is reviewed`],
      };
    }
    const { checkConfig } = await configCheck();
    const { config, warnings } = checkConfig(read.value);
    const said = warnings.map((warning) => `${file}: ${warning}`);
    if (watched === this.#legacy) {
      said.unshift(`${file}: read from its old place; /config:tool-supervisor saves the new one`);
    }
    return { config, file, warnings: said };
  }

  async #withProject(own: ConfigAnswer, project: WatchedFile): Promise<ConfigAnswer> {
    const { path: file } = project;
    const read = this.#parsed(project.held);
    const warnings = [...own.warnings];
    if (read.value === undefined) {
      warnings.push(`${file}${read.problem}; it adds no reviewers`);
      return { ...own, warnings };
    }
    const { checkReviewers, uniqueNames } = await configCheck();
    const { reviewers: written, ...others } = read.value;
    for (const key of Object.keys(others)) {
      if (key !== "$schema") warnings.push(`${file}: ${key}: a project can only add reviewers`);
    }
    const { reviewers, problems } = checkReviewers(written);
    const all = uniqueNames([...own.config.reviewers, ...reviewers], problems);
    warnings.push(...problems.map((problem) => `${file}: ${problem}`));
    return { ...own, config: { ...own.config, reviewers: all }, warnings };
  }

  /** A problem begins with what goes between it and the file's name. */
  #parsed(held: FileText): { readonly value?: JsonObject; readonly problem?: string } {
    if (!("text" in held)) return { problem: `: cannot be read (${held.problem})` };
    this.parses += 1;
    return parsedObject(held.text);
  }
}

/**
 * The JSON object in a text. A problem names line and column, counted from 1, and begins with what
 * goes between it and the file's name.
 *
 * Spec: SV-3.
 */
export function parsedObject(text: string): { value?: JsonObject; problem?: string } {
  const bare = text.startsWith("\uFEFF") ? text.slice(1) : text;
  try {
    const value: unknown = JSON.parse(bare);
    return isJsonObject(value) ? { value } : { problem: ": expected a JSON object" };
  } catch {
    const at = brokenAt(bare);
    const before = bare.slice(0, at).split("\n");
    return { problem: `:${before.length}:${(before.at(-1) ?? "").length + 1}: not valid JSON` };
  }
}

function brokenAt(text: string): number {
  const extent = jsonExtent(text, 0);
  if (extent.kind === "broken") return extent.at;
  if (extent.kind === "cut") return text.length;
  return extent.end + (/^\s*/u.exec(text.slice(extent.end))?.[0].length ?? 0);
}
