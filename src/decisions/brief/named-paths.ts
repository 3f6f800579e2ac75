/**
 * Absolute paths that a text names, as written and in order, each once. A path of one segment
 * counts only where quotes, code marks, a closing slash or a preposition show that it is a place:
 * `/review` alone is a command. URLs are none.
 *
 * ```text
 * "Fix /srv/app/cart.ts, keep `/srv/docs`"  →  /srv/app/cart.ts  /srv/docs
 * ```
 *
 * Spec: FG-21.
 */
export function namedPaths(text: string): readonly string[] {
  const paths = new Set<string>();
  for (const found of text.matchAll(absolutePath)) {
    const path = (found[2] ?? "").replace(/(?<=.)[./\\]$/u, "").replace(/(?<=.)\.$/u, "");
    if (path !== "" && (isDeep(path) || isPlace(text, found.index, found[0]))) paths.add(path);
  }
  return [...paths];
}

/** A blank, bracket, quote or code mark, then `/seg/seg…` or `C:\seg…`. */
const absolutePath =
  /(^|[\s("'`“‘[<])((?:\/[\p{L}\p{N}_.@+-]+)+\/?|[A-Za-z]:\\[\p{L}\p{N}_.@+\\-]+)/gu;

const placeWord = /\b(?:in|into|under|inside|within|outside|of|at|below|only|root|from|to)\s$/iu;

function isDeep(path: string): boolean {
  return path.lastIndexOf("/") > 0 || path.includes("\\");
}

function isPlace(text: string, index: number, found: string): boolean {
  const before = text.slice(Math.max(0, index - 10), index + 1);
  return /^["'`“‘]/u.test(found) || found.endsWith("/") || placeWord.test(before);
}

/**
 * The paths that do not lie inside another path of the list: roots are never nested.
 *
 * Spec: FG-21.
 */
export function outermostPaths(paths: readonly string[]): readonly string[] {
  return paths.filter((path) => !paths.some((other) => other !== path && isInside(path, other)));
}

function isInside(path: string, other: string): boolean {
  return path.startsWith(other.endsWith("/") ? other : `${other}/`);
}
