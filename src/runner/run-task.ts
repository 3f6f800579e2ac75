import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Ports } from "../kernel/ports.ts";
import type { TaskSettings } from "../kernel/settings.ts";
import { removeTemporary } from "./audit.ts";
import { childEnvironment } from "./child-environment.ts";
import { type ChildEnd, runChild } from "./child-process.ts";
import type { ChildStory } from "./child-story.ts";
import { guardPlanVariable } from "./guard-plan.ts";
import { judgeRun } from "./judge-run.ts";
import { patchOf } from "./patch.ts";
import { type Preparation, prepare } from "./prepare.ts";
import { taskPrompt } from "./prompt.ts";
import { taskReport } from "./report.ts";
import { type RootChanges, type RootWatch, rootChanges, watchRoot } from "./root-watch.ts";
import { sandbox } from "./sandbox.ts";
import type { TaskResult } from "./task-result.ts";

/** What a run tells while it goes on. Spec: TK-13. */
export interface TaskProgress {
  readonly phase: "looking" | "running" | "comparing";
  readonly turns: number;
  readonly tool: string | undefined;
  readonly elapsedMs: number;
  readonly costUsd: number;
}

/** What a run needs. Spec: TK-30. */
export interface TaskRun {
  /** The text of the spec file, byte for byte what the audit directory keeps. */
  readonly specText: string;
  readonly settings: TaskSettings;
  readonly ports: Ports;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: (progress: TaskProgress) => void;
  /** Told of the child's process. */
  readonly onStart?: (pid: number) => void;
}

/** How a run ended: 0 PASS, 1 FAIL, 2 refused; and what goes to which output. Spec: TK-30. */
export interface TaskOutcome {
  readonly exit: 0 | 1 | 2;
  readonly stdout: string;
  readonly stderr: string;
  readonly result?: TaskResult;
}

/**
 * Runs one isolated task: checks the spec, remembers the roots, lets a fresh pi do the work under
 * guard, compares, judges, and keeps the record. What happens to the child never throws here; it is
 * a FAIL with a code.
 *
 * Spec: TK-30..TK-36.
 */
export async function runTask(run: TaskRun): Promise<TaskOutcome> {
  const prepared = await prepare(run.specText, run.settings, run.ports);
  if (!prepared.ok) return refused(prepared.problems);
  const { preparation } = prepared;
  const startedMs = run.ports.clock.now();
  const tell = teller(run, startedMs);
  tell("looking");
  const watches: RootWatch[] = [];
  for (const { root, real, writable } of preparation.roots) {
    watches.push(await watchRoot(root, real, writable, preparation.apart, preparation.scratch));
  }
  watches.forEach((watch, index) => {
    note(preparation.audit, join("roots", `${index}.before.json`), beforeRecord(watch));
  });
  const box = await sandbox(
    {
      roots: preparation.roots.map(({ real }) => real),
      writeAllowed: preparation.roots.filter(({ writable }) => writable).map(({ real }) => real),
      agentFolder: preparation.agentFolder,
      auditFolder: preparation.audit,
      temporaryFolder: preparation.temporary,
    },
    run.settings.bwrap,
    run.ports.environment.variable("PATH") ?? "",
    run.ports.programs,
  );
  tell("running");
  const end = await startChild(run, preparation, box.prefix, (story) => tell("running", story));
  const problem = startProblem(end, run.settings);
  if (problem !== undefined) {
    note(preparation.audit, "refused.json", { problem, stderr: end.stderrTail });
    removeTemporary(preparation);
    return refused([problem, `audit: ${preparation.audit}`]);
  }
  tell("comparing", end.story);
  const roots: RootChanges[] = [];
  for (const watch of watches) roots.push(await rootChanges(watch));
  const result = judgeRun(run.ports, preparation, end, roots, box, startedMs);
  return finish(preparation, result, roots);
}

function teller(run: TaskRun, startedMs: number) {
  return (phase: TaskProgress["phase"], story?: ChildStory): void => {
    run.onProgress?.({
      phase,
      turns: story?.turns ?? 0,
      tool: story?.tool,
      elapsedMs: run.ports.clock.now() - startedMs,
      costUsd: story?.usage.cost ?? 0,
    });
  };
}

function startChild(
  run: TaskRun,
  preparation: Preparation,
  prefix: readonly string[],
  onEvent: (story: ChildStory) => void,
): Promise<ChildEnd> {
  const { spec, program, abilities, audit } = preparation;
  const [command = program.command, ...args] = [
    ...prefix,
    program.command,
    ...program.args,
    ...preparation.args,
  ];
  const environment = {
    ...childEnvironment(process.env, abilities.variables, run.settings.environment),
    PI_CODING_AGENT_DIR: preparation.agentFolder,
    TMPDIR: preparation.temporary,
    [guardPlanVariable]: preparation.planFile,
  };
  // The names show what passed; the values may be secrets.
  const variables = Object.keys(environment).sort();
  note(audit, "argv.json", { command, args, cwd: preparation.cwd, environment: variables });
  return runChild({
    command,
    args,
    cwd: preparation.cwd,
    environment,
    prompt: taskPrompt(spec),
    mark: randomUUID(),
    wallMs: spec.wall_s * 1_000,
    usd: spec.usd,
    eventsFile: join(audit, "events.jsonl"),
    stderrFile: join(audit, "stderr.log"),
    signal: run.signal,
    onStart: run.onStart ?? (() => {}),
    onEvent,
  });
}

/** Why the child never got to its task; `undefined` when it did. */
function startProblem(end: ChildEnd, settings: TaskSettings): string | undefined {
  if (end.startProblem !== undefined) return `pi did not start: ${end.startProblem}`;
  if (end.story.started || end.aborted || end.trip !== undefined) return undefined;
  const said = end.stderrTail.split("\n").filter((line) => line.trim() !== "");
  const telling = said.find((line) => !line.startsWith("Warning:")) ?? said[0] ?? "it said nothing";
  if (/no api key|no models? available|model .* not found/iu.test(end.stderrTail)) {
    const hint =
      settings.extensions.length === 0 ? "; gatehouse.task.extensions adds providers" : "";
    return `no model: ${telling}${hint}`;
  }
  return `pi did not begin the task (exit ${end.exit?.code ?? end.exit?.signal}): ${telling}`;
}

async function finish(
  { audit, temporary, scratch }: Preparation,
  result: TaskResult,
  roots: readonly RootChanges[],
): Promise<TaskOutcome> {
  roots.forEach(({ watch, changes, problem }, index) => {
    note(audit, join("roots", `${index}.after.json`), { root: watch.root, changes, problem });
  });
  writeFileSync(join(audit, "diff.patch"), await patchOf(roots), { mode: 0o600 });
  removeTemporary({ temporary, scratch });
  const report = taskReport(result);
  writeFileSync(join(audit, "report.md"), report, { mode: 0o600 });
  // Last: a directory without it is of a run that never finished.
  note(audit, "result.json", result);
  return { exit: result.verdict === "PASS" ? 0 : 1, stdout: report, stderr: "", result };
}

function beforeRecord(watch: RootWatch): unknown {
  const { root, real, writable, kind, state } = watch;
  const files = "git" in state ? state.git.files : state.manifest;
  const git = "git" in state ? { commit: state.git.status.commit } : {};
  const entries = [...files].map(([path, entry]) => ({ path, ...entry }));
  return { root, real, writable, kind, ...git, entries };
}

function note(folder: string, name: string, value: unknown): void {
  writeFileSync(join(folder, name), `${JSON.stringify(value)}\n`, { mode: 0o600 });
}

function refused(problems: readonly string[]): TaskOutcome {
  return { exit: 2, stdout: "", stderr: `${problems.join("\n")}\n` };
}
