import { mkdirSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Host, HostContext, HostToolCall } from "../../src/edge/host.ts";
import { nodePorts } from "../../src/edge/node-ports.ts";
import { Supervision } from "../../src/edge/supervisor/supervision.ts";
import type { SystemDesk } from "../../src/edge/system.ts";
import type { Ports } from "../../src/kernel/ports.ts";

// What the supervisor costs a call that no reviewer watches, next to a handler that looks at one
// file. Wanted: at most 2 times as much (median of the pairs' ratios), and one parse in all.
const pairs = Number(process.env["BENCH_PAIRS"] ?? 60);
const calls = 2_000;
const scratch = mkdtempSync(join(tmpdir(), "gatehouse-supervisor-"));
const file = join(scratch, "agent/extensions/pi-tool-supervisor/config.json");
const reviewers = Array.from({ length: 5 }, (_, index) => ({
  name: `reviewer ${index}`,
  model: "p/m",
  rulesFile: "rules.md",
  tools: ["edit", "write"],
}));
mkdirSync(dirname(file), { recursive: true });
writeFileSync(file, JSON.stringify({ reviewers }));
// A file that was written long ago, as a configuration usually was.
utimesSync(file, 1, 1);

const environment = {
  ...nodePorts.environment,
  variable: (name: string) => (name === "PI_CODING_AGENT_DIR" ? join(scratch, "agent") : undefined),
};
const ports: Ports = { ...nodePorts, environment };
const host = { appendEntry: () => {} } as unknown as Host;
const desk = { host, ports, isOn: () => true, decide: () => {} } as unknown as SystemDesk;
const event = { type: "tool_call", toolCallId: "x", toolName: "read", input: {} } as HostToolCall;

function contextOf(trusted: boolean): HostContext {
  const context = { cwd: scratch, hasUI: false, isProjectTrusted: () => trusted };
  return context as unknown as HostContext;
}

type Handler = (event: HostToolCall, context: HostContext) => unknown;

async function nsPerCall(handler: Handler, context: HostContext): Promise<number> {
  const from = process.hrtime.bigint();
  for (let count = 0; count < calls; count += 1) await handler(event, context);
  return Number(process.hrtime.bigint() - from) / calls;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

async function compared(trusted: boolean): Promise<void> {
  const supervision = new Supervision(desk);
  const context = contextOf(trusted);
  const look: Handler = () => void statSync(file);
  const own: Handler = (asked, about) => supervision.before(asked, about);
  await nsPerCall(look, context);
  await nsPerCall(own, context);
  const base: number[] = [];
  const spent: number[] = [];
  for (let pair = 0; pair < pairs; pair += 1) {
    // The order alternates, so that a machine that slows down does not favour one side.
    const order = pair % 2 === 0 ? [base, spent] : [spent, base];
    for (const side of order) side.push(await nsPerCall(side === base ? look : own, context));
  }
  const ratio = median(spent.map((ns, index) => ns / (base[index] ?? Number.NaN)));
  process.stdout.write(
    `${trusted ? "trusted" : "untrusted"} project: one statSync ${median(base).toFixed(0)} ns, ` +
      `the supervisor ${median(spent).toFixed(0)} ns, ratio ${ratio.toFixed(2)} over ${pairs} pairs ` +
      `(wanted: <= 2), parses ${supervision.configs.parses} (wanted: 1)\n`,
  );
  if (ratio > 2 || supervision.configs.parses !== 1) process.exitCode = 1;
}

try {
  await compared(false);
  await compared(true);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
