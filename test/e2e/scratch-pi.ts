import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Reply } from "../../harness/recording/recording.ts";

/** The root of this checkout. */
export const checkout = resolve(import.meta.dirname, "../..");

/** What a program printed, and how it ended. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A scratch home for a real pi: agent directory, working directory, script. */
export class ScratchPi {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), "gatehouse-e2e-")));
  readonly agentDir = join(this.root, "agent");
  readonly cwd = join(this.root, "work");

  constructor() {
    mkdirSync(this.agentDir);
    mkdirSync(this.cwd);
  }

  get environment(): Record<string, string> {
    return {
      PATH: process.env["PATH"] ?? "",
      HOME: this.root,
      PI_CODING_AGENT_DIR: this.agentDir,
      PI_OFFLINE: "1",
      GATEHOUSE_SCRIPT: join(this.root, "script.json"),
    };
  }

  /** Runs pi with the scripted model on one prompt. */
  prompt(
    text: string,
    replies: readonly Reply[],
    args: readonly string[],
    environment: Record<string, string> = {},
  ): Promise<Ended> {
    writeFileSync(join(this.root, "script.json"), JSON.stringify(replies));
    const scripted = join(checkout, "test/e2e/scripted-pi.extension.ts");
    return this.pi(
      ["-p", "--offline", "-e", scripted, "--model", "scripted/script", ...args, text],
      environment,
    );
  }

  /** Runs pi itself. */
  pi(args: readonly string[], environment: Record<string, string> = {}): Promise<Ended> {
    const bin = join(checkout, "node_modules/@earendil-works/pi-coding-agent/dist/bundle/cli.js");
    return run(process.execPath, [bin, ...args], this.cwd, { ...this.environment, ...environment });
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}

/** Runs a program to its end, standard input closed or holding `input`. */
export function run(
  program: string,
  args: readonly string[],
  cwd: string,
  env: Record<string, string>,
  input = "",
): Promise<Ended> {
  return new Promise((done, fail) => {
    const child = spawn(program, args, { cwd, env, stdio: ["pipe", "pipe", "pipe"] });
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => out.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => err.push(chunk));
    child.on("error", fail);
    child.on("close", (code) => {
      done({ code, stdout: String(Buffer.concat(out)), stderr: String(Buffer.concat(err)) });
    });
    child.stdin.on("error", () => {});
    child.stdin.end(input);
  });
}
