import { isAbsolutePath } from "./path-key.ts";
import { entryPath, lastSegment, parentPath, resolvedPath } from "./plain-path.ts";
import type { Ports } from "./ports.ts";

/** What finding a repository asks of the world. */
export type RepositoryPorts = Pick<Ports, "files" | "environment">;

/** Where git keeps the state of one working tree, and what all its working trees share. */
export interface GitDirectories {
  /** Of this working tree: `HEAD`, `config.worktree`. */
  readonly own: string;
  /** Of all: `config`, `worktrees`. The same as `own` outside of linked worktrees. */
  readonly common: string;
}

/** A gitfile, `commondir` or `gitdir` over this size, in bytes, is no such file. */
const pointerBytesMax = 65_536;

/**
 * The root of the repository around a directory: the nearest directory upwards that has an entry
 * `.git`, a directory or a file. A dangling link is no entry. `undefined` in no repository and in a
 * bare one.
 *
 * Spec: RG-10.
 */
export function repositoryRoot(ports: RepositoryPorts, directory: string): string | undefined {
  const { platform } = ports.environment;
  for (let at = directory; ; at = parentPath(at, platform)) {
    if (hasGitEntry(ports, at)) return at;
    if (parentPath(at, platform) === at) return undefined;
  }
}

function hasGitEntry({ files, environment }: RepositoryPorts, directory: string): boolean {
  const entry = entryPath(directory, ".git", environment.platform);
  const facts = files.facts(entry);
  if (!facts.ok) return false;
  return facts.value.type !== "link" || files.realPath(entry).ok;
}

/**
 * Where the repository's git directories are, following a gitfile and `commondir`. `undefined` where
 * the gitfile does not say.
 *
 * Spec: RG-11, WL-3.
 */
export function gitDirectories(ports: RepositoryPorts, root: string): GitDirectories | undefined {
  const { files, environment } = ports;
  const entry = entryPath(root, ".git", environment.platform);
  const facts = files.facts(entry);
  const own =
    facts.ok && facts.value.type === "directory" ? entry : gitDirectoryBehind(ports, root, entry);
  if (own === undefined) return undefined;
  const shared = pointer(ports, entryPath(own, "commondir", environment.platform));
  const common = shared === undefined ? own : resolvedPath(own, shared, environment.platform);
  return { own, common };
}

function gitDirectoryBehind(ports: RepositoryPorts, root: string, entry: string) {
  const { files, environment } = ports;
  const real = files.realPath(entry);
  if (!real.ok) return undefined;
  const facts = files.facts(real.value);
  if (facts.ok && facts.value.type === "directory") return real.value;
  const named = /^gitdir:\s*(.+)$/u.exec(pointer(ports, entry) ?? "")?.[1];
  return named === undefined ? undefined : resolvedPath(root, named, environment.platform);
}

/** The one line of a file that points somewhere. Existence is asked first: it costs less. */
function pointer({ files }: RepositoryPorts, file: string): string | undefined {
  if (!files.facts(file).ok) return undefined;
  const text = files.readText(file, pointerBytesMax);
  const line = text.ok ? text.value.trim() : "";
  return line === "" || line.includes("\0") ? undefined : line;
}

/**
 * The roots of every working tree of the repository that can be named from here, this one first:
 * the main checkout and the linked worktrees that git has on record.
 *
 * Spec: WL-3.
 */
export function workingTrees(ports: RepositoryPorts, root: string): readonly string[] {
  const { files, environment } = ports;
  const { platform } = environment;
  const git = gitDirectories(ports, root);
  if (git === undefined) return [root];
  const found = [root];
  // The main checkout of a bare repository is nowhere: its common directory is not called `.git`.
  if (git.common !== git.own && lastSegment(git.common, platform) === ".git") {
    found.push(parentPath(git.common, platform));
  }
  const records = entryPath(git.common, "worktrees", platform);
  const names = files.facts(records).ok ? files.names(records) : undefined;
  for (const name of names?.ok === true ? names.value : []) {
    const record = entryPath(records, name, platform);
    const gitFile = pointer(ports, entryPath(record, "gitdir", platform));
    if (gitFile === undefined) continue;
    const absolute = isAbsolutePath(gitFile, platform)
      ? gitFile
      : resolvedPath(record, gitFile, platform);
    found.push(parentPath(absolute, platform));
  }
  return [...new Set(found)];
}
