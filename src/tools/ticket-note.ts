import type { ToolDefinition } from "@earendil-works/pi-coding-agent";
import type { TSchema } from "typebox";
import type { SystemDesk } from "../edge/system.ts";

/** What the tool says beside its text. Spec: WL-9. */
export interface TicketNoteDetails {
  /** The file that changed, by its real path. */
  readonly file: string;
}

/** The tool as pi knows it. Spec: WL-9. */
export type TicketNoteTool = ToolDefinition<TSchema, TicketNoteDetails>;

/** The name that the write lockdown points at. Spec: WL-5, WL-9. */
export const ticketNoteName = "tw_write_ticket_note";

const parameters = {
  type: "object",
  required: ["path", "note"],
  additionalProperties: false,
  properties: {
    path: { type: "string", description: "The ticket's file, .../tickets/NAME/ticket.md" },
    note: {
      type: "string",
      description: "Markdown for the section, without headings of the first two levels",
    },
    mode: {
      enum: ["replace", "append"],
      default: "replace",
      description: "replace the notes that are there, or append to them",
    },
  },
} as const;

/**
 * The writer of a ticket's implementation notes: it changes that one section and nothing else. What
 * it does is loaded on the first call.
 *
 * Spec: WL-9.
 */
export function ticketNoteTool(desk: SystemDesk): TicketNoteTool {
  let loading: Promise<typeof import("../edge/ticket-note/write-note.ts")> | undefined;
  return {
    name: ticketNoteName,
    label: "Write ticket note",
    description:
      "Replaces the section '## Implementation notes' of a live ticket below docs/tasks, or appends " +
      "to it. Every other part of the file stays as it is. write and edit are refused there.",
    promptSnippet: "Write a ticket's implementation notes",
    parameters: parameters as TSchema,
    // Of use only where there is a task tree; the session's start looks for one.
    defaultActive: false,
    executionMode: "sequential",
    async execute(_id, input, _signal, _onUpdate, context) {
      if (!desk.isOn()) throw new Error(`${ticketNoteName} is switched off in this session.`);
      loading ??= import("../edge/ticket-note/write-note.ts");
      const { writeNote } = await loading;
      const { path, note, mode = "replace" } = input as NoteInput;
      const trees = desk.settings().lockdown.trees;
      const { file, words } = writeNote(desk.ports, trees, { path, note, mode, cwd: context.cwd });
      return { content: [{ type: "text", text: words }], details: { file } };
    },
  };
}

interface NoteInput {
  readonly path: string;
  readonly note: string;
  readonly mode?: "replace" | "append";
}
