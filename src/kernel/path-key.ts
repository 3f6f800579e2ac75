/** Which rules a path is read by. */
export type PathPlatform = "posix" | "windows";

/** Whether the path names a place by itself: `/a`, and on Windows also `C:\a`, `\\host\share`. */
export function isAbsolutePath(path: string, platform: PathPlatform): boolean {
  if (platform === "posix") return path.startsWith("/");
  return /^(?:[a-z]:[\\/]|[\\/])/iu.test(path);
}

/**
 * A text for the place that a path names, made for comparing by prefix: every segment ends in `/`,
 * so that a directory's key is a prefix of the keys below it and of no sibling's. Doubled and
 * trailing separators, `.` and `..` are resolved; Windows spellings are folded to lower case.
 *
 * ```text
 * /a/b/../c//   →   /a/c/          /a/bc   →   /a/bc/   (not below /a/b/)
 * C:\A\b        →   /c:/a/b/       /c/a/b  →   /c:/a/b/ on Windows
 * ```
 *
 * A relative path lies in a directory without a name, below the top: it overlaps `/` and other
 * relative paths only. Links are not followed; ask for the real path and compare that too.
 *
 * Spec: TK-1.
 */
export function pathKey(path: string, platform: PathPlatform): string {
  const plain = platform === "windows" ? windowsAsPosix(path) : path;
  const kept: string[] = [];
  const isRelative = !plain.startsWith("/");
  const top = platform === "windows" ? topSegments(plain) : 0;
  for (const segment of plain.split("/")) {
    if (segment === "" || segment === ".") continue;
    if (segment !== "..") kept.push(segment);
    else if (isRelative && (kept.length === 0 || kept.at(-1) === "..")) kept.push("..");
    else if (kept.length > top) kept.pop();
  }
  const from = isRelative ? ["/\0"] : [""];
  return `${[...from, ...kept].join("/")}/`;
}

/** Drive, share, device and shell forms as `/c:/…` and `//host/share/…` turned into one tree. */
function windowsAsPosix(path: string): string {
  const slashes = path.replaceAll("\\", "/").toLowerCase();
  const bare = slashes.replace(/^\/\/[?.]\/unc\//u, "//").replace(/^\/\/[?.]\//u, "");
  if (/^[a-z]:(?:\/|$)/u.test(bare)) return `/${bare}`;
  const shell = /^\/(?:mnt\/|cygdrive\/)?([a-z])(\/.*)?$/u.exec(bare);
  if (shell !== null && !path.includes("\\")) return `/${shell[1]}:${shell[2] ?? ""}`;
  return bare;
}

/** How many segments name a drive or a share, above which `..` does not lead. */
function topSegments(path: string): number {
  if (path.startsWith("//")) return 2;
  return /^\/[a-z]:(?:\/|$)/u.test(path) ? 1 : 0;
}

/** Whether one key names the place of the other or a place above it. Spec: TK-1. */
export function keysOverlap(a: string, b: string): boolean {
  return a.startsWith(b) || b.startsWith(a);
}
