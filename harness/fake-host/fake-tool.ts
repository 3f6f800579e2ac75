import type { SessionEntry, Skill, ToolDefinition } from "@earendil-works/pi-coding-agent";
import { sourceInfoOf } from "./loaded-extension.ts";

/**
 * A tool of the host, in pi's own shape with everything but the name optional. Without `execute` it
 * can be called but not run: running it throws as unsupported. Without `parameters` it takes any
 * object.
 *
 * Spec: HN-2.
 */
export type FakeTool = Partial<ToolDefinition> & Pick<ToolDefinition, "name">;

/** A skill as data: what pi would have read from its file. Spec: HN-2. */
export interface FakeSkill {
  readonly name: string;
  readonly description: string;
  readonly filePath: string;
  /** The text of the file below its front matter. */
  readonly body: string;
  readonly disableModelInvocation?: boolean;
}

/** The names of pi's own tools. The fake host knows them and runs none. Spec: HN-2. */
export const builtinToolNames: readonly string[] = [
  "read",
  "bash",
  "powershell",
  "edit",
  "write",
  "grep",
  "find",
  "ls",
];

/** The tools that pi activates unless told otherwise. Spec: HN-2. */
export const defaultActiveTools: readonly string[] = ["read", "bash", "edit", "write"];

/** A tool with everything that pi asks for. Spec: HN-2. */
export function fullTool(tool: FakeTool, unsupported: (method: string) => never): ToolDefinition {
  return {
    label: tool.name,
    description: `The tool ${tool.name}.`,
    parameters: { type: "object" },
    execute: async () => unsupported(`running the tool "${tool.name}" without an execute function`),
    ...tool,
  };
}

/** A skill in pi's shape. Spec: HN-2. */
export function fullSkill(skill: FakeSkill): Skill {
  const { name, description, filePath, disableModelInvocation = false } = skill;
  const baseDir = filePath.slice(0, Math.max(0, filePath.lastIndexOf("/")));
  const sourceInfo = sourceInfoOf(filePath, "local");
  return { name, description, filePath, baseDir, sourceInfo, disableModelInvocation };
}

/**
 * The system messages of a branch, which record what tools and sections the model has.
 *
 * Spec: HN-2.
 */
export function systemMessages(branch: readonly SessionEntry[]) {
  return branch.flatMap((entry) =>
    entry.type === "message" && entry.message.role === "system" ? [entry.message] : [],
  );
}
