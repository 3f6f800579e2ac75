import type { DecisionRecord } from "../replay/decision-record.ts";
import type { Drift } from "../replay/drift.ts";
import type { ReplayProblem } from "../replay/replay-session.ts";
import type { LineWriter } from "./line-writer.ts";
import type { ReplayReport, ReplaySummary } from "./replay-report.ts";

/** What `--format json` prints. Its schema is `replay.schema.json`. Spec: HN-8. */
export interface ReplayDocument {
  readonly summary: ReplaySummary;
  /** Allows only where all were asked for. */
  readonly decisions: readonly DecisionRecord[];
  readonly drift: readonly Drift[];
  readonly problems: readonly ReplayProblem[];
}

/**
 * One object, written at the end: a run that fails half-way leaves nothing that looks whole.
 *
 * Spec: HN-8.
 */
export function jsonReport(writer: LineWriter, options: { readonly all: boolean }): ReplayReport {
  const decisions: DecisionRecord[] = [];
  const drift: Drift[] = [];
  const problems: ReplayProblem[] = [];
  return {
    begin: () => {},
    decision: (record) => {
      if (options.all || record.verdict !== "allow") decisions.push(record);
    },
    problem: (problem) => void problems.push(problem),
    drift: (each) => void drift.push(each),
    finish: () => {},
    end: async (summary) => {
      const document: ReplayDocument = { summary, decisions, drift, problems };
      await writer.line(JSON.stringify(document));
      await writer.flush();
    },
  };
}

/**
 * One decision a line as it is reached, allows included, and the summary last. Problems and drift
 * are for standard error, which the command writes in every format.
 *
 * Spec: HN-8.
 */
export function ndjsonReport(writer: LineWriter): ReplayReport {
  return {
    begin: () => {},
    decision: (record) => writer.line(JSON.stringify(record)),
    problem: () => {},
    drift: () => {},
    finish: () => writer.flush(),
    end: async (summary) => {
      await writer.line(JSON.stringify({ summary }));
      await writer.flush();
    },
  };
}
