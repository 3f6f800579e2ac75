import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { rootPlaces, rootProbe } from "../../src/decisions/roots/facts.ts";
import { specSchema } from "../../src/decisions/spec/schema.ts";
import { agentDirectory } from "../../src/edge/agent-directory.ts";
import { nodePorts } from "../../src/edge/node-ports.ts";
import { readSettings } from "../../src/edge/settings.ts";
import { checkedCall } from "../../src/edge/task/checked-call.ts";
import { TaskLineUp } from "../../src/edge/task/task-line-up.ts";
import {
  listRuns,
  pruneRuns,
  recordFolders,
  runFile,
  type TaskRunRecord,
} from "../../src/runner/audit-list.ts";
import { runTask, type TaskOutcome } from "../../src/runner/run-task.ts";
import { type Command, type CommandIo, type ExitCode, UsageError } from "./command.ts";
import { wholeText } from "./input.ts";

const help = `gatehouse task <run|schema|list|show|prune> [options]

Runs one isolated task, and reads the records of earlier ones.

  run <spec.json>    run the task; - reads the spec from standard input
  schema             print the JSON Schema of a task spec
  list [--json]      every recorded run, newest first
  show <id>          the report of a run: its directory name, or the task's id for the newest
  prune --days <n>   remove the records of finished runs that are older

Exit of run: 0 PASS, 1 FAIL, 2 refused (bad spec, no pi, no model).
`;

async function run(args: readonly string[], io: CommandIo): Promise<ExitCode> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { json: { type: "boolean" }, days: { type: "string" } },
  });
  const [verb, name, ...more] = positionals;
  if (more.length > 0) throw new UsageError(`task ${verb}: one argument, not ${more.length + 1}`);
  switch (verb) {
    case "run":
      return runSpec(name, io);
    case "schema":
      io.stdout.write(`${JSON.stringify(specSchema(), undefined, 2)}\n`);
      return 0;
    case "list":
      io.stdout.write(listText(listRuns(folders()), values.json === true));
      return 0;
    case "show":
      io.stdout.write(shown(name));
      return 0;
    case "prune":
      io.stdout.write(pruned(values.days));
      return 0;
    default:
      throw new UsageError("task: say run, schema, list, show or prune; --help explains them");
  }
}

function folders(): readonly string[] {
  return recordFolders(agentDirectory(nodePorts.environment));
}

async function runSpec(name: string | undefined, io: CommandIo): Promise<ExitCode> {
  if (name === undefined) throw new UsageError("task run: name the spec file, or - for stdin");
  const text = await specText(name, io);
  const { settings, problems } = await readSettings(nodePorts);
  for (const problem of problems) io.stderr.write(`${problem}\n`);
  const abort = new AbortController();
  const stop = (): void => abort.abort();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, stop);
  const outcome = await inTurn(text, abort.signal, io, (onStart) =>
    runTask({
      specText: text,
      settings: settings.task,
      ports: nodePorts,
      signal: abort.signal,
      onStart,
    }),
  );
  io.stderr.write(outcome.stderr);
  io.stdout.write(outcome.stdout);
  return outcome.exit;
}

async function specText(name: string, io: CommandIo): Promise<string> {
  if (name === "-") return wholeText(io.stdin);
  try {
    return readFileSync(resolve(io.cwd, name), "utf8");
  } catch (error) {
    throw new UsageError(`task run: ${name} cannot be read (${String(error)})`);
  }
}

/** Runs when no earlier task on overlapping roots is left; a bad spec waits for nobody. */
async function inTurn(
  text: string,
  signal: AbortSignal,
  io: CommandIo,
  go: (onStart: (pid: number) => void) => Promise<TaskOutcome>,
): Promise<TaskOutcome> {
  const spec = specIn(text);
  if (spec === undefined) return go(() => {});
  const folder = join(agentDirectory(nodePorts.environment), "pi-task", "line");
  const places = rootPlaces(spec.roots, rootProbe(nodePorts.files));
  let place: ReturnType<TaskLineUp["join"]>;
  try {
    place = new TaskLineUp(nodePorts.environment.platform).join(folder, spec.id, places);
  } catch (error) {
    return { exit: 2, stdout: "", stderr: `no place in line can be taken: ${String(error)}\n` };
  }
  try {
    await place.turn(signal, (ids) => {
      io.stderr.write(`${spec.id} waits for ${ids.join(", ")}: the roots overlap\n`);
    });
    return await go(place.alsoHeldBy);
  } catch (error) {
    if (!signal.aborted) throw error;
    return { exit: 1, stdout: "", stderr: `${spec.id} was ended while it waited\n` };
  } finally {
    place.leave();
  }
}

function specIn(text: string) {
  try {
    const { spec, problems } = checkedCall(JSON.parse(text), nodePorts);
    return problems.length === 0 ? spec : undefined;
  } catch {
    return undefined;
  }
}

function listText(runs: readonly TaskRunRecord[], asJson: boolean): string {
  if (asJson) return `${JSON.stringify(runs)}\n`;
  if (runs.length === 0) return "no task has run yet\n";
  return runs
    .map(({ name, state, codes, elapsedMs, costUsd }) => {
      const seconds = elapsedMs === undefined ? "" : ` ${(elapsedMs / 1_000).toFixed(1)} s`;
      const cost = costUsd === undefined ? "" : ` $${costUsd.toFixed(4)}`;
      const why = codes.length === 0 ? "" : ` (${codes.join(", ")})`;
      return `${state.padEnd(10)} ${name}${seconds}${cost}${why}\n`;
    })
    .join("");
}

function shown(name: string | undefined): string {
  if (name === undefined) throw new UsageError("task show: name a run; task list shows them");
  const record = listRuns(folders()).find((each) => each.name === name || each.id === name);
  if (record === undefined) throw new UsageError(`task show: no run ${JSON.stringify(name)}`);
  const report = runFile(record, "report.md");
  if (report !== undefined) return report;
  const problem = record.problem ?? "it left no report";
  return `${record.state} ${record.name}: ${problem}\naudit: ${record.folder}\n`;
}

function pruned(days: string | undefined): string {
  if (days === undefined || !/^\d{1,5}$/u.test(days)) {
    throw new UsageError("task prune: say --days <n>, a whole number");
  }
  const before = Date.now() - Number(days) * 86_400_000;
  const removed = pruneRuns(listRuns(folders()), before);
  return `${removed.length} records removed\n`;
}

/** Spec: TK-30, TK-36. */
export const taskCommand: Command = {
  name: "task",
  summary: "run an isolated task, or read the record of one",
  help,
  run,
};
