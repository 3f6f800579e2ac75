import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

// What the package adds to pi's start: paired runs of a one-answer session, with and without it.
// Wanted: at most 1.10 (median of the pairs' ratios).
const pairs = Number(process.env["BENCH_PAIRS"] ?? 25);
const checkout = resolve(import.meta.dirname, "../..");
const scratch = mkdtempSync(join(tmpdir(), "gatehouse-start-"));
const agentDir = join(scratch, "agent");
const model = join(scratch, "model.ts");
mkdirSync(agentDir);
writeFileSync(
  model,
  `import { fauxAssistantMessage, fauxProvider } from "@earendil-works/pi-ai";
export default function (pi) {
  const faux = fauxProvider({ provider: "scripted", models: [{ id: "script" }] });
  faux.setResponses([fauxAssistantMessage("ok")]);
  pi.registerProvider(faux.provider);
}
`,
);

function startMs(extra: readonly string[]): number {
  const cli = join(checkout, "node_modules/@earendil-works/pi-coding-agent/dist/bundle/cli.js");
  const args = [cli, "-p", "--offline", "--no-session", "-e", model, ...extra];
  const from = process.hrtime.bigint();
  const ended = spawnSync(process.execPath, [...args, "--model", "scripted/script", "go"], {
    cwd: scratch,
    env: { PATH: process.env["PATH"], HOME: scratch, PI_CODING_AGENT_DIR: agentDir },
    stdio: ["ignore", "pipe", "pipe"],
  });
  if (ended.status !== 0) throw new Error(`pi ended with ${ended.status}: ${ended.stderr}`);
  return Number(process.hrtime.bigint() - from) / 1e6;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

try {
  const bare: number[] = [];
  const loaded: number[] = [];
  startMs([]);
  startMs(["-e", checkout]);
  for (let pair = 0; pair < pairs; pair += 1) {
    // The order alternates, so that a machine that slows down does not favour one side.
    const order = pair % 2 === 0 ? [bare, loaded] : [loaded, bare];
    for (const side of order) side.push(startMs(side === bare ? [] : ["-e", checkout]));
  }
  const ratio = median(loaded.map((ms, index) => ms / (bare[index] ?? Number.NaN)));
  process.stdout.write(
    `pi alone ${median(bare).toFixed(0)} ms, with the package ${median(loaded).toFixed(0)} ms, ` +
      `ratio ${ratio.toFixed(3)} over ${pairs} pairs (wanted: <= 1.10)\n`,
  );
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
