import type { AssistantMessage, Context } from "@earendil-works/pi-ai";
import type { ModelPort, ModelQuestion, ModelReply } from "../../kernel/ports.ts";
import type { HostContext } from "../host.ts";
import { messageOf } from "./deadline.ts";

/** The part of pi's model registry that is used: looking a model up, and asking it. */
export type Registry = Pick<
  HostContext["modelRegistry"],
  "find" | "hasConfiguredAuth" | "streamSimple"
>;

/**
 * The models of the running session, with the keys and providers that pi has for them. The provider's
 * own retries are off: they would wait past the reviewer's time.
 *
 * Spec: SV-36.
 */
export function registryModels(registry: Registry): ModelPort {
  return {
    ask(question) {
      const controller = new AbortController();
      return {
        reply: replyOf(registry, question, controller.signal),
        cancel: () => controller.abort(),
      };
    },
  };
}

async function replyOf(
  registry: Registry,
  question: ModelQuestion,
  signal: AbortSignal,
): Promise<ModelReply> {
  const name = `${question.provider}/${question.model}`;
  try {
    const model = registry.find(question.provider, question.model);
    if (model === undefined) {
      return { ok: false, problem: "no-model", message: `the model ${name} does not exist` };
    }
    if (!registry.hasConfiguredAuth(model)) {
      return { ok: false, problem: "no-key", message: `there is no key for ${name}` };
    }
    const maxTokens =
      model.maxTokens > 0 ? Math.min(question.tokensMax, model.maxTokens) : question.tokensMax;
    const options = { signal, maxTokens, maxRetries: 0 };
    return ofMessage(await registry.streamSimple(model, contextOf(question), options).result());
  } catch (error) {
    const problem = signal.aborted ? "aborted" : "failed";
    return { ok: false, problem, message: messageOf(error) };
  }
}

function contextOf({ system, text, tool }: ModelQuestion): Context {
  return {
    systemPrompt: system,
    messages: [{ role: "user", content: [{ type: "text", text }], timestamp: Date.now() }],
    ...(tool === undefined ? {} : { tools: [{ ...tool }] }),
  };
}

function ofMessage(message: AssistantMessage): ModelReply {
  const { stopReason, content, usage } = message;
  if (stopReason === "error" || stopReason === "aborted") {
    const problem = stopReason === "aborted" ? "aborted" : "failed";
    return {
      ok: false,
      problem,
      message: message.errorMessage ?? `the model ended with ${stopReason}`,
    };
  }
  const texts = content.flatMap((block) => (block.type === "text" ? [block.text] : []));
  const calls = content.flatMap((block) =>
    block.type === "toolCall"
      ? [{ name: block.name, input: block.argumentsError ?? block.arguments }]
      : [],
  );
  return {
    ok: true,
    text: texts.join("\n"),
    calls,
    cut: stopReason === "length",
    usage: { input: usage.input, output: usage.output, usd: usage.cost.total },
  };
}
