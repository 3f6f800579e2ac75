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
 * One object. The decisions are written as they are reached, so that memory does not grow with the
 * corpus; a run that ends early leaves text that no reader takes for whole.
 *
 * Spec: HN-8, HN-10.
 */
export function jsonReport(writer: LineWriter, options: { readonly all: boolean }): ReplayReport {
  const drift: Drift[] = [];
  const problems: ReplayProblem[] = [];
  let count = 0;
  const opened = (): string => (count++ === 0 ? '{"decisions":[\n' : ",");
  return {
    begin: () => {},
    decision: (record) => {
      if (!options.all && record.verdict === "allow") return undefined;
      return writer.line(opened() + JSON.stringify(record));
    },
    problem: (problem) => void problems.push(problem),
    drift: (each) => void drift.push(each),
    finish: () => {},
    end: async (summary) => {
      const rest: Omit<ReplayDocument, "decisions"> = { drift, problems, summary };
      const start = count === 0 ? '{"decisions":[' : "";
      await writer.line(`${start}],${JSON.stringify(rest).slice(1)}`);
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
