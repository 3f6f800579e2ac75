import { readFileSync } from "node:fs";
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import type { JsonObject } from "../kernel/json.ts";
import { guardEntry, guardPlanVariable, readPlan } from "./guard-plan.ts";
import { guardRefusal } from "./guard-rules.ts";

/** How often the guard looks whether the runner is still there, in ms. */
const parentCheckMs = 1_000;

const resultSchema = {
  type: "object",
  properties: {
    status: {
      type: "string",
      enum: ["done", "blocked"],
      description: "done when the goal is reached, blocked when it cannot be",
    },
    deliverable: { type: "string", description: "The deliverable, in the shape asked for" },
    evidence: {
      type: "array",
      description: "What shows that the claims hold; each points at a file and a line",
      items: {
        type: "object",
        properties: {
          claim: { type: "string", description: "One claim" },
          pointer: { type: "string", description: "file:line that shows it" },
        },
        required: ["claim", "pointer"],
        additionalProperties: false,
      },
    },
    notes: { type: "string", description: "Anything else that matters" },
  },
  required: ["status", "deliverable", "evidence"],
  additionalProperties: false,
};

/**
 * The guard that runs inside the child: it refuses writes outside the plan and every tool that the
 * plan does not name, and it takes the result. It is the first of three layers; the comparison of
 * the roots does not trust it.
 *
 * Spec: TK-32, TK-35.
 */
export default function taskGuard(pi: ExtensionAPI): void {
  const plan = planFromFile();
  pi.on("session_start", () => {
    if (plan !== undefined) pi.appendEntry(guardEntry.ready, { version: 1 });
    leaveWithParent();
  });
  pi.on("tool_call", (event, context) => {
    const refusal = guardRefusal(plan, event.toolName, event.input as JsonObject, context.cwd);
    if (refusal === undefined) return undefined;
    if (refusal.outside !== undefined) {
      pi.appendEntry(guardEntry.refused, { version: 1, line: refusal.outside });
    }
    return { block: true, reason: refusal.reason };
  });
  pi.registerTool({
    name: "task_result",
    label: "Task result",
    description: "Hands over the result of this task. Call it once, at the very end.",
    parameters: resultSchema,
    async execute(_id, result: unknown) {
      pi.appendEntry(guardEntry.result, result);
      const content = [{ type: "text" as const, text: "The result was handed over." }];
      return { content, details: undefined, terminate: true };
    },
  });
}

function planFromFile() {
  const file = process.env[guardPlanVariable];
  if (file === undefined) return undefined;
  try {
    return readPlan(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}

/** A child whose runner died without ending it would go on unwatched. */
function leaveWithParent(): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    try {
      process.kill(-process.pid, "SIGTERM");
    } catch {
      process.kill(process.pid, "SIGTERM");
    }
  }, parentCheckMs);
  timer.unref();
}
