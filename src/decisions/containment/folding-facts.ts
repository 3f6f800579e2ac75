import type { PathPlatform } from "../../kernel/path-key.ts";
import { entryPath, lastSegment, type PathParts, parentPath } from "../../kernel/plain-path.ts";
import type { FilePort } from "../../kernel/ports.ts";
import { foldedName, type NameDifference, nameDifference } from "./relative-segments.ts";

/**
 * Whether a place whose names fold together with the tree's really is the same place: asked of the
 * disk itself, for neither the platform nor the mount says it for every directory. Where nothing on
 * the disk can tell, the answer is yes: the lock holds.
 *
 * Spec: WL-3.
 */
export function isFoldedTogether(
  files: FilePort,
  tree: PathParts,
  place: PathParts,
  platform: PathPlatform,
): boolean {
  let treeAt = tree.top;
  let placeAt = place.top;
  for (const [index, name] of tree.segments.entries()) {
    const other = place.segments[index] ?? "";
    const directory = treeAt;
    treeAt = entryPath(treeAt, name, platform);
    placeAt = entryPath(placeAt, other, platform);
    if (name === other) continue;
    const here = isSameEntry(files, treeAt, placeAt);
    if (here === false) return false;
    if (here === true) continue;
    if (folds(files, directory, nameDifference(name, other), platform) === false) return false;
  }
  return true;
}

/** Same device and inode; `undefined` where neither exists. */
function isSameEntry(files: FilePort, a: string, b: string): boolean | undefined {
  const left = files.facts(a);
  const right = files.facts(b);
  if (!left.ok && !right.ok) return undefined;
  if (!left.ok || !right.ok) return false;
  return left.value.device === right.value.device && left.value.inode === right.value.inode;
}

/**
 * Whether names in the directory fold, shown by an entry in or above it; `undefined`: no witness.
 */
function folds(
  files: FilePort,
  directory: string,
  difference: NameDifference,
  platform: PathPlatform,
): boolean | undefined {
  const names = files.names(directory);
  for (const name of names.ok ? names.value : []) {
    const seen = witness(files, directory, name, difference, platform);
    if (seen !== undefined) return seen;
  }
  const above = parentPath(directory, platform);
  if (above === directory) return undefined;
  const seen = witness(files, above, lastSegment(directory, platform), difference, platform);
  return seen ?? folds(files, above, difference, platform);
}

function witness(
  files: FilePort,
  directory: string,
  name: string,
  difference: NameDifference,
  platform: PathPlatform,
): boolean | undefined {
  const other = difference === "case" ? swappedCase(name) : otherForm(name);
  if (other === name || foldedName(other, platform) !== foldedName(name, platform))
    return undefined;
  const path = entryPath(directory, name, platform);
  if (!files.facts(path).ok) return undefined;
  return isSameEntry(files, path, entryPath(directory, other, platform));
}

function swappedCase(name: string): string {
  const upper = name.toUpperCase();
  return upper === name ? name.toLowerCase() : upper;
}

function otherForm(name: string): string {
  const composed = name.normalize("NFC");
  return composed === name ? name.normalize("NFD") : composed;
}
