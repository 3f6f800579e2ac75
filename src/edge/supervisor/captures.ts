import { isJsonObject } from "../../kernel/json.ts";
import type { Ports } from "../../kernel/ports.ts";
import type { HostToolResult } from "../host.ts";
import { lineEnds, plain } from "./file-change.ts";
import { type FileState, type FileTextState, fileKey, fileState } from "./file-state.ts";
import { proposedEdit, proposedWrite } from "./proposed-edit.ts";

/** What one call found in its file and what it left there. Spec: SV-31. */
export interface Capture {
  readonly before: FileState;
  readonly after: FileState;
}

interface Pending {
  readonly path: string;
  readonly key: string;
  readonly before: FileState;
  /** Whether another call on the file was under way at the same time. */
  shared: boolean;
}

/** A file with calls under way, and what the last finished of them left. */
interface BusyFile {
  readonly calls: Set<string>;
  left: FileState | undefined;
  /** Results are told apart one after the other, in the order in which they came. */
  turn: Promise<void>;
}

/**
 * The files of calls under way, before and after. pi lets calls of one message run at the same time
 * but changes a file in one order, so what one call left is what the next one found. The file
 * itself may be further on when a result arrives; then the tool's own patch tells what this call
 * did.
 *
 * Spec: SV-31.
 */
export class Captures {
  readonly #ports: Ports;
  readonly #pending = new Map<string, Pending>();
  readonly #busy = new Map<string, BusyFile>();

  /** Nothing is under way. */
  constructor(ports: Ports) {
    this.#ports = ports;
  }

  /** Captures the file before a call. The path is absolute. */
  begin(callId: string, path: string): FileState {
    const key = fileKey(this.#ports, path);
    const file = this.#busy.get(key) ?? {
      calls: new Set(),
      left: undefined,
      turn: Promise.resolve(),
    };
    this.#busy.set(key, file);
    for (const other of file.calls) {
      const pending = this.#pending.get(other);
      if (pending !== undefined) pending.shared = true;
    }
    const before = fileState(this.#ports, path);
    this.#pending.set(callId, { path, key, before, shared: file.calls.size > 0 });
    file.calls.add(callId);
    return before;
  }

  /**
   * Captures the file after a call. To be called at once when the result arrives: the next call may
   * change the file as soon as anything is waited for. Undefined where the call did not begin here.
   */
  async finish(callId: string, event: HostToolResult): Promise<Capture | undefined> {
    const pending = this.#pending.get(callId);
    const file = pending === undefined ? undefined : this.#busy.get(pending.key);
    if (pending === undefined || file === undefined) return undefined;
    const after = fileState(this.#ports, pending.path);
    if (!pending.shared) {
      this.drop(callId);
      return { before: pending.before, after };
    }
    let capture: Capture = { before: pending.before, after };
    file.turn = file.turn.then(async () => {
      const before = file.left ?? pending.before;
      if (event.isError) return;
      capture = await ownChange(before, after, event).catch(() => ({ before, after }));
      file.left = capture.after;
    });
    await file.turn;
    this.drop(callId);
    return capture;
  }

  /** Forgets a call that will have no result. */
  drop(callId: string): void {
    const pending = this.#pending.get(callId);
    if (pending === undefined) return;
    this.#pending.delete(callId);
    const file = this.#busy.get(pending.key);
    file?.calls.delete(callId);
    if (file?.calls.size === 0) this.#busy.delete(pending.key);
  }

  /** Forgets every call. */
  clear(): void {
    this.#pending.clear();
    this.#busy.clear();
  }
}

/** What this call did, among calls that changed the file at the same time. */
async function ownChange(
  before: FileState,
  found: FileState,
  event: HostToolResult,
): Promise<Capture> {
  const left = before.kind === "binary" ? undefined : await leftBy(before, event);
  if (left !== undefined) return { before, after: sameText(left, found) ? found : left };
  const earlier = await beforePatch(found, event);
  return { before: earlier ?? before, after: found };
}

function sameText(a: FileTextState, b: FileState): boolean {
  return b.kind === "text" && plain(a.text) === plain(b.text);
}

/** What the call must have left where it found `before`. */
async function leftBy(
  before: FileState,
  event: HostToolResult,
): Promise<FileTextState | undefined> {
  if (event.toolName === "write") return proposedWrite(event.input);
  if (before.kind !== "text") return undefined;
  const patch = patchOf(event);
  if (patch === undefined) {
    const proposed = proposedEdit(before, event.input);
    return proposed === undefined ? undefined : withEnds(proposed.text, before);
  }
  const { applyPatch } = await import("diff");
  const text = applyPatch(plain(before.text), patch);
  return text === false ? undefined : withEnds(text, before);
}

/** What an edit must have found where it left `after`. */
async function beforePatch(
  after: FileState,
  event: HostToolResult,
): Promise<FileTextState | undefined> {
  const patch = patchOf(event);
  if (after.kind !== "text" || patch === undefined) return undefined;
  const { applyPatch, parsePatch, reversePatch } = await import("diff");
  const [parsed] = parsePatch(patch);
  if (parsed === undefined) return undefined;
  const text = applyPatch(plain(after.text), reversePatch(parsed));
  return text === false ? undefined : withEnds(text, after);
}

/** The patch that pi's edit reports: made while nothing else could change the file. */
function patchOf({ details }: HostToolResult): string | undefined {
  const patch: unknown = isJsonObject(details) ? details["patch"] : undefined;
  return typeof patch === "string" ? patch : undefined;
}

/** A text with LF line ends in the manner of another. */
function withEnds(text: string, like: FileTextState): FileTextState {
  const crlf = lineEnds(like.text) === "CRLF";
  return { kind: "text", text: crlf ? text.replaceAll("\n", "\r\n") : text, mark: like.mark };
}
