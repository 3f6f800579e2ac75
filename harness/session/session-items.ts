import type { JsonObject } from "../../src/kernel/json.ts";

/** A tool call as the recording holds it, arguments prepared as pi prepares them. Spec: HN-4. */
export interface RecordedCall {
  /** As recorded; made from line and place where the recording has none. */
  readonly toolCallId: string;
  readonly toolName: string;
  /** Absent where the recording does not hold the arguments. */
  readonly input?: JsonObject;
  /** The text of `input` where only some arguments were read: equal texts, equal inputs. */
  readonly inputKey?: string;
  /** Set for a call that another tool made. */
  readonly parentToolCallId?: string;
}

/** The first record of a session. Later ones start another session in the same file. Spec: HN-4. */
export interface HeaderItem {
  readonly kind: "header";
  readonly line: number;
  readonly id?: string;
  readonly cwd?: string;
  readonly version: number | string;
}

/** The watched calls of one entry, in the order in which pi asks about them. Spec: HN-4. */
export interface CallsItem {
  readonly kind: "calls";
  readonly line: number;
  readonly entryId?: string;
  readonly calls: readonly RecordedCall[];
  /** Whether the answer broke off (aborted, failed): pi then runs none of its calls. */
  readonly isStopped?: boolean;
}

/** What an extension wrote for itself. Spec: HN-6. */
export interface CustomItem {
  readonly kind: "custom";
  readonly line: number;
  readonly entryId?: string;
  readonly customType: string;
  readonly data: unknown;
}

/** What follows goes on from an earlier entry, or from a new root (`null`). Spec: HN-4. */
export interface BranchItem {
  readonly kind: "branch";
  readonly line: number;
  readonly from: string | null;
}

/** A whole entry, for readers that asked for every one. */
export interface EntryItem {
  readonly kind: "entry";
  readonly line: number;
  readonly entry: JsonObject;
}

/** A line that could not be read and was skipped. Spec: HN-4. */
export interface MalformedItem {
  readonly kind: "malformed";
  readonly line: number;
  readonly reason: string;
}

/** The file is no session; nothing of it is read. Spec: HN-4. */
export interface RefusedItem {
  readonly kind: "refused";
  readonly line: number;
  readonly reason: string;
}

/** What a session is read into. Spec: HN-4. */
export type SessionItem =
  | HeaderItem
  | CallsItem
  | CustomItem
  | BranchItem
  | EntryItem
  | MalformedItem
  | RefusedItem;

/** Exact counts over what was read: skipped lines count too. Sizes in bytes. Spec: HN-4, HN-10. */
export interface SessionTotals {
  readonly lines: number;
  readonly malformed: number;
  /** Records other than headers; with one branch chosen, those on it. */
  readonly entries: number;
  readonly toolCalls: number;
  readonly bytes: number;
}
