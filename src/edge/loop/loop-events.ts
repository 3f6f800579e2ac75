import { argumentProblemText } from "../../decisions/invocation/words.ts";
import { isJsonObject } from "../../kernel/json.ts";
import type {
  HostContext,
  HostConversation,
  HostInput,
  HostMessageStart,
  HostRunStart,
  HostTurnEnd,
} from "../host.ts";
import type { LoopEngine } from "./loop-engine.ts";
import { loopMarker, reminderSection, reminderText, standingSection } from "./loop-prompt.ts";

/**
 * Translates what pi reports into what the loop understands.
 *
 * Spec: LP-13, LP-40..LP-47.
 */
export class LoopEvents {
  readonly engine: LoopEngine;
  /** The message that a run starts with is told of twice: as its prompt, and as a message. */
  #awaitsPrompt = false;
  /** The newest answer was cut off: by Esc, or by whoever else can. */
  #wasCut = false;
  #stopReminding: (() => void) | undefined;

  constructor(engine: LoopEngine) {
    this.engine = engine;
  }

  /** Records what comes in; a faulty invocation is answered at once. Spec: LP-12, LP-13. */
  input(event: HostInput, context: HostContext): void {
    const { engine } = this;
    const { text, source } = event;
    const detects = engine.desk.isOn() && engine.desk.settings().loop.inlineInvocation;
    const outcome = engine.arming.hear({ text, source }, detects);
    if (outcome?.invoked !== false || outcome.problem === undefined) return;
    engine.say(`loop: ${argumentProblemText(outcome.problem)}`, "warning", context);
  }

  /** Arms the run that is the recorded message, and puts the loop into its prompt. */
  runStart(event: HostRunStart, context: HostContext): void {
    const { engine } = this;
    this.#forgetReminder();
    const prompt = event.messageType === "user" ? event.prompt : undefined;
    this.#awaitsPrompt = prompt !== undefined;
    const { isUsers } = engine.arming.begin(prompt);
    const cause = this.#isOwn(prompt ?? "") ? "loop" : isUsers ? "user" : "other";
    engine.tell({ type: "run-start", cause }, context);
    if (!engine.desk.isOn()) return;
    const sections = event.systemPromptOptions.sections;
    const standing = engine.standing();
    if (standing !== undefined) sections[standingSection] = standing;
    const { armed } = engine.arming;
    if (armed !== undefined) sections[reminderSection] = reminderText(armed.objective);
  }

  #isOwn(text: string): boolean {
    const { loop } = this.engine.state;
    return loop !== null && text.includes(loopMarker(loop.id));
  }

  /** A queued message is delivered in the middle of a run. Spec: LP-13, LP-46. */
  message(event: HostMessageStart, context: HostContext): void {
    if (event.message.role !== "user") return;
    if (this.#awaitsPrompt) {
      this.#awaitsPrompt = false;
      return;
    }
    const { engine } = this;
    const text = textOf(event.message.content);
    if (this.#isOwn(text)) {
      engine.arming.deliver(text);
      engine.tell({ type: "message", from: "loop" }, context);
      return;
    }
    const { isUsers, arms } = engine.arming.deliver(text);
    if (isUsers) engine.tell({ type: "message", from: "user" }, context);
    if (arms) this.#remind();
  }

  /** The run's prompt is fixed already: the reminder goes to the end of what is sent, unsaved. */
  #remind(): void {
    const { engine } = this;
    this.#stopReminding ??= engine.desk.host.on("context", (event: HostConversation) => {
      const { armed } = engine.arming;
      if (armed === undefined) return undefined;
      const text = reminderText(armed.objective);
      const reminder = { role: "user" as const, content: text, timestamp: engine.now };
      return { messages: [...event.messages, reminder] };
    });
  }

  #forgetReminder(): void {
    this.#stopReminding?.();
    this.#stopReminding = undefined;
  }

  /** Spec: LP-43. */
  turnEnd(event: HostTurnEnd, context: HostContext): void {
    const { message } = event;
    if (message.role !== "assistant") return;
    const toolCalls = message.content.filter((block) => block.type === "toolCall").length;
    this.#wasCut = message.stopReason === "aborted";
    const failed = message.stopReason === "error";
    const error = failed ? (message.errorMessage ?? "unknown error") : null;
    const text = textOf(message.content);
    this.engine.tell({ type: "turn-end", toolCalls, text, error }, context);
  }

  /** Spec: LP-13, LP-40. */
  settled(aborted: boolean, context: HostContext): void {
    const { engine } = this;
    engine.arming.end();
    this.#forgetReminder();
    this.#awaitsPrompt = false;
    if (!engine.desk.isOn()) engine.tell({ type: "pause" }, context);
    const cut = aborted || this.#wasCut;
    this.#wasCut = false;
    engine.tell({ type: "settled", aborted: cut, canComplete: engine.canComplete }, context);
  }

  /** Spec: LP-41, LP-47. */
  compaction(on: boolean, context: HostContext): void {
    this.engine.tell({ type: "compaction", on, busy: !context.isIdle() }, context);
  }

  /** The session ends: timers go, what is in its entries stays. Spec: LP-41. */
  shutdown(context: HostContext): void {
    this.engine.arming.end();
    this.#forgetReminder();
    this.engine.tell({ type: "shutdown" }, context);
  }
}

/** The text blocks of a message, or the text that it is. */
function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content
    .flatMap((block: unknown) =>
      isJsonObject(block) && block["type"] === "text" ? [String(block["text"])] : [],
    )
    .join("\n");
}
