import { existsSync, mkdtempSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TaskSpec } from "../../decisions/spec/spec.ts";
import { isJsonObject, type JsonObject } from "../../kernel/json.ts";
import type { RunnerEnd } from "./external-runner.ts";
import { cutReport, reportBytesMax } from "./report-cut.ts";
import type { RunnerChoice } from "./runner-lookup.ts";
import type { TaskDetails } from "./task-details.ts";

const resultBytesMax = 16 * 1024 * 1024;

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

/** A runner's name in answers: `own`, or its path. Spec: TK-16. */
export function runnerName(runner: RunnerChoice): string {
  return runner.kind === "external" ? runner.program : "own";
}

/**
 * The answer to a call from how its runner ended. PASS and FAIL are answers; everything else throws
 * with the last words of the runner.
 *
 * Spec: TK-15, TK-16.
 */
export function answerOf(spec: TaskSpec, runner: RunnerChoice, end: RunnerEnd): TaskAnswer {
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
  const isLong = Buffer.byteLength(report) > reportBytesMax;
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
