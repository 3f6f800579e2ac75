import { builtinToolNames } from "../fake-host/fake-tool.ts";
import type { LogRecord } from "./scenario.ts";

/**
 * What is left out of a comparison, and why. Times, durations and counts of tokens are the
 * machine's or the prompt's; stacks name files; `details` of pi's own tools never occur.
 */
const droppedKeys: ReadonlySet<string> = new Set([
  // Times and durations: real time runs in one host and virtual time in the other.
  "timestamp",
  "durationMs",
  // Tokens: they are counted from the prompt, whose words differ.
  "usage",
  "tokensBefore",
  // Stacks name the files of the host.
  "stack",
  // The base URL of a scripted provider is nobody's concern.
  "baseUrl",
]);

/** Keys whose values are ids of entries. */
const idKeys: ReadonlySet<string> = new Set([
  "id",
  "parentId",
  "targetId",
  "fromId",
  "firstKeptEntryId",
  "messageEntryId",
  "toolResultEntryIds",
  "entryId",
  "leafId",
  "newLeafId",
  "oldLeafId",
  "commonAncestorId",
]);

/**
 * Sections of the prompt whose words are the host's own: which are there counts, not what they say.
 */
const hostSections: ReadonlySet<string> = new Set(["preamble", "tools", "rules", "docs"]);

/** The first words of texts that each host words by itself; the rest of such a text is left out. */
const ownWordings: readonly RegExp[] = [
  /^(Tool call "[^"]*" was not executed: the response hit the output token limit)/s,
  /^((?:Error: )?This extension ctx is stale)/s,
  /^(Extension runtime not initialized)/s,
  /^(Agent is already processing)/s,
  /^(Cannot submit a prompt while compaction is in progress)/s,
  /^(Extension command "[^"]*" cannot be queued)/s,
  /^(Wait for the current)/s,
];

/** How each host opens the summary of a branch that was left. */
const summaryOpenings: readonly RegExp[] = [
  /^The user explored a different conversation branch[^\n]*\n[^\n]*\n\n/,
  /^Summary of the branch that was left:\n\n/,
];

function normaliseText(given: string): string {
  const text = summaryOpenings.reduce((rest, opening) => rest.replace(opening, ""), given);
  for (const wording of ownWordings) {
    const match = wording.exec(text);
    if (match?.[1] !== undefined) return match[1];
  }
  // The frame around a summary that the model is sent is the host's wording.
  const summary = /<summary>\n(.*?)\n?<\/summary>$/s.exec(text);
  return summary === null ? text : `<summary>${normaliseText(summary[1] ?? "")}`;
}

/** The names of a prompt's sections, of those that come from the host in any case left out. */
function promptShape(text: string): unknown {
  if (!text.includes("<cwd>\n")) return text;
  const outside = text.replace(/<skills>\n.*?\n<\/skills>/s, "<skills>\n</skills>");
  return [...outside.matchAll(/^<([a-z][a-z0-9_-]*)>$/gm)].map((match) => match[1]);
}

function skillNames(text: string): string[] {
  const listed = [...text.matchAll(/<name>(.*?)<\/name>|^- (.*?):/gm)];
  return listed.map((match) => match[1] ?? match[2] ?? "");
}

function sections(map: Readonly<Record<string, unknown>>): unknown {
  const entries = Object.entries(map).map(([name, text]) => {
    if (text === null) return [name, null];
    if (hostSections.has(name)) return [name, "<the host's words>"];
    if (name === "skills") return [name, skillNames(String(text))];
    return [name, text];
  });
  return Object.fromEntries(entries);
}

/** Prompt options without what each host says of pi's own tools. */
function promptOptions(options: Readonly<Record<string, unknown>>): unknown {
  const own = (map: unknown) =>
    Object.fromEntries(
      Object.entries((map ?? {}) as object).filter(([name]) => !builtinToolNames.includes(name)),
    );
  const skills = (options["skills"] ?? []) as { name: string }[];
  return {
    ...options,
    toolSnippets: own(options["toolSnippets"]),
    toolGuidelines: own(options["toolGuidelines"]),
    skills: skills.map(({ name }) => name),
  };
}

/**
 * Makes logs of different hosts comparable: ids get names in the order in which they appear, paths
 * of the run get one name, and what `droppedKeys`, `hostSections` and `ownWordings` list goes.
 *
 * Spec: HN-3.
 */
export class Normaliser {
  readonly #names = new Map<string, string>();
  readonly #paths: readonly (readonly [path: string, name: string])[];

  /** Replaces the given paths of the run by their names. */
  constructor(paths: Readonly<Record<string, string>> = {}) {
    this.#paths = Object.entries(paths).map(([name, path]) => [path, name] as const);
  }

  /** The log in comparable form. */
  log(records: readonly LogRecord[]): unknown[] {
    return records.map((record) => this.#value(JSON.parse(JSON.stringify(record)), ""));
  }

  #id(value: string): string {
    if (!/^[0-9a-f]{8}$/.test(value)) return value;
    const name = this.#names.get(value) ?? `entry-${this.#names.size + 1}`;
    this.#names.set(value, name);
    return name;
  }

  #value(value: unknown, key: string): unknown {
    if (typeof value === "string") return this.#text(value, key);
    if (Array.isArray(value)) return value.map((item: unknown) => this.#value(item, key));
    if (typeof value !== "object" || value === null) return value;
    const map = value as Readonly<Record<string, unknown>>;
    // What a message has come to while it streams depends on how far the provider runs ahead.
    if (map["type"] === "message_update" && "assistantMessageEvent" in map) {
      const { partial: _partial, ...event } = map["assistantMessageEvent"] as LogRecord;
      return this.#map({ type: "message_update", assistantMessageEvent: event });
    }
    if (key === "sections") return this.#map(sections(map) as LogRecord);
    if (key === "systemPromptOptions") return this.#map(promptOptions(map) as LogRecord);
    return this.#map(map);
  }

  #map(map: Readonly<Record<string, unknown>>): unknown {
    // Sorted, since ids are named in the order in which they are met.
    const kept = Object.entries(map)
      .filter(([key]) => !droppedKeys.has(key))
      .sort(([one], [other]) => (one < other ? -1 : 1));
    return Object.fromEntries(kept.map(([key, item]) => [key, this.#value(item, key)]));
  }

  #text(text: string, key: string): unknown {
    if (idKeys.has(key)) return this.#id(text);
    let named = text;
    for (const [path, name] of this.#paths) named = named.replaceAll(path, name);
    if (key === "systemPrompt") return promptShape(named);
    return normaliseText(named);
  }
}
