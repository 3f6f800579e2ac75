import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";
import { isJsonObject } from "../kernel/json.ts";

/** Which process of which machine. Equal numbers alone prove nothing: they are used again. */
export interface ProcessIdentity {
  readonly pid: number;
  /** Machine, its present run, and the container; processes of one place see each other. */
  readonly place: string;
  /** When the process started, in the machine's own units; empty where that is not told. */
  readonly start: string;
}

/** An owner elsewhere that has not been heard of for this long is gone, in ms. */
const silentMs = 60_000;

/** This process, or another that runs here now. Spec: TK-3. */
export function processIdentity(pid: number = process.pid): ProcessIdentity {
  return { pid, place: place(), start: startOf(pid) ?? "" };
}

/**
 * Whether the process is gone. Where it can be seen, the system is asked; a process of another
 * machine or container shows its life by touching its ticket, last `silenceMs` ago.
 *
 * Spec: TK-3.
 */
export function isGone(identity: ProcessIdentity, silenceMs: number): boolean {
  if (identity.place !== place()) return silenceMs > silentMs;
  if (!isRunning(identity.pid)) return true;
  if (identity.start === "") return silenceMs > silentMs;
  return startOf(identity.pid) !== identity.start;
}

/** Reads an identity back from JSON. */
export function readIdentity(value: unknown): ProcessIdentity | undefined {
  if (!isJsonObject(value)) return undefined;
  const { pid, place: where, start } = value;
  if (typeof pid !== "number" || !Number.isSafeInteger(pid) || pid <= 0) return undefined;
  if (typeof where !== "string" || typeof start !== "string") return undefined;
  return { pid, place: where, start };
}

function place(): string {
  const boot = textOf("/proc/sys/kernel/random/boot_id");
  return [hostname(), boot ?? "", container()].join(" ");
}

function container(): string {
  try {
    return readlinkSync("/proc/self/ns/pid");
  } catch {
    return "";
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** Field 22 of the process's stat line, after a name that may hold anything. A zombie has ended. */
function startOf(pid: number): string | undefined {
  const fields = textOf(`/proc/${pid}/stat`)
    ?.replace(/^.*\) /su, "")
    .split(" ");
  return fields?.[0] === "Z" ? undefined : fields?.[19];
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8").trim();
  } catch {
    return undefined;
  }
}
