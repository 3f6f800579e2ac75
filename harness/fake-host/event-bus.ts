import type { EventBus } from "@earendil-works/pi-coding-agent";

/**
 * A bus on which extensions talk to each other. Listeners hear in the order they came.
 *
 * Spec: HN-2.
 */
export function createEventBus(): EventBus {
  const listeners = new Map<string, ((data: unknown) => void)[]>();
  return {
    emit: (channel, data) => {
      for (const listener of [...(listeners.get(channel) ?? [])]) listener(data);
    },
    on: (channel, listener) => {
      const list = listeners.get(channel) ?? [];
      list.push(listener);
      listeners.set(channel, list);
      return () => {
        const at = list.indexOf(listener);
        if (at >= 0) list.splice(at, 1);
      };
    },
  };
}
