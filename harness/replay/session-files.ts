import { globSync, readdirSync, statSync } from "node:fs";
import { isAbsolute, join, relative, resolve } from "node:path";

/** A path that leads to no session, and what to do about it. */
export interface PathProblem {
  readonly path: string;
  readonly problem: string;
}

/**
 * The session files that paths, directories and patterns stand for, as the person would name them,
 * each once and in a fixed order: that of the arguments, and by name within one. A directory stands
 * for every `.jsonl` below it but the transcripts that fixtures keep beside sessions. All problems
 * are found before anything is read.
 *
 * Spec: HN-4, HN-8.
 */
export function sessionFiles(
  paths: readonly string[],
  cwd: string,
): { readonly files: readonly string[]; readonly problems: readonly PathProblem[] } {
  const files = new Map<string, string>();
  const problems: PathProblem[] = [];
  for (const path of paths) {
    const found = filesOf(path, cwd);
    if (typeof found === "string") problems.push({ path, problem: found });
    else for (const file of found) files.set(resolve(cwd, file), file);
  }
  return { files: [...files.values()], problems };
}

/** The files one argument stands for, or what is wrong with it. */
function filesOf(path: string, cwd: string): readonly string[] | string {
  const stats = statSync(resolve(cwd, path), { throwIfNoEntry: false });
  if (stats?.isDirectory() === true) {
    const below = filesBelow(resolve(cwd, path));
    if (below.length === 0) return "no .jsonl file in this directory; name a session file";
    return below.map((file) => join(path, file));
  }
  if (stats !== undefined) return [path];
  if (!/[*?[{]/.test(path)) return "no such file or directory; check the path";
  const matched = globSync(path, { cwd })
    .filter((file) => statSync(resolve(cwd, file), { throwIfNoEntry: false })?.isFile() === true)
    .sort();
  if (matched.length === 0) return "this pattern matches no file";
  return isAbsolute(path) ? matched : matched.map((file) => relative(".", file));
}

function filesBelow(directory: string): string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.name.endsWith(".jsonl") && !entry.isDirectory())
    .filter((entry) => !entry.name.endsWith(".transcript.jsonl"))
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)))
    .sort();
}

/** The world file that belongs to a session: `x.session.jsonl` or `x.jsonl` → `x.world.json`. */
export function worldFileOf(session: string): string {
  return `${session.replace(/(\.session)?\.jsonl$/, "")}.world.json`;
}
