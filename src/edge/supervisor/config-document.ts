import { isJsonObject, type JsonObject } from "../../kernel/json.ts";
import type { Ports } from "../../kernel/ports.ts";
import { parsedObject } from "./config-files.ts";
import { configFile, olderConfigFile } from "./config-places.ts";

const bytesMax = 4 * 1024 * 1024;

/** The file as it stands, with everything in it, or why it cannot be edited. Spec: SV-41. */
export type ConfigDocument = { readonly written: JsonObject } | { readonly problem: string };

/**
 * The configuration as written, to be edited: not what is in force, which has lost what is not
 * valid. Before there is a file the older one counts, and before that an empty one.
 *
 * Spec: SV-1, SV-41.
 */
export function readDocument(ports: Ports): ConfigDocument {
  for (const file of [configFile(ports), olderConfigFile(ports)]) {
    const text = ports.files.readText(file, bytesMax);
    if (!text.ok && text.problem === "missing") continue;
    if (!text.ok) return { problem: `${file}: cannot be read (${text.problem})` };
    const { value, problem } = parsedObject(text.value);
    return value === undefined
      ? { problem: `${file}${problem}; mend it first` }
      : { written: value };
  }
  return { written: {} };
}

/**
 * Changes the file: reads it as it is now, lets the edit change what it is about, and writes it
 * back in one step. Everything else in it stays. Gives what went wrong, if anything.
 *
 * Spec: SV-41.
 */
export function editDocument(
  ports: Ports,
  edit: (written: JsonObject) => string | undefined,
): string | undefined {
  const read = readDocument(ports);
  if ("problem" in read) return read.problem;
  const refused = edit(read.written);
  if (refused !== undefined) return refused;
  const file = configFile(ports);
  // A link to the file is kept: what it leads to is written.
  const real = ports.files.realPath(file);
  const target = real.ok ? real.value : file;
  ports.files.makeDirectory(file.slice(0, file.lastIndexOf("/")));
  const wrote = ports.files.writeText(target, `${JSON.stringify(read.written, undefined, 2)}\n`);
  return wrote.ok ? undefined : `${file}: cannot be written (${wrote.problem})`;
}

/** The reviewers as written, valid or not. */
export function writtenReviewers(written: JsonObject): readonly unknown[] {
  const { reviewers } = written;
  return Array.isArray(reviewers) ? reviewers : [];
}

/**
 * Changes one reviewer, if it is still the one that was shown. `undefined` takes it out, and an
 * index behind the last adds one.
 *
 * Spec: SV-41.
 */
export function replaceReviewer(
  written: JsonObject,
  index: number,
  shown: unknown,
  next: JsonObject | undefined,
): string | undefined {
  const { reviewers } = written;
  if (reviewers !== undefined && !Array.isArray(reviewers)) return "reviewers: expected a list";
  const list: unknown[] = [...writtenReviewers(written)];
  if (JSON.stringify(list[index]) !== JSON.stringify(shown))
    return "the file has changed meanwhile";
  if (next === undefined) list.splice(index, 1);
  else list[index] = next;
  written["reviewers"] = list;
  return undefined;
}

/** A reviewer's own keys, to be changed; whatever is no object is an empty one. */
export function reviewerKeys(item: unknown): JsonObject {
  return isJsonObject(item) ? { ...item } : {};
}
