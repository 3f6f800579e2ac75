import { isJsonObject, type JsonObject } from "../kernel/json.ts";
import type { Ports } from "../kernel/ports.ts";
import type { Settings, SettingsAnswer } from "../kernel/settings.ts";
import { agentDirectory } from "./agent-directory.ts";

/** A settings file over this size, in bytes, is a mistake and is not read. */
const settingsBytesMax = 4 * 1024 * 1024;

/** What holds where nothing is set. Equal to the schema's defaults (a test compares). */
export const defaultSettings: Settings = {
  forkGate: { mode: "block", sensitivity: "wording", tools: {} },
  repoGate: { disableOnRepo: [] },
  lockdown: { mode: "block", trees: [{ path: "docs/tasks" }], tools: {} },
  loop: { inlineInvocation: true, defaultInterval: "10m", max: 25, expires: "7d" },
  task: { pi: "", bwrap: "auto", extensions: [], environment: [] },
};

/**
 * Reads the section `gatehouse` of pi's global settings file. A missing file or section gives the
 * defaults and costs no parser and no schema. A bad value is left out with a problem that names
 * file and key; the rest counts. Never rejects.
 *
 * Spec: FG-20, FG-23, RG-12.
 */
export async function readSettings(ports: Ports): Promise<SettingsAnswer> {
  const file = `${agentDirectory(ports.environment)}/settings.json`;
  const read = await readJsonFile(ports, file);
  if (read.problem !== undefined) return { ...nothingSet, problems: [read.problem] };
  const section = read.value?.["gatehouse"];
  if (section === undefined) return nothingSet;
  return checkSettings(section, file);
}

const nothingSet: SettingsAnswer = {
  settings: defaultSettings,
  origins: [],
  problems: [],
};

/** A JSON object read from a file; neither member where the file does not exist. */
export interface JsonFile {
  readonly value?: JsonObject;
  readonly problem?: string;
}

/**
 * A JSON file that people edit: comments and trailing commas are accepted.
 *
 * Spec: RG-12.
 */
export async function readJsonFile(ports: Ports, file: string): Promise<JsonFile> {
  const text = ports.files.readText(file, settingsBytesMax);
  if (!text.ok) {
    if (text.problem === "missing") return {};
    return {
      problem: `${file}: cannot be read (${text.problem}); its settings are ignored`,
    };
  }
  const parsed = await parseTolerantJson(text.value);
  if (parsed.problem !== undefined) {
    return {
      problem: `${file}: not valid JSON (${parsed.problem}); its settings are ignored`,
    };
  }
  if (isJsonObject(parsed.value)) return { value: parsed.value };
  return {
    problem: `${file}: expected a JSON object; its settings are ignored`,
  };
}

async function parseTolerantJson(text: string): Promise<{ value?: unknown; problem?: string }> {
  const bare = text.startsWith("\uFEFF") ? text.slice(1) : text;
  try {
    return { value: JSON.parse(bare) };
  } catch {
    // Comments are the usual reason, and rare enough to load their reader only now.
    const { default: stripJsonComments } = await import("strip-json-comments");
    try {
      return {
        value: JSON.parse(stripJsonComments(bare, { trailingCommas: true })),
      };
    } catch (error) {
      return {
        problem: error instanceof Error ? error.message : String(error),
      };
    }
  }
}

/**
 * Checks the section value by value against the schema. `file` names the source in messages.
 *
 * Spec: FG-20, RG-12.
 */
export async function checkSettings(section: unknown, file: string): Promise<SettingsAnswer> {
  if (!isJsonObject(section)) {
    return {
      ...nothingSet,
      problems: [`${file}: gatehouse: expected an object; ignored`],
    };
  }
  const { checkSection } = await import("./settings-check.ts");
  return checkSection(section, file, defaultSettings);
}
