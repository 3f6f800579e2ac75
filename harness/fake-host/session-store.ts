import type {
  ContextEditEntry,
  ExtensionContext,
  SessionEntry,
  SessionHeader,
  SessionProjection,
  SessionTreeNode,
} from "@earendil-works/pi-coding-agent";
import type { Identifiers } from "./identifiers.ts";
import type { AgentMessage, EntryOf } from "./pi-shapes.ts";
import { contextEntries, projectBranch } from "./session-projection.ts";

type ReadableSession = ExtensionContext["sessionManager"];
type Stamped = "id" | "parentId" | "timestamp";
/** An entry before the store gives it an id, a parent and a time. Spec: HN-2. */
export type EntryDraft = SessionEntry extends infer Entry
  ? Entry extends SessionEntry
    ? Omit<Entry, Stamped> & { id?: string }
    : never
  : never;

/**
 * The session tree in memory: every entry, and the leaf that the next entry hangs on. Extensions
 * read it through pi's read-only interface; only the host appends.
 *
 * A branch walk ends at an entry it has met, so that a `parentId` cycle in a recording ends too.
 *
 * Spec: HN-2.
 */
export class SessionStore implements ReadableSession {
  readonly #identifiers: Identifiers;
  readonly #cwd: string;
  readonly #onAppend: (entry: SessionEntry) => void;
  #header: SessionHeader;
  #entries: SessionEntry[] = [];
  #byId = new Map<string, SessionEntry>();
  #labels = new Map<string, EntryOf<"label">>();
  #leafId: string | null = null;

  /** Holds the given entries in order; the last one is the leaf. `onAppend` hears each new one. */
  constructor(
    identifiers: Identifiers,
    cwd: string,
    entries: readonly SessionEntry[] = [],
    onAppend: (entry: SessionEntry) => void = () => undefined,
  ) {
    this.#identifiers = identifiers;
    this.#cwd = cwd;
    this.#onAppend = onAppend;
    this.#header = this.#newHeader();
    for (const entry of entries) this.#hold(entry);
  }

  #newHeader(parentSession?: string): SessionHeader {
    const id = this.#identifiers.sessionId();
    const timestamp = this.#identifiers.stampText();
    const header: SessionHeader = { type: "session", version: 3, id, timestamp, cwd: this.#cwd };
    return parentSession === undefined ? header : { ...header, parentSession };
  }

  #hold(entry: SessionEntry): void {
    this.#entries.push(entry);
    this.#byId.set(entry.id, entry);
    this.#leafId = entry.id;
    if (entry.type === "label") this.#setLabel(entry);
  }

  #setLabel(entry: EntryOf<"label">): void {
    if (entry.label) this.#labels.set(entry.targetId, entry);
    else this.#labels.delete(entry.targetId);
  }

  /** Appends to the leaf, which moves on to the new entry. */
  append(draft: EntryDraft): SessionEntry {
    const id = draft.id ?? this.newId();
    const timestamp = this.#identifiers.stampText();
    const entry = { ...draft, id, parentId: this.#leafId, timestamp } as SessionEntry;
    this.#hold(entry);
    this.#onAppend(entry);
    return entry;
  }

  /** An id that no entry has. */
  newId(): string {
    return this.#identifiers.entryId((id) => this.#byId.has(id));
  }

  /** Sets or clears the label of an entry. Throws when there is no such entry. */
  appendLabel(targetId: string, label: string | undefined): SessionEntry {
    this.#mustHave(targetId);
    return this.append({ type: "label", targetId, label });
  }

  /** Changes what an entry of the branch gives to the model. Throws when it gives nothing. */
  appendContextEdit(targetId: string, replacement: ContextEditEntry["replacement"]): SessionEntry {
    const target = this.#mustHave(targetId);
    if (!this.getBranch().includes(target))
      throw new Error(`Entry ${targetId} is not on the active branch`);
    const role = target.type === "message" ? target.message.role : target.type;
    if (!["custom_message", "user", "assistant", "toolResult"].includes(role))
      throw new Error(`Entry ${targetId} does not contribute editable model content`);
    const text = typeof replacement?.content === "string" ? replacement.content : undefined;
    const inBlocks = role === "assistant" || role === "toolResult";
    const stored =
      inBlocks && text !== undefined ? { content: [{ type: "text" as const, text }] } : replacement;
    return this.append({ type: "context_edit", targetId, replacement: stored });
  }

  /**
   * Moves the leaf to an entry, or before all entries with null. Throws when there is none such.
   */
  moveLeaf(id: string | null): void {
    if (id !== null) this.#mustHave(id);
    this.#leafId = id;
  }

  #mustHave(id: string): SessionEntry {
    const entry = this.#byId.get(id);
    if (entry === undefined) throw new Error(`Entry ${id} not found`);
    return entry;
  }

  /**
   * Becomes a new session that holds the path to an entry, or nothing with null. Labels are taken
   * out of the path and put behind it, as they belong to entries and not to a place.
   */
  become(leafId: string | null): void {
    const path = leafId === null ? [] : this.getBranch(leafId);
    const labels = [...this.#labels.values()];
    this.#header = this.#newHeader();
    this.#entries = [];
    this.#byId = new Map();
    this.#labels = new Map();
    this.#leafId = null;
    for (const entry of path)
      if (entry.type !== "label") this.#hold({ ...entry, parentId: this.#leafId });
    for (const { targetId, label, timestamp } of labels) {
      if (!this.#byId.has(targetId)) continue;
      const id = this.newId();
      this.#hold({ type: "label", id, parentId: this.#leafId, timestamp, targetId, label });
    }
  }

  /** The working directory of the session. */
  getCwd(): string {
    return this.#cwd;
  }

  /** Empty: nothing is kept in files. */
  getSessionDir(): string {
    return "";
  }

  /** The session's id. */
  getSessionId(): string {
    return this.#header.id;
  }

  /** Undefined: nothing is kept in files. */
  getSessionFile(): string | undefined {
    return undefined;
  }

  /** The id of the entry that the next one hangs on; null before all entries. */
  getLeafId(): string | null {
    return this.#leafId;
  }

  /** The entry that the next one hangs on. */
  getLeafEntry(): SessionEntry | undefined {
    return this.#leafId === null ? undefined : this.#byId.get(this.#leafId);
  }

  /** The entry with the id. */
  getEntry(id: string): SessionEntry | undefined {
    return this.#byId.get(id);
  }

  /** The label of the entry with the id. */
  getLabel(id: string): string | undefined {
    return this.#labels.get(id)?.label;
  }

  /** The path from the root to an entry, by default to the leaf. */
  getBranch(fromId?: string): SessionEntry[] {
    const path: SessionEntry[] = [];
    const met = new Set<string>();
    let id: string | null = fromId ?? this.#leafId;
    while (id !== null && !met.has(id)) {
      met.add(id);
      const entry = this.#byId.get(id);
      if (entry === undefined) break;
      path.push(entry);
      id = entry.parentId;
    }
    return path.reverse();
  }

  /** The entries of the branch that still count for the model. */
  buildContextEntries(): SessionEntry[] {
    return contextEntries(this.getBranch());
  }

  /** What the model would be sent, with the entry of each message. */
  buildSessionProjection(): SessionProjection {
    return projectBranch(this.getBranch());
  }

  /** The session's header. */
  getHeader(): SessionHeader | null {
    return this.#header;
  }

  /** Every entry in the order of appending, whatever its branch. */
  getEntries(): SessionEntry[] {
    return [...this.#entries];
  }

  /** The entries as a tree; an entry whose parent is missing is a root. */
  getTree(): SessionTreeNode[] {
    const nodes = new Map<string, SessionTreeNode>();
    for (const entry of this.#entries) nodes.set(entry.id, this.#treeNode(entry));
    const roots: SessionTreeNode[] = [];
    for (const node of nodes.values()) {
      const { parentId, id } = node.entry;
      const parent = parentId === null || parentId === id ? undefined : nodes.get(parentId);
      (parent?.children ?? roots).push(node);
    }
    return roots;
  }

  #treeNode(entry: SessionEntry): SessionTreeNode {
    const label = this.#labels.get(entry.id);
    const node: SessionTreeNode = { entry, children: [] };
    if (label?.label === undefined) return node;
    return { ...node, label: label.label, labelTimestamp: label.timestamp };
  }

  /** The display name of the session; an empty one counts as none. */
  getSessionName(): string | undefined {
    const entry = this.#entries.findLast((candidate) => candidate.type === "session_info");
    return entry?.type === "session_info" ? entry.name?.trim() || undefined : undefined;
  }

  /** The messages that the model would be sent. */
  messages(): AgentMessage[] {
    return this.buildSessionProjection().messages;
  }
}
