import { containmentFacts } from "../../decisions/containment/facts.ts";
import { type NoteMode, type TicketProblem, ticket } from "../../decisions/ticket/ticket.ts";
import type { Ports } from "../../kernel/ports.ts";
import type { LockedTreeSettings } from "../../kernel/settings.ts";

/** One note for one ticket. Spec: WL-9. */
export interface NoteOrder {
  readonly path: string;
  readonly note: string;
  readonly mode: NoteMode;
  readonly cwd: string;
}

/** A ticket over this size, in bytes, is no ticket. */
const ticketBytesMax = 4 * 1024 * 1024;

const problemWords: Readonly<Record<TicketProblem, string>> = {
  "no-ticket": "it is no ticket of the task tree (…/tickets/NAME/ticket.md)",
  archived: "it is archived, and archived tickets do not change",
  "empty-note": "the note is empty",
  "heading-in-note":
    "the note holds a heading of the first or second level, which would end the section",
  "open-fence": "the note leaves a code fence open",
};

/**
 * Writes the note and says so. The path is read like pi's own tools read theirs; the file changes
 * in one step. Throws with the reason where nothing was written: that is how a tool says no.
 *
 * Spec: WL-9.
 */
export function writeNote(
  ports: Ports,
  trees: readonly LockedTreeSettings[],
  { path, note, mode, cwd }: NoteOrder,
): { readonly file: string; readonly words: string } {
  const refuse = (why: string): never => {
    throw new Error(`No note was written to ${JSON.stringify(path)}: ${why}.`);
  };
  const facts = containmentFacts(ports, { path, tool: "", cwd }, trees);
  const names = facts.trees.find((view) => view.real !== undefined)?.real;
  const file = facts.real;
  if (file === undefined || names === undefined) return refuse(problemWords["no-ticket"]);
  const text = wholeText(ports, file);
  if (text.problem !== undefined) return refuse(text.problem);
  const outcome = ticket({ names, text: text.value, note, mode });
  if (!outcome.ok) return refuse(problemWords[outcome.problem]);
  const written = ports.files.writeText(file, outcome.text);
  if (!written.ok) return refuse(`the file could not be written (${written.problem})`);
  return {
    file,
    words: `Implementation notes of ${path} ${mode === "append" ? "extended" : "written"}.`,
  };
}

type WholeText =
  | { readonly value: string; readonly problem?: undefined }
  | { readonly problem: string };

/** The text, where writing it back gives the same bytes and does not part two hard links. */
function wholeText({ files }: Ports, file: string): WholeText {
  const facts = files.facts(file);
  if (!facts.ok) return { problem: `there is no such file (${facts.problem})` };
  if (facts.value.type !== "file") return { problem: "it is no regular file" };
  if (facts.value.linkCount > 1) return { problem: "the file has further hard links" };
  const text = files.readText(file, ticketBytesMax);
  if (!text.ok) return { problem: `the file could not be read (${text.problem})` };
  const bytes = new TextEncoder().encode(text.value).length;
  return bytes === facts.value.size ? { value: text.value } : { problem: "it is no UTF-8 text" };
}
