import type { ToolDefinition } from "@earendil-works/pi-coding-agent";
import type { TSchema } from "typebox";
import { parameterSchema } from "../decisions/spec/schema.ts";
import type { SystemDesk } from "../edge/system.ts";
import type { TaskDetails } from "../edge/task/task-details.ts";

/** How calls and results look on the screen; loaded when there is a screen. Spec: TK-17. */
export type TaskView = Required<Pick<TaskTool, "renderCall" | "renderResult">>;

/** The tool as pi knows it. Spec: TK-10. */
export type TaskTool = ToolDefinition<TSchema, TaskDetails>;

const description = [
  "Hands one self-contained task to a fresh agent that sees only these arguments, never this",
  "conversation. Its roots are compared before and after, and it must hand over a result with",
  "evidence: the answer is a checked PASS or FAIL. Use it when the brief changes files, carries a",
  "prohibition or a limit on what may be touched, or when the result has to be checkable. Write the",
  "goal complete: what is not in it does not exist for the child. The verdict shows the form of the",
  "answer and what was written, not that its claims are true.",
].join(" ");

const guidelines = [
  "Use task, not fork, when a delegated brief changes files, forbids something, limits what may be " +
    "written, or needs a result that can be checked.",
  "Use fork only to explore this conversation read-only, or for parallel opinions.",
  "After a task, open some of its evidence pointers before relying on its claims; PASS proves form " +
    "and writes, not truth.",
  "Tasks whose roots overlap run one after another; give tasks separate roots to run them together.",
];

/**
 * The task tool. Only its face is here; what it does is loaded on the first call, so that it costs
 * pi's start next to nothing.
 *
 * Spec: TK-10, TK-11, TK-17.
 */
export function taskTool(desk: SystemDesk, view: () => TaskView | undefined): TaskTool {
  // One import for all calls: pi's loader hands a second one a module that is not evaluated yet.
  let loading: Promise<typeof import("../edge/task/execute-task.ts")> | undefined;
  return {
    name: "task",
    label: "Task",
    description,
    promptSnippet: "Hand a self-contained task to an isolated agent; checked PASS or FAIL",
    promptGuidelines: guidelines,
    parameters: parameterSchema() as TSchema,
    executionMode: "parallel",
    async execute(_id, input, signal, onUpdate) {
      if (!desk.isOn()) throw new Error("The task tool is switched off in this session.");
      loading ??= import("../edge/task/execute-task.ts");
      const { executeTask } = await loading;
      const { text, details, usage } = await executeTask({
        input,
        ports: desk.ports,
        settings: desk.settings().task,
        signal,
        update: (line, state) =>
          onUpdate?.({ content: [{ type: "text", text: line }], details: state }),
      });
      const content = [{ type: "text" as const, text }];
      return { content, details, ...(usage === undefined ? {} : { usage }) };
    },
    renderCall: (args, theme, context) => shown(view).renderCall(args, theme, context),
    renderResult: (result, options, theme, context) =>
      shown(view).renderResult(result, options, theme, context),
  };
}

/** pi shows the plain text of what it cannot render. */
function shown(view: () => TaskView | undefined): TaskView {
  const loaded = view();
  if (loaded === undefined) throw new Error("the view of the task tool is not loaded yet");
  return loaded;
}
