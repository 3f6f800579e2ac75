import { lstatSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { git } from "./git-command.ts";
import type { Change } from "./plain-manifest.ts";
import type { RootChanges, RootWatch } from "./root-watch.ts";

const filesMax = 500;
const fileBytesMax = 1024 * 1024;

/**
 * The changes of all roots as one patch, as far as the contents from before were kept. What is left
 * out is named in a line at the top: the patch is for people, the list of changes is complete.
 *
 * Spec: TK-36.
 */
export async function patchOf(roots: readonly RootChanges[]): Promise<string> {
  const place = mkdtempSync(join(tmpdir(), "gatehouse-patch-"));
  const leftOut: string[] = [];
  let files = 0;
  try {
    for (const [index, { watch, changes }] of roots.entries()) {
      for (const change of changes) {
        files += 1;
        const name = join(`root-${index}`, relative(watch.real, change.path));
        const isIn = files <= filesMax && (await putBoth(place, name, watch, change));
        if (!isIn) leftOut.push(change.path);
      }
    }
    for (const side of ["a", "b"]) mkdirSync(join(place, side), { recursive: true });
    const args = ["diff", "--no-index", "--no-ext-diff", "--no-textconv", "--no-prefix", "a", "b"];
    const patch = await git(place, args, 1);
    const top = leftOut.map((path) => `# not in this patch: ${path}\n`).join("");
    if (patch === undefined) return `${top}# git is needed to make a patch\n`;
    return top + patch.toString("utf8");
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

async function putBoth(
  place: string,
  name: string,
  watch: RootWatch,
  { path, change }: Change,
): Promise<boolean> {
  if (change === "mode" || change === "touched" || change === "index") return false;
  const before = change === "created" ? undefined : await contentBefore(watch, path);
  const after = contentNow(path);
  if (change !== "created" && before === undefined) return false;
  if (change !== "deleted" && after === undefined) return false;
  put(join(place, "a", name), before);
  put(join(place, "b", name), after);
  return true;
}

function put(path: string, content: Buffer | undefined): void {
  if (content === undefined) return;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

/** From what was kept; a tracked file that was clean is in the repository. */
async function contentBefore(watch: RootWatch, path: string): Promise<Buffer | undefined> {
  const kept = watch.kept.get(path);
  if (kept !== undefined || !("git" in watch.state)) return kept;
  const { top, status, folder } = watch.state.git;
  if (status.commit === "(initial)") return undefined;
  return git(folder, ["cat-file", "blob", `${status.commit}:${relative(top, path)}`]);
}

function contentNow(path: string): Buffer | undefined {
  try {
    const stats = lstatSync(path);
    return stats.isFile() && stats.size <= fileBytesMax ? readFileSync(path) : undefined;
  } catch {
    return undefined;
  }
}
