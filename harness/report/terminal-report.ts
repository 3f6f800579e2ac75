import { type VerdictKind, verdictKinds } from "../../src/kernel/verdict.ts";
import type { DecisionRecord } from "../replay/decision-record.ts";
import type { Drift, DriftVerdict } from "../replay/drift.ts";
import type { LineWriter } from "./line-writer.ts";
import { printable } from "./printable.ts";
import type { ReplayReport, ReplaySummary } from "./replay-report.ts";

/** How the terminal report is shown. */
export interface TerminalOptions {
  /** Allowed calls too. */
  readonly all: boolean;
  /** Only the totals. */
  readonly quiet: boolean;
  readonly colour: boolean;
}

const colours: Readonly<Record<VerdictKind, number>> = {
  allow: 32,
  block: 31,
  note: 33,
  unknown: 35,
};
const matchedMax = 60;

/**
 * For people: each session with something to say, its verdicts by line, and the totals.
 *
 * Spec: HN-8.
 */
export function terminalReport(writer: LineWriter, options: TerminalOptions): ReplayReport {
  let held: DecisionRecord[] = [];
  const paint = (code: number, text: string): string =>
    options.colour ? `\u001b[${code}m${text}\u001b[0m` : text;
  let isNamed = false;
  const name = async (file: string): Promise<void> => {
    if (!isNamed) await writer.line(paint(1, printable(file)));
    isNamed = true;
  };
  const show = async (): Promise<void> => {
    const rows = held;
    held = [];
    for (const record of rows) {
      await name(record.file);
      await writer.line(row(record, paint));
    }
  };
  return {
    begin: () => {
      isNamed = false;
    },
    decision: async (record) => {
      if (options.quiet || (record.verdict === "allow" && !options.all)) return;
      held.push(record);
      if (held.length >= 100) await show();
    },
    problem: () => {},
    drift: async (drift) => {
      await show();
      if (options.quiet) return;
      await name(drift.file);
      await writer.line(driftRow(drift, paint));
    },
    finish: show,
    end: async (summary) => {
      for (const line of totals(summary)) await writer.line(line);
      await writer.flush();
    },
  };
}

type Paint = (code: number, text: string) => string;

function row(record: DecisionRecord, paint: Paint): string {
  const { verdict, line, gate, tool, kind, reason, matched, rule, clause, where, fact } = record;
  const columns = [
    `  ${String(line).padStart(6)}`,
    paint(colours[verdict], verdict.padEnd(7)),
    gate.padEnd(8),
    printable(where === undefined ? tool : `${tool} ${where}`).padEnd(12),
    (kind ?? reason).padEnd(11),
    matched === undefined ? "" : shown(matched),
    fact === undefined ? "" : `not recorded: ${printable(fact)}`,
    [clause, rule].filter((part) => part !== undefined).join(" "),
  ];
  return columns.filter((column) => column !== "").join("  ");
}

function driftRow(drift: Drift, paint: Paint): string {
  const was = (verdict: DriftVerdict | undefined): string =>
    verdict === undefined
      ? "nothing"
      : [verdict.verdict, verdict.clause, verdict.rule]
          .filter((part) => part !== undefined)
          .join(" ");
  const line = String(drift.line).padStart(6);
  const about = `${drift.gate}: recorded ${was(drift.recorded)}, now ${was(drift.now)}`;
  return `  ${line}  ${paint(36, `drift   ${drift.kind}`)}  ${about}`;
}

function shown(matched: string): string {
  const text = matched.length <= matchedMax ? matched : `${matched.slice(0, matchedMax - 1)}…`;
  return printable(JSON.stringify(text));
}

function totals(summary: ReplaySummary): string[] {
  const { files, entries, toolCalls, malformed, decisions, drift, bytes, elapsedMs } = summary;
  const verdicts = verdictKinds.map((kind) => `${decisions[kind]} ${kind}`).join(", ");
  return [
    `${counted(files, "session")}, ${counted(entries, "entry", "entries")}, ${counted(toolCalls, "tool call")}: ${verdicts}`,
    `${counted(malformed, "malformed line")}, drift ${drift}, ${size(bytes)} in ${Math.round(elapsedMs)} ms`,
  ];
}

function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

function size(bytes: number): string {
  if (bytes < 1e3) return `${bytes} B`;
  return bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
