import { Admission } from "../../decisions/admission/admission.ts";
import { heldTicketVariable, joinLine } from "../../runner/task-line.ts";

/** A task's place, here and among all pi processes of the user. Spec: TK-3. */
export interface Place {
  readonly ticket: number;
  /** Resolves when the task may run; rejects with the signal's reason. */
  turn(signal: AbortSignal | undefined, waiting: (ids: readonly string[]) => void): Promise<void>;
  /** The process works for this task; its place is taken while it lives. */
  alsoHeldBy(pid: number): void;
  /** Gives the place back; those behind go on at once. */
  leave(): void;
}

/**
 * The line of this process. Tasks of one process are told at once when it is their turn; tasks of
 * other processes are watched through their tickets.
 *
 * Spec: TK-3.
 */
export class TaskLineUp {
  readonly #admission: Admission;
  readonly #wakes = new Map<string, () => void>();
  readonly #names = new Map<string, string>();
  #count = 0;

  constructor(platform: "posix" | "windows") {
    this.#admission = new Admission(platform);
  }

  /** Takes a place; its order is the order of these calls. Throws when no ticket can be written. */
  join(folder: string, id: string, places: readonly string[]): Place {
    const ticket = joinLine(folder, id, places, heldTicket());
    this.#count += 1;
    const key = String(this.#count);
    const earlier = this.#admission.arrive(key, places);
    this.#names.set(key, id);
    return {
      ticket: ticket.number,
      turn: async (signal, waiting) => {
        if (earlier.length > 0 && !this.#admission.runs(key)) {
          waiting(earlier.flatMap((each) => this.#names.get(each) ?? []));
        }
        await this.#woken(key, signal);
        await ticket.turn(signal, waiting);
      },
      alsoHeldBy: ticket.alsoHeldBy,
      leave: () => {
        ticket.release();
        this.#wakes.delete(key);
        this.#names.delete(key);
        for (const next of this.#admission.leave(key)) this.#wakes.get(next)?.();
      },
    };
  }

  #woken(key: string, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted === true) return reject(signal.reason);
      if (this.#admission.runs(key)) return resolve();
      const abort = (): void => reject(signal?.reason);
      signal?.addEventListener("abort", abort, { once: true });
      this.#wakes.set(key, () => {
        signal?.removeEventListener("abort", abort);
        resolve();
      });
    });
  }
}

/** A runner that was started by a task tool must not wait for the task it is. */
function heldTicket(): number | undefined {
  const text = process.env[heldTicketVariable];
  return text !== undefined && /^\d{1,12}$/u.test(text) ? Number(text) : undefined;
}
