import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, isAbsolute, join, relative, resolve } from "node:path";
import { judgement } from "../../src/decisions/containment/judgement.ts";
import { nodePorts } from "../../src/edge/node-ports.ts";
import { defaultSettings } from "../../src/edge/settings.ts";
import type { World } from "../../src/kernel/gate.ts";

// What the lockdown costs per call of write, beside `realpathSync` of the same existing path and
// beside a guard that only looks at the text. Wanted: at most 3 times the first (median).
const rounds = 41;
const callsPerRound = 400;
const scratch = realpathSync(mkdtempSync(join(tmpdir(), "gatehouse-bench-")));
const cwd = join(scratch, "projects/shop");
const existing = ["src/routes/orders.ts", "docs/tasks/e/map.md", "docs/tasks/e/.work/u.md"];
const world: World = { settings: defaultSettings, ports: nodePorts };

function put(path: string): void {
  mkdirSync(dirname(join(cwd, path)), { recursive: true });
  writeFileSync(join(cwd, path), "text\n");
}

function gate(path: string): void {
  void judgement.judge({ toolName: "write", toolCallId: "c", input: { path }, cwd }, world);
}

/** The guard of a package that does not look at the disk, restated. */
function lexical(path: string): boolean {
  const from = relative(join(cwd, "docs/tasks"), resolve(cwd, path));
  return from === "" || (!from.startsWith("..") && !isAbsolute(from));
}

function nsPerCall(call: () => void): number {
  const from = process.hrtime.bigint();
  for (let count = 0; count < callsPerRound; count += 1) call();
  return Number(process.hrtime.bigint() - from) / callsPerRound;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function report(path: string, isJudged: boolean): number {
  const absolute = join(cwd, path);
  const ways = {
    bare: () => void realpathSync(isJudged ? absolute : dirname(absolute)),
    gate: () => gate(path),
    lexical: () => void lexical(path),
  };
  const times = { bare: [] as number[], gate: [] as number[], lexical: [] as number[] };
  // Each round takes every way once, so that a machine that slows down slows them all.
  for (let round = 0; round < rounds; round += 1) {
    for (const name of ["bare", "gate", "lexical"] as const)
      times[name].push(nsPerCall(ways[name]));
  }
  const ratios = times.gate.map((ns, index) => ns / (times.bare[index] ?? Number.NaN));
  const shown = (ns: number): string => `${(ns / 1_000).toFixed(1)} us`;
  process.stdout.write(
    `${path.padEnd(26)} realpathSync ${shown(median(times.bare))}, ` +
      `gate ${shown(median(times.gate))}, lexical guard ${shown(median(times.lexical))}, ` +
      `gate / realpathSync ${median(ratios).toFixed(2)}` +
      `${isJudged ? " (wanted: <= 3)" : " of the directory, for a file that is not there yet"}\n`,
  );
  return median(ratios);
}

try {
  mkdirSync(join(cwd, ".git"), { recursive: true });
  for (const path of existing) put(path);
  for (const path of existing) nsPerCall(() => gate(path));
  const worst = Math.max(...existing.map((path) => report(path, true)));
  report("src/routes/new.ts", false);
  if (worst > 3) process.exitCode = 1;
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
