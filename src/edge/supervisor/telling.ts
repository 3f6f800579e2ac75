import { type Rejection, type Repeats, repeats } from "../../decisions/review/repeats.ts";
import { review, type Trigger } from "../../decisions/review/review.ts";
import {
  type Objection,
  type ObjectionFacts,
  objectionNotice,
  objectionText,
} from "../../decisions/review/words.ts";
import type { VerdictKind } from "../../kernel/verdict.ts";
import type {
  HostContext,
  HostToolCall,
  HostToolCallAnswer,
  HostToolResult,
  HostToolResultAnswer,
} from "../host.ts";
import type { SystemDesk } from "../system.ts";
import { type Audit, type AuditReviewer, withAudit } from "./audit.ts";
import type { CallFile } from "./call-file.ts";
import { auditEntryType } from "./entry-types.ts";

/** A phase that is over: what was asked of whom, and how long it took. */
export interface Outcome {
  readonly trigger: Trigger;
  readonly context: HostContext;
  readonly file: CallFile | undefined;
  readonly warnings: readonly string[];
  readonly rows: readonly AuditReviewer[];
  readonly durationMs: number;
}

/**
 * Tells of reviews: the record for the session, the words for the agent, the notice for the person.
 *
 * Spec: SV-30, SV-33, SV-37, SV-38, SV-40.
 */
export class Telling {
  readonly #desk: SystemDesk;
  readonly #repeats = new Map<string, Repeats>();

  /** Has told nothing yet. */
  constructor(desk: SystemDesk) {
    this.#desk = desk;
  }

  /** Forgets what was objected to before. */
  clear(): void {
    this.#repeats.clear();
  }

  /** The answer to a call that may not run, because of these reviewers. */
  stopped(
    event: HostToolCall,
    outcome: Outcome,
    stopping: readonly AuditReviewer[],
  ): HostToolCallAnswer {
    const audit = auditOf(event, outcome);
    this.#desk.host.appendEntry(auditEntryType, audit);
    this.#decide(audit, "block", "SV-30");
    const facts = this.#facts(audit, stopping);
    notify(facts, outcome.context);
    return { block: true, reason: objectionText(facts) };
  }

  /** What a result gets beside what is there: the record, and a block of text where one objects. */
  finished(
    event: HostToolResult,
    outcome: Outcome,
    objecting: readonly AuditReviewer[],
  ): HostToolResultAnswer {
    const audit = auditOf(event, outcome);
    const details = withAudit(event.details, audit);
    // pi keeps no details of a call that another tool made.
    const isLost = details === undefined || event.parentToolCallId !== undefined;
    if (isLost && audit.status !== "skipped") {
      this.#desk.host.appendEntry(auditEntryType, audit);
    }
    const kept = details === undefined ? {} : { details };
    this.#decide(audit, objecting.length > 0 ? "note" : "allow", "SV-34");
    const facts = this.#facts(audit, objecting);
    if (objecting.length === 0) return kept;
    notify(facts, outcome.context);
    const { structuredContent } = event;
    return {
      ...kept,
      content: [...event.content, { type: "text", text: objectionText(facts) }],
      // pi drops it with the content unless it is given back.
      ...(structuredContent === undefined ? {} : { structuredContent }),
    };
  }

  #decide(audit: Audit, verdict: VerdictKind, clause: string): void {
    const { tool, toolCallId, status } = audit;
    this.#desk.decide({ gate: "supervisor", tool, toolCallId, verdict, reason: status, clause });
  }

  /** Counts the review, so it is to be called once for each. */
  #facts(audit: Audit, rows: readonly AuditReviewer[]): ObjectionFacts {
    const { trigger, tool, file, status } = audit;
    const key = JSON.stringify(file === undefined ? [tool] : ["file", file]);
    const rejections = rows.map(({ name, findings = [] }): Rejection => ({ name, findings }));
    const next = repeats(this.#repeats.get(key), status, rejections);
    if (next === undefined) this.#repeats.delete(key);
    else this.#repeats.set(key, next);
    const count = status === "rejected" ? (next?.count ?? 0) : 0;
    const path = file === undefined ? {} : { path: file };
    return { trigger, tool, ...path, objections: rows.map(objectionOf), count };
  }
}

function auditOf(event: HostToolCall | HostToolResult, outcome: Outcome): Audit {
  const { trigger, file, warnings, rows, durationMs } = outcome;
  return {
    version: 1,
    status: review(rows.map(({ status }) => status)),
    tool: event.toolName,
    toolCallId: event.toolCallId,
    ...(file === undefined ? {} : { file: file.written }),
    trigger,
    reviewers: rows,
    durationMs,
    warnings,
  };
}

function notify(facts: ObjectionFacts, context: HostContext): void {
  if (context.hasUI) context.ui.notify(objectionNotice(facts), "error");
}

function objectionOf(row: AuditReviewer): Objection {
  const { name, rules, summary, findings = [], problem } = row;
  return {
    name,
    rules,
    findings,
    ...(summary === undefined ? {} : { summary }),
    ...(problem === undefined ? {} : { problem }),
  };
}
