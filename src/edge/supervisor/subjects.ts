import { boundedDiff } from "../../decisions/review/bounded-diff.ts";
import { excerpt } from "../../decisions/review/excerpt.ts";
import type { Ports } from "../../kernel/ports.ts";
import type { HostToolCall, HostToolResult } from "../host.ts";
import type { CallFile } from "./call-file.ts";
import type { Capture } from "./captures.ts";
import type { SupervisorConfig } from "./config.ts";
import { messageOf } from "./deadline.ts";
import { type FileChange, fileChange } from "./file-change.ts";
import { type FileState, fileState } from "./file-state.ts";
import { cappedJson, type JsonAnswer } from "./payload.ts";
import { proposalText, proposedEdit, proposedWrite } from "./proposed-edit.ts";
import type { Subject } from "./reviewers.ts";

/**
 * What reviewers see before a call: for edit and write the change that it would make, else its
 * input.
 *
 * Spec: SV-30.
 */
export async function subjectBefore(
  event: HostToolCall,
  file: CallFile | undefined,
  config: SupervisorConfig,
  ports: Ports,
): Promise<Subject> {
  const about = { tool: event.toolName, trigger: "before" } as const;
  if (file === undefined) return ofJson(cappedJson(event.input), about);
  const { written: path, absolute } = file;
  const before = fileState(ports, absolute);
  const proposed = proposal(event, before);
  if (proposed === undefined) {
    const text = boundedDiff({
      head: ["(the edit does not fit the file exactly; shown as proposed)"],
      hunks: [{ header: `--- ${path}`, lines: proposalText({ ...event.input }).split("\n") }],
      unitsMax: config.fileUnitsMax,
    }).text;
    return { kind: "change", request: { ...about, path, change: { kind: "diff", text } } };
  }
  const hidden = before.kind !== "text" && before.kind !== "missing";
  const answer = await fileChange(path, hidden ? { kind: "missing" } : before, proposed);
  if (answer.kind !== "change") return { kind: "skipped", problem: "nothing would change" };
  const note = hidden ? [`(the file that is there now is not shown: ${before.kind})`] : [];
  const text = diffText(answer.change, config, note);
  return { kind: "change", request: { ...about, path, change: { kind: "diff", text } } };
}

function proposal({ toolName, input }: HostToolCall, before: FileState) {
  if (toolName === "write") return proposedWrite({ ...input });
  return before.kind === "text" ? proposedEdit(before, { ...input }) : undefined;
}

/**
 * What reviewers see after edit and write: what the call changed, and the file as it is now.
 *
 * Spec: SV-31, SV-32.
 */
export async function subjectAfterFile(
  event: HostToolResult,
  file: CallFile,
  capture: Capture,
  config: SupervisorConfig,
): Promise<Subject> {
  const { written: path } = file;
  const answer = await fileChange(path, capture.before, capture.after);
  if (answer.kind === "unchanged") return { kind: "skipped", problem: "the file did not change" };
  if (answer.kind === "unseen") return { kind: "skipped", problem: answer.reason };
  const { change } = answer;
  const about = { tool: event.toolName, trigger: "after", path } as const;
  const diff = { kind: "diff", text: diffText(change, config, []) } as const;
  if (change.lines === undefined) return { kind: "change", request: { ...about, change: diff } };
  const shown = excerpt({
    lines: change.lines,
    hunks: change.changed,
    unitsMax: config.fileUnitsMax,
  });
  return { kind: "change", request: { ...about, change: diff, file: shown } };
}

function diffText(change: FileChange, config: SupervisorConfig, notes: readonly string[]): string {
  const head = [...change.head, ...notes];
  return boundedDiff({ head, hunks: change.hunks, unitsMax: config.fileUnitsMax }).text;
}

/** What reviewers see after any other tool: its input and its result. Spec: SV-33. */
export function subjectAfter(event: HostToolResult): Subject {
  const { toolName, input, content, details, isError } = event;
  const json = cappedJson({ input, result: { content, details, isError } });
  return ofJson(json, { tool: toolName, trigger: "after" });
}

function ofJson(json: JsonAnswer, about: { tool: string; trigger: "before" | "after" }): Subject {
  if ("problem" in json) return { kind: "failed", problem: json.problem };
  return { kind: "change", request: { ...about, change: { kind: "json", text: json.text } } };
}

/** A call that cannot be shown is one that nobody can judge; it never breaks the tool. */
export async function seen(look: () => Promise<Subject>): Promise<Subject> {
  try {
    return await look();
  } catch (error) {
    return { kind: "failed", problem: `the call cannot be shown: ${messageOf(error)}` };
  }
}
