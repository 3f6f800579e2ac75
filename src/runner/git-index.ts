import { copyFileSync, mkdtempSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { git } from "./git-command.ts";
import { type GitStatus, gitStatus } from "./git-status.ts";
import type { ManifestEntry } from "./plain-manifest.ts";

/** What git says of a work tree, and the clean files that do not look as the index has them. */
export interface LookedAt {
  readonly status: GitStatus;
  /** Relative to the top of the work tree: tracked, not in the status, times or modes differ. */
  readonly stale: readonly string[];
}

/**
 * Copies an index into a fresh directory; a repository without one gets the path of none. The copy
 * keeps the time of the original, rounded down: git reads a file again that may have been written
 * after the index was, and a newer index would make it trust such a file.
 */
export function copyIndex(index: string, scratch: string): string {
  const copy = join(mkdtempSync(join(scratch, "index-")), "index");
  try {
    const seconds = Math.floor(statSync(index).mtimeMs / 1_000);
    copyFileSync(index, copy);
    utimesSync(copy, seconds, seconds);
  } catch {
    // No index yet: git takes a path without a file for an empty one.
  }
  return copy;
}

/**
 * Asks for the status, and notices cheaply whether any clean file was touched: git refreshes the
 * index it is given, here a copy, only when a file does not look as the index has it. Only then are
 * those files listed, against `old`, the index as it was. An index that is not as it was may have
 * been refreshed by somebody else, and then the files are listed in any case.
 *
 * Spec: TK-32.
 */
export async function lookedAt(
  folder: string,
  extra: readonly string[],
  index: string,
  old: string,
  isAsBefore: boolean,
  scratch: string,
): Promise<LookedAt | undefined> {
  const copy = copyIndex(index, scratch);
  const before = statOnly(copy);
  const status = await gitStatus(folder, extra, copy);
  if (status === undefined) return undefined;
  if (isAsBefore && isSameFile(before, statOnly(copy))) return { status, stale: [] };
  const args = [...extra, "diff-files", "--name-only", "-z", "--ignore-submodules=all", "--", "."];
  const output = await git(folder, args, 0, old);
  const names = output?.toString("utf8").split("\0") ?? [];
  return { status, stale: names.filter((name) => name !== "" && !status.entries.has(name)) };
}

/** Size, times and inode of a file, unread; its content says nothing that they do not. */
export function statOnly(path: string): ManifestEntry | undefined {
  try {
    const { size, mode, mtimeMs, ctimeMs, ino } = statSync(path);
    return { type: "file", size, mode, mtimeMs, ctimeMs, inode: ino };
  } catch {
    return undefined;
  }
}

/** Whether nothing was written between two looks at one file. */
export function isSameFile(a: ManifestEntry | undefined, b: ManifestEntry | undefined): boolean {
  return a?.ctimeMs === b?.ctimeMs && a?.size === b?.size && a?.inode === b?.inode;
}

/**
 * The modification times that an index has for its files, in ms, by path.
 *
 * Spec: TK-32.
 */
export async function indexTimes(
  folder: string,
  index: string,
): Promise<ReadonlyMap<string, number>> {
  const args = ["ls-files", "--full-name", "--debug", "-z", "--", "."];
  const output = await git(folder, args, 0, index);
  const times = new Map<string, number>();
  const text = output?.toString("utf8") ?? "";
  const record = /([^\0]+)\0 {2}ctime: [^\n]*\n {2}mtime: (\d+):(\d+)\n(?: {2}[^\n]*\n)*/gu;
  for (const [, path = "", seconds, nanoseconds] of text.matchAll(record)) {
    times.set(path, Number(seconds) * 1_000 + Number(nanoseconds) / 1e6);
  }
  return times;
}
