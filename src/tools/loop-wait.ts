import type { HostTool } from "../edge/host.ts";
import type { LoopLoader } from "../edge/loop/loop-loader.ts";
import type { SystemDesk } from "../edge/system.ts";
import { type LoopToolFace, loopTool } from "./loop-tool.ts";

const face: LoopToolFace = {
  name: "loop_wait",
  label: "Loop wait",
  description: [
    "Holds the loop back: it does not continue until the time is over or the user writes. For what",
    "only time or the user can settle, like a CI run or a question; never for ordinary work.",
  ].join(" "),
  snippet: "Hold the loop back until a time, or until the user answers",
  guidelines: ["Use loop_wait alone and last in a turn, with a reason that the user can act on."],
  parameters: {
    type: "object",
    properties: {
      reason: { type: "string", description: "What it waits for, for the user to read" },
      resume_after: {
        type: "string",
        description: "60s to 1h, like 20m; left out, it waits for the user's next message",
      },
    },
    required: ["reason"],
    additionalProperties: false,
  },
  call: (tools, call) => tools.callLoopWait(call),
};

/** The tool that holds a loop back. Spec: LP-34, LP-46. */
export function loopWaitTool(desk: SystemDesk, loader: LoopLoader): HostTool {
  return loopTool(face, desk, loader);
}
