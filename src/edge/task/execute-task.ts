import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { rootPlaces, rootProbe } from "../../decisions/roots/facts.ts";
import type { TaskSpec } from "../../decisions/spec/spec.ts";
import type { Ports } from "../../kernel/ports.ts";
import type { TaskSettings } from "../../kernel/settings.ts";
import { runTask, type TaskProgress } from "../../runner/run-task.ts";
import { agentDirectory } from "../agent-directory.ts";
import { checkedCall } from "./checked-call.ts";
import { type RunnerEnd, runExternal } from "./external-runner.ts";
import { type RunnerChoice, runnerChoice } from "./runner-lookup.ts";
import { answerOf, runnerName, type TaskAnswer } from "./task-answer.ts";
import type { TaskDetails } from "./task-details.ts";
import { type Place, TaskLineUp } from "./task-line-up.ts";

/** What the runner gets on top of the task's own limit, in ms. Spec: TK-14. */
const graceMs = 90_000;
/** Updates come at most this often, in ms. */
const updateMs = 250;

/** A task call, without the host around it. Spec: TK-12. */
export interface TaskCall {
  readonly input: unknown;
  readonly ports: Ports;
  readonly settings: TaskSettings;
  readonly signal: AbortSignal | undefined;
  readonly update: (text: string, details: TaskDetails) => void;
}

let lineUp: TaskLineUp | undefined;

/**
 * Carries out a call of the task tool: checks it, waits for its turn, hands the spec to the runner,
 * and answers with the report. PASS and FAIL are answers; everything else throws with words for the
 * model.
 *
 * Spec: TK-12..TK-16.
 */
export async function executeTask(call: TaskCall): Promise<TaskAnswer> {
  const { ports, signal } = call;
  const { spec, problems } = checkedCall(call.input, ports);
  if (spec === undefined || problems.length > 0) {
    throw new Error(
      `The task was not started:\n${problems.map(({ message }) => `- ${message}`).join("\n")}`,
    );
  }
  const runner = runnerChoice(ports.environment, ports.files);
  if (runner.kind === "missing") throw new Error(`The task was not started: ${runner.problem}`);
  lineUp ??= new TaskLineUp(ports.environment.platform);
  const places = rootPlaces(spec.roots, rootProbe(ports.files));
  const folder = join(agentDirectory(ports.environment), "pi-task", "line");
  const place = placeInLine(lineUp, folder, spec.id, places);
  let specFolder: string | undefined;
  try {
    await place.turn(signal, (ids) => {
      const text = `${spec.id} waits for ${ids.join(", ")}: the roots overlap`;
      call.update(text, { id: spec.id, phase: "waiting" });
    });
    // mkdtemp makes it for the owner alone.
    specFolder = mkdtempSync(join(tmpdir(), "gatehouse-task-"));
    const specFile = join(specFolder, "spec.json");
    writeFileSync(specFile, JSON.stringify(spec), { flag: "wx", mode: 0o600 });
    call.update(startLine(spec), { id: spec.id, phase: "running", runner: runnerName(runner) });
    const end = await runBy(runner, call, spec, specFile, place);
    return answerOf(spec, runner, end);
  } finally {
    place.leave();
    if (specFolder !== undefined) rmSync(specFolder, { recursive: true, force: true });
  }
}

function placeInLine(
  line: TaskLineUp,
  folder: string,
  id: string,
  places: readonly string[],
): Place {
  try {
    return line.join(folder, id, places);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`The task was not started: no place in line can be taken: ${why}`);
  }
}

function startLine(spec: TaskSpec): string {
  const rights = spec.read_only ? "read-only" : `may write ${spec.write_allowed.join(", ")}`;
  return `${spec.id}: ${spec.effort}, ${rights}, limit ${spec.wall_s} s and $${spec.usd}`;
}

function runBy(
  runner: RunnerChoice,
  call: TaskCall,
  spec: TaskSpec,
  specFile: string,
  place: Place,
): Promise<RunnerEnd> {
  const timeoutMs = spec.wall_s * 1_000 + graceMs;
  const details: TaskDetails = { id: spec.id, phase: "running", runner: runnerName(runner) };
  const tell = throttled((text) => call.update(text, details));
  if (runner.kind === "external") {
    return runExternal(runner.program, specFile, place.ticket, timeoutMs, call.signal, {
      onStart: place.alsoHeldBy,
      onLine: (line) => tell(`${spec.id}: ${line.slice(0, 200)}`),
    });
  }
  return runOwn(call, specFile, timeoutMs, place.alsoHeldBy, (progress) => {
    tell(progressLine(spec, progress));
  });
}

async function runOwn(
  call: TaskCall,
  specFile: string,
  timeoutMs: number,
  onStart: (pid: number) => void,
  onProgress: (progress: TaskProgress) => void,
): Promise<RunnerEnd> {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), Math.min(timeoutMs, 2 ** 31 - 1));
  const signals = [timeout.signal, ...(call.signal === undefined ? [] : [call.signal])];
  try {
    const { exit, stdout, stderr } = await runTask({
      specText: readFileSync(specFile, "utf8"),
      settings: call.settings,
      ports: call.ports,
      signal: AbortSignal.any(signals),
      onStart,
      onProgress,
    });
    return { code: exit, stdout, stderr };
  } finally {
    clearTimeout(timer);
  }
}

function progressLine(spec: TaskSpec, progress: TaskProgress): string {
  const { phase, turns, tool, elapsedMs, costUsd } = progress;
  if (phase === "looking") return `${spec.id}: looking at the roots`;
  if (phase === "comparing") return `${spec.id}: comparing the roots`;
  const doing = tool === undefined ? "thinking" : tool;
  const seconds = Math.round(elapsedMs / 1_000);
  return `${spec.id}: turn ${turns}, ${doing}, ${seconds} s, $${costUsd.toFixed(4)}`;
}

/** Lets a text through at once when it is the first or the last came a while ago. */
function throttled(tell: (text: string) => void): (text: string) => void {
  let last = Number.NEGATIVE_INFINITY;
  let said = "";
  return (text) => {
    const now = performance.now();
    if (text === said || now - last < updateMs) return;
    last = now;
    said = text;
    tell(text);
  };
}
