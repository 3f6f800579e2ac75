import type { ReviewRequest } from "../../decisions/review/prompt.ts";
import type { Trigger } from "../../decisions/review/review.ts";
import type { VerdictOutcome } from "../../decisions/review/verdict.ts";
import type { ModelPort, Ports } from "../../kernel/ports.ts";
import type { HostContext, HostToolCall, HostToolResult } from "../host.ts";
import type { AuditReviewer } from "./audit.ts";
import { Conditions } from "./conditions.ts";
import { configuredPath, type Reviewer, type SupervisorConfig } from "./config.ts";
import { Deadline } from "./deadline.ts";
import { asked, type Question, type QuestionAnswer, questionKey } from "./questions.ts";
import { RuleFiles } from "./rule-files.ts";

/** What there is to review, or why there is nothing, as one status for every reviewer. */
export type Subject =
  | { readonly kind: "change"; readonly request: Omit<ReviewRequest, "rules"> }
  | { readonly kind: "skipped" | "failed"; readonly problem: string };

/** One phase of one tool call. */
export interface ReviewCall {
  readonly trigger: Trigger;
  readonly event: HostToolCall | HostToolResult;
  readonly context: HostContext;
  readonly config: SupervisorConfig;
  /** Those that watch this tool in this phase, in the order of the configuration. */
  readonly reviewers: readonly Reviewer[];
  readonly paths: readonly string[];
  readonly kept: ReadonlyMap<string, string>;
  readonly signal: AbortSignal | undefined;
  readonly subject: Subject;
  readonly models: ModelPort;
}

/** The answers that are remembered: more than a session asks, few enough to hold. */
const answersMax = 500;

type Judged = Omit<AuditReviewer, "name" | "model" | "trigger" | "durationMs" | "rules"> & {
  readonly rules?: readonly string[];
};

/**
 * The reviewers of a session, with what they answered before.
 *
 * Spec: SV-14, SV-21, SV-33, SV-36, SV-37.
 */
export class Reviewers {
  readonly rules: RuleFiles;
  readonly #ports: Ports;
  readonly #conditions: Conditions;
  readonly #answers = new Map<string, VerdictOutcome>();

  /** Has asked nobody yet. */
  constructor(ports: Ports) {
    this.#ports = ports;
    this.rules = new RuleFiles(ports);
    this.#conditions = new Conditions(ports);
  }

  /** Forgets the session's answers. */
  clear(): void {
    this.#answers.clear();
  }

  /** Puts a call to its reviewers, all at once. The answers keep their order. Never rejects. */
  run(call: ReviewCall): Promise<readonly AuditReviewer[]> {
    return Promise.all(call.reviewers.map((reviewer) => this.#row(reviewer, call)));
  }

  async #row(reviewer: Reviewer, call: ReviewCall): Promise<AuditReviewer> {
    const startNs = this.#ports.clock.elapsedNs();
    const judged = await this.#judged(reviewer, call);
    const durationMs = Math.round(Number(this.#ports.clock.elapsedNs() - startNs) / 1e6);
    const { name, provider, model } = reviewer;
    const about = { name, model: `${provider}/${model}`, trigger: call.trigger };
    return { ...about, rules: [], ...judged, durationMs };
  }

  async #judged(reviewer: Reviewer, call: ReviewCall): Promise<Judged> {
    if (call.signal?.aborted === true) return aborted;
    const { subject } = call;
    if (subject.kind === "skipped") return { status: "skipped", problem: subject.problem };
    const stopped = await this.#condition(reviewer, call);
    if (stopped !== undefined) return stopped;
    const deadline = new Deadline(this.#ports.clock, call.config.timeoutMs, call.signal);
    try {
      const waited = await deadline.wait(() => this.#verdict(reviewer, call, deadline));
      if (waited.kind === "value") return waited.value;
      if (waited.kind === "aborted") return aborted;
      const problem = waited.kind === "error" ? waited.message : tooLong(call);
      return { status: "failed", problem };
    } finally {
      deadline.close();
    }
  }

  /** Undefined where the review goes on. */
  async #condition(reviewer: Reviewer, call: ReviewCall): Promise<Judged | undefined> {
    if (reviewer.condition === undefined) return undefined;
    const { event, context, config, signal } = call;
    const path = configuredPath(reviewer.condition, context.cwd, this.#ports.environment.home);
    const { timeoutMs } = config;
    const answer = await this.#conditions.ask({ path, event, context, timeoutMs, signal });
    if (answer.kind === "holds") return undefined;
    if (answer.kind === "aborted") return aborted;
    if (answer.kind === "broken") return { status: "rejected", problem: answer.problem };
    return { status: "skipped", problem: "the condition does not hold" };
  }

  async #verdict(reviewer: Reviewer, call: ReviewCall, deadline: Deadline): Promise<Judged> {
    const { paths, kept, config, context, subject } = call;
    const loaded = await this.rules.load(reviewer, { cwd: context.cwd, config, paths, kept });
    const rules = loaded.rules.map(({ file }) => file);
    if (loaded.problems.length > 0) {
      return { status: "failed", problem: loaded.problems.join("; "), rules };
    }
    if (rules.length === 0) return { status: "skipped", problem: "no rule applies" };
    if (subject.kind !== "change") return { status: "failed", problem: subject.problem, rules };
    const request = { ...subject.request, rules: loaded.rules };
    const question = { provider: reviewer.provider, model: reviewer.model, request };
    return { ...(await this.#answer(question, call, deadline)), rules };
  }

  async #answer(question: Question, call: ReviewCall, deadline: Deadline): Promise<Judged> {
    const key = questionKey(question);
    const known = this.#answers.get(key);
    if (known !== undefined) return { ...ofVerdict(known), cached: true };
    const answer = await asked(question, call.models, deadline, this.#ports);
    if (answer.kind === "answered") this.#remember(key, answer.verdict);
    return ofAnswer(answer, call);
  }

  #remember(key: string, verdict: VerdictOutcome): void {
    const [oldest] = this.#answers.keys();
    if (this.#answers.size >= answersMax && oldest !== undefined) this.#answers.delete(oldest);
    this.#answers.set(key, verdict);
  }
}

const aborted: Judged = { status: "skipped", problem: "aborted" };

function tooLong({ config }: ReviewCall): string {
  return `no verdict within ${config.timeoutMs / 1000} s`;
}

function ofAnswer(answer: QuestionAnswer, call: ReviewCall): Judged {
  // An abort may reach the provider first; what it then says is no failure of its own.
  if (call.signal?.aborted === true && answer.kind !== "answered") return aborted;
  if (answer.kind === "aborted") return { status: "failed", problem: tooLong(call) };
  const usage = answer.usage === undefined ? {} : { usage: answer.usage };
  if (answer.kind === "failed") return { status: "failed", problem: answer.problem, ...usage };
  return { ...ofVerdict(answer.verdict), ...usage };
}

function ofVerdict({ status, findings, summary }: VerdictOutcome): Judged {
  const said = summary === undefined ? {} : { summary };
  return findings.length === 0 ? { status, ...said } : { status, ...said, findings };
}
