/**
 * Points at which concurrent parts of a run meet: one reaches a barrier, others wait for it. This
 * is how a scenario orders them without sleeping.
 *
 * Spec: HN-3.
 */
export class Barriers {
  readonly #reached = new Set<string>();
  readonly #waiting = new Map<string, (() => void)[]>();

  /** Lets everyone through who waits, or will wait. */
  reach(name: string): void {
    this.#reached.add(name);
    for (const wake of this.#waiting.get(name) ?? []) wake();
    this.#waiting.delete(name);
  }

  /** Whether the barrier is reached. */
  isReached(name: string): boolean {
    return this.#reached.has(name);
  }

  /** Resolves when the barrier is reached. */
  wait(name: string): Promise<void> {
    if (this.#reached.has(name)) return Promise.resolve();
    return new Promise((resolve) => {
      this.#waiting.set(name, [...(this.#waiting.get(name) ?? []), resolve]);
    });
  }
}
