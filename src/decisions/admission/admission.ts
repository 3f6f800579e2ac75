import { invariant } from "../../kernel/invariant.ts";
import { type PathPlatform, pathKey } from "../../kernel/path-key.ts";
import { RootIndex } from "./root-index.ts";

interface LiveTask {
  readonly id: string;
  readonly order: number;
  readonly keys: readonly string[];
  /** How many earlier overlapping tasks are still live. */
  blockers: number;
  /** Later tasks that wait for this one. */
  readonly waiters: LiveTask[];
}

/**
 * Which task may run now. A newcomer waits for every earlier live task, waiting or in flight, whose
 * roots overlap its own; tasks that overlap nothing run at once. So overlapping tasks run in order
 * of arrival, and since everyone waits only for earlier ones, nobody waits for ever.
 *
 * It keeps state but looks at nothing: the same calls give the same answers.
 *
 * Spec: TK-3.
 */
export class Admission {
  readonly #live = new Map<string, LiveTask>();
  readonly #index = new RootIndex<LiveTask>();
  readonly #platform: PathPlatform;
  #arrivals = 0;

  constructor(platform: PathPlatform = "posix") {
    this.#platform = platform;
  }

  /**
   * Puts a task at the end of the line. Answers the ids it waits for, in order of arrival; none
   * when it starts now. `places` are its roots, as given and by real path. An id that is live
   * already is a programmer's mistake.
   *
   * Spec: TK-3.
   */
  arrive(id: string, places: readonly string[]): readonly string[] {
    invariant(!this.#live.has(id), `task ${id} is in line already`);
    const keys = [...new Set(places.map((place) => pathKey(place, this.#platform)))];
    const earlier = this.#index.overlapping(keys);
    const order = this.#arrivals++;
    const task: LiveTask = { id, order, keys, blockers: earlier.size, waiters: [] };
    for (const blocker of earlier) blocker.waiters.push(task);
    this.#live.set(id, task);
    this.#index.add(keys, task);
    return [...earlier].sort(byOrder).map((blocker) => blocker.id);
  }

  /**
   * Takes a task out of the line, whether it ended, failed or was cancelled while it waited.
   * Answers the ids that start now, in order of arrival. Unknown ids change nothing.
   *
   * Spec: TK-3.
   */
  leave(id: string): readonly string[] {
    const task = this.#live.get(id);
    if (task === undefined) return [];
    this.#live.delete(id);
    this.#index.remove(task.keys, task);
    const started: LiveTask[] = [];
    for (const waiter of task.waiters) {
      waiter.blockers -= 1;
      if (waiter.blockers === 0 && this.#live.has(waiter.id)) started.push(waiter);
    }
    return started.sort(byOrder).map((waiter) => waiter.id);
  }

  /** Whether the task is in the line and waits for nobody. Spec: TK-3. */
  runs(id: string): boolean {
    return this.#live.get(id)?.blockers === 0;
  }
}

function byOrder(a: LiveTask, b: LiveTask): number {
  return a.order - b.order;
}
