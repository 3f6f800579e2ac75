import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import { join, relative } from "node:path";
import { createEditTool, createWriteTool } from "@earendil-works/pi-coding-agent";
import {
  type DiskWorld,
  layOut,
  places,
  startText,
} from "../../../harness/arbitraries/disk-worlds.ts";
import type { WriteSpelling } from "../../../harness/arbitraries/write-spellings.ts";

/** One case of the soundness test: a disk, and a call on it. */
export interface WriteCase {
  readonly world: DiskWorld;
  readonly spelling: WriteSpelling;
}

/** What pi's own tool did with a call, said without any code of the gate. */
export interface Landing {
  /** The path that pi's tool resolved, before links. Absent where it would not take the path. */
  readonly piPath: string | undefined;
  /** The text is in a file of a locked tree now, in none of the exempt directories. */
  readonly isInTree: boolean;
  /** By its text alone the path lies in a locked tree. */
  readonly isLexicallyInTree: boolean;
  /** The text is anywhere at all. */
  readonly hasLanded: boolean;
}

const trees = [places.tree, places.worktreeTree];

/** The call's arguments for the world in `folder`. `token` is the text to be written. */
export function callInput({ spelling }: WriteCase, folder: string, token: string) {
  const path = spelling.path.replaceAll("{folder}", folder);
  if (spelling.tool === "write") return { path, content: token };
  return { path, edits: [{ oldText: startText.trimEnd(), newText: token }] };
}

/** The disk as the case has it, and the directory that the session runs in. */
export function prepared({ world, spelling }: WriteCase, folder: string): string {
  layOut(world, folder);
  const cwd = join(folder, spelling.cwd);
  if (!existsSync(cwd)) {
    try {
      mkdirSync(cwd, { recursive: true });
    } catch {
      // A loop or a file is where the directory would be: pi then runs in a place that is not there.
    }
  }
  return cwd;
}

/** Runs pi's real tool on the prepared disk and looks where the text went. */
export async function land(written: WriteCase, folder: string, token: string): Promise<Landing> {
  const cwd = join(folder, written.spelling.cwd);
  const input = callInput(written, folder, token);
  const piPath = await resolvedByPi(cwd, input.path);
  if (isOwn(piPath, folder)) {
    const tool = written.spelling.tool === "write" ? createWriteTool(cwd) : createEditTool(cwd);
    await tool.execute("call", input as never).catch(() => undefined);
  }
  return {
    piPath,
    ...landed(folder, token),
    isLexicallyInTree:
      piPath !== undefined && trees.some((tree) => isBelow(join(folder, tree), piPath)),
  };
}

/** Whether pi would write in the world's folder: nothing of a test may touch what is not its own. */
export async function staysInside(written: WriteCase, folder: string): Promise<boolean> {
  const { path } = callInput(written, folder, "");
  return isOwn(await resolvedByPi(join(folder, written.spelling.cwd), path), folder);
}

function isOwn(piPath: string | undefined, folder: string): boolean {
  return piPath?.startsWith(`${folder}/`) === true;
}

/** Where a text is on the world's disk now. */
export function landed(folder: string, token: string): Pick<Landing, "isInTree" | "hasLanded"> {
  const found = filesWith(folder, token);
  return {
    isInTree: trees.some((tree) => holdsOutsideExempt(join(folder, tree), found)),
    hasLanded: found.length > 0,
  };
}

/** Asks pi's own tool, which is given a disk that only takes notes. */
async function resolvedByPi(cwd: string, path: string): Promise<string | undefined> {
  let asked: string | undefined;
  const operations = {
    mkdir: async () => undefined,
    writeFile: async (absolute: string) => {
      asked = absolute;
    },
  };
  const tool = createWriteTool(cwd, { operations });
  await tool.execute("call", { path, content: "" }).catch(() => undefined);
  return asked;
}

function isBelow(tree: string, path: string): boolean {
  const from = relative(tree, path);
  return from !== ".." && !from.startsWith("../");
}

function holdsOutsideExempt(tree: string, landed: readonly string[]): boolean {
  if (!existsSync(tree)) return false;
  const root = realpathSync(tree);
  const inside = landed.filter((file) => file === root || file.startsWith(`${root}/`));
  return inside.some((file) => !isExempt(relative(root, file).split("/")));
}

/** The plain reading of the clause on exempt directories. */
function isExempt(names: readonly string[]): boolean {
  const at = names.findIndex(
    (name, index) =>
      index > 0 && index < names.length - 1 && [".work", "deviation-reports"].includes(name),
  );
  return at > 0 && !names.slice(0, at).includes("archive");
}

/** Every regular file below a directory whose text holds the token; links are not followed. */
function filesWith(path: string, token: string): string[] {
  const stats = lstatSync(path);
  if (stats.isFile()) return readFileSync(path, "utf8").includes(token) ? [path] : [];
  if (!stats.isDirectory()) return [];
  return readdirSync(path).flatMap((name) => filesWith(join(path, name), token));
}
