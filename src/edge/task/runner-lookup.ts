import type { EnvironmentPort, FilePort } from "../../kernel/ports.ts";

/** Which runner carries a task out. Spec: TK-16. */
export type RunnerChoice =
  | { readonly kind: "external"; readonly program: string; readonly from: string }
  | { readonly kind: "own" }
  | { readonly kind: "missing"; readonly problem: string };

/**
 * The runner of this machine: the one that `PI_TASK_BIN` names, else the first of the usual places,
 * else `pi-task` on PATH, else this package's own. A variable that names nothing is an error: a
 * fallback would quietly run under other rules than the user asked for.
 *
 * Spec: TK-16.
 */
export function runnerChoice(environment: EnvironmentPort, files: FilePort): RunnerChoice {
  const named = environment.variable("PI_TASK_BIN");
  if (named !== undefined && named !== "") {
    const program = expanded(named, environment.home);
    if (isFile(files, program)) return { kind: "external", program, from: "PI_TASK_BIN" };
    return { kind: "missing", problem: `PI_TASK_BIN is ${named}, and there is no such file` };
  }
  const home = environment.home;
  const places = [
    "/opt/pi-toolkit/bin/pi-task",
    `${home}/src/pi-toolkit/bin/pi-task`,
    `${home}/src/src_local/pi-toolkit/bin/pi-task`,
    "/workspace/pi-toolkit/bin/pi-task",
  ];
  for (const program of places) {
    if (isFile(files, program)) return { kind: "external", program, from: program };
  }
  const separator = environment.platform === "windows" ? ";" : ":";
  for (const folder of (environment.variable("PATH") ?? "").split(separator)) {
    // A relative part of PATH belongs to whatever directory this is.
    if (!/^(?:[/\\]|[a-z]:)/iu.test(folder)) continue;
    const program = `${folder}/pi-task`;
    if (isFile(files, program)) return { kind: "external", program, from: "PATH" };
  }
  return { kind: "own" };
}

function expanded(path: string, home: string): string {
  return path.startsWith("~/") ? `${home}${path.slice(1)}` : path;
}

function isFile(files: FilePort, path: string): boolean {
  const real = files.realPath(path);
  if (!real.ok) return false;
  const facts = files.facts(real.value);
  return facts.ok && facts.value.type === "file";
}
