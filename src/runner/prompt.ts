import type { TaskSpec } from "../decisions/spec/spec.ts";

/**
 * What the child reads: the spec and the rules, nothing of the conversation it comes from.
 *
 * Spec: TK-31, TK-35.
 */
export function taskPrompt(spec: TaskSpec): string {
  const parts = [
    "You carry out one task on your own. Nobody can answer questions, and there is no earlier " +
      "conversation: what stands here is all there is.",
    section("Goal", spec.goal),
    section("Deliverable", spec.deliverable),
    list("Known facts", spec.facts),
    list("Files to read first", spec.files),
    list("Directories of this task", spec.roots),
    section("What may be written", writeRule(spec)),
    section("Shell", shellRule(spec)),
    section("Limits", `${spec.wall_s} seconds and ${spec.usd} US dollars. Leave room to finish.`),
    section("How to finish", finishRule),
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

const finishRule = [
  "Call the tool task_result once, at the end:",
  '- status: "done" when the goal is reached; "blocked" when it cannot be, and why in notes.',
  "- deliverable: in exactly the shape asked for above.",
  "- evidence: at least one entry. Each has a claim and a pointer of the form file:line to a line " +
    "that exists when you finish. Pointers are checked.",
  "If the tool is not there, end your answer with the same object in one fenced json block.",
  "Do not claim what you have not seen. A blocked task with a clear reason is a good result.",
].join("\n");

function writeRule(spec: TaskSpec): string {
  if (spec.read_only) {
    return "Nothing. The directories are compared before and after, and any change fails the task.";
  }
  return [
    "Only below:",
    ...spec.write_allowed.map((root) => `- ${root}`),
    "Everything else is compared before and after; a change there fails the task.",
  ].join("\n");
}

function shellRule(spec: TaskSpec): string {
  if (spec.commands.length === 0) return "There is no shell.";
  return ["bash runs these commands only, exactly as written:", ...spec.commands].join("\n");
}

function section(title: string, text: string): string {
  return `# ${title}\n\n${text}`;
}

function list(title: string, items: readonly string[]): string {
  return items.length === 0 ? "" : section(title, items.map((item) => `- ${item}`).join("\n"));
}
