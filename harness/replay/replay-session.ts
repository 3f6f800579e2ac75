import { decisionEntryType } from "../../src/edge/records.ts";
import type { JsonObject } from "../../src/kernel/json.ts";
import type { Settings } from "../../src/kernel/settings.ts";
import { EntryTree } from "../session/entry-tree.ts";
import type {
  CallsItem,
  HeaderItem,
  RecordedCall,
  SessionItem,
  SessionTotals,
} from "../session/session-items.ts";
import { type ByteSource, SessionReader } from "../session/session-reader.ts";
import {
  type DecisionRecord,
  decisionRecord,
  type Said,
  said,
  unknownFor,
} from "./decision-record.ts";
import { type Drift, DriftWatch } from "./drift.ts";
import { gatesOf, readArguments, watchedTools } from "./policy.ts";
import type { RecordedWorld } from "./recorded-world.ts";
import { type ReplayHost, startReplayHost } from "./replay-host.ts";

/** The type of session entries that this package writes begins like this. Spec: HN-6. */
const ownEntryPrefix = "gatehouse.";

/** Stands for the working directory where neither header nor world say it. */
const unknownCwd = "/working-directory-not-recorded";

/** One session to replay, and under what. */
export interface ReplayJob {
  /** The file as it was named. */
  readonly file: string;
  /** Opens the session's bytes; twice where one branch is wanted. */
  open(): ByteSource;
  readonly world: RecordedWorld;
  /** The settings file that the extension is to find, and what it sets. */
  readonly settingsFile: JsonObject;
  readonly settings: Settings;
  readonly branch: "all" | "leaf";
  readonly gate?: string;
  readonly lineBytesMax?: number;
  elapsedNs(): bigint;
}

/** A line that could not be replayed, or a file that could not be read. Spec: HN-4. */
export interface ReplayProblem {
  readonly file: string;
  readonly line: number;
  readonly reason: string;
  /** Whether nothing of the file was read. */
  readonly refused: boolean;
}

/** Hears what a replay finds, in the order of the file. A promise holds the replay up. */
export interface ReplayListener {
  decision(record: DecisionRecord): void | Promise<void> | undefined;
  problem(problem: ReplayProblem): void | Promise<void>;
}

/** What is known of a session once it is read. */
export interface SessionReport {
  readonly refused: boolean;
  readonly totals: SessionTotals;
  readonly drift: readonly Drift[];
}

/**
 * Runs every recorded call that a gate looks at through the production extension, and tells what it
 * decided. Streaming; the session is only read. A call that differs from an earlier one of the
 * session only in arguments that no gate reads is not asked about again: the answer is the same.
 *
 * Branches come in the order in which they were written: the calls of an abandoned branch follow
 * its fork point, and shared history is there once. With `leaf` only the way to the current leaf.
 *
 * Spec: HN-4, HN-5, HN-6.
 */
export async function replaySession(
  job: ReplayJob,
  listener: ReplayListener,
): Promise<SessionReport> {
  const only = job.branch === "leaf" ? await leafPath(job) : undefined;
  const replay = new SessionReplay(job, listener);
  const watched = watchedTools(job.settings, job.gate);
  const reader = new SessionReader({
    watched,
    readArguments: readArguments(job.settings, watched),
    ...(only !== undefined && { only }),
    ...(job.lineBytesMax !== undefined && { lineBytesMax: job.lineBytesMax }),
  });
  try {
    for await (const items of reader.read(job.open())) {
      for (const item of items) await replay.take(item);
    }
  } finally {
    await replay.close();
  }
  return { refused: replay.isRefused, totals: reader.totals, drift: replay.drift() };
}

async function leafPath(job: ReplayJob): Promise<Uint8Array> {
  const tree = new EntryTree();
  const reader = new SessionReader({
    watched: new Set(),
    tree,
    ...(job.lineBytesMax !== undefined && { lineBytesMax: job.lineBytesMax }),
  });
  for await (const _ of reader.read(job.open())) {
    // Only the tree is wanted.
  }
  return tree.pathTo(reader.leaf);
}

/** Answers kept for equal calls; a session seldom writes to so many files. */
const answersMax = 10_000;

function answerKey({ toolName, parentToolCallId, inputKey }: RecordedCall): string {
  return `${toolName} ${parentToolCallId === undefined} ${inputKey}`;
}

class SessionReplay {
  readonly #job: ReplayJob;
  readonly #listener: ReplayListener;
  readonly #drift: DriftWatch;
  #header: HeaderItem | undefined;
  #host: ReplayHost | undefined;
  /** What is said of the call that is being asked about. */
  #said: Said[] | undefined;
  readonly #answers = new Map<string, readonly Said[]>();
  #markNs = 0n;
  isRefused = false;

  constructor(job: ReplayJob, listener: ReplayListener) {
    this.#job = job;
    this.#listener = listener;
    this.#drift = new DriftWatch(job.gate);
  }

  drift(): readonly Drift[] {
    return this.#drift.differences(this.#job.file, this.#session);
  }

  get #session(): string {
    return this.#header?.id ?? this.#job.file;
  }

  async take(item: SessionItem): Promise<void> {
    switch (item.kind) {
      case "header":
        // Another session, with its own working directory: the extension starts anew there.
        if (item.cwd !== this.#header?.cwd) await this.close();
        this.#header = item;
        return;
      case "calls":
        return this.#calls(item);
      case "custom":
        if (!item.customType.startsWith(ownEntryPrefix)) return;
        this.#drift.noteEntry();
        if (item.customType === decisionEntryType) this.#drift.recorded(item.data, item.line);
        return;
      case "malformed":
      case "refused":
        this.isRefused = item.kind === "refused";
        return this.#listener.problem({
          file: this.#job.file,
          line: item.line,
          reason: item.reason,
          refused: this.isRefused,
        });
      case "branch":
      case "entry":
        return;
    }
  }

  async #calls(item: CallsItem): Promise<void> {
    const { file } = this.#job;
    const { line, entryId } = item;
    const place = { file, session: this.#session, line, entryId };
    for (const call of item.calls) {
      const known = this.#known(call) ?? (await this.#asked(call));
      for (const answer of known) {
        const record = decisionRecord(place, call, answer);
        if (item.isStopped !== true) this.#drift.decided(record);
        const told = this.#listener.decision(record);
        if (told !== undefined) await told;
      }
    }
  }

  /** What was said of an equal call, as far as its gates read calls. */
  #known(call: RecordedCall): readonly Said[] | undefined {
    return call.inputKey === undefined ? undefined : this.#answers.get(answerKey(call));
  }

  async #asked(call: RecordedCall): Promise<readonly Said[]> {
    const { input } = call;
    if (input === undefined) return this.#unaskable(call);
    const host = await this.#started();
    this.#said = [];
    this.#markNs = this.#job.elapsedNs();
    await host.ask(call, input);
    const said = this.#said;
    this.#said = undefined;
    if (call.inputKey === undefined) return said;
    if (this.#answers.size >= answersMax) this.#answers.clear();
    this.#answers.set(answerKey(call), said);
    return said;
  }

  /** A call without arguments cannot be judged: every gate that would have been asked says so. */
  #unaskable({ toolName }: RecordedCall): readonly Said[] {
    return gatesOf(toolName, this.#job.settings, this.#job.gate).map((gate) =>
      unknownFor(gate, toolName, "arguments of the call", 0),
    );
  }

  async #started(): Promise<ReplayHost> {
    if (this.#host !== undefined) return this.#host;
    const { world, settingsFile, gate } = this.#job;
    const cwd = world.cwd ?? this.#header?.cwd ?? unknownCwd;
    this.#host = await startReplayHost(world, cwd, settingsFile, (decision, missing) => {
      const now = this.#job.elapsedNs();
      const costNs = Number(now - this.#markNs);
      this.#markNs = now;
      if (gate !== undefined && decision.gate !== gate) return;
      // Decisions outside a call (a tool of this package, a timer) have no place in the recording.
      this.#said?.push(said(decision, missing, costNs));
    });
    return this.#host;
  }

  async close(): Promise<void> {
    const host = this.#host;
    this.#host = undefined;
    this.#answers.clear();
    await host?.close();
  }
}
