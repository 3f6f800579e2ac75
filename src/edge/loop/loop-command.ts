import { maskedText } from "../../decisions/invocation/masked-text.ts";
import { startArguments } from "../../decisions/invocation/start-arguments.ts";
import { argumentProblemText } from "../../decisions/invocation/words.ts";
import type { HostCommandContext } from "../host.ts";
import type { LoopEngine } from "./loop-engine.ts";
import { endNotice, statusText, usageText } from "./loop-words.ts";
import { startLoop } from "./start-loop.ts";

/** How long a mode that ends by itself waits for the first run, in ms. */
const firstRunMs = 10_000;

/**
 * What `/loop` does: starts a loop, or shows, pauses, resumes and stops the one there is.
 *
 * Spec: LP-33.
 */
export async function runLoopCommand(
  engine: LoopEngine,
  typed: string,
  context: HostCommandContext,
): Promise<void> {
  const args = typed.trim();
  const [word = "", ...rest] = args.split(/\s+/u);
  const act = acts.get(word);
  if (args === "") engine.say(statusOf(engine), "info", context);
  else if (act === undefined) await start(engine, args, context);
  else if (rest.length > 0) {
    const hint =
      `/loop ${word} takes nothing after it. To start a loop with those words, write an ` +
      `interval first: /loop 10m ${args}`;
    engine.say(hint, "warning", context);
  } else await act(engine, context);
}

type Act = (engine: LoopEngine, context: HostCommandContext) => void | Promise<void>;

const acts: ReadonlyMap<string, Act> = new Map<string, Act>([
  ["status", (engine, context) => engine.say(statusOf(engine), "info", context)],
  ["settings", showSettings],
  ["pause", pause],
  ["resume", resume],
  ["stop", stop],
]);

function statusOf(engine: LoopEngine): string {
  const { loop } = engine.state;
  const ledger = loop === null ? "" : engine.ledger.directory(loop.id);
  return statusText(engine.state, engine.now, ledger);
}

function showSettings(engine: LoopEngine, context: HostCommandContext): void {
  const { loop } = engine.desk.settings();
  const lines = Object.entries(loop).map(([name, value]) => `gatehouse.loop.${name}: ${value}`);
  engine.say(lines.join("\n"), "info", context);
}

function pause(engine: LoopEngine, context: HostCommandContext): void {
  if (engine.state.loop?.status === "active") engine.tell({ type: "pause" }, context);
  else engine.say(nothingTo("pause", engine), "warning", context);
}

/** Where pi would end with the command, the loop's turns are waited for. */
async function resume(engine: LoopEngine, context: HostCommandContext): Promise<void> {
  const { loop } = engine.state;
  if (loop?.status !== "paused") return engine.say(nothingTo("resume", engine), "warning", context);
  engine.readLedger(context);
  const isCopy = loop.cause === "forked";
  const freshId = engine.freshId(context);
  engine.tell({ type: "resume", busy: !context.isIdle(), freshId }, context);
  const after = engine.state.loop;
  if (after === null || after.status !== "active") return;
  // The copy gets files of its own: two sessions never write to one ledger.
  const problem = isCopy ? engine.ledger.open(after) : undefined;
  if (problem !== undefined) engine.desk.complain(`loop: ${problem}`, context);
  engine.say(`Loop ${after.id} resumed.`, "info", context);
  await sawRun(engine, context);
}

function stop(engine: LoopEngine, context: HostCommandContext): void {
  const { loop } = engine.state;
  const isLive = loop !== null && loop.status !== "stopped";
  if (isLive) engine.tell({ type: "stop", cause: "user" }, context);
  else engine.say(nothingTo("stop", engine), "warning", context);
}

function nothingTo(verb: string, engine: LoopEngine): string {
  const { loop } = engine.state;
  if (loop === null) return `There is no loop to ${verb}.`;
  return loop.status === "stopped" ? endNotice(loop) : `Loop ${loop.id} is ${loop.status}.`;
}

async function start(engine: LoopEngine, args: string, context: HostCommandContext): Promise<void> {
  const { problem, objective, interval, max, expires } = startArguments(args, maskedText(args), 0);
  if (problem !== undefined) return engine.say(argumentProblemText(problem), "warning", context);
  if (!/[\p{L}\p{N}]/u.test(objective)) return engine.say(usageText, "warning", context);
  if (!(await makesRoom(engine, context))) return;
  const request = { armed: true, objective, interval, max, expires, by: "command" } as const;
  const answer = startLoop(engine, request, context);
  if (!answer.started) return engine.say(answer.text, "warning", context);
  engine.say(answer.lines.join("\n"), "info", context);
  await sawRun(engine, context);
}

/** A loop that lives is replaced only when the user says so. */
async function makesRoom(engine: LoopEngine, context: HostCommandContext): Promise<boolean> {
  const { loop } = engine.state;
  if (loop === null || loop.status === "stopped") return true;
  if (!context.hasUI) {
    const text = `Loop ${loop.id} is ${loop.status}. Stop it first: /loop stop`;
    engine.say(text, "warning", context);
    return false;
  }
  const question = `Loop ${loop.id} is ${loop.status}. Stop it and start this one?`;
  if (!(await context.ui.confirm("Replace the loop?", question))) return false;
  engine.tell({ type: "stop", cause: "replaced" }, context);
  return true;
}

async function sawRun(engine: LoopEngine, context: HostCommandContext): Promise<void> {
  if (context.hasUI || engine.state.sent === null) return;
  await engine.nextRun(firstRunMs);
  await context.waitForIdle();
}
