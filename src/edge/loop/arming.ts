import { type InvocationOutcome, invocation } from "../../decisions/invocation/invocation.ts";

/** An explicit request, as the user's message holds it. Spec: LP-12. */
export type Invocation = Extract<InvocationOutcome, { readonly invoked: true }>;

/** What was typed, and what came of it. */
export interface HeardInput {
  readonly text: string;
  readonly source: "interactive" | "rpc" | "extension";
}

interface Message {
  readonly text: string;
  readonly isUsers: boolean;
  readonly found: Invocation | undefined;
}

/**
 * Whether a loop may be started now. Only what the user sent arms, only for the run or turn that
 * delivers it, and only once. The text is remembered as it was typed and compared with what starts:
 * a message that something else has rewritten arms nothing.
 *
 * Spec: LP-13.
 */
export class Arming {
  #heard: Message[] = [];
  #armed: Invocation | undefined;

  /** The invocation that may start a loop in this run. */
  get armed(): Invocation | undefined {
    return this.#armed;
  }

  /** A message comes in. Gives what it invokes, so that a faulty one can be answered. */
  hear(input: HeardInput, detects: boolean): InvocationOutcome | undefined {
    const isUsers = input.source !== "extension";
    const outcome = isUsers && detects ? invocation({ text: input.text }) : undefined;
    const found = outcome?.invoked === true ? outcome : undefined;
    this.#heard.push({ text: input.text, isUsers, found });
    return outcome;
  }

  /** A run starts with this prompt. Says whether it is the user's. */
  begin(prompt: string | undefined): { readonly isUsers: boolean } {
    this.#armed = undefined;
    if (prompt === undefined) return { isUsers: false };
    const message = this.#take(prompt);
    this.#armed = message?.found;
    // A prompt that was spelled out from a template is still what the user sent, but arms nothing.
    return { isUsers: message?.isUsers ?? this.#heard.at(-1)?.isUsers ?? false };
  }

  /** A queued message is delivered. Says whether it is the user's, and whether it arms. */
  deliver(text: string): { readonly isUsers: boolean; readonly arms: boolean } {
    const message = this.#take(text);
    this.#armed = message?.found ?? this.#armed;
    return { isUsers: message?.isUsers ?? false, arms: message?.found !== undefined };
  }

  /** The newest message of that text: an older one of the user does not speak for it. */
  #take(text: string): Message | undefined {
    const message = this.#heard.findLast((each) => each.text === text);
    if (message !== undefined) this.#heard.splice(this.#heard.lastIndexOf(message), 1);
    return message;
  }

  /** A start has used the invocation. */
  use(): void {
    this.#armed = undefined;
  }

  /** The run or the session ends. */
  end(): void {
    this.#heard = [];
    this.#armed = undefined;
  }
}
