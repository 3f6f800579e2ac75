import type { ClockPort } from "../../kernel/ports.ts";

/** How a wait ended. Spec: SV-36b. */
export type Waited<T> =
  | { readonly kind: "value"; readonly value: T }
  | { readonly kind: "error"; readonly message: string }
  | { readonly kind: "timeout" }
  | { readonly kind: "aborted" };

/**
 * A span of time that ends by itself, with the parent's abort, or when it is closed. Everything
 * that is waited for races it: what listens to neither time nor abort is left behind, and its late
 * answer goes nowhere.
 *
 * Spec: SV-36, SV-36b.
 */
export class Deadline {
  readonly #controller = new AbortController();
  readonly #parent: AbortSignal | undefined;
  readonly #cancelTimer: () => void;
  #timedOut = false;

  /** Starts now. Time in ms. */
  constructor(clock: ClockPort, timeoutMs: number, parent: AbortSignal | undefined) {
    this.#parent = parent;
    const expire = (): void => {
      this.#timedOut = true;
      this.#controller.abort();
    };
    this.#cancelTimer = clock.after(timeoutMs, expire, true);
    if (parent?.aborted === true) this.#controller.abort();
    else parent?.addEventListener("abort", this.#onAbort, { once: true });
  }

  readonly #onAbort = (): void => this.#controller.abort();

  /** Ends with the span: hand it to whatever can be told to stop. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Waits for the work, or for the end of the span, whichever comes first. Never rejects. */
  wait<T>(work: () => T | Promise<T>): Promise<Waited<T>> {
    return new Promise((resolve) => {
      const stop = (): void => resolve(this.#ended());
      if (this.signal.aborted) return stop();
      this.signal.addEventListener("abort", stop, { once: true });
      const settle = (waited: Waited<T>): void => {
        this.signal.removeEventListener("abort", stop);
        resolve(waited);
      };
      const fail = (error: unknown): void => settle({ kind: "error", message: messageOf(error) });
      // An async wrapper turns a throw into a rejection, so that both fail in one place.
      const run = async (): Promise<T> => await work();
      run().then((value) => settle({ kind: "value", value }), fail);
    });
  }

  /** Ends the span and lets go of the timer and the parent. To be called once, at the end. */
  close(): void {
    this.#cancelTimer();
    this.#parent?.removeEventListener("abort", this.#onAbort);
    this.#controller.abort();
  }

  #ended(): { readonly kind: "timeout" } | { readonly kind: "aborted" } {
    return { kind: this.#timedOut ? "timeout" : "aborted" };
  }
}

/** The words of something thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
