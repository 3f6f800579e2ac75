import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import type { ReviewStatus } from "../../src/decisions/review/review.ts";
import { agentDirectory } from "../../src/edge/agent-directory.ts";
import { nodePorts } from "../../src/edge/node-ports.ts";
import { Deadline } from "../../src/edge/supervisor/deadline.ts";
import { asked } from "../../src/edge/supervisor/questions.ts";
import type { ModelPort } from "../../src/kernel/ports.ts";
import {
  Cassette,
  flipRate,
  type RecordedReply,
  recordedReplies,
  recordingModels,
} from "../cassettes.ts";
import { liveModels } from "../live-models.ts";
import { type ReviewCase, reviewCases } from "../review-cases.ts";
import { type Command, type CommandIo, type ExitCode, UsageError } from "./command.ts";
import { printer } from "./output.ts";

const help = `gatehouse cassette <record|replay|flip> <questions.ndjson> [options]

Reviewers' answers, recorded and replayed. A question is a line of JSON: id, model (provider/id),
rules (texts), change (a diff), and perhaps tool, trigger, path, file, expect (a status).

  record <questions> --tape <file>   asks every model once and writes the answers
  replay <questions> --tape <file>   reads the verdicts from the answers; asks nobody
  flip   <questions> --times <k>     asks live k times each (default 5) and reports the flip rate

  --timeout <s>   seconds for one answer (default 60)
  --json          one JSON object instead of lines

Exit: 0 clean, 1 a status other than expected, no answer, or a question the tape does not hold,
2 usage or unreadable input.
`;

/** Where live models come from: replaced in tests. */
export type LiveModels = (io: CommandIo) => Promise<ModelPort>;

const ofPi: LiveModels = (io) => {
  const environment = {
    ...nodePorts.environment,
    variable: (name: string) => io.environment[name],
  };
  return liveModels(agentDirectory(environment));
};

/** What became of one question: a status for each time that it was asked. */
interface Row {
  readonly id: string;
  readonly statuses: readonly ReviewStatus[];
  readonly expect?: string;
  readonly problem?: string;
}

/**
 * `gatehouse cassette`, over live models of the caller's choice.
 *
 * Spec: HN-28.
 */
export function cassetteWith(live: LiveModels): Command {
  return {
    name: "cassette",
    summary: "record reviewers' answers, replay them offline, measure how often they flip",
    help,
    run: (args, io) => run(args, io, live),
  };
}

/** `gatehouse cassette` with the models of the user's pi. Spec: HN-28. */
export const cassetteCommand: Command = cassetteWith(ofPi);

async function run(args: readonly string[], io: CommandIo, live: LiveModels): Promise<ExitCode> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      tape: { type: "string" },
      times: { type: "string" },
      timeout: { type: "string" },
      json: { type: "boolean" },
    },
  });
  const [mode, file, ...more] = positionals;
  if (file === undefined || more.length > 0) {
    throw new UsageError("cassette: name record, replay or flip, and one file of questions");
  }
  const cases = readLines(resolve(io.cwd, file), reviewCases);
  if (cases.length === 0) throw new UsageError(`${file}: holds no questions`);
  const timeoutMs = 1_000 * wholeOf(values.timeout, 60, "--timeout");
  const tape = values.tape === undefined ? undefined : resolve(io.cwd, values.tape);
  const ask = (models: ModelPort, times: number) => rowsOf(cases, models, times, timeoutMs);
  if (mode === "flip") {
    const times = wholeOf(values.times, 5, "--times");
    return report(await ask(await live(io), times), values.json === true, io);
  }
  if (mode !== "record" && mode !== "replay") {
    throw new UsageError(
      `cassette: expected record, replay or flip, found ${JSON.stringify(mode)}`,
    );
  }
  if (tape === undefined)
    throw new UsageError(`cassette ${mode}: name the tape with --tape <file>`);
  if (mode === "replay") {
    const models = new Cassette(readLines(tape, recordedReplies));
    return report(await ask(models, 1), values.json === true, io);
  }
  const recorded: RecordedReply[] = [];
  const models = recordingModels(await live(io), (each) => recorded.push(each));
  const rows = await ask(models, 1);
  writeFileSync(tape, recorded.map((each) => `${JSON.stringify(each)}\n`).join(""));
  return report(rows, values.json === true, io);
}

function readLines<T>(file: string, read: (file: string, text: string) => T): T {
  try {
    return read(file, readFileSync(file, "utf8"));
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function wholeOf(text: string | undefined, usual: number, option: string): number {
  if (text === undefined) return usual;
  const value = Number(text);
  if (Number.isSafeInteger(value) && value > 0) return value;
  throw new UsageError(
    `${option}: expected a positive whole number, found ${JSON.stringify(text)}`,
  );
}

/** Questions go out one after the other: a provider's rate limit would else decide the result. */
async function rowsOf(
  cases: readonly ReviewCase[],
  models: ModelPort,
  times: number,
  timeoutMs: number,
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const { id, question, expect } of cases) {
    const statuses: ReviewStatus[] = [];
    let problem: string | undefined;
    for (let time = 0; time < times; time += 1) {
      const deadline = new Deadline(nodePorts.clock, timeoutMs, undefined);
      const answer = await asked(question, models, deadline, nodePorts);
      deadline.close();
      statuses.push(answer.kind === "answered" ? answer.verdict.status : "failed");
      if (answer.kind === "failed") problem = answer.problem;
    }
    rows.push({
      id,
      statuses,
      ...(expect === undefined ? {} : { expect }),
      ...(problem === undefined ? {} : { problem }),
    });
  }
  return rows;
}

async function report(rows: readonly Row[], asJson: boolean, io: CommandIo): Promise<ExitCode> {
  const print = printer(io.stdout);
  const flips = flipRate(rows.map(({ statuses }) => statuses));
  const wrong = rows.filter((row) => isWrong(row));
  if (asJson) await print(JSON.stringify({ questions: rows, flips, wrong: wrong.length }));
  else {
    for (const row of rows) await print(lineOf(row));
    const rate = `flip rate ${(100 * flips.rate).toFixed(1)} %`;
    const counts = `${rows.length} questions, ${flips.answers} answers`;
    await print(`${counts}, ${rate}, ${wrong.length} not as expected`);
  }
  return wrong.length === 0 ? 0 : 1;
}

function isWrong({ statuses, expect }: Row): boolean {
  return statuses.some((status) => status === "failed" || (expect ?? status) !== status);
}

function lineOf(row: Row): string {
  const { id, statuses, expect, problem } = row;
  const counts = [...Map.groupBy(statuses, (status) => status)].map(([status, same]) =>
    statuses.length === 1 ? status : `${status} ${same.length}x`,
  );
  const wanted = expect === undefined || !isWrong(row) ? "" : `, expected ${expect}`;
  return `${id}: ${counts.join(", ")}${wanted}${problem === undefined ? "" : ` (${problem})`}`;
}
