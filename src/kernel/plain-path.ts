import type { PathPlatform } from "./path-key.ts";

/**
 * The absolute path that `path` names from `base`: `.`, `..`, doubled and trailing separators
 * resolved, links not looked at. Equal to Node's `path.resolve` for the platform, without a
 * process: a recording of another system is judged by that system's rules.
 *
 * `base` is absolute. A drive of its own without a directory (`D:x` below `C:\`) starts at `D:\`.
 *
 * Spec: WL-2.
 */
export function resolvedPath(base: string, path: string, platform: PathPlatform): string {
  if (platform === "posix") {
    return posixTidy(path.startsWith("/") ? path : `${base}/${path}`);
  }
  const given = windowsParts(path);
  const from = windowsParts(base);
  const sameDevice =
    given.device === "" || given.device.toLowerCase() === from.device.toLowerCase();
  const device = given.device === "" ? from.device : given.device;
  const tail = given.isRooted || !sameDevice ? given.tail : `${from.tail}\\${given.tail}`;
  return `${device}\\${tidySegments(tail.split(/[\\/]+/u)).join("\\")}`;
}

function posixTidy(path: string): string {
  return `/${tidySegments(path.split("/")).join("/")}`;
}

function tidySegments(segments: readonly string[]): readonly string[] {
  const kept: string[] = [];
  for (const segment of segments) {
    if (segment === "..") kept.pop();
    else if (segment !== "" && segment !== ".") kept.push(segment);
  }
  return kept;
}

interface WindowsParts {
  /** `C:` or `\\server\share`; empty where the path names none. */
  readonly device: string;
  readonly isRooted: boolean;
  readonly tail: string;
}

function windowsParts(path: string): WindowsParts {
  const share = /^[\\/]{2}([^\\/]+)[\\/]+([^\\/]+)/u.exec(path);
  if (share !== null) {
    const device = `\\\\${share[1]}\\${share[2]}`;
    return { device, isRooted: true, tail: path.slice(share[0].length) };
  }
  const device = /^[a-z]:/iu.exec(path)?.[0] ?? "";
  const tail = path.slice(device.length);
  return { device, isRooted: /^[\\/]/u.test(tail), tail };
}

/** An absolute path in parts: what it starts at, and the names below. Spec: WL-3. */
export interface PathParts {
  /** `/`, or on Windows `C:\` or `\\server\share\`. */
  readonly top: string;
  readonly segments: readonly string[];
}

/** The parts of an absolute, resolved path. Spec: WL-3. */
export function pathParts(path: string, platform: PathPlatform): PathParts {
  if (platform === "posix") {
    return { top: "/", segments: path === "/" ? [] : path.slice(1).split("/") };
  }
  // The long form of a path names the same place as the short one.
  const short = path.replace(/^\\\\[?.]\\UNC\\/iu, "\\\\").replace(/^\\\\[?.]\\/u, "");
  const { device, tail } = windowsParts(short);
  return { top: `${device}\\`, segments: tail.split(/[\\/]+/u).filter((name) => name !== "") };
}

/** The directory that holds an absolute, resolved path; the top is its own. Spec: WL-3. */
export function parentPath(path: string, platform: PathPlatform): string {
  if (platform === "posix") return path.slice(0, path.lastIndexOf("/")) || "/";
  return resolvedPath(path, "..", platform);
}

/** The last name of an absolute, resolved path; empty for the top. Spec: WL-3. */
export function lastSegment(path: string, platform: PathPlatform): string {
  if (platform === "posix") return path.slice(path.lastIndexOf("/") + 1);
  return pathParts(path, platform).segments.at(-1) ?? "";
}

/** The path of an entry of a directory. The name is taken as it is: no `..` is resolved in it. */
export function entryPath(directory: string, name: string, platform: PathPlatform): string {
  const separator = platform === "posix" ? "/" : "\\";
  return directory.endsWith(separator) ? `${directory}${name}` : `${directory}${separator}${name}`;
}
