import type {
  BuildSystemPromptOptions,
  NormalizedBuildSystemPromptOptions,
} from "@earendil-works/pi-coding-agent";
import type { MessageOf } from "./pi-shapes.ts";

/** Parts of the prompt by name, in order. Spec: HN-2. */
export type PromptSections = Readonly<Record<string, string>>;

/**
 * Options with every collection present and owned, so that handlers can change them.
 *
 * Spec: HN-2.
 */
export function copyPromptOptions(
  options: BuildSystemPromptOptions,
): NormalizedBuildSystemPromptOptions {
  const guidelines = Object.entries(options.toolGuidelines ?? {});
  return {
    ...options,
    selectedTools: [...(options.selectedTools ?? [])],
    hiddenTools: [...(options.hiddenTools ?? [])],
    toolSnippets: { ...options.toolSnippets },
    toolGuidelines: Object.fromEntries(guidelines.map(([name, lines]) => [name, [...lines]])),
    promptGuidelines: [...(options.promptGuidelines ?? [])],
    appendSystemPrompt: options.appendSystemPrompt ?? "",
    sections: { ...options.sections },
    contextFiles: (options.contextFiles ?? []).map((file) => ({ ...file })),
    skills: (options.skills ?? []).map((skill) => ({ ...skill })),
  };
}

function tagged(name: string, content: string): string {
  return `<${name}>\n${content}\n</${name}>`;
}

function toolLines(options: NormalizedBuildSystemPromptOptions): string {
  const shown = options.selectedTools.filter((name) => options.toolSnippets[name]);
  const lines = shown.map((name) => `- ${name}: ${options.toolSnippets[name]}`);
  return lines.length === 0 ? "(none)" : lines.join("\n");
}

function ruleLines(options: NormalizedBuildSystemPromptOptions): string {
  const ofTools = options.selectedTools.flatMap((name) => options.toolGuidelines[name] ?? []);
  return [...new Set([...ofTools, ...options.promptGuidelines])]
    .map((rule) => `- ${rule}`)
    .join("\n");
}

function skillLines(options: NormalizedBuildSystemPromptOptions): string {
  const shown = options.skills.filter((skill) => !skill.disableModelInvocation);
  return shown
    .map(({ name, description, filePath }) => `- ${name}: ${description} (${filePath})`)
    .join("\n");
}

/**
 * The sections of the prompt, in pi's order and under pi's names. The words of pi's own sections
 * are not pi's: what extensions rely on is which sections there are, and the text that came from
 * them.
 *
 * Throws when a section's name is not one that pi takes.
 *
 * Spec: HN-2.
 */
export function promptSections(options: NormalizedBuildSystemPromptOptions): PromptSections {
  for (const name of Object.keys(options.sections))
    if (!/^[a-z][a-z0-9_-]*$/.test(name) || name === "preamble")
      throw new Error(`Invalid system prompt section name: ${name}`);
  const content: Record<string, string> = {};
  if (!options.customPrompt) {
    content["tools"] = toolLines(options);
    content["rules"] = ruleLines(options);
    content["docs"] = "The documentation of the scripted host.";
  }
  if (options.appendSystemPrompt) content["addendum"] = options.appendSystemPrompt;
  if (options.contextFiles.length > 0)
    content["project_context"] = options.contextFiles
      .map((file) => `${file.path}\n${file.content}`)
      .join("\n\n");
  const readable = ["read", "bash"].some((name) => options.selectedTools.includes(name));
  const skills = readable ? skillLines(options) : "";
  if (skills !== "") content["skills"] = skills;
  content["cwd"] = options.cwd.replaceAll("\\", "/");
  for (const [name, text] of Object.entries(options.sections)) if (text) content[name] = text;
  const preamble = options.customPrompt || "A scripted model in the fake host.";
  const pairs = Object.entries(content).map(([name, text]) => [name, tagged(name, text)]);
  return { preamble, ...Object.fromEntries(pairs) };
}

/** The whole prompt as text; a forced prompt stands for everything. Spec: HN-2. */
export function promptText(options: NormalizedBuildSystemPromptOptions): string {
  if (options.forceSystemPrompt !== undefined) return options.forceSystemPrompt;
  return Object.values(promptSections(options)).join("\n\n");
}

/**
 * The change from the sections that the model has to those it is to have: new text by name, null
 * for a section that goes. Undefined when nothing changes.
 *
 * Spec: HN-2.
 */
export function sectionChanges(
  before: Readonly<Record<string, string | null>>,
  after: PromptSections,
): MessageOf<"system">["sections"] | undefined {
  const changes: Record<string, string | null> = {};
  for (const [name, text] of Object.entries(after)) if (before[name] !== text) changes[name] = text;
  for (const name of Object.keys(before)) if (after[name] === undefined) changes[name] = null;
  return Object.keys(changes).length === 0 ? undefined : changes;
}
