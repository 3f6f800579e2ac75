import { createHash, randomBytes } from "node:crypto";
import {
  prompt,
  type ReviewRequest,
  shownText,
  verdictTool,
} from "../../decisions/review/prompt.ts";
import { type VerdictOutcome, verdict, verdictOf } from "../../decisions/review/verdict.ts";
import type {
  ModelPort,
  ModelQuestion,
  ModelReply,
  ModelUsage,
  Ports,
} from "../../kernel/ports.ts";
import type { Deadline } from "./deadline.ts";

/** A model and what it is asked. */
export interface Question {
  readonly provider: string;
  readonly model: string;
  readonly request: ReviewRequest;
}

/** What came of a question. Spec: SV-35, SV-36. */
export type QuestionAnswer =
  | { readonly kind: "answered"; readonly verdict: VerdictOutcome; readonly usage?: ModelUsage }
  | { readonly kind: "failed"; readonly problem: string; readonly usage?: ModelUsage }
  | { readonly kind: "aborted" };

/** The most tokens of an answer. */
const tokensMax = 4_096;

/** How long to wait before the one retry, in ms. */
const retryMs = 500;

const verdictParameters = {
  type: "object",
  required: ["passed", "findings"],
  properties: {
    passed: {
      type: "boolean",
      description: "false only where a finding with severity error must be fixed",
    },
    summary: { type: "string", description: "one sentence" },
    findings: {
      type: "array",
      items: {
        type: "object",
        required: ["message", "severity"],
        properties: {
          message: { type: "string", description: "what is wrong and what would be right" },
          severity: { type: "string", enum: ["error", "warning", "info"] },
          line: { type: "integer", description: "line of the file after the change" },
          ruleGroup: { type: "string", description: "the rule's own label" },
        },
      },
    },
  },
};

/**
 * What stands for a question: model, rules and payload, without the random marks. Equal keys are
 * one question, for the session's memory of answers and for recorded ones.
 *
 * Spec: SV-37, HN-28.
 */
export function questionKey({ provider, model, request }: Question): string {
  const text = JSON.stringify({ provider, model, request });
  return createHash("sha256").update(text).digest("hex");
}

/**
 * The question in a model's terms. Marks are new every time.
 *
 * Spec: SV-35.
 */
export function modelQuestion(question: Question, withTool: boolean): ModelQuestion {
  const { provider, model, request } = question;
  const mark = randomBytes(12).toString("hex");
  const { system, text } = prompt({ request, mark });
  const asked = { provider, model, system, text, tokensMax, key: questionKey(question) };
  if (!withTool) return asked;
  const description = "Hands in the verdict on the change. Call it once.";
  return { ...asked, tool: { name: verdictTool, description, parameters: verdictParameters } };
}

/**
 * Asks a model for its verdict, within the deadline. What looks like a passing fault is tried once
 * more; a model that takes no tools is asked for text.
 *
 * Spec: SV-35, SV-36.
 */
export async function asked(
  question: Question,
  models: ModelPort,
  deadline: Deadline,
  ports: Ports,
): Promise<QuestionAnswer> {
  let withTool = true;
  let retries = 1;
  for (;;) {
    const asking = models.ask(modelQuestion(question, withTool));
    const waited = await deadline.wait(() => asking.reply);
    if (waited.kind !== "value") asking.cancel();
    if (waited.kind === "aborted") return { kind: "aborted" };
    if (waited.kind === "timeout") return { kind: "failed", problem: "the model took too long" };
    if (waited.kind === "error") return { kind: "failed", problem: waited.message };
    const reply = waited.value;
    if (reply.ok) return answered(question, reply);
    if (reply.problem === "failed" && withTool && refusesTools(reply.message)) withTool = false;
    else if (reply.problem === "failed" && retries > 0 && isPassing(reply.message)) {
      retries -= 1;
      await deadline.wait(() => pause(ports, retryMs));
    } else return { kind: "failed", problem: reply.message };
  }
}

function pause(ports: Ports, ms: number): Promise<void> {
  return new Promise((resolve) => {
    ports.clock.after(ms, resolve, true);
  });
}

/** Whether the same request may well succeed a moment later. Spec: SV-36. */
export function isPassing(message: string): boolean {
  return passing.some((words) => words.test(message));
}

const passing: readonly RegExp[] = [
  /\b(?:429|502|503|504|529)\b|rate.?limit|too many requests|overloaded/iu,
  /\b(?:ECONN\w+|ETIMEDOUT|EAI_AGAIN|ENOTFOUND|EPIPE)\b/u,
  /fetch failed|network|socket|connection (?:error|reset|closed)/iu,
];

function refusesTools(message: string): boolean {
  return /\btools?\b|function.?call/iu.test(message) && /not support|unsupported/iu.test(message);
}

function answered(question: Question, reply: Extract<ModelReply, { ok: true }>): QuestionAnswer {
  const usage = reply.usage === undefined ? {} : { usage: reply.usage };
  const outcome = outcomeOf(question, reply);
  if (outcome.status === "failed") {
    return { kind: "failed", problem: outcome.problem ?? "no verdict", ...usage };
  }
  return { kind: "answered", verdict: outcome, ...usage };
}

/** A tool call is the verdict where there is one; the text then does not matter. */
function outcomeOf(question: Question, reply: Extract<ModelReply, { ok: true }>): VerdictOutcome {
  const call = reply.calls.findLast(({ name }) => name === verdictTool);
  const shown = shownText(question.request);
  if (call === undefined || reply.cut) return verdict({ text: reply.text, cut: reply.cut, shown });
  return verdictOf(call.input);
}
