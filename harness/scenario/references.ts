import type { SessionEntry } from "@earendil-works/pi-coding-agent";
import type { Data, EntryReference } from "./scenario.ts";

function kindOf(entry: SessionEntry): string {
  return entry.type === "message" ? entry.message.role : entry.type;
}

/** The id of the entry that a reference names. Throws when there is none. Spec: HN-3. */
export function theEntry(entries: readonly SessionEntry[], reference: EntryReference): string {
  const found = entries.filter((entry) => kindOf(entry) === reference.kind).at(reference.index);
  if (found === undefined)
    throw new Error(`No entry ${reference.kind}[${reference.index}] among ${entries.length}`);
  return found.id;
}

/** The value with every `{ "$entry": reference }` replaced by the entry's id. Spec: HN-3. */
export function resolveReferences(value: Data, entries: readonly SessionEntry[]): unknown {
  if (Array.isArray(value)) return value.map((item: Data) => resolveReferences(item, entries));
  if (typeof value !== "object" || value === null) return value;
  const map = value as Readonly<Record<string, Data>>;
  if ("$entry" in map) return theEntry(entries, map["$entry"] as unknown as EntryReference);
  return Object.fromEntries(
    Object.entries(map).map(([key, item]) => [key, resolveReferences(item, entries)]),
  );
}
