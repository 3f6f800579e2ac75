import type { HostTool } from "../edge/host.ts";
import type { LoopLoader } from "../edge/loop/loop-loader.ts";
import type { SystemDesk } from "../edge/system.ts";
import { type LoopToolFace, loopTool } from "./loop-tool.ts";

const face: LoopToolFace = {
  name: "loop_progress",
  label: "Loop progress",
  description: [
    "Writes to the loop's ledger: marks one criterion as met (with evidence that can be checked) or",
    "as open again, and appends a note to one section of the progress file. What the criteria are",
    "cannot be changed.",
  ].join(" "),
  snippet: "Mark a loop criterion, or note progress, failures and next steps in its ledger",
  guidelines: [
    "While a loop runs, note with loop_progress what was tried and failed, so that no later turn " +
      "tries it again.",
  ],
  parameters: {
    type: "object",
    properties: {
      criterion: { type: "string", description: "The id of the criterion to mark" },
      met: { type: "boolean", description: "false marks it as open again; true by default" },
      evidence: { type: "string", description: "What proves it; needed to mark it as met" },
      section: {
        type: "string",
        enum: ["Current status", "Completed", "Failed approaches", "Next actions"],
        description: "The section that the note belongs to",
      },
      note: { type: "string", description: "What to append, up to 4000 characters" },
    },
    additionalProperties: false,
  },
  call: (tools, call) => tools.callLoopProgress(call),
};

/** The tool that writes to a loop's ledger. Spec: LP-32, LP-34. */
export function loopProgressTool(desk: SystemDesk, loader: LoopLoader): HostTool {
  return loopTool(face, desk, loader);
}
