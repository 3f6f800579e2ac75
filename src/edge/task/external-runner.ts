import { spawn } from "node:child_process";
import { killGraceMs, signalGroup } from "../../runner/process-group.ts";
import { heldTicketVariable } from "../../runner/task-line.ts";

/** What a runner said and how it ended. Spec: TK-15. */
export interface RunnerEnd {
  /** `null` where a signal ended it. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Why it was ended from here, if it was. */
  readonly ended?: "aborted" | "time";
  /** Why it did not start. */
  readonly problem?: string;
}

/** Output over this size, in bytes, is cut at its front: the end says where the record is. */
const outputBytesMax = 8 * 1024 * 1024;

/**
 * Runs an external runner on a spec file to its end; its process group is ended when the caller
 * aborts or the time is over. Never rejects.
 *
 * Spec: TK-14, TK-15.
 */
export function runExternal(
  program: string,
  specFile: string,
  ticket: number,
  timeoutMs: number,
  signal: AbortSignal | undefined,
  told: {
    readonly onStart: (pid: number) => void;
    readonly onLine: (line: string) => void;
  },
): Promise<RunnerEnd> {
  return new Promise((resolve) => {
    const child = spawn(program, ["run", specFile], {
      env: { ...process.env, [heldTicketVariable]: String(ticket) },
      stdio: ["ignore", "pipe", "pipe"],
      detached: process.platform !== "win32",
      windowsHide: true,
    });
    if (child.pid !== undefined) told.onStart(child.pid);
    const stdout = new Tail();
    const stderr = new Tail();
    let ended: RunnerEnd["ended"];
    let problem: string | undefined;
    let killTimer: NodeJS.Timeout | undefined;
    const end = (why: "aborted" | "time"): void => {
      if (ended !== undefined || child.pid === undefined) return;
      ended = why;
      const { pid } = child;
      signalGroup(pid, "SIGTERM");
      killTimer = setTimeout(() => signalGroup(pid, "SIGKILL"), killGraceMs);
    };
    const abort = (): void => end("aborted");
    const timer = setTimeout(() => end("time"), Math.min(timeoutMs, 2 ** 31 - 1));
    signal?.addEventListener("abort", abort, { once: true });
    child.stdout.on("data", (chunk: Buffer) => stdout.add(chunk));
    child.stderr.on("data", (chunk: Buffer) => {
      stderr.add(chunk);
      const line = chunk.toString("utf8").trim().split("\n").at(-1) ?? "";
      if (line !== "") told.onLine(line);
    });
    child.on("error", (error) => {
      problem = error.message;
    });
    child.on("exit", () => {
      // What it left in its group goes with it, and so does whoever holds its output open.
      if (child.pid !== undefined) signalGroup(child.pid, "SIGKILL");
    });
    child.on("close", (code) => {
      clearTimeout(timer);
      clearTimeout(killTimer);
      signal?.removeEventListener("abort", abort);
      resolve({
        code,
        stdout: stdout.text(),
        stderr: stderr.text(),
        ...(ended === undefined ? {} : { ended }),
        ...(problem === undefined ? {} : { problem }),
      });
    });
    if (signal?.aborted === true) abort();
  });
}

/** The end of an output, bounded. */
class Tail {
  #chunks: Buffer[] = [];
  #bytes = 0;

  add(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#bytes += chunk.length;
    while (this.#bytes - (this.#chunks[0]?.length ?? 0) > outputBytesMax) {
      this.#bytes -= this.#chunks.shift()?.length ?? 0;
    }
  }

  text(): string {
    return Buffer.concat(this.#chunks).toString("utf8");
  }
}
