import { watches } from "../../decisions/review/plan.ts";
import type { Trigger } from "../../decisions/review/review.ts";
import type { ModelPort } from "../../kernel/ports.ts";
import type {
  HostContext,
  HostToolCall,
  HostToolCallAnswer,
  HostToolResult,
  HostToolResultAnswer,
} from "../host.ts";
import type { SystemDesk } from "../system.ts";
import type { AuditReviewer } from "./audit.ts";
import { type CallFile, callFile, keptRules } from "./call-file.ts";
import { type Capture, Captures } from "./captures.ts";
import type { ConfigAnswer, Reviewer } from "./config.ts";
import { ConfigFiles } from "./config-files.ts";
import { registryModels } from "./registry-models.ts";
import { type ReviewCall, Reviewers, type Subject } from "./reviewers.ts";
import { patternPaths } from "./rule-files.ts";
import { seen, subjectAfter, subjectAfterFile, subjectBefore } from "./subjects.ts";
import { type Outcome, Telling } from "./telling.ts";
import { warn } from "./warnings.ts";

/** A call that was let run, until its result arrives. */
interface Pending {
  readonly answer: ConfigAnswer;
  readonly file: CallFile | undefined;
  /** Who is to be asked after it. */
  readonly watching: readonly Reviewer[];
  /** What was said before it. */
  readonly rows: readonly AuditReviewer[];
  readonly durationMs: number;
  readonly kept: ReadonlyMap<string, string>;
}

/** The reviewers that look at a tool. */
type Watching = Readonly<Record<Trigger, readonly Reviewer[]>>;

/** One phase of a call, as far as it is known when the phase begins. */
type Phase = Omit<ReviewCall, "paths" | "models" | "config" | "signal" | "subject"> & {
  readonly answer: ConfigAnswer;
  readonly file: CallFile | undefined;
};

/**
 * The reviews of a session: who is asked before a call and after it, and with which view of it.
 *
 * Spec: SV-1, SV-30..SV-38.
 */
export class Supervision {
  readonly configs: ConfigFiles;
  readonly #desk: SystemDesk;
  readonly #reviewers: Reviewers;
  readonly #captures: Captures;
  readonly #telling: Telling;
  readonly #pending = new Map<string, Pending>();
  #announced: ConfigAnswer | undefined;
  readonly #watchers = new Map<string, Watching>();
  #watchedIn: ConfigAnswer | undefined;

  /** Looks at nothing yet. */
  constructor(desk: SystemDesk) {
    this.#desk = desk;
    this.configs = new ConfigFiles(desk.ports);
    this.#reviewers = new Reviewers(desk.ports);
    this.#captures = new Captures(desk.ports);
    this.#telling = new Telling(desk);
  }

  /** A session begins: nothing of the one before counts. */
  async start(context: HostContext): Promise<void> {
    this.end();
    this.#reviewers.clear();
    this.#telling.clear();
    this.#announced = undefined;
    if (this.#desk.isOn()) this.#announce(await this.configs.current(placeOf(context)), context);
  }

  /** The agent's run is over: calls without a result will have none. */
  end(): void {
    this.#pending.clear();
    this.#captures.clear();
  }

  /** Before a call. Answers at once, without a promise, where no reviewer watches the tool. */
  before(
    event: HostToolCall,
    context: HostContext,
  ): undefined | Promise<HostToolCallAnswer | undefined> {
    if (!this.#desk.isOn()) return undefined;
    const answer = this.configs.current(placeOf(context));
    if (!(answer instanceof Promise)) return this.#beforeWith(answer, event, context);
    return answer.then((loaded) => this.#beforeWith(loaded, event, context));
  }

  #beforeWith(
    answer: ConfigAnswer,
    event: HostToolCall,
    context: HostContext,
  ): undefined | Promise<HostToolCallAnswer | undefined> {
    if (answer !== this.#announced) this.#announce(answer, context);
    const { before, after } = this.#watching(answer, event.toolName);
    if (before.length === 0 && after.length === 0) return undefined;
    const file = callFile(event, context, this.#desk.ports);
    const kept = new Map<string, string>();
    const phase = {
      trigger: "before",
      event,
      context,
      answer,
      file,
      reviewers: before,
      kept,
    } as const;
    return this.#reviewed(event, phase, after);
  }

  /** Who watches a tool; worked out once for each tool and configuration. */
  #watching(answer: ConfigAnswer, tool: string): Watching {
    if (answer !== this.#watchedIn) {
      this.#watchedIn = answer;
      this.#watchers.clear();
    }
    const held = this.#watchers.get(tool);
    if (held !== undefined) return held;
    const { enabled, reviewers } = answer.config;
    const of = (trigger: Trigger) =>
      enabled ? reviewers.filter((reviewer) => watches(reviewer, tool, trigger)) : [];
    const watching = { before: of("before"), after: of("after") };
    this.#watchers.set(tool, watching);
    return watching;
  }

  async #reviewed(
    event: HostToolCall,
    phase: Phase,
    watching: readonly Reviewer[],
  ): Promise<HostToolCallAnswer | undefined> {
    const { answer, context, file } = phase;
    const { signal } = context;
    if (isAborted(signal)) return undefined;
    const { ports } = this.#desk;
    const startNs = ports.clock.elapsedNs();
    let rows: readonly AuditReviewer[] = [];
    if (phase.reviewers.length > 0) {
      const subject = await seen(() => subjectBefore(event, file, answer.config, ports));
      rows = await this.#run(phase, subject, signal);
      const closed = answer.config.onFailure === "closed";
      const stopping = rows.filter(
        ({ status }) => status === "rejected" || (closed && status === "failed"),
      );
      const outcome = this.#outcome(phase, rows, this.#sinceMs(startNs));
      if (stopping.length > 0) return this.#telling.stopped(event, outcome, stopping);
      if (isAborted(signal)) return undefined;
    }
    const durationMs = rows.length > 0 ? this.#sinceMs(startNs) : 0;
    const kept = keptRules(watching, file, this.#reviewers.rules, context.cwd, ports);
    this.#pending.set(event.toolCallId, { answer, file, watching, rows, durationMs, kept });
    if (file !== undefined && watching.length > 0) {
      this.#captures.begin(event.toolCallId, file.absolute);
    }
    return undefined;
  }

  /** After a call: the record, and one block of text where a reviewer objects. */
  async after(
    event: HostToolResult,
    context: HostContext,
  ): Promise<HostToolResultAnswer | undefined> {
    const pending = this.#pending.get(event.toolCallId);
    if (pending === undefined) return undefined;
    this.#pending.delete(event.toolCallId);
    // The file is captured before anything is waited for: the next call may change it.
    const captured = this.#captures.finish(event.toolCallId, event);
    const startNs = this.#desk.ports.clock.elapsedNs();
    const { signal } = context;
    const { answer, file, watching, kept } = pending;
    const reviewers = watching;
    const phase = { trigger: "after", event, context, answer, file, reviewers, kept } as const;
    let rows: readonly AuditReviewer[] = [];
    if (watching.length > 0) {
      const subject = await seen(() => subjectOf(event, pending, captured, signal));
      rows = await this.#run(phase, subject, signal);
    }
    const durationMs = pending.durationMs + this.#sinceMs(startNs);
    const outcome = this.#outcome(phase, [...pending.rows, ...rows], durationMs);
    const objecting = rows.filter(({ status }) => status === "rejected");
    return this.#telling.finished(event, outcome, objecting);
  }

  #run(
    phase: Phase,
    subject: Subject,
    signal: AbortSignal | undefined,
  ): Promise<readonly AuditReviewer[]> {
    const { answer, file, context } = phase;
    const paths = file === undefined ? [] : patternPaths(file.written, file.absolute, context.cwd);
    const models = this.#desk.ports.models ?? sessionModels(context);
    return this.#reviewers.run({ ...phase, config: answer.config, paths, subject, signal, models });
  }

  #outcome(phase: Phase, rows: readonly AuditReviewer[], durationMs: number): Outcome {
    const { trigger, context, file, answer } = phase;
    return { trigger, context, file, warnings: answer.warnings, rows, durationMs };
  }

  #sinceMs(startNs: bigint): number {
    return Math.round(Number(this.#desk.ports.clock.elapsedNs() - startNs) / 1e6);
  }

  #announce(answer: ConfigAnswer, context: HostContext): void {
    this.#announced = answer;
    warn(this.#desk.host, context, answer.warnings);
  }
}

function sessionModels(context: HostContext): ModelPort {
  return registryModels(context.modelRegistry, context.sessionManager.getSessionId());
}

/** Asked anew each time: what is waited for in between may take long. */
function isAborted(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true;
}

function placeOf(context: HostContext) {
  return { cwd: context.cwd, trusted: context.isProjectTrusted() };
}

async function subjectOf(
  event: HostToolResult,
  { file, answer }: Pending,
  captured: Promise<Capture | undefined>,
  signal: AbortSignal | undefined,
): Promise<Subject> {
  if (isAborted(signal)) return { kind: "skipped", problem: "aborted" };
  if (event.isError) return { kind: "skipped", problem: "the tool failed" };
  if (file === undefined) return subjectAfter(event);
  const capture = await captured;
  if (capture === undefined) return { kind: "failed", problem: "the file was not captured" };
  return subjectAfterFile(event, file, capture, answer.config);
}
