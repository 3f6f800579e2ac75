import { isJsonObject, type JsonObject } from "../../kernel/json.ts";
import type { Ports } from "../../kernel/ports.ts";
import type { SettingOrigin } from "../../kernel/settings.ts";
import { agentDirectory } from "../agent-directory.ts";
import { readJsonFile } from "../settings.ts";

/** What the two settings files say about the repo gate. Spec: RG-12. */
export interface RepoSettings {
  /** The user's patterns, unchecked. */
  readonly patterns: readonly unknown[];
  /** The project's own word, where it has one that counts. */
  readonly enable?: boolean;
  readonly origins: readonly SettingOrigin[];
  readonly problems: readonly string[];
}

/**
 * Reads the patterns from the user's own file and the override from the project's, never the other
 * way round. The project's file counts, and is opened, only when the project is trusted: a
 * repository from anywhere must not switch a guard off.
 *
 * Spec: RG-12.
 */
export async function readRepoSettings(
  ports: Ports,
  project: { readonly root: string; readonly isTrusted: boolean },
): Promise<RepoSettings> {
  const userFile = `${agentDirectory(ports.environment)}/settings.json`;
  const user = await section(ports, userFile);
  const own = await projectSection(ports, `${project.root}/.pi/settings.json`, project.isTrusted);
  const patterns = listOf(user, userFile);
  const enable = flagOf(own, `${project.root}/.pi/settings.json`);
  return {
    patterns: patterns.value ?? [],
    ...(enable.value === undefined ? {} : { enable: enable.value }),
    origins: [...patterns.origins, ...enable.origins],
    problems: [...user.problems, ...patterns.problems, ...own.problems, ...enable.problems],
  };
}

interface Section {
  readonly values: JsonObject;
  readonly problems: readonly string[];
}

const nothing: Section = { values: {}, problems: [] };

async function section(ports: Ports, file: string): Promise<Section> {
  const { value, problem } = await readJsonFile(ports, file);
  if (problem !== undefined) return { values: {}, problems: [problem] };
  const found = value?.["taskWorkflow"];
  if (found === undefined) return nothing;
  if (isJsonObject(found)) return { values: found, problems: [] };
  return { values: {}, problems: [`${file}: taskWorkflow: expected an object; ignored`] };
}

async function projectSection(ports: Ports, file: string, isTrusted: boolean): Promise<Section> {
  if (isTrusted) return section(ports, file);
  if (!ports.files.facts(file).ok) return nothing;
  const problem = `${file}: this project is not trusted; taskWorkflow.enable does not count`;
  return { values: {}, problems: [problem] };
}

interface Read<T> {
  readonly value?: T;
  readonly origins: readonly SettingOrigin[];
  readonly problems: readonly string[];
}

function listOf({ values }: Section, file: string): Read<readonly unknown[]> {
  const value = values["disableOnRepo"];
  const key = "taskWorkflow.disableOnRepo";
  if (Array.isArray(value)) return { value, origins: [{ key, from: file }], problems: [] };
  const problems = value === undefined ? [] : [`${file}: ${key}: expected an array; ignored`];
  return { origins: [], problems };
}

function flagOf({ values }: Section, file: string): Read<boolean> {
  const value = values["enable"];
  const key = "taskWorkflow.enable";
  if (typeof value === "boolean") return { value, origins: [{ key, from: file }], problems: [] };
  const problems = value === undefined ? [] : [`${file}: ${key}: expected true or false; ignored`];
  return { origins: [], problems };
}
