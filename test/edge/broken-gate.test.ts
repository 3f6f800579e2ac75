import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { describe, expect, test } from "vitest";
import { FakeHost } from "../../harness/fake-host/fake-host.ts";
import { memoryPorts } from "../../harness/memory-ports.ts";
import { defaultSettings } from "../../src/edge/settings.ts";
import { answerToolCall } from "../../src/edge/tool-calls.ts";
import type { Gate, GateDecision, Judgement } from "../../src/kernel/gate.ts";

const words = () => ({ reason: "no words for a broken gate", notice: "none" });
const failure = new Error("the table is torn");

const breaks: Readonly<Record<string, () => Promise<Judgement>>> = {
  "cannot be loaded": () => Promise.reject(failure),
  throws: async () => ({
    judge: () => {
      throw failure;
    },
    words,
  }),
  rejects: async () => ({ judge: () => Promise.reject(failure), words }),
};

async function asked(onFailure: Gate["onFailure"], load: Gate["load"]) {
  const decisions: GateDecision[] = [];
  const gate: Gate = {
    id: "brittle",
    onFailure,
    tools: () => "*",
    mode: () => ({ mode: "block" }),
    load,
  };
  const world = { settings: defaultSettings, ports: memoryPorts({}) };
  const factory = (pi: ExtensionAPI): void => {
    const desk = {
      host: pi,
      gates: [gate],
      world: () => world,
      isOn: () => true,
      decide: (decision: GateDecision) => void decisions.push(decision),
    };
    pi.on("tool_call", (event, context) => answerToolCall(desk, event, context));
  };
  const host = await FakeHost.start({ extensions: [{ name: "brittle", factory }] });
  const answer = await host.callTool({ toolCallId: "call-1", toolName: "write", input: {} });
  return { answer, decisions };
}

// Spec: HN-2. A handler never throws by accident; what a broken gate does is its own choice.
describe.each(Object.entries(breaks))("a gate that %s", (_name, load) => {
  test("and fails closed stops the call, with words that say so", async () => {
    const { answer, decisions } = await asked("closed", load);
    expect(answer).toMatchObject({ block: true });
    expect(answer.error).toBeUndefined();
    expect(answer.reason).toContain("brittle gate: it failed (the table is torn)");
    expect(decisions).toMatchObject([{ verdict: "block", reason: "gate-failed" }]);
  });

  test("and fails open lets the call through and says unknown", async () => {
    const { answer, decisions } = await asked("open", load);
    expect(answer).toMatchObject({ block: false });
    expect(decisions).toMatchObject([{ verdict: "unknown", reason: "gate-failed" }]);
  });
});
