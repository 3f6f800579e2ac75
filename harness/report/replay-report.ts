import type { VerdictKind } from "../../src/kernel/verdict.ts";
import type { DecisionRecord } from "../replay/decision-record.ts";
import type { Drift } from "../replay/drift.ts";
import type { ReplayProblem, SessionReport } from "../replay/replay-session.ts";

/** The whole run in numbers. Sizes in bytes, time in ms. Spec: HN-8. */
export interface ReplaySummary {
  /** Sessions that were read; refused files are not. */
  readonly files: number;
  readonly lines: number;
  readonly malformed: number;
  readonly entries: number;
  readonly toolCalls: number;
  readonly decisions: Readonly<Record<VerdictKind, number>>;
  readonly drift: number;
  readonly bytes: number;
  readonly elapsedMs: number;
}

/**
 * Something that a replay is told to, as it goes. A promise holds the replay up, so that a slow
 * reader bounds the memory used.
 *
 * Spec: HN-8.
 */
export interface ReplayReport {
  /** A session begins. */
  begin(file: string): void | Promise<void>;
  decision(record: DecisionRecord): void | Promise<void> | undefined;
  problem(problem: ReplayProblem): void | Promise<void>;
  drift(drift: Drift): void | Promise<void>;
  /** A session is read. */
  finish(file: string, report: SessionReport): void | Promise<void>;
  /** Everything is read. Not called for a run that replayed nothing. */
  end(summary: ReplaySummary): void | Promise<void>;
}
