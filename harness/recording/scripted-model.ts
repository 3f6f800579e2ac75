import {
  type AssistantMessage,
  type FauxContentBlock,
  type FauxProviderHandle,
  fauxAssistantMessage,
  fauxProvider,
  fauxText,
  fauxToolCall,
} from "@earendil-works/pi-ai";
import type { Reply } from "./recording.ts";

/** The provider and model names of every scripted session. */
export const scriptedModel = { provider: "scripted", id: "script" } as const;

/** A model that says what it is told to, through pi's own provider interface. Spec: HN-31. */
export function scriptedProvider(): FauxProviderHandle {
  const { provider, id } = scriptedModel;
  return fauxProvider({ api: "scripted", provider, models: [{ id }] });
}

/** A scripted answer as the provider sends it. Call ids count up from `call-1`. Spec: HN-31. */
export function scriptedAnswer(reply: Reply, nextCallId: () => string): AssistantMessage {
  const blocks = reply.map(
    (block): FauxContentBlock =>
      "text" in block
        ? fauxText(block.text)
        : fauxToolCall(block.call, block.input, { id: nextCallId() }),
  );
  const stopReason = reply.some((block) => "call" in block) ? "toolUse" : "stop";
  return fauxAssistantMessage(blocks, { stopReason });
}
