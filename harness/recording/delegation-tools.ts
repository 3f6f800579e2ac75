import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { Type } from "typebox";

const briefParameter = Type.Object({ task: Type.String() }, { additionalProperties: true });

/**
 * Stand-ins for the delegation tools that people run beside this package. They answer at once with
 * a fixed report: recordings and tests look at what the gates do before a tool runs.
 *
 * Spec: HN-31.
 */
export function delegationTools(pi: Pick<ExtensionAPI, "registerTool">): void {
  pi.registerTool({
    name: "fork",
    label: "Fork",
    description: "Starts a copy of this conversation on one task.",
    parameters: briefParameter,
    execute: async (_id, input) => report(`Fork report on: ${input.task}`),
  });
  pi.registerTool({
    name: "subagent",
    label: "Subagent",
    description: "Starts one child per task.",
    parameters: Type.Object({ tasks: Type.Array(briefParameter) }),
    execute: async (_id, input) => report(`${input.tasks.length} reports`),
  });
  pi.registerTool({
    name: "wait",
    label: "Wait",
    description: "Waits until it is aborted.",
    parameters: Type.Object({}),
    execute: (_id, _input, signal) =>
      new Promise<never>((_resolve, reject) => {
        signal?.addEventListener("abort", () => reject(new Error("aborted")), { once: true });
      }),
  });
}

function report(text: string) {
  return { content: [{ type: "text" as const, text }], details: undefined };
}
