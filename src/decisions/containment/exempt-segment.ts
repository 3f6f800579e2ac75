/** Below a directory of this name, in any case, nothing is exempt. */
const archive = "archive";

/**
 * The exempt directory that the place lies in, or `undefined`. It counts as a whole name below a
 * task's own directory: never the first name below the tree, never the last of the path, never
 * below `archive`. Case is never folded here; the Unicode form is, for it is no other name.
 *
 * ```text
 * e/.work/a.md  →  .work      .work/a.md, e/.work, archive/e/.work/a.md  →  none
 * ```
 *
 * `relative` comes from a resolved path: a link called `.work` opens nothing.
 *
 * Spec: WL-4.
 */
export function exemptSegment(
  relative: readonly string[],
  exempt: readonly string[],
): string | undefined {
  const names = exempt.map((name) => name.normalize("NFC"));
  for (const [index, segment] of relative.slice(0, -1).entries()) {
    if (segment.toLowerCase() === archive) return undefined;
    if (index === 0) continue;
    const found = names.indexOf(segment.normalize("NFC"));
    if (found >= 0) return exempt[found];
  }
  return undefined;
}
