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

/** A repository's working tree, and whether its `.git` is the git directory itself. */
export interface Repository {
  readonly root: string;
  readonly hasGitDirectory: boolean;
}

/**
 * The repository around a directory: the nearest directory upwards that has an entry `.git`, a
 * directory or a file. A dangling link is no entry. `undefined` in no repository and in a bare one.
 *
 * Spec: RG-10.
 */
export function repositoryAround(
  ports: RepositoryPorts,
  directory: string,
): Repository | undefined {
  const { platform } = ports.environment;
  for (let root = directory; ; root = parentPath(root, platform)) {
    const entry = entryPath(root, ".git", platform);
    const facts = ports.files.facts(entry);
    if (facts.ok && (facts.value.type !== "link" || ports.files.realPath(entry).ok)) {
      return { root, hasGitDirectory: facts.value.type === "directory" };
    }
    if (parentPath(root, platform) === root) return undefined;
  }
}

/**
 * Where the repository's git directories are, following a gitfile and `commondir`. `undefined`
 * where the gitfile does not say.
 *
 * Spec: RG-11, WL-3.
 */
export function gitDirectories(
  ports: RepositoryPorts,
  { root, hasGitDirectory }: Repository,
): GitDirectories | undefined {
  const { platform } = ports.environment;
  const entry = entryPath(root, ".git", platform);
  const own = hasGitDirectory ? entry : gitDirectoryBehind(ports, root, entry);
  if (own === undefined) return undefined;
  const shared = pointer(ports, entryPath(own, "commondir", platform));
  return { own, common: shared === undefined ? own : resolvedPath(own, shared, platform) };
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
export function workingTrees(ports: RepositoryPorts, repository: Repository): readonly string[] {
  const { files, environment } = ports;
  const { platform } = environment;
  const { root } = repository;
  const git = gitDirectories(ports, repository);
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
