import type { TSchema } from "typebox";
import type { HostTool, HostToolAnswer } from "../edge/host.ts";
import type { LoopLoader, LoopParts } from "../edge/loop/loop-loader.ts";
import type { LoopCall } from "../edge/loop/loop-tools.ts";
import type { SystemDesk } from "../edge/system.ts";
import { isJsonObject, type JsonObject } from "../kernel/json.ts";

/** The face of a loop tool: what the model reads of it, and where a call goes. Spec: LP-34. */
export interface LoopToolFace {
  readonly name: string;
  readonly label: string;
  readonly description: string;
  readonly snippet: string;
  readonly guidelines: readonly string[];
  readonly parameters: JsonObject;
  readonly call: (tools: LoopParts["tools"], call: LoopCall) => HostToolAnswer;
}

/**
 * A tool of the loop. Only its face is here; what it does is loaded on the first call. Bounds of
 * arguments are left to the call: the host would refuse them in words that do not say what to do.
 *
 * Spec: LP-30, LP-34.
 */
export function loopTool(face: LoopToolFace, desk: SystemDesk, loader: LoopLoader): HostTool {
  return {
    name: face.name,
    label: face.label,
    description: face.description,
    promptSnippet: face.snippet,
    promptGuidelines: [...face.guidelines],
    parameters: face.parameters as TSchema,
    executionMode: "sequential",
    async execute(toolCallId, input, _signal, _onUpdate, context) {
      if (!desk.isOn()) throw new Error("The loop is switched off in this session.");
      const { events, tools } = await loader.load(context);
      return face.call(tools, {
        engine: events.engine,
        toolCallId,
        input: isJsonObject(input) ? input : {},
        context,
      });
    },
  };
}
