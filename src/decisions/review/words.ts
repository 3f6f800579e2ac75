import { repeatsMax } from "./repeats.ts";
import type { Finding, Trigger } from "./review.ts";

/**
 * A reviewer that stops a call or objects to one, as the agent is told of it. Spec: SV-30, SV-33.
 */
export interface Objection {
  readonly name: string;
  readonly rules: readonly string[];
  readonly summary?: string;
  readonly findings: readonly Finding[];
  /** Set where the reviewer could not judge and that alone stops the call. */
  readonly problem?: string;
}

/** What the text for the agent is made of. Spec: SV-30, SV-33, SV-37. */
export interface ObjectionFacts {
  readonly trigger: Trigger;
  readonly tool: string;
  readonly path?: string;
  readonly objections: readonly Objection[];
  /** How often the same rejection came in a row on this file, this one counted. */
  readonly count: number;
}

/**
 * What the agent reads when reviewers object: before the call in place of its result, after it
 * behind the result.
 *
 * Spec: SV-30, SV-33, SV-37.
 */
export function objectionText(facts: ObjectionFacts): string {
  const { trigger, tool, path, objections, count } = facts;
  const what = path === undefined ? `Tool: ${tool}` : `File: ${path}`;
  const lines = [
    trigger === "before"
      ? "The supervisor did not let this call run."
      : "The supervisor objects to what this call did. The call itself was not undone.",
    what,
    ...objections.flatMap(objectionLines),
  ];
  if (count >= repeatsMax) {
    lines.push(
      `The same objection came ${count} times in a row. Do not try again: ask the user how to go on.`,
    );
  } else if (objections.some(({ problem }) => problem === undefined)) {
    lines.push("Fix this before you go on.");
  }
  return lines.join("\n");
}

function objectionLines(objection: Objection): string[] {
  const { name, rules, summary, findings, problem } = objection;
  const by = rules.length === 0 ? name : `${name} (${rules.join(", ")})`;
  const said = problem ?? summary;
  return [said === undefined ? `${by}:` : `${by}: ${said}`, ...findings.map(findingLine)];
}

/** A finding in one line: label, line number, words. Spec: SV-30, SV-40. */
export function findingLine({ ruleGroup, line, message }: Finding): string {
  const label = ruleGroup === undefined ? "" : `[${ruleGroup}] `;
  const place = line === undefined ? "" : `line ${line}: `;
  return `- ${label}${place}${message}`;
}

/** The same in one line for the person at the terminal. Spec: SV-40. */
export function objectionNotice(facts: ObjectionFacts): string {
  const { trigger, tool, path, objections } = facts;
  const names = objections.map(({ name }) => name).join(", ");
  const first = objections[0];
  const said = first?.problem ?? first?.summary ?? first?.findings[0]?.message ?? "";
  const did = trigger === "before" ? "stopped" : "objects to";
  const what = path === undefined ? tool : `${tool} ${path}`;
  return `supervisor: ${names} ${did} ${what}${said === "" ? "" : `: ${said}`}`;
}
