import type { ClockPort } from "../src/kernel/ports.ts";

interface Timer {
  readonly dueMs: number;
  readonly order: number;
  readonly callback: () => void;
}

/**
 * Time that only moves when it is told to, so that a run with timers is the same on every machine.
 *
 * `tick` is for the host's own stamps: it moves time by one millisecond and fires nothing, so two
 * entries never share a time and no timer runs in the middle of a turn. Timers fire in `advance`
 * alone, in the order of their due times, then of their creation.
 *
 * Spec: HN-2.
 */
export class VirtualClock implements ClockPort {
  readonly #startMs: number;
  #nowMs: number;
  #order = 0;
  #timers: Timer[] = [];

  /** Starts at a fixed moment (ms since the epoch) unless told otherwise. */
  constructor(startMs: number = Date.UTC(2026, 0, 1)) {
    this.#startMs = startMs;
    this.#nowMs = startMs;
  }

  /** The virtual time, in ms since the epoch. Asking does not move it. */
  now(): number {
    return this.#nowMs;
  }

  /** Virtual time since the start, in ns. */
  elapsedNs(): bigint {
    return BigInt(Math.round((this.#nowMs - this.#startMs) * 1_000_000));
  }

  /** The time of a host's stamp: the present, which then moves on by one ms. Fires no timer. */
  tick(): number {
    const stamp = this.#nowMs;
    this.#nowMs += 1;
    return stamp;
  }

  /** Calls back once, `delayMs` from now; the returned function cancels. */
  after(delayMs: number, callback: () => void): () => void {
    const dueMs = this.#nowMs + Math.max(0, delayMs);
    const timer: Timer = { dueMs, order: this.#order++, callback };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  }

  /** How many timers wait: zero is what a host that was shut down must leave behind. */
  get waitingCount(): number {
    return this.#timers.length;
  }

  /**
   * Moves time on and fires what falls due on the way, timers set by timers included. Time stands
   * at a timer's due time while it runs. A negative step is a programmer's mistake and throws.
   */
  advance(stepMs: number): void {
    if (stepMs < 0) throw new Error(`Time does not go back: advance(${stepMs})`);
    const endMs = this.#nowMs + stepMs;
    for (;;) {
      const next = this.#nextDue(endMs);
      if (next === undefined) break;
      this.#timers = this.#timers.filter((other) => other !== next);
      this.#nowMs = Math.max(this.#nowMs, next.dueMs);
      next.callback();
    }
    this.#nowMs = Math.max(this.#nowMs, endMs);
  }

  #nextDue(endMs: number): Timer | undefined {
    let next: Timer | undefined;
    for (const timer of this.#timers) {
      if (timer.dueMs > endMs) continue;
      const earlier =
        next === undefined ||
        timer.dueMs < next.dueMs ||
        (timer.dueMs === next.dueMs && timer.order < next.order);
      if (earlier) next = timer;
    }
    return next;
  }
}
