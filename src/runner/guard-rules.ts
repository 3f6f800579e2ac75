import type { JsonObject } from "../kernel/json.ts";
import { isInside, landing } from "./guard-path.ts";
import type { GuardPlan } from "./guard-plan.ts";

/** The guard's answer to a call that must not run. */
export interface GuardRefusal {
  /** What the child reads. */
  readonly reason: string;
  /** Set where the call would have written outside: it fails the task. */
  readonly outside?: string;
}

/**
 * Why a call of the child may not run; `undefined` when it may. Whatever the plan does not name is
 * refused, an unknown tool included.
 *
 * Spec: TK-32.
 */
export function guardRefusal(
  plan: GuardPlan | undefined,
  tool: string,
  input: JsonObject,
  cwd: string,
): GuardRefusal | undefined {
  if (plan === undefined) return { reason: "The task's guard has no plan, so nothing may run." };
  if (tool === "write" || tool === "edit") return writeRefusal(plan, tool, input["path"], cwd);
  if (!plan.tools.includes(tool)) {
    return { reason: `This task has no tool ${tool}. It has: ${plan.tools.join(", ")}.` };
  }
  return tool === "bash" ? commandRefusal(plan, input["command"]) : undefined;
}

function writeRefusal(
  plan: GuardPlan,
  tool: string,
  path: unknown,
  cwd: string,
): GuardRefusal | undefined {
  const words = allowedWords(plan);
  if (typeof path !== "string") return { reason: `${tool} needs a path as text. ${words}` };
  const refuse = (why: string): GuardRefusal => ({
    reason: `${tool} ${JSON.stringify(path)} is refused: ${why}. ${words}`,
    outside: `${tool} ${path}: ${why}`,
  });
  if (plan.readOnly) return refuse("this task is read-only");
  const at = landing(path, cwd);
  if (!at.ok) return refuse(`the path cannot be followed (${at.problem})`);
  if (!isInside(at, plan.writeAllowed)) {
    const real = at.real === at.resolved ? "" : `, which is ${at.real}`;
    return refuse(`${at.resolved}${real} is outside what may be written`);
  }
  if (at.names > 1) return refuse("the file has a second name elsewhere (hard link)");
  return undefined;
}

function commandRefusal(plan: GuardPlan, command: unknown): GuardRefusal | undefined {
  if (typeof command === "string" && plan.commands.includes(command)) return undefined;
  const allowed = plan.commands.map((each) => JSON.stringify(each)).join(", ");
  return { reason: `bash runs only these commands, exactly as written: ${allowed}.` };
}

function allowedWords(plan: GuardPlan): string {
  if (plan.readOnly) return "Nothing may be written.";
  return `You may write below: ${plan.writeAllowed.join(", ")}.`;
}
