import type { PathPlatform } from "../../kernel/path-key.ts";
import { entryPath } from "../../kernel/plain-path.ts";
import type { FileFacts, FilePort } from "../../kernel/ports.ts";

/** Entries of a tree that are looked at before the search gives up. */
const entriesMax = 50_000;

/**
 * The names, relative to the tree, under which a file with several links also stands in the tree.
 * `unknown` where not all of the tree could be looked at: then the lock holds.
 *
 * Spec: WL-3.
 */
export function twinsInTree(
  files: FilePort,
  tree: string,
  file: FileFacts,
  platform: PathPlatform,
): readonly (readonly string[])[] | "unknown" {
  const found: (readonly string[])[] = [];
  const open: { readonly path: string; readonly names: readonly string[] }[] = [
    { path: tree, names: [] },
  ];
  let looked = 0;
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const entries = files.names(at.path);
    if (!entries.ok) {
      if (entries.problem === "missing") continue;
      return "unknown";
    }
    for (const name of entries.value) {
      looked += 1;
      if (looked > entriesMax) return "unknown";
      const path = entryPath(at.path, name, platform);
      const facts = files.facts(path);
      if (!facts.ok) continue;
      const names = [...at.names, name];
      if (facts.value.type === "directory") open.push({ path, names });
      else if (isSameFile(facts.value, file)) found.push(names);
    }
  }
  return found;
}

function isSameFile(a: FileFacts, b: FileFacts): boolean {
  return a.type === "file" && a.inode === b.inode && a.device === b.device;
}
