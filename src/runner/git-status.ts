import { git } from "./git-command.ts";

/** One entry of a status: everything git says of it, and where it is. */
export interface StatusEntry {
  /** Relative to the top of the work tree; a directory that git did not open ends in `/`. */
  readonly path: string;
  /** State, modes and object ids as one text: equal texts are equal states. */
  readonly state: string;
}

/** What git says of a work tree at one moment. */
export interface GitStatus {
  /** The commit, or `(initial)`. */
  readonly commit: string;
  readonly entries: ReadonlyMap<string, StatusEntry>;
}

/**
 * The status below a directory, untracked and ignored files included; a directory that is ignored
 * as a whole is one entry. Submodules are left out: they are work trees of their own. The copy of
 * the index is refreshed, the repository's own is not touched.
 *
 * Spec: TK-32.
 */
export async function gitStatus(
  folder: string,
  extra: readonly string[],
  indexCopy: string,
): Promise<GitStatus | undefined> {
  const args = [
    ...extra,
    "-c",
    "core.fileMode=true",
    "status",
    "--porcelain=v2",
    "--branch",
    "-z",
    "--no-renames",
    "--untracked-files=all",
    "--ignored=matching",
    "--ignore-submodules=all",
    "--",
    ".",
  ];
  const output = await git(folder, args, 0, indexCopy);
  return output === undefined ? undefined : readStatus(output.toString("utf8"));
}

/** How many blank-separated fields stand before the path, for each kind of record. */
const fieldsBefore: Readonly<Record<string, number>> = { "1": 8, "2": 9, u: 10, "?": 1, "!": 1 };

/**
 * Reads porcelain version 2 with NUL ends.
 *
 * Spec: TK-32.
 */
export function readStatus(output: string): GitStatus {
  const entries = new Map<string, StatusEntry>();
  let commit = "(initial)";
  const records = output.split("\0");
  for (let at = 0; at < records.length; at += 1) {
    const record = records[at] ?? "";
    if (record.startsWith("# branch.oid ")) commit = record.slice("# branch.oid ".length);
    const kind = record[0] ?? "";
    const fields = fieldsBefore[kind];
    if (fields === undefined) continue;
    let from = 0;
    for (let skipped = 0; skipped < fields; skipped += 1) from = record.indexOf(" ", from) + 1;
    const path = record.slice(from);
    entries.set(path, { path, state: record.slice(0, from) });
    // The path that a rename came from is a record of its own.
    if (kind === "2") at += 1;
  }
  return { commit, entries };
}
