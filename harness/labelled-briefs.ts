import { readdirSync, readFileSync } from "node:fs";
import { isJsonObject, type JsonObject } from "../src/kernel/json.ts";

/** What a labelled brief is: allowed, or the kind that should stop it. Spec: FG-12. */
export type BriefLabel = "allow" | "prohibition" | "boundary" | "mutation";

/** The labels, in the order of reports. */
export const briefLabels: readonly BriefLabel[] = ["allow", "prohibition", "boundary", "mutation"];

/**
 * One labelled brief of `fixtures/briefs/*.ndjson`.
 *
 * The label says what the words ask of the child, not what a rule makes of them; where a brief does
 * several things, the kind that is tried first.
 *
 * Spec: FG-3, FG-12.
 */
export interface LabelledBrief {
  readonly id: string;
  readonly brief: string;
  readonly label: BriefLabel;
  readonly set: "plain" | "hard";
  readonly tags: readonly string[];
  readonly note?: string;
}

const keys = new Set(["id", "brief", "label", "set", "tags", "note"]);

/**
 * Reads a file of labelled briefs, one JSON object a line.
 *
 * Throws `file:line: …` for a line of another form.
 *
 * Spec: FG-12, ST-4.
 */
export function labelledBriefs(file: string, text: string): readonly LabelledBrief[] {
  return text.split("\n").flatMap((line, index) => {
    if (line.trim() === "") return [];
    return [labelledBrief(line, `${file}:${index + 1}`)];
  });
}

/** All labelled briefs of the fixtures; `labelledBriefs` of each file. Spec: FG-12. */
export function fixtureBriefs(): readonly LabelledBrief[] {
  return briefFiles().flatMap((file) => labelledBriefs(file, readFileSync(file, "utf8")));
}

/** The paths of the labelled briefs of the fixtures. Spec: FG-12. */
export function briefFiles(): readonly string[] {
  return readdirSync(folder).map((name) => `${folder}/${name}`);
}

const folder = "fixtures/briefs";

function labelledBrief(line: string, place: string): LabelledBrief {
  const row = objectOn(line, place);
  const unknown = Object.keys(row).find((key) => !keys.has(key));
  if (unknown !== undefined) throw new Error(`${place}: unknown key "${unknown}"`);
  const { id, brief, label, set, tags, note } = row;
  if (typeof id !== "string" || id === "") throw new Error(`${place}: "id" is missing`);
  if (typeof brief !== "string" || brief === "") throw new Error(`${place}: "brief" is missing`);
  const known = briefLabels.find((one) => one === label);
  if (known === undefined)
    throw new Error(`${place}: "label" is none of ${briefLabels.join(", ")}`);
  if (set !== "plain" && set !== "hard")
    throw new Error(`${place}: "set" is neither plain nor hard`);
  if (!Array.isArray(tags) || !tags.every((tag) => typeof tag === "string")) {
    throw new Error(`${place}: "tags" is no list of strings`);
  }
  const read = { id, brief, label: known, set, tags } as const;
  return typeof note === "string" ? { ...read, note } : read;
}

function objectOn(line: string, place: string): JsonObject {
  try {
    const value: unknown = JSON.parse(line);
    if (isJsonObject(value)) return value;
  } catch (error) {
    throw new Error(`${place}: expected one JSON object, ${String(error)}`);
  }
  throw new Error(`${place}: expected one JSON object`);
}
