import type { JsonObject } from "../../kernel/json.ts";

/** What a task's result and updates carry for the screen and for programs. Spec: TK-13, TK-15. */
export interface TaskDetails {
  readonly id: string;
  readonly phase: "waiting" | "running" | "done";
  /** `own`, or the path of the external runner. Absent while waiting. */
  readonly runner?: string;
  readonly verdict?: "PASS" | "FAIL";
  readonly audit_dir?: string;
  /** The parsed result.json. */
  readonly result?: JsonObject;
}
