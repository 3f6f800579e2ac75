import type { ToolCall, ToolOffer, Words } from "../../kernel/gate.ts";
import type { Settings } from "../../kernel/settings.ts";
import type { Verdict } from "../../kernel/verdict.ts";
import type { ContainmentReason } from "./containment.ts";
import { usualExempt } from "./facts.ts";

/** The writer of a ticket's implementation notes. Spec: WL-9. */
const noteWriter = "tw_write_ticket_note";

/** How each reason is said, after "because". Spec: WL-5. */
const because: Readonly<Partial<Record<ContainmentReason, string>>> = {
  "inside-tree": "it lies in the locked tree",
  "real-path-inside-tree": "a link leads it into the locked tree",
  "hard-link-into-tree": "it is a hard link to a file of the locked tree",
  "unsearched-tree": "it is a hard link, and the locked tree could not be searched for it in full",
  "undecodable-path": "its file url cannot be decoded",
  "nul-in-path": "it holds a NUL character",
  "unreadable-path": "the disk would not say where it leads",
};

/**
 * The refusal that the model reads, and the notice for a person: the path as given, the tree, the
 * refused tool, the writer that works for this file, and the directories that stay open.
 *
 * Spec: WL-5.
 */
export function lockdownWords(
  verdict: Verdict,
  call: ToolCall,
  offer: ToolOffer,
  settings: Settings,
): Words {
  const path = JSON.stringify(verdict.matched ?? "");
  const tree = verdict.rule ?? settings.lockdown.trees.map((each) => each.path).join(", ");
  const why = because[verdict.reason as ContainmentReason] ?? verdict.reason;
  const place = isPlain(verdict) ? "" : ` It resolves to ${verdict.why}.`;
  const reason = [
    `write lockdown: ${call.toolName} was refused for ${path}, because ${why} (${tree}).${place}`,
    writerLine(verdict, offer, tree),
    exemptLine(verdict, settings),
    "Reading is not restricted. Writing the same place in another way is not what was asked for.",
  ].join("\n\n");
  return { reason, notice: `write lockdown: ${call.toolName} refused for ${path} (${tree})` };
}

/** Where the path says by itself where it leads, nothing more has to be said. */
function isPlain({ matched = "", why }: Verdict): boolean {
  return why === undefined || why === matched || why.endsWith(`/${matched}`);
}

function writerLine(verdict: Verdict, offer: ToolOffer, tree: string): string {
  const others = [...offer.active].filter((name) => name.startsWith("tw_") && name !== noteWriter);
  const isTicket = /(?:^|[\\/])(?:ticket|task)\.md$/u.test(verdict.why ?? "");
  if (isTicket && offer.active.has(noteWriter)) {
    return `For a ticket's implementation notes call ${noteWriter}.${family(others)}`;
  }
  if (others.length > 0) {
    return `Files in ${tree} are written by the tw_* tool named for them.${family(others)}`;
  }
  return (
    `Files in ${tree} are written by the tw_* tool named for them; none that fits this file is ` +
    "active here. Say in your answer what should be written, and where."
  );
}

function family(names: readonly string[]): string {
  return names.length === 0 ? "" : ` Active here: ${names.toSorted().join(", ")}.`;
}

function exemptLine(verdict: Verdict, settings: Settings): string {
  const tree = settings.lockdown.trees.find((each) => each.path === verdict.rule);
  const names = (tree?.exempt ?? usualExempt).map((name) => `${name}/`).join(" and ");
  if (names === "") return "No directory in the tree is exempt.";
  return `Open to write and edit, below a task's own directory: ${names}`;
}
