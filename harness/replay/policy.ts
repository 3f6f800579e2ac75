import { checkSettings, defaultSettings } from "../../src/edge/settings.ts";
import { gates } from "../../src/gates.ts";
import type { Gate } from "../../src/kernel/gate.ts";
import { isJsonObject, type JsonObject } from "../../src/kernel/json.ts";
import type { Settings } from "../../src/kernel/settings.ts";
import type { ReadArguments } from "../session/plain-call.ts";
import type { WatchedTools } from "../session/plain-entry.ts";
import type { RecordedWorld } from "./recorded-world.ts";

/** The sections of the settings. Spec: FG-20. */
export const sectionNames: readonly string[] = Object.keys(defaultSettings);

/** What the person asks the gates to be, over what the world file says. */
export interface PolicyChoice {
  /** pi's settings file, whole. */
  readonly settings?: JsonObject;
  /** Where those come from, for messages. */
  readonly settingsName?: string;
  readonly sensitivity?: "wording" | "directive";
  /** Only this gate's decisions are wanted. */
  readonly gate?: string;
}

/**
 * The settings file that the extension is to find: the chosen one, else the world's section, with
 * the chosen sensitivity laid over it.
 *
 * Spec: HN-5.
 */
export function settingsFile(choice: PolicyChoice, world: RecordedWorld): JsonObject {
  // An empty section would have the extension load its schema only to find nothing to check.
  const isSet = Object.keys(world.settings ?? {}).length > 0;
  const file = choice.settings ?? (isSet ? { gatehouse: world.settings } : {});
  if (choice.sensitivity === undefined) return file;
  const section = isJsonObject(file["gatehouse"]) ? file["gatehouse"] : {};
  const forkGate = isJsonObject(section["forkGate"]) ? section["forkGate"] : {};
  return {
    ...file,
    gatehouse: { ...section, forkGate: { ...forkGate, sensitivity: choice.sensitivity } },
  };
}

/** The settings in force under a file of that name, and what is wrong with it. Spec: FG-20. */
export async function settingsIn(
  file: JsonObject,
  name: string,
): Promise<{ readonly settings: Settings; readonly problems: readonly string[] }> {
  const section = file["gatehouse"];
  const isUnset =
    section === undefined || (isJsonObject(section) && Object.keys(section).length === 0);
  if (isUnset) return { settings: defaultSettings, problems: [] };
  return checkSettings(section, name);
}

/** The tools that some wanted gate looks at. Spec: HN-10. */
export function watchedTools(settings: Settings, gate: string | undefined): WatchedTools {
  const wanted = gates.filter((each) => gate === undefined || each.id === gate);
  const names = new Set<string>();
  for (const each of wanted) {
    const tools = each.tools(settings);
    if (tools === "*") return "*";
    for (const name of tools) names.add(name);
  }
  return names;
}

/** The gates that look at a tool, in asking order. Spec: FG-20. */
export function gatesOf(tool: string, settings: Settings, gate: string | undefined): string[] {
  return gates
    .filter((each) => gate === undefined || each.id === gate)
    .filter((each) => looksAt(each, tool, settings))
    .map((each) => each.id);
}

/**
 * The arguments that are wanted of each watched tool, where every gate that looks at it says which
 * it reads. For the other tools all are.
 *
 * Spec: HN-10.
 */
export function readArguments(settings: Settings, watched: WatchedTools): ReadArguments {
  const read = new Map<string, readonly string[]>();
  if (watched === "*") return read;
  for (const tool of watched) {
    const lists = gates
      .filter((gate) => looksAt(gate, tool, settings))
      .map((gate) => gate.argumentsRead?.(tool, settings));
    const names = lists.flatMap((list) => list ?? []);
    if (lists.every((list) => list !== undefined)) read.set(tool, [...new Set(names)]);
  }
  // The shapes of `edits` are straightened together with two other arguments.
  if (read.get("edit")?.includes("edits") === true) read.delete("edit");
  return read;
}

function looksAt(gate: Gate, tool: string, settings: Settings): boolean {
  const tools = gate.tools(settings);
  return tools === "*" || tools.has(tool);
}
