import { chmodSync, lstatSync, mkdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathKey } from "../kernel/path-key.ts";
import type { FilePort } from "../kernel/ports.ts";

/** A run's place of record, or why there is none. Spec: TK-36. */
export type AuditPlace =
  | {
      readonly ok: true;
      readonly folder: string;
      /** For the child's temporary files. */
      readonly temporary: string;
      /** For the runner's own. */
      readonly scratch: string;
    }
  | { readonly ok: false; readonly problem: string };

/**
 * Makes the audit directory of a run, readable by the user alone: under pi's agent directory, or,
 * where that lies inside a root, under the system's temporary directory. Never inside a root.
 *
 * Spec: TK-36.
 */
export function auditPlace(
  agentFolder: string,
  id: string,
  nowMs: number,
  realRoots: readonly string[],
  files: FilePort,
): AuditPlace {
  const keys = realRoots.map((root) => pathKey(root, "posix"));
  const isInside = (path: string): boolean => {
    const key = pathKey(path, "posix");
    return keys.some((root) => key.startsWith(root));
  };
  const homes = [join(agentFolder, "pi-task"), join(tmpdir(), `pi-task-${userId()}`)];
  const home = homes.find((each) => !isInside(realOf(files, each)) && !isInside(each));
  if (home === undefined) {
    return { ok: false, problem: "every place for the audit directory lies inside a root" };
  }
  const stamp = new Date(nowMs).toISOString().replace(/[-:.]/gu, "");
  try {
    mkdirSync(home, { recursive: true, mode: 0o700 });
    if (!isOurs(home)) return { ok: false, problem: `${home} belongs to somebody else` };
    const folder = freshFolder(join(home, `${stamp}-${id}`));
    const [temporary, scratch, roots] = [
      join(folder, "tmp"),
      join(folder, "scratch"),
      join(folder, "roots"),
    ];
    for (const each of [temporary, scratch, roots]) mkdirSync(each, { mode: 0o700 });
    return { ok: true, folder, temporary, scratch };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { ok: false, problem: `the audit directory cannot be made: ${why}` };
  }
}

/** A shared temporary directory may hold what another user put there under our name. */
function isOurs(home: string): boolean {
  const stats = lstatSync(home);
  if (!stats.isDirectory() && !statSync(home).isDirectory()) return false;
  return process.getuid === undefined || stats.uid === process.getuid();
}

function userId(): string {
  return String(process.getuid?.() ?? "user");
}

/** The real path of the deepest part that exists, with the rest behind it. */
function realOf(files: FilePort, path: string): string {
  const real = files.realPath(path);
  if (real.ok) return real.value;
  const cut = path.lastIndexOf("/");
  return cut <= 0 ? path : join(realOf(files, path.slice(0, cut)), path.slice(cut));
}

/** Two runs in one millisecond get two directories. One that is there already is never used. */
function freshFolder(wanted: string): string {
  for (let count = 1; ; count += 1) {
    const folder = count === 1 ? wanted : `${wanted}-${count}`;
    try {
      mkdirSync(folder, { mode: 0o700 });
      // The umask may have taken more away, never less; a shared parent must not be somebody's.
      chmodSync(folder, 0o700);
      if (lstatSync(folder).isDirectory()) return folder;
    } catch (error) {
      const isTaken = error instanceof Error && "code" in error && error.code === "EEXIST";
      if (!isTaken || count >= 1_000) throw error;
    }
  }
}

/** Removes what only the run itself needed. Spec: TK-36. */
export function removeTemporary(place: {
  readonly temporary: string;
  readonly scratch: string;
}): void {
  for (const folder of [place.temporary, place.scratch]) {
    rmSync(folder, { recursive: true, force: true });
  }
}
