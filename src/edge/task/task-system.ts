import { type TaskView, taskTool } from "../../tools/task.ts";
import type { System } from "../system.ts";

/**
 * The task tool as a part of the package.
 *
 * Spec: TK-10, TK-17.
 */
export const taskSystem: System = {
  id: "task",
  tools: ["task"],
  install(desk) {
    let view: TaskView | undefined;
    desk.host.registerTool(taskTool(desk, () => view));
    desk.host.on("session_start", (_event, context) => {
      if (!context.hasUI || view !== undefined) return;
      void import("../../tools/task-view.ts").then(({ taskView }) => {
        view = taskView;
      });
    });
  },
};
