import { accessSync, constants } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";
import type { ProgramPort } from "../kernel/ports.ts";

/** Directories of a run, as the sandbox lays them out. Absolute. Spec: TK-32. */
export interface SandboxPlan {
  readonly roots: readonly string[];
  readonly writeAllowed: readonly string[];
  /** pi's own directory: it renews its logins there. */
  readonly agentFolder: string;
  readonly auditFolder: string;
  readonly temporaryFolder: string;
}

/** How the child is wrapped, or why it is not. Spec: TK-32. */
export interface Sandbox {
  readonly used: boolean;
  /** Goes before the child's own command. Empty when it is not used. */
  readonly prefix: readonly string[];
  /** One line for the report. */
  readonly words: string;
}

/**
 * The bubblewrap arguments: everything read-only, then the places that may be written laid over
 * it, then the audit directory closed again, so that a child cannot touch the record of itself.
 *
 * Spec: TK-32.
 */
export function sandboxArguments(plan: SandboxPlan): readonly string[] {
  const readOnly = (path: string) => ["--ro-bind", path, path];
  const writable = (path: string) => ["--bind", path, path];
  return [
    "--die-with-parent",
    "--unshare-pid",
    "--unshare-ipc",
    ...readOnly("/"),
    ...["--dev", "/dev", "--proc", "/proc"],
    ...writable(plan.agentFolder),
    ...plan.roots.flatMap(readOnly),
    ...plan.writeAllowed.flatMap(writable),
    ...readOnly(plan.auditFolder),
    ...writable(plan.temporaryFolder),
  ];
}

/**
 * Wraps the child in bubblewrap where it is installed and works here. That it works is tried with
 * the very arguments of the run: many containers have the program and lack the right.
 *
 * Spec: TK-32.
 */
export async function sandbox(
  plan: SandboxPlan,
  wanted: "auto" | "off",
  path: string,
  programs: ProgramPort,
): Promise<Sandbox> {
  const without = (words: string): Sandbox => ({ used: false, prefix: [], words });
  if (wanted === "off") return without("no sandbox: gatehouse.task.bwrap is off");
  if (process.platform !== "linux") return without("no sandbox: bubblewrap is for Linux");
  const program = path
    .split(delimiter)
    .filter((folder) => isAbsolute(folder))
    .map((folder) => join(folder, "bwrap"))
    .find(isExecutable);
  if (program === undefined) return without("no sandbox: bwrap is not installed");
  const args = sandboxArguments(plan);
  const tried = await programs.run(program, [...args, "--", "true"], {
    cwd: "/",
    timeoutMs: 10_000,
  });
  if (tried?.code !== 0) {
    const said = tried?.stderr.trim().split("\n").at(-1) ?? "it did not start";
    return without(`no sandbox: bwrap does not work here (${said})`);
  }
  return { used: true, prefix: [program, ...args, "--"], words: "sandbox: bubblewrap" };
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
