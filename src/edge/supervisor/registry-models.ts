import type { AssistantMessage, Context } from "@earendil-works/pi-ai";
import type { ModelPort, ModelQuestion, ModelReply } from "../../kernel/ports.ts";
import type { HostContext } from "../host.ts";
import { messageOf } from "./deadline.ts";

/** The part of pi's model registry that is used: looking a model up, and asking it. */
export type Registry = Pick<HostContext["modelRegistry"], "find" | "streamSimple">;

/**
 * The models of the running session, with the keys and providers that pi has for them. The
 * provider's own retries are off: they would wait past the reviewer's time.
 *
 * Spec: SV-36.
 */
export function registryModels(registry: Registry, sessionId: string): ModelPort {
  return {
    ask(question) {
      const controller = new AbortController();
      return {
        reply: replyOf(registry, sessionId, question, controller.signal),
        cancel: () => controller.abort(),
      };
    },
  };
}

async function replyOf(
  registry: Registry,
  sessionId: string,
  question: ModelQuestion,
  signal: AbortSignal,
): Promise<ModelReply> {
  const name = `${question.provider}/${question.model}`;
  try {
    const model = registry.find(question.provider, question.model);
    if (model === undefined) {
      return { ok: false, problem: "no-model", message: `the model ${name} does not exist` };
    }
    const maxTokens =
      model.maxTokens > 0 ? Math.min(question.tokensMax, model.maxTokens) : question.tokensMax;
    const options = {
      signal,
      maxTokens,
      maxRetries: 0,
      // Some providers ask for a session. It is not the agent's: its state is none of ours.
      sessionId: `${sessionId}-supervisor`,
      disableContinuation: true,
    };
    const answer = registry.streamSimple(model, contextOf(question), options).result();
    return ofMessage(await answer, name);
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

function ofMessage(message: AssistantMessage, name: string): ModelReply {
  const { stopReason, content, usage, errorMessage } = message;
  if (errorMessage !== undefined && /is not configured|no api key/iu.test(errorMessage)) {
    return {
      ok: false,
      problem: "no-key",
      message: `there is no key for ${name}: ${errorMessage}`,
    };
  }
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
