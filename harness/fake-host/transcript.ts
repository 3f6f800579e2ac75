import type { ExtensionError, SessionEntry } from "@earendil-works/pi-coding-agent";
import type { Notice } from "./ui-recorder.ts";

/**
 * One thing that extensions said or did, as plain data. `entry` is what they wrote into the
 * session, `block` a call that they stopped, `error` a handler that threw, `load-error` an
 * extension that failed to load or registers what another one has.
 *
 * Spec: HN-2, ST-1.
 */
export type TranscriptRecord =
  | { readonly kind: "entry"; readonly entry: SessionEntry }
  | { readonly kind: "notice"; readonly notice: Notice }
  | { readonly kind: "error"; readonly error: ExtensionError }
  | { readonly kind: "load-error"; readonly name: string; readonly error: string }
  | {
      readonly kind: "block";
      readonly toolCallId: string;
      readonly toolName: string;
      readonly reason: string;
    };

const ofExtensions: ReadonlySet<SessionEntry["type"]> = new Set([
  "custom",
  "custom_message",
  "label",
  "session_info",
  "context_edit",
]);

/**
 * What extensions said, in the order in which they said it. It grows with what they say and not
 * with the calls they are asked about, so a replay of a million allowed calls leaves it empty.
 *
 * Spec: HN-2.
 */
export class Transcript {
  readonly records: TranscriptRecord[] = [];
  readonly #onRecord: (record: TranscriptRecord) => void;

  /** Is empty; `onRecord` hears each record as it is added. */
  constructor(onRecord: (record: TranscriptRecord) => void = () => undefined) {
    this.#onRecord = onRecord;
  }

  /** Adds a record. */
  add(record: TranscriptRecord): void {
    this.records.push(record);
    this.#onRecord(record);
  }

  /** Adds an entry, if extensions write entries of its type. */
  addEntry(entry: SessionEntry): void {
    if (ofExtensions.has(entry.type)) this.add({ kind: "entry", entry });
  }
}
