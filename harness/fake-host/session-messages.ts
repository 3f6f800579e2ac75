import type { ExtensionActions } from "@earendil-works/pi-coding-agent";
import type { CustomMessage } from "./pi-shapes.ts";
import type { SessionState } from "./session-state.ts";

/** The message that an extension sends, before it has a time. Spec: HN-2. */
export type SentMessage = Parameters<ExtensionActions["sendMessage"]>[0];

/** How an extension's message is to be delivered. Spec: HN-2. */
export type SendOptions = Parameters<ExtensionActions["sendMessage"]>[1];

/** A message of an extension with its time; missing content is empty content. Spec: HN-2. */
export function stampedMessage(state: SessionState, message: SentMessage): CustomMessage {
  const { customType, content, display, details } = message;
  const timestamp = state.parts.identifiers.stampMs();
  return { role: "custom", customType, content: content ?? [], display, details, timestamp };
}

/** Writes a message of an extension into the session. No event tells of it. Spec: HN-2. */
export function appendCustomMessage(state: SessionState, message: CustomMessage): void {
  const { customType, content, display, details } = message;
  state.parts.store.append({ type: "custom_message", customType, content, display, details });
  state.refresh();
}

/** Writes the messages that waited for the turn's results to be in. Spec: HN-2. */
export function flushHeldMessages(state: SessionState): void {
  for (const message of state.heldMessages.splice(0)) appendCustomMessage(state, message);
}

/**
 * Delivers a message of an extension: kept for the next prompt, queued into the run, written when
 * the turn ends or at once, or the start of a run of its own, which is what `start` does.
 *
 * Spec: HN-2.
 */
export async function sendCustomMessage(
  state: SessionState,
  message: SentMessage,
  options: SendOptions,
  start: (message: CustomMessage) => Promise<void>,
): Promise<void> {
  const stamped = stampedMessage(state, message);
  if (options?.deliverAs === "nextTurn") {
    state.nextTurnMessages.push(stamped);
  } else if (state.running && options?.triggerTurn !== false) {
    const { followUps, steering } = state.agent;
    (options?.deliverAs === "followUp" ? followUps : steering).add(stamped);
  } else if (options?.triggerTurn) {
    if (state.settling)
      state.deferred.push(() => sendCustomMessage(state, message, options, start));
    else await start(stamped);
  } else if (state.running) {
    state.heldMessages.push(stamped);
  } else {
    appendCustomMessage(state, stamped);
  }
}
