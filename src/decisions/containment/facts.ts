import { type PathParts, parentPath, pathParts } from "../../kernel/plain-path.ts";
import type { FileFacts } from "../../kernel/ports.ts";
import { type RepositoryPorts, repositoryAround, workingTrees } from "../../kernel/repository.ts";
import type { LockedTreeSettings } from "../../kernel/settings.ts";
import type { ContainmentFacts, TreeView } from "./containment.ts";
import { isFoldedTogether } from "./folding-facts.ts";
import { realPlace } from "./real-place-facts.ts";
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
  const sight: Sight = {
    ports,
    lexical: pathParts(read.path, platform),
    real: real.ok ? pathParts(real.value, platform) : undefined,
    linked: real.ok ? linkedFile(ports, real.value) : undefined,
  };
  const isPlain = real.ok && real.value === read.path && isBelow(read.path, written.cwd);
  const start = { ...written, isRealCwd: isPlain };
  const views = lockedTrees(ports, start, trees).map((tree) => treeView(sight, tree, written));
  return { resolved: read.path, real: real.ok ? real.value : undefined, trees: views };
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
      if (at.ok && !found.has(at.path)) found.set(at.path, { settings, at: at.path });
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

function linkedFile({ files }: RepositoryPorts, real: string): FileFacts | undefined {
  const facts = files.facts(real);
  return facts.ok && facts.value.type === "file" && facts.value.linkCount > 1
    ? facts.value
    : undefined;
}

function treeView(sight: Sight, { settings, at }: LockedTree, { tool }: WrittenPath): TreeView {
  const { ports, lexical, real, linked } = sight;
  const { platform } = ports.environment;
  const realAt = realPlace(ports.files, at, platform);
  const view: TreeView = {
    tree: settings.path,
    at,
    exempt: settings.exempt ?? usualExempt,
    isWriter: settings.writers?.includes(tool) === true,
    lexical: below(ports, pathParts(at, platform), lexical),
  };
  // A tree that cannot be looked at is still where its text says.
  const from = pathParts(realAt.ok ? realAt.value : at, platform);
  return {
    ...view,
    real: real === undefined ? undefined : below(ports, from, real),
    twins:
      linked === undefined || !realAt.ok
        ? undefined
        : twinsInTree(ports.files, realAt.value, linked, platform),
  };
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
