import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

/** The environment variable that marks every process of one run. Spec: TK-33. */
export const runMarkVariable = "GATEHOUSE_TASK_RUN";

/** From the polite signal to the final one, in ms. Spec: TK-33. */
export const killGraceMs = 5_000;

/**
 * Signals a child's whole process group. The child was started as the leader of a group of its own;
 * one that is gone is no error.
 *
 * Spec: TK-33.
 */
export function signalGroup(pid: number, signal: "SIGTERM" | "SIGKILL"): void {
  if (process.platform === "win32") {
    try {
      execFileSync("taskkill", ["/PID", String(pid), "/T", "/F"], { stdio: "ignore" });
    } catch {
      // It is gone.
    }
    return;
  }
  try {
    process.kill(-pid, signal);
  } catch {
    // It is gone.
  }
}

/**
 * Kills what a run left behind: processes that moved to a group of their own, as pi's shell tool
 * does with every command, and outlived the child. They are known by the mark in the environment
 * they inherited. Answers how many there were.
 *
 * Spec: TK-33, TK-37.
 */
export function killSurvivors(mark: string): number {
  const killed = new Set<number>();
  // Once more after each round that found one: a process may have started another meanwhile.
  for (let round = 0; round < 10; round += 1) {
    const found = markedProcesses(mark).filter((pid) => !killed.has(pid));
    if (found.length === 0) break;
    for (const pid of found) {
      killed.add(pid);
      try {
        process.kill(pid, "SIGKILL");
      } catch {
        // It is gone.
      }
    }
  }
  return killed.size;
}

function markedProcesses(mark: string): readonly number[] {
  const text = `${runMarkVariable}=${mark}`;
  if (process.platform === "linux") {
    return numbers(readdirSync("/proc")).filter((pid) => environmentOf(pid).includes(text));
  }
  if (process.platform === "win32") return [];
  try {
    const lines = execFileSync("ps", ["-axEww", "-o", "pid=,command="], { encoding: "utf8" });
    const marked = lines.split("\n").filter((line) => line.includes(text));
    return numbers(marked.map((line) => line.trim().split(/\s/u)[0] ?? ""));
  } catch {
    return [];
  }
}

function numbers(names: readonly string[]): readonly number[] {
  return names
    .filter((name) => /^\d+$/u.test(name))
    .map(Number)
    .filter((pid) => pid !== process.pid);
}

/** Dead processes that nobody has waited for have an empty one. */
function environmentOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, "latin1");
  } catch {
    return "";
  }
}
