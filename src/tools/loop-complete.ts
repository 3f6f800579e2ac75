import type { HostTool } from "../edge/host.ts";
import type { LoopLoader } from "../edge/loop/loop-loader.ts";
import type { SystemDesk } from "../edge/system.ts";
import { type LoopToolFace, loopTool } from "./loop-tool.ts";

const face: LoopToolFace = {
  name: "loop_complete",
  label: "Complete loop",
  description: [
    "Ends the loop when every criterion is proven. evidence maps each criterion's id to a citation",
    "that can be checked: a path with a line, a command and its exit code, a number with what it",
    "counts, an address, a hash, a test's name, quoted output. A citation that only claims (tests",
    "pass, verified, done) is refused, and so is one criterion left out.",
  ].join(" "),
  snippet: "End the loop, with checkable evidence for every criterion",
  guidelines: [
    "Before loop_complete, look at each criterion anew in files, commands and tests; having run out " +
      "of ideas is not completion.",
  ],
  parameters: {
    type: "object",
    properties: {
      loop_id: { type: "string", description: "The id of this session's loop" },
      evidence: {
        type: "object",
        additionalProperties: { type: "string" },
        description: 'Criterion id to citation, like { "c1": "npm test: exit 0, 212 tests" }',
      },
      summary: { type: "string", description: "What was done, in a sentence or two" },
    },
    required: ["loop_id", "evidence"],
    additionalProperties: false,
  },
  call: (tools, call) => tools.callLoopComplete(call),
};

/** The tool that ends a loop. Spec: LP-31, LP-34. */
export function loopCompleteTool(desk: SystemDesk, loader: LoopLoader): HostTool {
  return loopTool(face, desk, loader);
}
