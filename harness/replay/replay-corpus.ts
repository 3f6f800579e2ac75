import { createReadStream, statSync } from "node:fs";
import { resolve } from "node:path";
import type { Readable, Writable } from "node:stream";
import { type VerdictKind, verdictKinds } from "../../src/kernel/verdict.ts";
import { type ExitCode, UsageError } from "../cli/command.ts";
import { printable } from "../report/printable.ts";
import type { ReplayReport, ReplaySummary } from "../report/replay-report.ts";
import type { SessionTotals } from "../session/session-items.ts";
import type { ByteSource } from "../session/session-reader.ts";
import { fileSource, spooledStream, streamSource } from "../session/session-source.ts";
import type { Drift, DriftVerdict } from "./drift.ts";
import { type PolicyChoice, settingsFile, settingsIn } from "./policy.ts";
import { Progress } from "./progress.ts";
import type { RecordedWorld } from "./recorded-world.ts";
import { loadExtension } from "./replay-host.ts";
import { type ReplayJob, type ReplayProblem, replaySession } from "./replay-session.ts";

/** Sessions to replay, and under what. */
export interface Corpus {
  /** As named; `-` alone is standard input. */
  readonly files: readonly string[];
  readonly branch: "all" | "leaf";
  readonly choice: PolicyChoice;
  worldOf(file: string): Promise<RecordedWorld>;
}

/** The streams that a replay reads and writes beside its report. */
export interface CorpusIo {
  readonly stdin: Readable;
  readonly stderr: Writable & { readonly isTTY?: boolean };
  readonly cwd: string;
}

/**
 * Replays the sessions one after the other and tells the report. What cannot be read is named on
 * standard error as `file:line: reason`, and the rest goes on.
 *
 * Answers the exit code: 2 where something could not be read, else 1 where verdicts drifted.
 *
 * Spec: HN-4, HN-6, HN-8.
 */
export async function replayCorpus(
  corpus: Corpus,
  report: ReplayReport,
  io: CorpusIo,
): Promise<ExitCode> {
  const policies = await Promise.all(corpus.files.map((file) => policyFor(corpus, file)));
  await loadExtension();
  const startNs = process.hrtime.bigint();
  const tally = new Tally();
  const progress = new Progress(io.stderr, corpus.files.length);
  const problem = async (found: ReplayProblem): Promise<void> => {
    progress.line(`${printable(found.file)}:${found.line}: ${printable(found.reason)}`);
    tally.isUnreadable = true;
    await report.problem(found);
  };
  for (const [index, file] of corpus.files.entries()) {
    const bytes = await openedBytes(file, corpus.branch, io);
    if (typeof bytes === "string") {
      await problem({ file, line: 1, reason: bytes, refused: true });
      continue;
    }
    const policy = policies[index] as Policy;
    await report.begin(file);
    const { refused, totals, drift } = await replaySession(
      {
        file,
        ...policy,
        branch: corpus.branch,
        open: () => progress.watched(bytes.open()),
        elapsedNs: () => process.hrtime.bigint(),
      },
      {
        decision: (record) => {
          tally.decisions[record.verdict]++;
          return report.decision(record);
        },
        problem,
      },
    ).finally(bytes.release);
    if (refused) continue;
    tally.add(totals);
    tally.drift += drift.length;
    for (const each of drift) {
      progress.line(driftLine(each));
      await report.drift(each);
    }
    await report.finish(file, { refused, totals, drift });
    progress.done();
  }
  progress.clear();
  if (tally.files === 0) {
    throw new UsageError("replay: nothing was replayed; name pi session files (.jsonl)");
  }
  await report.end(tally.summary(Number(process.hrtime.bigint() - startNs) / 1e6));
  if (tally.isUnreadable) return 2;
  return tally.drift > 0 ? 1 : 0;
}

function driftLine({ file, line, kind, gate, toolCallId, recorded, now }: Drift): string {
  const said = (verdict: DriftVerdict | undefined): string =>
    verdict === undefined ? "nothing" : [verdict.verdict, verdict.clause, verdict.rule].join(" ");
  const about = `${gate} gate on ${toolCallId}: recorded ${said(recorded)}, now ${said(now)}`;
  return printable(`${file}:${line}: drift, ${kind}: ${about.trimEnd()}`);
}

type Policy = Pick<ReplayJob, "world" | "settingsFile" | "settings" | "gate">;

async function policyFor(corpus: Corpus, file: string): Promise<Policy> {
  const world = await corpus.worldOf(file);
  const whole = settingsFile(corpus.choice, world);
  const { settings, problems } = await settingsIn(whole, corpus.choice.settingsName ?? file);
  const [first] = problems;
  if (first !== undefined) throw new UsageError(`replay: ${first.replace(/; ignored$/, "")}`);
  const { gate } = corpus.choice;
  return { world, settingsFile: whole, settings, ...(gate !== undefined && { gate }) };
}

interface OpenedBytes {
  open(): ByteSource;
  release(): void;
}

/** The bytes of a session, or why there are none. */
async function openedBytes(
  file: string,
  branch: Corpus["branch"],
  io: CorpusIo,
): Promise<OpenedBytes | string> {
  try {
    if (file === "-") {
      if (branch === "leaf") return await spooledStream(io.stdin);
      return { open: () => streamSource(io.stdin), release: () => {} };
    }
    const path = resolve(io.cwd, file);
    // A pipe can be read only once.
    if (branch === "leaf" && !statSync(path).isFile()) {
      return await spooledStream(createReadStream(path));
    }
    // Opened before the report hears of the file: what cannot be opened has no session.
    let first: ByteSource | undefined = fileSource(path);
    const open = (): ByteSource => {
      const source = first ?? fileSource(path);
      first = undefined;
      return source;
    };
    return { open, release: () => first?.close() };
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
    return `cannot be read (${code})`;
  }
}

class Tally {
  readonly decisions = Object.fromEntries(verdictKinds.map((kind) => [kind, 0])) as Record<
    VerdictKind,
    number
  >;
  files = 0;
  drift = 0;
  isUnreadable = false;
  readonly #totals = { lines: 0, malformed: 0, entries: 0, toolCalls: 0, bytes: 0 };

  add(totals: SessionTotals): void {
    this.files++;
    for (const key of ["lines", "malformed", "entries", "toolCalls", "bytes"] as const) {
      this.#totals[key] += totals[key];
    }
  }

  summary(elapsedMs: number): ReplaySummary {
    const { lines, malformed, entries, toolCalls, bytes } = this.#totals;
    const { files, decisions, drift } = this;
    return { files, lines, malformed, entries, toolCalls, decisions, drift, bytes, elapsedMs };
  }
}
