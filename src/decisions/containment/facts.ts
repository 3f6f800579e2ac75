import { type PathParts, parentPath, pathParts } from "../../kernel/plain-path.ts";
import type { FileFacts } from "../../kernel/ports.ts";
import { type RepositoryPorts, repositoryAround, workingTrees } from "../../kernel/repository.ts";
import type { LockedTreeSettings } from "../../kernel/settings.ts";
import type { ContainmentFacts, TreeView } from "./containment.ts";
import { isFoldedTogether } from "./folding-facts.ts";
import { isPlainBelow, realPlace } from "./real-place-facts.ts";
import { relativeSegments } from "./relative-segments.ts";
import { toolPath } from "./tool-path.ts";
import { twinsInTree } from "./twin-facts.ts";

/** The exempt directories of a tree for which the settings name none. Spec: WL-4. */
export const usualExempt: readonly string[] = [".work", "deviation-reports"];

/** One path of a call, and where the call is made. Spec: WL-1. */
export interface WrittenPath {
  readonly path: string;
  readonly tool: string;
  readonly cwd: string;
  /** The repository. Absent: found from `cwd`. */
  readonly root?: string | undefined;
}

/**
 * What the lockdown needs to know of a path: where it leads by its text and by the disk, seen from
 * every locked tree.
 *
 * Spec: WL-2, WL-3.
 */
export function containmentFacts(
  ports: RepositoryPorts,
  written: WrittenPath,
  trees: readonly LockedTreeSettings[],
): ContainmentFacts {
  const { platform, home } = ports.environment;
  const read = toolPath(written.path, { cwd: written.cwd, home, platform });
  if (!read.ok) return { problem: read.problem, trees: [] };
  const real = realPlace(ports.files, read.path, platform);
  const lexical = pathParts(read.path, platform);
  const isUnlinked = real.ok && real.value.path === read.path;
  const sight: Sight = {
    ports,
    lexical,
    real: isUnlinked ? lexical : real.ok ? pathParts(real.value.path, platform) : undefined,
    linked: real.ok ? linkedFile(real.value.facts) : undefined,
  };
  const isPlain = isUnlinked && isBelow(read.path, written.cwd);
  const start = { ...written, isRealCwd: isPlain };
  const views = lockedTrees(ports, start, trees).map((tree) => {
    const isRealRoot = isPlain && (tree.root === written.cwd || isBelow(written.cwd, tree.root));
    return treeView(sight, tree, written.tool, isRealRoot);
  });
  return { resolved: read.path, real: real.ok ? real.value.path : undefined, trees: views };
}

/** Such a path goes through the working directory: where it holds no link, that holds none. */
function isBelow(path: string, directory: string): boolean {
  return path.startsWith(directory) && /[\\/]/u.test(path.charAt(directory.length));
}

/** Where the search for repositories starts. `isRealCwd`: `cwd` is known to hold no link. */
type SearchStart = Pick<WrittenPath, "cwd" | "root"> & { readonly isRealCwd?: boolean };

/** A locked tree in one working tree of the repository. */
interface LockedTree {
  readonly settings: LockedTreeSettings;
  /** The working tree that it belongs to. */
  readonly root: string;
  readonly at: string;
}

/**
 * Every tree that is locked from here: in the repository around the working directory, in every
 * repository around that one, and in all their working trees.
 *
 * Spec: WL-1, WL-3.
 */
export function lockedTrees(
  ports: RepositoryPorts,
  start: SearchStart,
  trees: readonly LockedTreeSettings[],
): readonly LockedTree[] {
  const { platform, home } = ports.environment;
  const found = new Map<string, LockedTree>();
  for (const root of lockedRoots(ports, start)) {
    for (const settings of trees) {
      const at = toolPath(settings.path, { cwd: root, home, platform });
      if (at.ok && !found.has(at.path)) found.set(at.path, { settings, root, at: at.path });
    }
  }
  return [...found.values()];
}

function lockedRoots(
  ports: RepositoryPorts,
  { cwd, root, isRealCwd }: SearchStart,
): readonly string[] {
  if (root !== undefined) {
    const found = repositoryAround(ports, root);
    return found?.root === root ? workingTrees(ports, found) : [root];
  }
  // A working directory reached by a link lies in two places; the repository can be around either.
  const real = isRealCwd === true ? undefined : ports.files.realPath(cwd);
  const starts = real?.ok === true && real.value !== cwd ? [cwd, real.value] : [cwd];
  const roots = starts.flatMap((start) => enclosingRoots(ports, start));
  return roots.length === 0 ? [cwd] : [...new Set(roots)];
}

function enclosingRoots(ports: RepositoryPorts, start: string): readonly string[] {
  const roots: string[] = [];
  const { platform } = ports.environment;
  for (let found = repositoryAround(ports, start); found !== undefined; ) {
    roots.push(...workingTrees(ports, found));
    const above = parentPath(found.root, platform);
    found = above === found.root ? undefined : repositoryAround(ports, above);
  }
  return roots;
}

interface Sight {
  readonly ports: RepositoryPorts;
  readonly lexical: PathParts;
  readonly real: PathParts | undefined;
  /** The file, where it has further names. */
  readonly linked: FileFacts | undefined;
}

function linkedFile(facts: FileFacts | undefined): FileFacts | undefined {
  return facts?.type === "file" && facts.linkCount > 1 ? facts : undefined;
}

function treeView(sight: Sight, tree: LockedTree, tool: string, isRealRoot: boolean): TreeView {
  const { ports, lexical, real, linked } = sight;
  const { settings, at } = tree;
  const { platform } = ports.environment;
  const realAt = realTree(ports, tree, isRealRoot);
  const atParts = pathParts(at, platform);
  const byText = below(ports, atParts, lexical);
  // A tree that cannot be looked at is still where its text says.
  const realParts = realAt === undefined || realAt === at ? atParts : pathParts(realAt, platform);
  const isOneQuestion = realParts === atParts && real === lexical;
  return {
    tree: settings.path,
    at,
    exempt: settings.exempt ?? usualExempt,
    isWriter: settings.writers?.includes(tool) === true,
    lexical: byText,
    real: isOneQuestion ? byText : real === undefined ? undefined : below(ports, realParts, real),
    twins:
      linked === undefined || realAt === undefined
        ? undefined
        : twinsInTree(ports.files, realAt, linked, platform),
  };
}

/** Where the tree really is; `undefined` where the disk would not say. */
function realTree(
  { files, environment }: RepositoryPorts,
  { root, at }: LockedTree,
  isRealRoot: boolean,
): string | undefined {
  const { platform } = environment;
  if (isRealRoot && platform === "posix" && at.startsWith(`${root}/`)) {
    // The usual case, no link between a real root and its tree, asked in the cheaper way.
    const names = at.slice(root.length + 1).split("/");
    if (isPlainBelow(files, root, names, platform)) return at;
  }
  const real = realPlace(files, at, platform);
  return real.ok ? real.value.path : undefined;
}

function below(
  { files, environment }: RepositoryPorts,
  tree: PathParts,
  place: PathParts,
): readonly string[] | undefined {
  const { platform } = environment;
  const exact = relativeSegments(tree, place, "exact", platform);
  if (exact !== undefined) return exact;
  const folded = relativeSegments(tree, place, "folded", platform);
  if (folded === undefined) return undefined;
  return isFoldedTogether(files, tree, place, platform) ? folded : undefined;
}
