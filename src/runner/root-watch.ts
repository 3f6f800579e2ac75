import { pathKey } from "../kernel/path-key.ts";
import { gitChanges } from "./git-changes.ts";
import { type GitState, gitState } from "./git-state.ts";
import {
  type Change,
  type Excluded,
  type Manifest,
  manifestChanges,
  manifestOf,
  statsOf,
} from "./plain-manifest.ts";

/** Contents over this size, in bytes, are not kept for a patch. */
const keptFileBytesMax = 256 * 1024;
/** Contents kept for one root, in bytes, in the order in which they are met. */
const keptRootBytesMax = 16 * 1024 * 1024;

/** A root as it was before the task, and how to tell what changed. Spec: TK-32. */
export interface RootWatch {
  /** As the spec gives it. */
  readonly root: string;
  /** Its canonical path; paths of changes start with it. */
  readonly real: string;
  readonly writable: boolean;
  readonly kind: "git" | "plain";
  readonly state: { readonly git: GitState } | { readonly manifest: Manifest };
  /** Contents from before the task, by absolute path, as far as the bounds allow. */
  readonly kept: ReadonlyMap<string, Buffer>;
  readonly excluded: Excluded;
  readonly scratch: string;
}

/** What became of a root. `problem` says why it could not be compared. Spec: TK-32. */
export interface RootChanges {
  readonly watch: RootWatch;
  readonly changes: readonly Change[];
  readonly problem?: string;
}

/**
 * Remembers a root: as a git work tree where it lies in one, else file by file. `apart` are
 * directories inside it that pi itself writes to and that are therefore not watched; `scratch`
 * takes temporary files.
 *
 * Spec: TK-32.
 */
export async function watchRoot(
  root: string,
  real: string,
  writable: boolean,
  apart: readonly string[],
  scratch: string,
): Promise<RootWatch> {
  const kept = new Map<string, Buffer>();
  let bytes = 0;
  const keep = (path: string, content: Buffer): void => {
    if (content.length > keptFileBytesMax || bytes + content.length > keptRootBytesMax) return;
    bytes += content.length;
    kept.set(path, Buffer.from(content));
  };
  const apartKeys = apart.map((path) => pathKey(path, "posix"));
  const excluded: Excluded =
    apartKeys.length === 0
      ? () => false
      : (path) => apartKeys.some((key) => pathKey(path, "posix").startsWith(key));
  const about = { root, real, writable, kept, excluded, scratch };
  const state = await gitState(real, scratch, keep);
  if (state !== undefined) return { ...about, kind: "git", state: { git: state } };
  const manifest = await manifestOf(real, excluded, keep);
  return { ...about, kind: "plain", state: { manifest } };
}

/**
 * What changed in the root since it was remembered. A root that is gone is one deletion; one that
 * can no longer be compared says so, and is never taken for unchanged.
 *
 * Spec: TK-32.
 */
export async function rootChanges(watch: RootWatch): Promise<RootChanges> {
  if (statsOf(watch.real)?.isDirectory() !== true) {
    return { watch, changes: [{ path: watch.real, change: "deleted" }] };
  }
  if ("manifest" in watch.state) {
    const changes = await manifestChanges(watch.real, watch.state.manifest, watch.excluded);
    return { watch, changes: sorted(changes) };
  }
  const changes = await gitChanges(watch.state.git, watch.scratch);
  if (changes === undefined) {
    return { watch, changes: [], problem: "git no longer answers for this work tree" };
  }
  return { watch, changes: sorted(changes.filter(({ path }) => !watch.excluded(path))) };
}

function sorted(changes: readonly Change[]): readonly Change[] {
  return changes.toSorted((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
}
