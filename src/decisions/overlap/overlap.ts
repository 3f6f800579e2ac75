import { keysOverlap, type PathPlatform, pathKey } from "../../kernel/path-key.ts";

/**
 * Whether one root is the other, or lies inside it, by whole path segments. `/` overlaps
 * everything; `/a/b` and `/a/bc` share only a spelling.
 *
 * Spec: TK-1.
 */
export function rootsOverlap(a: string, b: string, platform: PathPlatform = "posix"): boolean {
  return keysOverlap(pathKey(a, platform), pathKey(b, platform));
}

/**
 * Whether any root of one list overlaps any of the other; equal to asking every pair. Both lists
 * are walked once in the order of their keys, in which everything below a directory follows it
 * without a gap: only the last directory of the other list that is still open can contain a root.
 *
 * Spec: TK-1.
 */
export function anyOverlap(
  as: readonly string[],
  bs: readonly string[],
  platform: PathPlatform = "posix",
): boolean {
  const keyed = (side: 0 | 1) => (root: string) => ({ side, key: pathKey(root, platform) });
  const sorted = [...as.map(keyed(0)), ...bs.map(keyed(1))].sort((x, y) => byUnits(x.key, y.key));
  const open: [string | undefined, string | undefined] = [undefined, undefined];
  for (const { side, key } of sorted) {
    const other = open[side === 0 ? 1 : 0];
    if (other !== undefined && key.startsWith(other)) return true;
    const own = open[side];
    if (own === undefined || !key.startsWith(own)) open[side] = key;
  }
  return false;
}

/** By UTF-16 units, never by a locale: only this order keeps what is below a directory together. */
function byUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
