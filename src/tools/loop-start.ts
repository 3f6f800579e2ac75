import type { HostTool } from "../edge/host.ts";
import type { LoopLoader } from "../edge/loop/loop-loader.ts";
import type { SystemDesk } from "../edge/system.ts";
import { type LoopToolFace, loopTool } from "./loop-tool.ts";

const face: LoopToolFace = {
  name: "loop_start",
  label: "Start loop",
  description: [
    "Starts a loop that keeps this session working towards an objective until every completion",
    "criterion is proven. Works only in the run of a user message with an explicit token: /loop as a",
    "word of its own, or a line that starts with loop:. Talk about loops, and a request to keep",
    "going, are no token. The criteria are split from the objective and frozen.",
  ].join(" "),
  snippet: "Start a loop, only when the user's message holds an explicit /loop or loop: token",
  guidelines: [
    "Call loop_start only when this turn's user message holds an explicit /loop or loop: token, and " +
      "before any other work.",
    "Pass the objective to loop_start word for word, as it stands after the token. Leave criteria " +
      "out unless the split would misread it; criteria that you propose restate every requirement " +
      "and weaken none.",
    "After loop_start keep working; never call loop_complete in the turn that started the loop.",
  ],
  parameters: {
    type: "object",
    properties: {
      objective: {
        type: "string",
        description: "The user's text after the token, word for word, up to 4000 characters",
      },
      interval: {
        type: "string",
        description:
          "Fallback wake of a quiet session, like 10m; what the user typed goes before it",
      },
      max: { type: "integer", description: "Cap on the turns that the loop causes, 1 or more" },
      expires: { type: "string", description: "Lifetime, like 12h, at most 24d" },
      criteria: {
        type: "array",
        items: { type: "string" },
        description:
          "1 to 12 faithful criteria of up to 500 characters, instead of the split of the objective",
      },
    },
    required: ["objective"],
    additionalProperties: false,
  },
  call: (tools, call) => tools.callLoopStart(call),
};

/** The tool that starts a loop. Spec: LP-30, LP-34. */
export function loopStartTool(desk: SystemDesk, loader: LoopLoader): HostTool {
  return loopTool(face, desk, loader);
}
