import type { ReviewStatus } from "../src/decisions/review/review.ts";
import { isJsonObject } from "../src/kernel/json.ts";
import type { ModelPort, ModelQuestion, ModelReply } from "../src/kernel/ports.ts";

/** One recorded answer: the key of its question, who was asked, and what came back. Spec: HN-28. */
export interface RecordedReply {
  readonly key: string;
  readonly provider: string;
  readonly model: string;
  readonly reply: ModelReply;
}

/**
 * Recorded answers of reviewers, by the key of their question. A question that was recorded several
 * times gets its answers in turn, and from the first again when they are used up.
 *
 * Spec: HN-28.
 */
export class Cassette implements ModelPort {
  readonly #replies = new Map<string, ModelReply[]>();
  readonly #next = new Map<string, number>();
  /** The keys that were asked for and are not held. */
  readonly missing: string[] = [];

  /** Holds what was recorded. */
  constructor(recorded: readonly RecordedReply[] = []) {
    for (const each of recorded) this.add(each);
  }

  /** Adds an answer. */
  add({ key, reply }: RecordedReply): void {
    this.#replies.set(key, [...(this.#replies.get(key) ?? []), reply]);
  }

  /** Answers from what is held; a question that is not held fails and is noted. */
  ask(question: ModelQuestion) {
    return { reply: Promise.resolve(this.#reply(question)), cancel: () => {} };
  }

  #reply({ key, provider, model }: ModelQuestion): ModelReply {
    const held = this.#replies.get(key) ?? [];
    const at = this.#next.get(key) ?? 0;
    this.#next.set(key, at + 1);
    const reply = held[at % Math.max(1, held.length)];
    if (reply !== undefined) return reply;
    this.missing.push(key);
    const message = `the cassette holds no answer of ${provider}/${model} to ${key.slice(0, 12)}`;
    return { ok: false, problem: "no-model", message };
  }
}

/**
 * Asks the given models and hands every answer on, to be written down. Failures are not answers: a
 * cassette that held them would replay a bad day for ever.
 *
 * Spec: HN-28.
 */
export function recordingModels(
  models: ModelPort,
  record: (recorded: RecordedReply) => void,
): ModelPort {
  return {
    ask(question) {
      const asking = models.ask(question);
      const { key, provider, model } = question;
      const reply = asking.reply.then((answer) => {
        if (answer.ok) record({ key, provider, model, reply: answer });
        return answer;
      });
      return { reply, cancel: () => asking.cancel() };
    },
  };
}

/**
 * Reads a cassette: one recorded answer a line. Throws `file:line: …` for a line of another form.
 *
 * Spec: HN-28, ST-4.
 */
export function recordedReplies(file: string, text: string): readonly RecordedReply[] {
  return text.split("\n").flatMap((line, index) => {
    if (line.trim() === "") return [];
    const place = `${file}:${index + 1}`;
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch (error) {
      throw new Error(`${place}: expected one JSON object, ${String(error)}`);
    }
    if (!isRecorded(value)) throw new Error(`${place}: expected key, provider, model and reply`);
    return [value];
  });
}

function isRecorded(value: unknown): value is RecordedReply {
  if (!isJsonObject(value)) return false;
  const { key, provider, model, reply } = value;
  const named = [key, provider, model].every((each) => typeof each === "string");
  if (!named || !isJsonObject(reply) || reply["ok"] !== true) return false;
  return typeof reply["text"] === "string" && Array.isArray(reply["calls"]);
}

/** How far the answers to questions differ among themselves. Spec: HN-28. */
export interface FlipRate {
  /** Answers in all. */
  readonly answers: number;
  /** Answers that are not the most frequent one to their question. */
  readonly flips: number;
  /** Their part, from 0 to 1; 0 where nothing was answered. */
  readonly rate: number;
}

/**
 * The flip rate of several answers to each of some questions.
 *
 * Spec: HN-28.
 */
export function flipRate(answers: readonly (readonly ReviewStatus[])[]): FlipRate {
  let count = 0;
  let flips = 0;
  for (const statuses of answers) {
    const counts = [...Map.groupBy(statuses, (status) => status).values()];
    count += statuses.length;
    flips += statuses.length - Math.max(0, ...counts.map((same) => same.length));
  }
  return { answers: count, flips, rate: count === 0 ? 0 : flips / count };
}
