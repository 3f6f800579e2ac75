import type { AgentMessage } from "./pi-shapes.ts";

/**
 * Messages that wait for a turn. One is delivered at a time, as is pi's setting unless changed: two
 * steering messages take two turns.
 *
 * Spec: HN-2.
 */
export class MessageQueue {
  #messages: AgentMessage[] = [];

  /** Adds a message at the end. */
  add(message: AgentMessage): void {
    this.#messages.push(message);
  }

  /** Whether a message waits. */
  get hasItems(): boolean {
    return this.#messages.length > 0;
  }

  /** The message that is next, in a list, or none. */
  peek(): AgentMessage[] {
    return this.#messages.slice(0, 1);
  }

  /** Takes the message that is next. */
  drain(): AgentMessage[] {
    return this.#messages.splice(0, 1);
  }

  /** Drops what waits. */
  clear(): void {
    this.#messages = [];
  }
}
