import { isJsonObject } from "../kernel/json.ts";

/** The environment variable that names the guard's plan file. Spec: TK-32. */
export const guardPlanVariable = "GATEHOUSE_TASK_GUARD";

/** The types of the session entries by which the guard talks to the runner. Spec: TK-32, TK-35. */
export const guardEntry = {
  ready: "gatehouse.task.guard",
  refused: "gatehouse.task.refused",
  result: "gatehouse.task.result",
} as const;

/** What the guard in the child enforces. Spec: TK-32. */
export interface GuardPlan {
  readonly readOnly: boolean;
  /** Absolute. */
  readonly writeAllowed: readonly string[];
  /** Exact commands that bash may run. */
  readonly commands: readonly string[];
  /** Tools that may be called at all. */
  readonly tools: readonly string[];
}

/** Reads a plan; `undefined` for anything that is not exactly one, so that the guard stays shut. */
export function readPlan(text: string): GuardPlan | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (!isJsonObject(value) || typeof value["readOnly"] !== "boolean") return undefined;
    const { readOnly, writeAllowed, commands, tools } = value;
    if (!isTexts(writeAllowed) || !isTexts(commands) || !isTexts(tools)) return undefined;
    return { readOnly, writeAllowed, commands, tools };
  } catch {
    return undefined;
  }
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

/**
 * The tools a child gets: reading always, writing only where something may change, a shell only
 * where commands are named.
 *
 * Spec: TK-32.
 */
export function childTools(readOnly: boolean, commands: readonly string[]): readonly string[] {
  return [
    "read",
    "grep",
    "find",
    "ls",
    ...(readOnly ? [] : ["edit", "write"]),
    ...(commands.length > 0 ? ["bash"] : []),
    "task_result",
  ];
}
