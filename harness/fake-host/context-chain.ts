import { type DispatchHost, handlersOf, reportThrow } from "./event-dispatch.ts";
import type { AgentMessage, MessageOf } from "./pi-shapes.ts";

/** A system message, or undefined. */
type SystemHead = MessageOf<"system"> | undefined;

/**
 * Lets the `context` handlers change what the model is sent. They see the conversation without
 * system messages; when they change it, the prompt and the tools come back as one leading message.
 * `context_with_system` handlers then see and own everything.
 *
 * Spec: HN-2.
 */
export async function chainContext(
  host: DispatchHost,
  sent: readonly AgentMessage[],
  headOf: (messages: readonly AgentMessage[]) => SystemHead,
): Promise<AgentMessage[]> {
  const eventContext = host.eventContext();
  let messages: AgentMessage[] = structuredClone([...sent]);
  const same = (one: readonly AgentMessage[], other: readonly AgentMessage[]): boolean =>
    one.length === other.length && one.every((message, index) => message === other[index]);
  for (const { extension, handler } of handlersOf(host, "context")) {
    try {
      const visible = messages.filter((message) => message.role !== "system");
      const event = { type: "context", messages: [...visible] };
      const given = (await handler(event, eventContext)) as
        | { messages?: AgentMessage[] }
        | undefined;
      const returned = given?.messages ?? event.messages;
      if (same(returned, visible)) continue;
      const head = headOf(messages);
      messages = head === undefined ? returned : [head, ...returned];
    } catch (thrown) {
      reportThrow(host, extension, "context", thrown);
    }
  }
  for (const { extension, handler } of handlersOf(host, "context_with_system")) {
    try {
      const event = { type: "context_with_system", messages };
      const given = (await handler(event, eventContext)) as
        | { messages?: AgentMessage[] }
        | undefined;
      messages = given?.messages ?? messages;
    } catch (thrown) {
      reportThrow(host, extension, "context_with_system", thrown);
    }
  }
  return messages;
}
