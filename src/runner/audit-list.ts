import { readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isJsonObject } from "../kernel/json.ts";

/** A run as its audit directory shows it. Spec: TK-36. */
export interface TaskRunRecord {
  /** The directory's name: time and id. */
  readonly name: string;
  readonly id: string;
  readonly folder: string;
  /** `UNFINISHED` without a result: it runs still, or was cut short. */
  readonly state: "PASS" | "FAIL" | "REFUSED" | "UNFINISHED";
  readonly codes: readonly string[];
  readonly elapsedMs?: number;
  readonly costUsd?: number;
  readonly problem?: string;
}

const fileBytesMax = 16 * 1024 * 1024;

/** The directories that hold audit directories: beside pi's settings, and for roots that hold those. */
export function recordFolders(agentFolder: string): readonly string[] {
  const user = String(process.getuid?.() ?? "user");
  return [join(agentFolder, "pi-task"), join(tmpdir(), `pi-task-${user}`)];
}

/**
 * Every recorded run, newest first. A directory that cannot be read is left out.
 *
 * Spec: TK-36.
 */
export function listRuns(folders: readonly string[]): readonly TaskRunRecord[] {
  return folders
    .flatMap((folder) => namesIn(folder).map((name) => recordOf(folder, name)))
    .filter((record) => record !== undefined)
    .sort((a, b) => (a.name < b.name ? 1 : a.name > b.name ? -1 : 0));
}

function recordOf(home: string, name: string): TaskRunRecord | undefined {
  const id = /^\d{8}T\d{9}Z-(.+)$/u.exec(name)?.[1];
  if (id === undefined) return undefined;
  const folder = join(home, name);
  const about = { name, id, folder, codes: [] };
  const result = jsonIn(folder, "result.json");
  if (result !== undefined) {
    const { verdict, codes, elapsed_ms: elapsedMs, cost_usd: costUsd } = result;
    return {
      ...about,
      state: verdict === "PASS" ? "PASS" : "FAIL",
      codes: Array.isArray(codes) ? codes.map(String) : [],
      ...(typeof elapsedMs === "number" ? { elapsedMs } : {}),
      ...(typeof costUsd === "number" ? { costUsd } : {}),
    };
  }
  const problem = jsonIn(folder, "refused.json")?.["problem"];
  if (problem === undefined) return { ...about, state: "UNFINISHED" };
  return { ...about, state: "REFUSED", problem: String(problem) };
}

/** The text of a file of a run; `undefined` when it is not there. Spec: TK-36. */
export function runFile(record: TaskRunRecord, name: string): string | undefined {
  return textIn(record.folder, name);
}

/**
 * Removes the records of finished runs from before a time, in ms since the epoch; answers which.
 * Never called by itself: records go only when a person asks.
 *
 * Spec: TK-36.
 */
export function pruneRuns(
  records: readonly TaskRunRecord[],
  beforeMs: number,
): readonly TaskRunRecord[] {
  const old = records.filter((record) => {
    return record.state !== "UNFINISHED" && startedMs(record.name) < beforeMs;
  });
  for (const { folder } of old) rmSync(folder, { recursive: true, force: true });
  return old;
}

/** `20261130T210657622Z-…` → ms since the epoch. */
function startedMs(name: string): number {
  const parts = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z/u.exec(name) ?? [];
  const [, year, month, day, hour, minute, second, ms] = parts.map(Number);
  return Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute, second, ms);
}

function jsonIn(folder: string, name: string) {
  try {
    const value: unknown = JSON.parse(textIn(folder, name) ?? "");
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function textIn(folder: string, name: string): string | undefined {
  try {
    const path = join(folder, name);
    return statSync(path).size > fileBytesMax ? undefined : readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
