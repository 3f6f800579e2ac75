import { createReadStream } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import type { LoopDecision } from "../../src/decisions/loop/loop-event.ts";
import type { JsonObject } from "../../src/kernel/json.ts";
import {
  type LoopPolicy,
  type SimulatedDecision,
  type SimulatedLoop,
  simulateLoops,
} from "../loop-simulator.ts";
import { lineRecords } from "../session/line-records.ts";
import { type Command, type CommandIo, type ExitCode, UsageError } from "./command.ts";
import { textLines } from "./input.ts";
import { printer } from "./output.ts";

const help = `gatehouse loop-sim <session> [options]

Plays the loops of a recorded pi session again, on the way to its current entry: every decision
about going on with its cause, and what another cap or other criteria would have done. The session
is only read. - stands for standard input.

  --max <n>            another cap on turns: a whole number, or unlimited
  --criterion <text>   other criteria, c1, c2, … in order; repeatable
  --format <f>         terminal or json (default: terminal)

Exit: 0 the decisions are those recorded (or another policy was asked for), 1 they differ without
one, 2 usage, unreadable input, or a session without a loop.
`;

async function run(args: readonly string[], io: CommandIo): Promise<ExitCode> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      max: { type: "string" },
      criterion: { type: "string", multiple: true },
      format: { type: "string", default: "terminal" },
    },
  });
  const [name, ...more] = positionals;
  if (name === undefined || more.length > 0)
    throw new UsageError("loop-sim: name one session file");
  if (values.format !== "terminal" && values.format !== "json") {
    throw new UsageError("loop-sim: --format is terminal or json");
  }
  const policy: LoopPolicy = {
    ...(values.max === undefined ? {} : { max: capOf(values.max) }),
    ...(values.criterion === undefined ? {} : { criteria: values.criterion }),
  };
  const loops = simulateLoops(await branchOf(name, io), policy);
  if (loops.length === 0) throw new UsageError(`loop-sim: ${name}: holds no loop on this branch`);
  const print = printer(io.stdout);
  if (values.format === "json") await print(JSON.stringify({ loops }));
  else for (const loop of loops) for (const line of loopLines(loop)) await print(line);
  const asRecorded = values.max === undefined && values.criterion === undefined;
  return asRecorded && loops.some((loop) => loop.decisions.some(differs)) ? 1 : 0;
}

function capOf(text: string): number | null {
  if (text === "unlimited") return null;
  const max = /^\d{1,9}$/u.test(text) ? Number(text) : 0;
  if (max >= 1) return max;
  throw new UsageError(`loop-sim: --max ${text}: write a whole number, 1 or more, or unlimited`);
}

/** The entries on the way to the last one, oldest first; a circle of parents ends. Spec: HN-4. */
async function branchOf(name: string, io: CommandIo): Promise<readonly JsonObject[]> {
  const entries = new Map<string, JsonObject>();
  let leaf: JsonObject | undefined;
  const stream = name === "-" ? io.stdin : createReadStream(resolve(io.cwd, name));
  for await (const line of textLines(stream)) {
    for (const record of lineRecords(line)) {
      if (!record.ok || typeof record.entry["id"] !== "string") continue;
      if (record.entry["type"] === "session") continue;
      entries.set(record.entry["id"], record.entry);
      leaf = record.entry;
    }
  }
  const branch: JsonObject[] = [];
  const seen = new Set<JsonObject>();
  for (let entry = leaf; entry !== undefined && !seen.has(entry); ) {
    seen.add(entry);
    branch.push(entry);
    entry = entries.get(String(entry["parentId"]));
  }
  return branch.reverse();
}

function differs({ recorded, simulated }: SimulatedDecision): boolean {
  return recorded.what !== simulated?.what || recorded.cause !== simulated.cause;
}

function loopLines(loop: SimulatedLoop): readonly string[] {
  const last = loop.goesOn ? "; it would go on, and the recording does not say how" : "";
  return [
    `loop ${loop.id}: ${loop.objective.replace(/\s+/gu, " ")}`,
    ...loop.decisions.map(decisionLine),
    ...loop.completions.map(({ entryId, refusal }) => {
      const outcome = refusal === undefined ? "accepted" : `refused: ${refusal.code}`;
      return `  ${entryId}  loop_complete ${outcome}`;
    }),
    `  turns: ${loop.recordedTurns} recorded, ${loop.simulatedTurns} here${last}`,
  ];
}

function decisionLine(decision: SimulatedDecision): string {
  const { entryId, at, event, recorded, simulated, turns, status } = decision;
  const silence = status === "active" ? "not decided, the loop goes on" : `the loop is ${status}`;
  const here = simulated === undefined ? silence : words(simulated);
  const difference = differs(decision) ? `  (recorded: ${words(recorded)})` : "";
  return `  ${entryId}  ${at}  turn ${turns}  ${event}: ${here}${difference}`;
}

function words({ what, cause }: LoopDecision): string {
  return `${what} (${cause})`;
}

/** `gatehouse loop-sim`: what a recorded loop did, or would have done. Spec: LP-40, HN-5. */
export const loopSimulateCommand: Command = {
  name: "loop-sim",
  summary: "play a recorded loop again, also with another cap or other criteria",
  help,
  run,
};
