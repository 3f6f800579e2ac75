import { sectionOf, textLines } from "./sections.ts";

/** What is done with the notes that are there already. Spec: WL-9. */
export type NoteMode = "replace" | "append";

/** All that writing a ticket's notes may know. Spec: WL-9. */
export interface TicketFacts {
  /** Where the file lies below the locked tree, by its real path. */
  readonly names: readonly string[];
  /** The whole text of the file. */
  readonly text: string;
  readonly note: string;
  readonly mode: NoteMode;
}

/** Why nothing is written. */
export type TicketProblem =
  | "no-ticket"
  | "archived"
  | "empty-note"
  | "heading-in-note"
  | "open-fence";

/** The text of the file afterwards, or why there is none. Spec: WL-9. */
export type TicketOutcome =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly problem: TicketProblem };

const heading = "Implementation notes";

/**
 * A ticket's text with new implementation notes: in the section of that name, which is added at the
 * end where there is none. Every other byte stays, line ends included.
 *
 * A note that would end its own section, or that leaves a code fence open over what follows, is
 * refused: the next call could not find its place again.
 *
 * Spec: WL-9.
 */
export function ticket({ names, text, note, mode }: TicketFacts): TicketOutcome {
  const place = placeProblem(names);
  if (place !== undefined) return { ok: false, problem: place };
  const lineEnd = text.includes("\r\n") ? "\r\n" : "\n";
  const plain = note.replace(/\r\n?/gu, "\n").replace(/^(?:[ \t]*\n)+|\s+$/gu, "");
  if (plain === "") return { ok: false, problem: "empty-note" };
  const { headings, isFenceOpen } = textLines(plain);
  if (isFenceOpen) return { ok: false, problem: "open-fence" };
  if (headings.some(({ level }) => level <= 2)) return { ok: false, problem: "heading-in-note" };
  return { ok: true, text: withNote(text, plain.replaceAll("\n", lineEnd), mode, lineEnd) };
}

/** `…/tickets/NAME/ticket.md`, and the older `…/NAME/task.md`; nothing below `archive`. */
function placeProblem(names: readonly string[]): TicketProblem | undefined {
  if (names.some((name) => name.toLowerCase() === "archive")) return "archived";
  const isTicket = names.at(-1) === "ticket.md" && names.at(-3) === "tickets" && names.length > 3;
  const isTask = names.at(-1) === "task.md" && names.length > 1;
  return isTicket || isTask ? undefined : "no-ticket";
}

function withNote(text: string, note: string, mode: NoteMode, lineEnd: string): string {
  const section = sectionOf(text, heading);
  if (section === undefined) {
    const gap = text === "" || text.endsWith(`${lineEnd}${lineEnd}`) ? "" : lineEnd;
    const end = text === "" || text.endsWith("\n") ? gap : `${lineEnd}${gap}`;
    return `${text}${end}## ${heading}${lineEnd}${lineEnd}${note}${lineEnd}`;
  }
  const { from, to } = section;
  const body = text.slice(from, to);
  const kept = body.trim();
  if (kept === "") {
    const before = text.slice(0, from).endsWith("\n") ? "" : lineEnd;
    const after = to < text.length ? lineEnd : "";
    return `${text.slice(0, from)}${before}${lineEnd}${note}${lineEnd}${after}${text.slice(to)}`;
  }
  const start = from + (/^(?:[ \t]*\r?\n)*/u.exec(body)?.[0].length ?? 0);
  const end = from + body.trimEnd().length;
  const old = text.slice(start, end);
  const whole = mode === "replace" ? note : `${old}${lineEnd}${lineEnd}${note}`;
  return `${text.slice(0, start)}${whole}${text.slice(end)}`;
}
