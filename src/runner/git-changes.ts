import { join } from "node:path";
import { git } from "./git-command.ts";
import { indexTimes, isSameFile, lookedAt, statOnly } from "./git-index.ts";
import { type GitState, indexFlags, metaExcluded } from "./git-state.ts";
import type { GitStatus } from "./git-status.ts";
import {
  type Change,
  type ChangeKind,
  entryChanges,
  isUntouched,
  manifestChanges,
  manifestOf,
  statsOf,
} from "./plain-manifest.ts";

/**
 * What changed in a work tree since its state was remembered; `undefined` when git no longer
 * answers. What git was told not to show is looked at without it: files behind index flags,
 * directories that are ignored as a whole, the repository's own settings and references, and the
 * paths between two commits.
 *
 * Spec: TK-32.
 */
export async function gitChanges(
  before: GitState,
  scratch: string,
): Promise<readonly Change[] | undefined> {
  const { path, copy, entry } = before.index;
  const isAsBefore = isSameFile(entry, statOnly(path));
  const asked = lookedAt(before.folder, before.extra, path, copy, isAsBefore, scratch);
  // While git walks the tree, this process looks at what it knew before.
  const known = await folderChanges(before);
  const looked = await asked;
  if (looked === undefined) return undefined;
  const { status } = looked;
  const changes = [...known, ...(await newFolders(before, status)), ...entries(before, status)];
  for (const [path, entry] of before.hidden) changes.push(...fileChanges(path, entry));
  if (status.commit !== before.status.commit)
    changes.push(...(await commitChanges(before, status)));
  changes.push(...(await staleChanges(before, looked.stale)));
  if (!isAsBefore) changes.push(...(await flagChanges(before)));
  for (const state of before.modules) {
    const inside = await gitChanges(state, scratch);
    changes.push(...(inside ?? [{ path: state.folder, change: "deleted" as const }]));
  }
  return unique(changes);
}

async function folderChanges(before: GitState): Promise<Change[]> {
  const changes: Change[] = [];
  if (before.meta !== undefined) {
    const { folder, manifest } = before.meta;
    changes.push(...(await manifestChanges(folder, manifest, metaExcluded(folder))));
  }
  for (const [folder, manifest] of before.folders) {
    changes.push(...(await manifestChanges(folder.slice(0, -1), manifest)));
  }
  return changes;
}

async function newFolders(before: GitState, status: GitStatus): Promise<Change[]> {
  const changes: Change[] = [];
  for (const { path } of status.entries.values()) {
    const full = join(before.top, path);
    if (!path.endsWith("/") || before.folders.has(full)) continue;
    const manifest = await manifestOf(full.slice(0, -1));
    for (const [inside, entry] of manifest) {
      const known = before.files.get(inside);
      if (entry.type === "directory") continue;
      if (known === undefined) changes.push({ path: inside, change: "created" });
      else changes.push(...fileChanges(inside, known));
    }
  }
  return changes;
}

/** Entries that came, went or differ, in what git says or in what the file holds. */
function entries(before: GitState, status: GitStatus): Change[] {
  const changes: Change[] = [];
  for (const { path, state } of status.entries.values()) {
    if (path.endsWith("/")) continue;
    const full = join(before.top, path);
    const old = before.status.entries.get(path);
    const known = before.files.get(full);
    if (old === undefined) {
      changes.push({ path: full, change: firstChange(state) });
      continue;
    }
    const found = known === undefined ? appeared(full) : fileChanges(full, known);
    if (found.length > 0) changes.push(...found);
    else if (old.state !== state) changes.push({ path: full, change: "index" });
  }
  for (const { path } of before.status.entries.values()) {
    if (path.endsWith("/") || status.entries.has(path)) continue;
    const full = join(before.top, path);
    const known = before.files.get(full);
    // A file that was deleted from the work tree is back, or one that was dirty is clean or gone.
    const found = known === undefined ? appeared(full) : fileChanges(full, known);
    changes.push(...(found.length > 0 ? found : [{ path: full, change: "index" as const }]));
  }
  return changes;
}

/** What an entry that was clean before says of its change. */
function firstChange(state: string): ChangeKind {
  if (state.startsWith("?") || state.startsWith("!")) return "created";
  const [, xy = "", , , indexMode, workMode, , indexId] = state.split(" ");
  const headId = state.split(" ")[6];
  if (xy[1] === "D" || xy === "D.") return "deleted";
  if (xy[0] === "A") return "created";
  if (xy[1] === "T" || xy[0] === "T") return "type";
  if (xy[1] === "M") return indexMode === workMode ? "content" : "mode";
  return headId === indexId ? "mode" : "content";
}

function appeared(path: string): Change[] {
  return statsOf(path) === undefined ? [] : [{ path, change: "created" }];
}

function fileChanges(path: string, known: Parameters<typeof entryChanges>[1]): Change[] {
  const stats = statsOf(path);
  if (stats === undefined) return [{ path, change: "deleted" }];
  if (isUntouched(known, stats)) return [];
  // In a work tree a file is its content and its mode, as in git; a mere touch is no change.
  return entryChanges(path, known, stats).filter(({ change }) => change !== "touched");
}

/** A commit makes a changed path clean, so the paths between the two commits are changed too. */
async function commitChanges(before: GitState, status: GitStatus): Promise<readonly Change[]> {
  const emptyTree = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";
  const [from, to] = [before.status.commit, status.commit].map((commit) =>
    commit === "(initial)" ? emptyTree : commit,
  );
  const args = ["diff-tree", "-r", "-z", "--name-status", "--no-renames", from ?? "", to ?? ""];
  const output = await git(before.folder, [...args, "--", "."]);
  const fields = output?.toString("utf8").split("\0") ?? [];
  const kinds: Readonly<Record<string, ChangeKind>> = { A: "created", D: "deleted", T: "type" };
  const changes: Change[] = [];
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const full = join(before.top, fields[at + 1] ?? "");
    const known = before.files.get(full);
    // A file whose content was there before, dirty, and is still the same was committed only.
    if (known !== undefined && fileChanges(full, known).length === 0) {
      changes.push({ path: full, change: "index" });
    } else changes.push({ path: full, change: kinds[fields[at] ?? ""] ?? "content" });
  }
  return changes;
}

/**
 * Clean files that do not look as they did. One that was written again with what it held is none;
 * one whose content was not written but whose inode was had its mode, owner or names changed.
 */
async function staleChanges(before: GitState, stale: readonly string[]): Promise<Change[]> {
  const changes: Change[] = [];
  let times: ReadonlyMap<string, number> | undefined;
  for (const path of stale) {
    const full = join(before.top, path);
    const known = before.stale.get(full) ?? before.files.get(full) ?? before.hidden.get(full);
    if (known !== undefined) {
      changes.push(...fileChanges(full, known));
      continue;
    }
    times ??= await indexTimes(before.folder, before.index.copy);
    const now = statsOf(full)?.mtimeMs;
    const was = times.get(path);
    if (now !== undefined && was !== undefined && Math.abs(now - was) < 0.001) {
      changes.push({ path: full, change: "mode" });
    }
  }
  return changes;
}

async function flagChanges(before: GitState): Promise<readonly Change[]> {
  const flags = await indexFlags(before.folder);
  const hidden = flags?.hidden ?? new Map<string, string>();
  const paths = new Set([...hidden.keys(), ...before.flags.keys()]);
  return [...paths]
    .filter((path) => hidden.get(path) !== before.flags.get(path))
    .map((path) => ({ path: join(before.top, path), change: "index" as const }));
}

function unique(changes: readonly Change[]): readonly Change[] {
  const byPath = new Map<string, Change>();
  for (const each of changes) {
    const known = byPath.get(each.path);
    if (known === undefined || known.change === "index") byPath.set(each.path, each);
  }
  return [...byPath.values()];
}
