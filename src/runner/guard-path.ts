import { lstatSync, readlinkSync, realpathSync } from "node:fs";
import { homedir } from "node:os";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { type PathPlatform, pathKey } from "../kernel/path-key.ts";

const blanks = /[\u00A0\u2000-\u200A\u202F\u205F\u3000]/gu;
const linksMax = 40;

/** Where a write would land, or why that cannot be told. Spec: TK-32. */
export type Landing =
  | { readonly ok: true; readonly resolved: string; readonly real: string; readonly links: number }
  | { readonly ok: false; readonly problem: string };

/**
 * Where pi's own tools would write: the path read as they read it, then followed through links as
 * far as anything exists. A link that points nowhere counts as the place it points at.
 *
 * Spec: TK-32, WL-2, WL-3.
 */
export function landing(path: string, cwd: string): Landing {
  try {
    if (path.includes("\0")) return { ok: false, problem: "the path holds a NUL" };
    const resolved = asToolsRead(path, cwd);
    const real = followed(resolved, linksMax);
    return { ok: true, resolved, real, links: linkCount(real) };
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    return { ok: false, problem };
  }
}

function asToolsRead(path: string, cwd: string): string {
  let plain = path.replace(blanks, " ");
  if (plain.startsWith("@")) plain = plain.slice(1);
  if (process.platform === "win32") plain = shellDrive(plain);
  if (plain === "~") plain = homedir();
  else if (/^~[/]/u.test(plain) || (process.platform === "win32" && plain.startsWith("~\\"))) {
    plain = join(homedir(), plain.slice(2));
  } else if (plain.startsWith("file://")) plain = fileURLToPath(plain);
  return isAbsolute(plain) ? resolve(plain) : resolve(cwd, plain);
}

function shellDrive(path: string): string {
  const drive = /^\/(?:mnt\/|cygdrive\/)?([a-z])(?:\/(.*))?$/iu.exec(path);
  if (drive === null || path.startsWith("//") || path.includes("\\")) return path;
  return `${drive[1]?.toUpperCase()}:\\${(drive[2] ?? "").replaceAll("/", "\\")}`;
}

function followed(path: string, linksLeft: number): string {
  if (linksLeft === 0) throw new Error("too many links");
  try {
    return realpathSync.native(path);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : "";
    if (code !== "ENOENT" && code !== "ENOTDIR") throw error;
  }
  const target = linkTarget(path);
  if (target !== undefined) return followed(resolve(dirname(path), target), linksLeft - 1);
  const parent = dirname(path);
  return parent === path ? path : join(followed(parent, linksLeft), basename(path));
}

function linkTarget(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}

function linkCount(path: string): number {
  try {
    const stats = lstatSync(path);
    return stats.isFile() ? stats.nlink : 1;
  } catch {
    return 1;
  }
}

/**
 * Whether a landing is inside one of the roots, both as it is spelled and where it really is. Case
 * is never folded: this opens a way, it does not close one.
 *
 * Spec: TK-32, WL-3.
 */
export function isInside(at: Landing & { ok: true }, roots: readonly string[]): boolean {
  const platform: PathPlatform = process.platform === "win32" ? "windows" : "posix";
  const below = (path: string, root: string): boolean =>
    pathKey(path, platform).startsWith(pathKey(root, platform));
  const real = roots.map((root) => followed(root, linksMax));
  const named = [...roots, ...real];
  return (
    named.some((root) => below(at.resolved, root)) && real.some((root) => below(at.real, root))
  );
}
