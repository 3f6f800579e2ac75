import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { nodePorts } from "../../src/edge/node-ports.ts";
import { readJsonFile } from "../../src/edge/settings.ts";
import { gates } from "../../src/gates.ts";
import type { JsonObject } from "../../src/kernel/json.ts";
import { type PolicyChoice, sectionNames } from "../replay/policy.ts";
import { type RecordedWorld, recordedWorld } from "../replay/recorded-world.ts";
import type { Corpus } from "../replay/replay-corpus.ts";
import { sessionFiles, worldFileOf } from "../replay/session-files.ts";
import { jsonReport, ndjsonReport } from "../report/json-report.ts";
import { LineWriter } from "../report/line-writer.ts";
import type { ReplayReport } from "../report/replay-report.ts";
import { terminalReport } from "../report/terminal-report.ts";
import { type Command, type CommandIo, type ExitCode, UsageError } from "./command.ts";

const formats = ["terminal", "json", "ndjson"] as const;
const branches = ["all", "leaf"] as const;
const sensitivities = ["wording", "directive"] as const;
const gateIds = gates.map((gate) => gate.id);

const help = `gatehouse replay <path …> [options]

Runs the tool calls of recorded pi sessions through the extension and says what each gate decides.
A path is a session file, a directory (every .jsonl below it), a pattern in quotes, or - for
standard input. Sessions are only read.

  --format <f>       ${formats.join(", ")} (default: terminal)
  --all              allowed calls too (ndjson has them anyway)
  --branch <b>       all: abandoned branches too; leaf: the way to the current entry (default: all)
  --gate <id>        only this gate: ${gateIds.join(", ")}
  --sensitivity <s>  ${sensitivities.join(" or ")}, over the settings
  --settings <file>  a pi settings file (default: the world's, else nothing set)
  --world <file>     what the recording does not hold, for every session (default: x.world.json
                     beside x.session.jsonl or x.jsonl)
  --quiet            only the totals

Exit: 0 clean, 1 drift from the verdicts that a session carries, 2 usage or unreadable input
(malformed lines and refused files are named on standard error; the rest is still replayed).
`;

async function run(args: readonly string[], io: CommandIo): Promise<ExitCode> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      format: { type: "string", default: "terminal" },
      all: { type: "boolean", default: false },
      branch: { type: "string", default: "all" },
      gate: { type: "string" },
      sensitivity: { type: "string" },
      settings: { type: "string" },
      world: { type: "string" },
      quiet: { type: "boolean", default: false },
    },
  });
  const format = oneOf("format", formats, values.format);
  const branch = oneOf("branch", branches, values.branch);
  const choice: PolicyChoice = {
    ...(values.gate !== undefined && { gate: oneOf("gate", gateIds, values.gate) }),
    ...(values.sensitivity !== undefined && {
      sensitivity: oneOf("sensitivity", sensitivities, values.sensitivity),
    }),
    ...(values.settings !== undefined && {
      settings: await chosenSettings(values.settings, io),
      settingsName: values.settings,
    }),
  };
  const world = values.world === undefined ? undefined : await worldIn(values.world, io.cwd);
  const writer = new LineWriter(io.stdout);
  const { all, quiet } = values;
  const reports: Readonly<Record<typeof format, () => ReplayReport>> = {
    terminal: () => terminalReport(writer, { all, quiet, colour: wantsColour(io) }),
    json: () => jsonReport(writer, { all }),
    ndjson: () => ndjsonReport(writer),
  };
  const corpus: Corpus = {
    files: namedFiles(positionals, io),
    branch,
    choice,
    worldOf: async (file) => world ?? worldBeside(file, io.cwd),
  };
  // The host and its memory file system are loaded for this command only, and before time is taken.
  const { replayCorpus } = await import("../replay/replay-corpus.ts");
  return replayCorpus(corpus, reports[format](), io);
}

function oneOf<Value extends string>(
  option: string,
  values: readonly Value[],
  given: string,
): Value {
  const value = values.find((each) => each === given);
  if (value !== undefined) return value;
  throw new UsageError(`replay: --${option} is one of ${values.join(", ")}, not "${given}"`);
}

function namedFiles(paths: readonly string[], io: CommandIo): readonly string[] {
  if (paths.length === 0) {
    throw new UsageError("replay: name a session file, a directory, a pattern or - for stdin");
  }
  if (paths.includes("-")) {
    if (paths.length > 1) throw new UsageError("replay: - for stdin goes with no other path");
    if (io.stdin.isTTY === true) throw new UsageError("replay: - reads stdin; pipe a session in");
    return paths;
  }
  const { files, problems } = sessionFiles(paths, io.cwd);
  const [first] = problems;
  if (first !== undefined) throw new UsageError(`replay: ${first.path}: ${first.problem}`);
  return files;
}

/** A settings file of pi, or only its section `gatehouse`. */
async function chosenSettings(path: string, io: CommandIo): Promise<JsonObject> {
  const file = await jsonFile(path, io.cwd);
  const isSection = !("gatehouse" in file) && sectionNames.some((name) => name in file);
  return isSection ? { gatehouse: file } : file;
}

async function worldIn(path: string, cwd: string): Promise<RecordedWorld> {
  const read = recordedWorld(await jsonFile(path, cwd));
  if ("problem" in read) throw new UsageError(`replay: ${path}:1: ${read.problem}`);
  return read.world;
}

async function worldBeside(session: string, cwd: string): Promise<RecordedWorld> {
  const path = worldFileOf(session);
  const isThere = session !== "-" && nodePorts.files.facts(resolve(cwd, path)).ok;
  return isThere ? worldIn(path, cwd) : {};
}

async function jsonFile(path: string, cwd: string): Promise<JsonObject> {
  const { value, problem } = await readJsonFile(nodePorts, resolve(cwd, path));
  if (problem !== undefined) throw new UsageError(`replay: ${problem.replace(/; its .*$/, "")}`);
  if (value === undefined) throw new UsageError(`replay: ${path}: no such file; check the path`);
  return value;
}

function wantsColour(io: CommandIo): boolean {
  const { NO_COLOR, TERM } = io.environment;
  return io.stdout.isTTY === true && (NO_COLOR ?? "") === "" && TERM !== "dumb";
}

/** Spec: HN-4, HN-8. */
export const replayCommand: Command = {
  name: "replay",
  summary: "run recorded sessions through the gates: what would have been blocked, and why",
  help,
  run,
};
