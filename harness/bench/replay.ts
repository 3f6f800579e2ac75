import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

// Replay against reading, splitting and parsing every line, and against pi's own parser, on the
// same files, in fresh processes one after the other (HN-10). `BENCH_MB` is the size of a file.
const bytesWanted = Number(process.env["BENCH_MB"] ?? 100) * 1e6;
const rounds = 5;
const root = join(import.meta.dirname, "../..");
const large = join(root, "../shared/sessions/large-session.jsonl");

/** Lines of real sessions: a day's work where one is at hand, else the recorded fixtures. */
function sessionLines(): string[] {
  const files = existsSync(large)
    ? [large]
    : globSync("fixtures/sessions/*/*.session.jsonl", { cwd: root }).map((path) =>
        join(root, path),
      );
  return files.flatMap((file) => readFileSync(file, "utf8").split("\n").filter(Boolean));
}

function makeFile(path: string, lines: readonly string[]): void {
  const text = Buffer.from(`${lines.join("\n")}\n`);
  for (let size = 0; size < bytesWanted; size += text.length) appendFileSync(path, text);
}

interface Run {
  readonly elapsedMs: number;
  readonly residentBytes: number;
}

function run(way: string, file: string): Run {
  const script = join(import.meta.dirname, "bench-replay-run.ts");
  const ran = spawnSync(process.execPath, ["--import", "tsx", script, way, file], {
    encoding: "utf8",
  });
  if (ran.status !== 0) throw new Error(ran.stderr);
  return JSON.parse(ran.stdout) as Run;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

function compare(name: string, file: string): void {
  const megabytes = statSync(file).size / 1e6;
  process.stdout.write(`${name}, ${megabytes.toFixed(0)} MB, median of ${rounds}\n`);
  const ways = ["naive", "pi", "replay", "replay-fork"];
  const runs = new Map<string, Run[]>(ways.map((way) => [way, []]));
  for (let round = 0; round < rounds; round++) {
    for (const way of ways) runs.get(way)?.push(run(way, file));
  }
  const time = (way: string): number => median((runs.get(way) ?? []).map((each) => each.elapsedMs));
  for (const way of ways) {
    const peak = Math.max(...(runs.get(way) ?? []).map((each) => each.residentBytes)) / 1e6;
    const rate = (megabytes / time(way)) * 1e3;
    const ratio = (time("naive") / time(way)).toFixed(2);
    const overPi = (time("pi") / time(way)).toFixed(2);
    process.stdout.write(
      `  ${way.padEnd(12)} ${time(way).toFixed(0).padStart(5)} ms  ${rate.toFixed(0).padStart(5)} MB/s` +
        `  ${ratio} x naive  ${overPi} x pi  peak ${peak.toFixed(0)} MB\n`,
    );
  }
}

const folder = mkdtempSync(join(tmpdir(), "gatehouse-bench-"));
try {
  const lines = sessionLines();
  const whole = join(folder, "sessions.jsonl");
  makeFile(whole, lines);
  compare("real sessions", whole);
  const results = join(folder, "results.jsonl");
  makeFile(results, [
    ...lines.slice(0, 1),
    ...lines.filter((line) => line.includes('"role":"toolResult"') && line.length > 2_000),
  ]);
  if (lines.length > 500) compare("mostly tool results", results);
} finally {
  rmSync(folder, { recursive: true });
}
