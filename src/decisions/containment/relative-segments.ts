import type { PathPlatform } from "../../kernel/path-key.ts";
import type { PathParts } from "../../kernel/plain-path.ts";

/** How two names of one directory are compared: letter by letter, or as a folding disk would. */
export type NameMatch = "exact" | "folded";

/**
 * The names below the tree that lead to the place, or `undefined` where it lies outside. The tree
 * itself is inside, with no names. Compared name by name: `tasks-archive` is no part of `tasks`,
 * and `..foo` is an ordinary name.
 *
 * Spec: WL-3.
 */
export function relativeSegments(
  tree: PathParts,
  place: PathParts,
  match: NameMatch,
  platform: PathPlatform,
): readonly string[] | undefined {
  const isSame = (a: string, b: string): boolean =>
    a === b || (match === "folded" && isFoldedName(a, b, platform));
  if (!isSame(tree.top, place.top)) return undefined;
  if (place.segments.length < tree.segments.length) return undefined;
  for (const [index, name] of tree.segments.entries()) {
    if (!isSame(name, place.segments[index] ?? "")) return undefined;
  }
  return place.segments.slice(tree.segments.length);
}

/** Names of plain ASCII are most names, and folding them is comparing them without case. */
function isFoldedName(a: string, b: string, platform: PathPlatform): boolean {
  if (platform === "posix" && isPlainAscii(a) && isPlainAscii(b)) {
    return a.length === b.length && a.toLowerCase() === b.toLowerCase();
  }
  return foldedName(a, platform) === foldedName(b, platform);
}

function isPlainAscii(name: string): boolean {
  for (let at = 0; at < name.length; at += 1) if (name.charCodeAt(at) > 0x7e) return false;
  return true;
}

/** Characters that some file systems skip when they compare names. */
const skipped = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/gu;

/**
 * A name as the most forgiving disk would store it: without case, Unicode form and characters that
 * nobody sees; on Windows also without a stream name and trailing dots and blanks.
 *
 * Spec: WL-3.
 */
export function foldedName(name: string, platform: PathPlatform): string {
  const plain = name.replace(skipped, "").normalize("NFD").toUpperCase().toLowerCase();
  const folded = plain.normalize("NFC");
  if (platform === "posix") return folded;
  const stream = folded.indexOf(":", 2);
  return (stream < 0 ? folded : folded.slice(0, stream)).replace(/[. ]+$/u, "");
}

/** What two names that fold together differ in. Spec: WL-3. */
export type NameDifference = "case" | "form";

/** `case` where letters differ in case only; `form` for all else that folding evens out. */
export function nameDifference(a: string, b: string): NameDifference {
  return a.toLowerCase() === b.toLowerCase() ? "case" : "form";
}
