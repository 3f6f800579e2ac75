/** The sections of a progress file, as their headings say them. Spec: LP-32, LP-45. */
export const progressSections = [
  "Current status",
  "Completed",
  "Failed approaches",
  "Next actions",
] as const;

/** A section of the progress file. Spec: LP-32. */
export type ProgressSection = (typeof progressSections)[number];

/** A new progress file. Spec: LP-45. */
export function newProgress(objective: string): string {
  const [first = "", ...rest] = objective.trim().split(/\r?\n/u);
  const quoted = [first, ...rest].map((line) => `> ${line}`.trimEnd()).join("\n");
  const sections = progressSections.map((name) => `## ${name}\n`).join("\n");
  return `# Loop progress\n\n${quoted}\n\n${sections}`;
}

/**
 * The file with a note at the end of a section. Nothing that is there is changed or dropped; a
 * section that was taken out by hand comes back at the end.
 *
 * Spec: LP-32, LP-45.
 */
export function withNote(file: string, section: ProgressSection, note: string): string {
  const lines = file.split("\n");
  const heading = lines.findIndex((line) => sameHeading(line, section));
  const item = `- ${note.trim().split(/\r?\n/u).join("\n  ")}`;
  if (heading === -1) return `${file.replace(/\n*$/u, "")}\n\n## ${section}\n\n${item}\n`;
  const next = lines.findIndex((line, at) => at > heading && /^#{1,2}\s/u.test(line));
  let end = next === -1 ? lines.length : next;
  while (end > heading + 1 && (lines[end - 1] ?? "").trim() === "") end--;
  const lead = end === heading + 1 ? [""] : [];
  const after = lines.slice(end);
  const tail = after.length > 0 && (after[0] ?? "").trim() !== "" ? ["", ...after] : after;
  const whole = [...lines.slice(0, end), ...lead, item, ...tail].join("\n");
  return whole.endsWith("\n") ? whole : `${whole}\n`;
}

function sameHeading(line: string, section: string): boolean {
  const found = /^##\s+(.*?)\s*#*\s*$/u.exec(line.trimEnd());
  return found?.[1]?.toLowerCase() === section.toLowerCase();
}
