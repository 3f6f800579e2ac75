import type { PathPlatform } from "../../kernel/path-key.ts";
import { resolvedPath } from "../../kernel/plain-path.ts";
import { fileUrlPath } from "./file-url.ts";

/** What a tool's path is read against. Directories are absolute. Spec: WL-2. */
export interface PathSurroundings {
  readonly cwd: string;
  readonly home: string;
  readonly platform: PathPlatform;
}

/** One step of the reading: what was done, and what the path was afterwards. Spec: HN-20. */
export interface PathStep {
  readonly step: string;
  readonly path: string;
}

/**
 * Where a path given to pi's `write` or `edit` leads before links: absolute, or why it leads
 * nowhere. `steps` holds every step that changed the text, for people who ask.
 */
export type ToolPath =
  | { readonly ok: true; readonly path: string; readonly steps: readonly PathStep[] }
  | {
      readonly ok: false;
      readonly problem: "undecodable-path" | "nul-in-path";
      readonly steps: readonly PathStep[];
    };

/** The blanks that pi's path tools read as a plain one. */
const blanks = /[\u00A0\u2000-\u200A\u202F\u205F\u3000]/gu;

/**
 * Reads a path exactly as pi's own tools do, in their order: blanks, one `@`, shell forms on
 * Windows, `~`, `file://`, then against the working directory. A guard that reads a path in another
 * way guards another file.
 *
 * Spec: WL-2.
 */
export function toolPath(given: string, around: PathSurroundings): ToolPath {
  const steps: PathStep[] = [];
  const after = (step: string, before: string, path: string): string => {
    if (path !== before) steps.push({ step, path });
    return path;
  };
  let path = after("blanks made plain", given, given.replace(blanks, " "));
  if (path.startsWith("@")) path = after("one @ dropped", path, path.slice(1));
  if (around.platform === "windows") path = after("shell form", path, shellForm(path));
  const expanded = expandedHome(path, around);
  if (expanded !== undefined) path = after("~ expanded", path, expanded);
  else if (path.startsWith("file://")) {
    const decoded = fileUrlPath(path, around.platform);
    if (decoded === undefined) return { ok: false, problem: "undecodable-path", steps };
    path = after("file url decoded", path, decoded);
  }
  path = after("resolved against cwd", path, resolvedPath(around.cwd, path, around.platform));
  if (path.includes("\0")) return { ok: false, problem: "nul-in-path", steps };
  return { ok: true, path, steps };
}

function expandedHome(path: string, { home, platform }: PathSurroundings): string | undefined {
  if (path === "~") return home;
  const starts = path.startsWith("~/") || (platform === "windows" && path.startsWith("~\\"));
  if (!starts) return undefined;
  return home === "" ? path.slice(2) : `${home}/${path.slice(2)}`;
}

/** `/c/x`, `/mnt/c/x` and `/cygdrive/c/x`, as shells on Windows write `C:\x`. */
function shellForm(path: string): string {
  if (!path.startsWith("/") || path.startsWith("//") || path.includes("\\")) return path;
  const found = /^\/(?:mnt\/|cygdrive\/)?([a-z])(?:\/(.*))?$/iu.exec(path);
  if (found === null) return path;
  const [, drive = "", rest = ""] = found;
  return `${drive.toUpperCase()}:\\${rest.replaceAll("/", "\\")}`;
}
