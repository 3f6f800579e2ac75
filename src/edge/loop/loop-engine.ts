import { clampedInterval } from "../../decisions/duration/duration.ts";
import { loop as reduce } from "../../decisions/loop/loop.ts";
import type { LoopDecision, LoopEffect, LoopEvent } from "../../decisions/loop/loop-event.ts";
import { emptyLoopState, type LoopPlan, type LoopState } from "../../decisions/loop/loop-state.ts";
import { durationMs } from "../../kernel/duration-token.ts";
import type { HostContext } from "../host.ts";
import { settingProblem } from "../present.ts";
import type { SystemDesk } from "../system.ts";
import { Arming } from "./arming.ts";
import { Ledger } from "./ledger.ts";
import { branchLoop, type LoopEntry } from "./loop-entries.ts";
import { loopEntryType } from "./loop-entry-type.ts";
import { sendText, standingText } from "./loop-prompt.ts";
import { endNotice, statusLine, widgetLines } from "./loop-words.ts";

const screenKey = "gatehouse.loop";

/**
 * The loop of one session: tells the reducer what happens, and does what it says. No judgement is
 * here; state that lasts is in the session's entries.
 *
 * Spec: LP-40..LP-47.
 */
export class LoopEngine {
  readonly desk: SystemDesk;
  readonly ledger: Ledger;
  readonly arming = new Arming();
  #state: LoopState = emptyLoopState;
  #context: HostContext;
  #cancelTimer: (() => void) | undefined;
  #onRun: (() => void) | undefined;

  constructor(desk: SystemDesk, context: HostContext) {
    this.desk = desk;
    this.ledger = new Ledger(desk.ports);
    this.#context = context;
  }

  get state(): LoopState {
    return this.#state;
  }

  get now(): number {
    return this.desk.ports.clock.now();
  }

  /** Whether the tool that ends a loop is there to be called. Spec: LP-30. */
  get canComplete(): boolean {
    return this.desk.host.getActiveTools().includes("loop_complete");
  }

  /** Takes up the loop of the active branch. Spec: LP-44, LP-45. */
  restore(context: HostContext): void {
    this.arming.end();
    const { loop, skipped } = branchLoop(context);
    if (skipped > 0) {
      const count = skipped === 1 ? "one entry" : `${skipped} entries`;
      this.desk.complain(`loop: ${count} of this session cannot be read; passed over`, context);
    }
    const sessionId = context.sessionManager.getSessionId();
    this.tell({ type: "restore", sessionId, loop }, context);
    this.readLedger(context);
  }

  /** What stands in the ledger wins over what the session remembers. Spec: LP-45. */
  readLedger(context: HostContext): void {
    const { loop } = this.#state;
    if (loop === null || loop.status === "stopped") return;
    const answer = this.ledger.read(loop.id);
    if (answer.kind === "unreadable") {
      this.desk.complain(`loop: ${answer.problem}; the loop goes on from its session`, context);
    } else if (answer.kind === "read") {
      const isSame = JSON.stringify(answer.criteria) === JSON.stringify(loop.criteria);
      if (!isSame) this.tell({ type: "mark", criteria: answer.criteria }, context);
    }
  }

  /** Writes the criteria into the ledger; what goes wrong is said and changes nothing else. */
  writeLedger(context: HostContext): string | undefined {
    const { loop } = this.#state;
    const problem = loop === null ? undefined : this.ledger.write(loop);
    if (problem !== undefined) this.#complainOfLedger(problem, context);
    return problem;
  }

  #complainOfLedger(problem: string, context: HostContext): void {
    this.desk.complain(`loop: ${problem}; the loop keeps its state in the session`, context);
  }

  /** Starts a loop that was not refused. Gives what could not be written, if anything. */
  start(plan: LoopPlan, by: "tool" | "command", context: HostContext): string | undefined {
    const busy = !context.isIdle();
    this.#adoptSession(context);
    this.tell({ type: "start", plan, by, busy }, context);
    const { loop } = this.#state;
    const problem = loop === null ? undefined : this.ledger.open(loop);
    if (problem !== undefined) this.#complainOfLedger(problem, context);
    return problem;
  }

  /** An engine that was loaded after the session began knows its session only now. */
  #adoptSession(context: HostContext): void {
    const sessionId = context.sessionManager.getSessionId();
    if (this.#state.sessionId !== sessionId) this.#state = { ...this.#state, sessionId };
  }

  /** An id that no loop of this machine has. Eight hex digits from session and time. */
  freshId(context: HostContext): string {
    let seed = `${context.sessionManager.getSessionId()}:${this.now}`;
    for (;;) {
      let hash = 0x811c9dc5;
      for (const unit of seed) hash = Math.imul(hash ^ (unit.codePointAt(0) ?? 0), 0x01000193);
      const id = (hash >>> 0).toString(16).padStart(8, "0");
      if (!this.desk.ports.files.facts(this.ledger.directory(id)).ok) return id;
      seed += "+";
    }
  }

  /** The limits in force where the user and the model give none. Spec: LP-2, LP-40. */
  limits(given: {
    readonly interval: string | undefined;
    readonly max: number | "unlimited" | undefined;
    readonly expires: string | undefined;
  }): Pick<LoopPlan, "max" | "lifetimeMs"> & {
    readonly interval: ReturnType<typeof clampedInterval>;
  } {
    const { loop } = this.desk.settings();
    const ms = (text: string | undefined, standard: string, last: number): number =>
      durationMs(text ?? standard) ?? durationMs(standard) ?? last;
    const max = given.max ?? loop.max;
    return {
      interval: clampedInterval(ms(given.interval, loop.defaultInterval, 600_000)),
      max: max === "unlimited" ? null : max,
      lifetimeMs: ms(given.expires, loop.expires, 604_800_000),
    };
  }

  /** The prompt section of the active loop, the same bytes in every run. Spec: LP-42. */
  standing(): string | undefined {
    const { loop } = this.#state;
    if (loop?.status !== "active") return undefined;
    return standingText(loop, this.ledger.directory(loop.id));
  }

  /** Resolves when the next run starts, or after the given ms. For modes that end by themselves. */
  nextRun(patienceMs: number): Promise<void> {
    return new Promise((resolve) => {
      this.#onRun = resolve;
      this.desk.ports.clock.after(patienceMs, resolve);
    });
  }

  /** Tells the reducer what happened, and does what it says. */
  tell(event: LoopEvent, context: HostContext): void {
    this.#context = context;
    const step = reduce(this.#state, event, this.now);
    this.#state = step.state;
    if (event.type === "run-start") this.#onRun?.();
    const decided = step.effects.find((effect) => effect.type === "decided");
    for (const effect of step.effects) this.#do(effect, event, decided?.decision, context);
    this.show(context);
  }

  #do(
    effect: LoopEffect,
    event: LoopEvent,
    decided: LoopDecision | undefined,
    context: HostContext,
  ): void {
    if (effect.type === "persist") this.#persist(event, decided);
    else if (effect.type === "schedule") this.#schedule(effect.at);
    else if (effect.type === "cancel") this.#cancel();
    else if (effect.type === "send") this.#send(effect.kind, context);
    else if (effect.type === "remind") this.#remind();
    else this.#announce(effect.decision, context);
  }

  #persist(event: LoopEvent, decided: LoopDecision | undefined): void {
    const { loop } = this.#state;
    if (loop === null) return;
    const why = decided === undefined ? {} : { decided };
    const entry: LoopEntry = { version: 1, event: event.type, ...why, loop };
    this.desk.host.appendEntry<LoopEntry>(loopEntryType, entry);
  }

  #schedule(at: number): void {
    this.#cancel();
    const delay = Math.max(0, at - this.now);
    this.#cancelTimer = this.desk.ports.clock.after(delay, () => this.#tick());
  }

  #cancel(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
  }

  /** A timer of a session that is gone finds its context dead: there is nothing left to do. */
  #tick(): void {
    const context = this.#context;
    let busy: boolean;
    try {
      busy = !context.isIdle() || context.hasPendingMessages();
    } catch {
      return;
    }
    if (!this.desk.isOn()) this.tell({ type: "pause" }, context);
    else this.tell({ type: "tick", busy }, context);
  }

  /** As a follow-up: if the user was faster, it waits for the end of their run. */
  #send(kind: Parameters<typeof sendText>[1], context: HostContext): void {
    const { loop } = this.#state;
    if (loop === null) return;
    try {
      this.desk.host.sendUserMessage(sendText(loop, kind), { deliverAs: "followUp" });
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      this.desk.complain(`loop: a message could not be sent (${why})`, context);
    }
  }

  #remind(): void {
    const content = this.standing();
    if (content === undefined) return;
    const message = { customType: screenKey, content, display: false };
    this.desk.host.sendMessage(message, { deliverAs: "steer" });
  }

  #announce(decision: LoopDecision, context: HostContext): void {
    const { loop } = this.#state;
    if (loop === null || (decision.what !== "pause" && decision.what !== "stop")) return;
    const isGood = decision.cause === "completed" || decision.cause === "user";
    this.say(endNotice(loop), isGood ? "info" : "warning", context);
  }

  /** Says something to the person: on the screen, else on standard error. */
  say(text: string, kind: "info" | "warning", context: HostContext): void {
    if (context.hasUI) context.ui.notify(text, kind);
    else this.desk.ports.log.line(settingProblem(text));
  }

  /** Brings footer and widget up to date. Spec: LP-46. */
  show(context: HostContext): void {
    if (!context.hasUI) return;
    const lines = widgetLines(this.#state, this.now);
    context.ui.setStatus(screenKey, statusLine(this.#state, this.now));
    context.ui.setWidget(screenKey, lines === undefined ? undefined : [...lines]);
  }
}
