import { readFileSync } from "node:fs";
import {
  type FauxResponseStep,
  fauxAssistantMessage,
  fauxProvider,
  fauxToolCall,
} from "@earendil-works/pi-ai/providers/faux";
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import type { ScriptedAnswer } from "./scripted-answer.ts";

type JsonArguments = Parameters<typeof fauxToolCall>[1];

/**
 * The model of the end-to-end tests: pi's own faux provider, answering what the file named by
 * `GATEHOUSE_TEST_SCRIPT` says, in order.
 */
export default function scriptedModel(pi: ExtensionAPI): void {
  const file = process.env["GATEHOUSE_TEST_SCRIPT"];
  if (file === undefined) throw new Error("GATEHOUSE_TEST_SCRIPT names no script");
  const answers = JSON.parse(readFileSync(file, "utf8")) as ScriptedAnswer[];
  // From the start, so that no signal comes too early for it.
  if (answers.some((answer) => "hangs" in answer && answer.hangs === "stubborn")) {
    process.on("SIGTERM", () => {});
  }
  const faux = fauxProvider({ provider: "scripted", models: [{ id: "free" }, { id: "dear" }] });
  faux.setResponses(answers.map(stepOf));
  pi.registerProvider(faux.provider);
  // The faux provider never charges anything, so what the dear model costs is put in here.
  pi.on("message_end", ({ message }) => {
    if (message.role !== "assistant" || message.model !== "dear") return undefined;
    const { usage } = message;
    return { message: { ...message, usage: { ...usage, cost: { ...usage.cost, total: 1 } } } };
  });
}

function stepOf(answer: ScriptedAnswer): FauxResponseStep {
  if ("hangs" in answer) return hanging(answer.hangs === "stubborn");
  if ("fails" in answer) {
    return fauxAssistantMessage("", { stopReason: "error", errorMessage: answer.fails });
  }
  if ("text" in answer) return fauxAssistantMessage(answer.text);
  const calls = answer.calls.map(({ tool, input }) => fauxToolCall(tool, input as JsonArguments));
  return fauxAssistantMessage(calls, { stopReason: "toolUse" });
}

/** An answer that never comes; a stubborn one is deaf to being aborted. */
function hanging(isStubborn: boolean): FauxResponseStep {
  return (_context, options) =>
    new Promise((_, reject) => {
      const alive = setInterval(() => {}, 60_000);
      if (isStubborn) return;
      options?.signal?.addEventListener("abort", () => {
        clearInterval(alive);
        reject(new Error("aborted"));
      });
    });
}
