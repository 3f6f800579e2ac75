import { realpathSync } from "node:fs";
import { join } from "node:path";
import { pathKey } from "../kernel/path-key.ts";
import { filterArguments, git, gitLine } from "./git-command.ts";
import { copyIndex, lookedAt, statOnly } from "./git-index.ts";
import type { GitStatus } from "./git-status.ts";
import {
  type Excluded,
  entryOf,
  type Manifest,
  type ManifestEntry,
  manifestOf,
  Slices,
  statsOf,
} from "./plain-manifest.ts";

/** What is remembered of a git work tree, or of a part of one. */
export interface GitState {
  /** The directory that is watched, real path. */
  readonly folder: string;
  /** The top of the work tree, real path. */
  readonly top: string;
  readonly status: GitStatus;
  readonly extra: readonly string[];
  /** Contents behind the entries that are files. By absolute path. */
  readonly files: Manifest;
  /** Everything in directories that git does not open, by the entry's absolute path. */
  readonly folders: ReadonlyMap<string, Manifest>;
  /** Files that git is told not to look at, by absolute path. */
  readonly hidden: Manifest;
  /** The settings, references and hooks of the repository, where they lie in the directory. */
  readonly meta: { readonly folder: string; readonly manifest: Manifest } | undefined;
  /** Identity of the index file: its flags can hide files from status. And a copy as it was. */
  readonly index: {
    readonly path: string;
    readonly entry: ManifestEntry | undefined;
    readonly copy: string;
  };
  /** Clean files whose times or modes are not those of the index, by absolute path. */
  readonly stale: Manifest;
  readonly flags: ReadonlyMap<string, string>;
  readonly modules: readonly GitState[];
}

/** The names below a repository's own directory that change without anybody writing a file. */
const volatileNames =
  /^(?:objects|lfs|logs|index|modules|worktrees|gc\.log|FETCH_HEAD|ORIG_HEAD|.*_EDITMSG)$/u;

/**
 * Remembers a work tree as git sees it; `undefined` where the directory is in none, or git is not
 * there or does not trust it. `scratch` is a directory for copies of the index.
 *
 * Spec: TK-32.
 */
export async function gitState(
  folder: string,
  scratch: string,
  keep: (path: string, content: Buffer) => void,
): Promise<GitState | undefined> {
  const said = await gitLine(folder, ["rev-parse", "--show-toplevel", "--absolute-git-dir"]);
  const [topSaid, metaSaid] = said?.split("\n") ?? [];
  if (topSaid === undefined || metaSaid === undefined) return undefined;
  const top = realpathSync.native(topSaid);
  const extra = await filterArguments(folder);
  const index = join(metaSaid, "index");
  const copy = copyIndex(index, scratch);
  const [looked, flags] = await Promise.all([
    lookedAt(folder, extra, index, copy, true, scratch),
    indexFlags(folder),
  ]);
  if (looked === undefined || flags === undefined) return undefined;
  const { status } = looked;
  const modules: GitState[] = [];
  for (const path of flags.modules) {
    const state = await moduleState(join(top, path), scratch, keep);
    if (state !== undefined) modules.push(state);
  }
  const hidden: Manifest = new Map();
  for (const path of flags.hidden.keys()) remember(hidden, join(top, path), keep);
  const stale: Manifest = new Map();
  for (const path of looked.stale) remember(stale, join(top, path), keep);
  return {
    folder,
    top,
    extra,
    status,
    flags: flags.hidden,
    ...(await behind(top, status, keep)),
    hidden,
    meta: await metaOf(folder, metaSaid),
    index: { path: index, entry: statOnly(index), copy },
    stale,
    modules,
  };
}

/** A submodule that is not checked out has no work tree, and nothing in it to watch. */
async function moduleState(
  folder: string,
  scratch: string,
  keep: (path: string, content: Buffer) => void,
): Promise<GitState | undefined> {
  return statsOf(join(folder, ".git")) === undefined ? undefined : gitState(folder, scratch, keep);
}

async function behind(
  top: string,
  status: GitStatus,
  keep: (path: string, content: Buffer) => void,
): Promise<{ files: Manifest; folders: ReadonlyMap<string, Manifest> }> {
  const files: Manifest = new Map();
  const folders = new Map<string, Manifest>();
  const slices = new Slices();
  for (const { path } of status.entries.values()) {
    const full = join(top, path);
    if (path.endsWith("/")) folders.set(full, await manifestOf(full.slice(0, -1)));
    else remember(files, full, keep);
    await slices.rest();
  }
  return { files, folders };
}

function remember(
  into: Manifest,
  path: string,
  keep: (path: string, content: Buffer) => void,
): void {
  const stats = statsOf(path);
  if (stats !== undefined) into.set(path, entryOf(path, stats, keep));
}

/** The repository's own directory, without what moves by itself. */
export function metaExcluded(folder: string): Excluded {
  const from = folder.length + 1;
  return (path) => {
    const below = path.slice(from);
    return volatileNames.test(below) || below.endsWith(".lock");
  };
}

async function metaOf(folder: string, meta: string): Promise<GitState["meta"]> {
  const real = realpathSync.native(meta);
  if (!pathKey(real, "posix").startsWith(pathKey(folder, "posix"))) return undefined;
  return { folder: real, manifest: await manifestOf(real, metaExcluded(real)) };
}

/** What only the index knows: paths that git is told not to look at, and where submodules are. */
export interface IndexFlags {
  readonly hidden: ReadonlyMap<string, string>;
  readonly modules: readonly string[];
}

/**
 * Reads the flags that hide a changed file from status (assume-unchanged, skip-worktree), and the
 * paths of submodules, relative to the top of the work tree.
 *
 * Spec: TK-32.
 */
export async function indexFlags(folder: string): Promise<IndexFlags | undefined> {
  const output = await git(folder, ["ls-files", "--full-name", "-s", "-v", "-z", "--", "."]);
  if (output === undefined) return undefined;
  const hidden = new Map<string, string>();
  const modules: string[] = [];
  for (const record of output.toString("utf8").split("\0")) {
    const tab = record.indexOf("\t");
    if (tab === -1) continue;
    const path = record.slice(tab + 1);
    const tag = record[0] ?? "";
    if (record.startsWith("160000 ", 2)) modules.push(path);
    else if (tag === "S" || tag === "s" || tag !== tag.toUpperCase()) hidden.set(path, tag);
  }
  return { hidden, modules };
}
