import { createHash } from "node:crypto";
import {
  closeSync,
  lstatSync,
  openSync,
  readdirSync,
  readlinkSync,
  readSync,
  type Stats,
} from "node:fs";
import { setImmediate } from "node:timers/promises";

/** What is remembered of one path. Times in ms; `hash` is of the content, or a link's target. */
export interface ManifestEntry {
  readonly type: "file" | "directory" | "link" | "other";
  readonly size: number;
  readonly mode: number;
  readonly mtimeMs: number;
  readonly ctimeMs: number;
  readonly inode: number;
  /** Absent for directories, special files, and files too large or not allowed to be read. */
  readonly hash?: string;
}

/** Everything below some directories, by absolute path. */
export type Manifest = Map<string, ManifestEntry>;

/** One difference between two looks at a path. Spec: TK-32. */
export type ChangeKind = "created" | "deleted" | "content" | "mode" | "type" | "touched" | "index";

/** A changed path, absolute. Spec: TK-32. */
export interface Change {
  readonly path: string;
  readonly change: ChangeKind;
}

/** Files over this size, in bytes, are judged by size and times alone. */
const hashBytesMax = 64 * 1024 * 1024;

/** Milliseconds of work between two turns of the event loop, so that pi's screen stays alive. */
const sliceMs = 25;

/** Gives the event loop a turn when this piece of work has used up its slice. */
export class Slices {
  #since = performance.now();

  /** Resolves at once while the slice lasts. */
  async rest(): Promise<void> {
    if (performance.now() - this.#since < sliceMs) return;
    await setImmediate();
    this.#since = performance.now();
  }
}

/** What a walk leaves out: absolute paths, with all below them. */
export type Excluded = (path: string) => boolean;

const nothingExcluded: Excluded = () => false;

/**
 * Remembers everything at and below the path, content hashes included. `keep` is offered every
 * file's content while it is at hand, for a patch later.
 *
 * Spec: TK-32.
 */
export async function manifestOf(
  root: string,
  excluded: Excluded = nothingExcluded,
  keep: (path: string, content: Buffer) => void = () => {},
): Promise<Manifest> {
  const manifest: Manifest = new Map();
  const slices = new Slices();
  await walk(root, excluded, slices, (path, stats) => {
    manifest.set(path, entryOf(path, stats, keep));
  });
  return manifest;
}

/**
 * What changed at and below the path since the manifest was made. A file whose size, mode, times
 * and inode are as before was not written: its change time cannot be set back. Only the others are
 * read again.
 *
 * Spec: TK-32.
 */
export async function manifestChanges(
  root: string,
  before: Manifest,
  excluded: Excluded = nothingExcluded,
): Promise<readonly Change[]> {
  const changes: Change[] = [];
  let seen = 0;
  const slices = new Slices();
  await walk(root, excluded, slices, (path, stats) => {
    const known = before.get(path);
    if (known === undefined) changes.push({ path, change: "created" });
    else {
      seen += 1;
      if (!isUntouched(known, stats)) changes.push(...entryChanges(path, known, stats));
    }
  });
  if (seen === before.size) return changes;
  // Fewer met than known: something is gone, and only now is it worth asking for each.
  for (const path of before.keys()) {
    await slices.rest();
    if (statsOf(path) === undefined) changes.push({ path, change: "deleted" });
  }
  return changes;
}

/** What changed between an entry and the file that is at its path now. Spec: TK-32. */
export function entryChanges(path: string, known: ManifestEntry, stats: Stats): Change[] {
  const now = entryOf(path, stats);
  if (now.type !== known.type) return [{ path, change: "type" }];
  const changes: Change[] = [];
  if (now.mode !== known.mode) changes.push({ path, change: "mode" });
  if (now.type === "directory") return changes;
  const isRead = now.hash !== undefined && known.hash !== undefined;
  if (isRead ? now.hash !== known.hash : differsUnread(now, known)) {
    changes.push({ path, change: "content" });
  } else if (now.type === "file" && now.mtimeMs !== known.mtimeMs) {
    changes.push({ path, change: "touched" });
  }
  return changes;
}

/** Of files that could not be read both times, any sign of a write counts as one. */
function differsUnread(a: ManifestEntry, b: ManifestEntry): boolean {
  if (a.size !== b.size || a.mtimeMs !== b.mtimeMs || a.inode !== b.inode) return true;
  return a.mode === b.mode && a.ctimeMs !== b.ctimeMs;
}

/** Whether the file system says that nothing was written since. */
export function isUntouched(known: ManifestEntry, stats: Stats): boolean {
  if (known.type === "directory") return stats.isDirectory() && known.mode === stats.mode;
  return (
    known.ctimeMs === stats.ctimeMs &&
    known.mtimeMs === stats.mtimeMs &&
    known.size === stats.size &&
    known.inode === stats.ino &&
    known.mode === stats.mode
  );
}

/** Facts of the path itself, links not followed; `undefined` when nothing is there to see. */
export function statsOf(path: string): Stats | undefined {
  try {
    return lstatSync(path);
  } catch {
    return undefined;
  }
}

/** Remembers one path. Spec: TK-32. */
export function entryOf(
  path: string,
  stats: Stats,
  keep: (path: string, content: Buffer) => void = () => {},
): ManifestEntry {
  const type = typeOf(stats);
  const hash =
    type === "file" || type === "link" ? hashOf(path, type, stats.size, keep) : undefined;
  return {
    type,
    size: stats.size,
    mode: stats.mode,
    mtimeMs: stats.mtimeMs,
    ctimeMs: stats.ctimeMs,
    inode: stats.ino,
    ...(hash === undefined ? {} : { hash }),
  };
}

function typeOf(stats: Stats): ManifestEntry["type"] {
  if (stats.isFile()) return "file";
  if (stats.isDirectory()) return "directory";
  return stats.isSymbolicLink() ? "link" : "other";
}

function hashOf(
  path: string,
  type: "file" | "link",
  size: number,
  keep: (path: string, content: Buffer) => void,
): string | undefined {
  try {
    if (type === "link") return `-> ${readlinkSync(path)}`;
    if (size > hashBytesMax) return undefined;
    const content = readWhole(path, size);
    keep(path, content);
    return createHash("sha256").update(content).digest("base64");
  } catch {
    return undefined;
  }
}

/** Reads at most the size that was seen, so that a growing file is no endless one. */
function readWhole(path: string, size: number): Buffer {
  const file = openSync(path, "r");
  try {
    const bytes = Buffer.allocUnsafe(size);
    let filled = 0;
    while (filled < size) {
      const count = readSync(file, bytes, filled, size - filled, filled);
      if (count === 0) break;
      filled += count;
    }
    return bytes.subarray(0, filled);
  } finally {
    closeSync(file);
  }
}

/** Visits the path and everything below it, links not followed. What cannot be listed is empty. */
async function walk(
  root: string,
  excluded: Excluded,
  slices: Slices,
  visit: (path: string, stats: Stats) => void,
): Promise<void> {
  const top = statsOf(root);
  if (top === undefined) return;
  visit(root, top);
  if (!top.isDirectory()) return;
  const open = [root];
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    for (const name of namesIn(folder)) {
      const path = folder === "/" ? `/${name}` : `${folder}/${name}`;
      if (excluded(path)) continue;
      const stats = statsOf(path);
      if (stats === undefined) continue;
      visit(path, stats);
      if (stats.isDirectory()) open.push(path);
    }
    await slices.rest();
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
