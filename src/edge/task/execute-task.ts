import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { rootPlaces, rootProbe } from "../../decisions/roots/facts.ts";
import type { TaskSpec } from "../../decisions/spec/spec.ts";
import { isJsonObject, type JsonObject } from "../../kernel/json.ts";
import type { Ports } from "../../kernel/ports.ts";
import type { TaskSettings } from "../../kernel/settings.ts";
import { runTask, type TaskProgress } from "../../runner/run-task.ts";
import { agentDirectory } from "../agent-directory.ts";
import { checkedCall } from "./checked-call.ts";
import { type RunnerEnd, runExternal } from "./external-runner.ts";
import { cutReport } from "./report-cut.ts";
import { type RunnerChoice, runnerChoice } from "./runner-lookup.ts";
import type { TaskDetails } from "./task-details.ts";
import { type Place, TaskLineUp } from "./task-line-up.ts";

/** What the runner gets on top of the task's own limit, in ms. Spec: TK-14. */
const graceMs = 90_000;
/** Updates come at most this often, in ms. */
const updateMs = 250;
const resultBytesMax = 16 * 1024 * 1024;

/** A task call, without the host around it. Spec: TK-12. */
export interface TaskCall {
  readonly input: unknown;
  readonly ports: Ports;
  readonly settings: TaskSettings;
  readonly signal: AbortSignal | undefined;
  readonly update: (text: string, details: TaskDetails) => void;
}

/** What the model reads, and what goes with it. Spec: TK-15. */
export interface TaskAnswer {
  readonly text: string;
  readonly details: TaskDetails;
  /** What the child used, where the runner says so: pi adds it to the session's totals. */
  readonly usage?: TaskUsage;
}

/** Tokens, and cost in US dollars, in pi's own form. Spec: TK-15. */
export interface TaskUsage {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly totalTokens: number;
  readonly cost: {
    readonly input: number;
    readonly output: number;
    readonly cacheRead: number;
    readonly cacheWrite: number;
    readonly total: number;
  };
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
  const place = lineUp.join(folder, spec.id, places);
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

function startLine(spec: TaskSpec): string {
  const rights = spec.read_only ? "read-only" : `may write ${spec.write_allowed.join(", ")}`;
  return `${spec.id}: ${spec.effort}, ${rights}, limit ${spec.wall_s} s and $${spec.usd}`;
}

function runnerName(runner: RunnerChoice): string {
  return runner.kind === "external" ? runner.program : "own";
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

function answerOf(spec: TaskSpec, runner: RunnerChoice, end: RunnerEnd): TaskAnswer {
  if (end.problem !== undefined) throw new Error(`The runner did not start: ${end.problem}`);
  if (end.ended === "time") throw new Error(`The runner did not end in time.\n${tailOf(end)}`);
  if (end.ended === "aborted") throw new Error("The task was aborted.");
  if (end.code !== 0 && end.code !== 1) {
    throw new Error(`The runner ended with ${end.code ?? "a signal"}.\n${tailOf(end)}`);
  }
  const verdict = end.code === 0 ? "PASS" : "FAIL";
  const audit = /^audit: (.+)$/mu.exec(end.stdout.trimEnd().split("\n").at(-1) ?? "")?.[1];
  const result = audit === undefined ? undefined : readResult(join(audit, "result.json"));
  const name = runnerName(runner);
  const by = runner.kind === "external" ? `Runner: ${name} (${runner.from})` : "Runner: own";
  const report = `${by}\n${end.stdout}`;
  const usage = usageOf(result?.["usage"]);
  const isLong = Buffer.byteLength(report) > 24_000;
  return {
    text: isLong ? cutReport(report, wholePlace(audit, end.stdout)) : report,
    details: {
      id: spec.id,
      phase: "done",
      runner: name,
      verdict,
      ...(audit === undefined ? {} : { audit_dir: audit }),
      ...(result === undefined ? {} : { result }),
    },
    ...(usage === undefined ? {} : { usage }),
  };
}

function usageOf(value: unknown): TaskUsage | undefined {
  if (!isJsonObject(value)) return undefined;
  const [input, output, cacheRead, cacheWrite, totalTokens, total] = [
    "input",
    "output",
    "cacheRead",
    "cacheWrite",
    "totalTokens",
    "cost",
  ].map((key) => (typeof value[key] === "number" ? value[key] : undefined));
  if (input === undefined || output === undefined || total === undefined) return undefined;
  if (cacheRead === undefined || cacheWrite === undefined || totalTokens === undefined) {
    return undefined;
  }
  // The runner keeps one sum of the cost; what part of it each kind of token had is not known.
  const cost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total };
  return { input, output, cacheRead, cacheWrite, totalTokens, cost };
}

/** Where the whole report is; a runner without a record of its own gets one here. */
function wholePlace(audit: string | undefined, stdout: string): string {
  const kept = audit === undefined ? undefined : join(audit, "report.md");
  if (kept !== undefined && existsSync(kept)) return kept;
  const file = join(mkdtempSync(join(tmpdir(), "gatehouse-report-")), "report.md");
  writeFileSync(file, stdout, { mode: 0o600 });
  return file;
}

/** The last lines of standard error, else of standard output. */
function tailOf(end: RunnerEnd): string {
  const said = end.stderr.trim() === "" ? end.stdout : end.stderr;
  return said.trim().split("\n").slice(-20).join("\n").slice(-4_000);
}

function readResult(file: string): JsonObject | undefined {
  try {
    if (statSync(file).size > resultBytesMax) return undefined;
    const value: unknown = JSON.parse(readFileSync(file, "utf8"));
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
