import { linkSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";

/** One link of a world: where it stands and what its text is, both below the world's folder. */
export interface DiskLink {
  readonly at: string;
  /** `/` at the start stands for the world's folder; anything else is relative, as written. */
  readonly to: string;
}

/**
 * A repository with its surroundings, to be laid out in a scratch folder: what the locked tree is,
 * which links there are, and which files share their content by a hard link.
 *
 * Spec: WL-8.
 */
export interface DiskWorld {
  readonly tree: "there" | "missing" | "link" | "dangling-link" | "docs-link";
  readonly links: readonly DiskLink[];
  readonly hardLinks: readonly DiskLink[];
}

/** The names of the world's places, relative to its folder. */
export const places = {
  repo: "w/repo",
  worktree: "w/wt",
  home: "w/home",
  tree: "w/repo/docs/tasks",
  worktreeTree: "w/wt/docs/tasks",
} as const;

const directories = [
  "w/repo/.git/worktrees/wt",
  "w/repo/src/core",
  "w/repo/docs/bugs",
  "w/repo/docs/tasks-archive",
  "w/wt/docs/tasks/e",
  "w/home",
  "w/other dir",
];
const treeDirectories = ["e/.work", "e/deviation-reports", "e/tickets/t", "archive/e/.work"];

/** The text of every file that a world starts with: `edit` has something to replace. */
export const startText = "before\n";

const files = [
  "w/repo/notes.md",
  "w/repo/src/a.ts",
  "w/other dir/x.md",
  "w/wt/docs/tasks/e/map.md",
];
const treeFiles = ["e/map.md", "e/.work/u.md", "e/tickets/t/ticket.md", "archive/e/.work/x.md"];

/** Makes the world on the disk, in an empty folder of its own. Spec: WL-8. */
export function layOut(world: DiskWorld, folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  for (const name of directories) mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, "w/repo/.git/HEAD"), "ref: refs/heads/main\n");
  writeFileSync(join(folder, "w/repo/.git/worktrees/wt/gitdir"), `${folder}/w/wt/.git\n`);
  writeFileSync(join(folder, "w/repo/.git/worktrees/wt/commondir"), "../..\n");
  writeFileSync(join(folder, "w/wt/.git"), `gitdir: ${folder}/w/repo/.git/worktrees/wt\n`);
  for (const name of files) writeFileSync(join(folder, name), startText);
  layOutTree(world.tree, folder);
  for (const { at, to } of world.links)
    tried(() => symlinkSync(targetOf(to, folder), place(folder, at)));
  for (const { at, to } of world.hardLinks) {
    tried(() => linkSync(targetOf(to, folder), place(folder, at)));
  }
}

function layOutTree(tree: DiskWorld["tree"], folder: string): void {
  if (tree === "missing") return;
  const store = tree === "there" ? join(folder, places.tree) : join(folder, "w/store/tasks");
  if (tree !== "dangling-link") {
    for (const name of treeDirectories) mkdirSync(join(store, name), { recursive: true });
    for (const name of treeFiles) writeFileSync(join(store, name), startText);
  }
  if (tree === "docs-link") {
    rmSync(join(folder, "w/repo/docs"), { recursive: true });
    symlinkSync("../store", join(folder, "w/repo/docs"));
  } else if (tree !== "there") {
    symlinkSync("../../store/tasks", join(folder, places.tree));
  }
}

function targetOf(to: string, folder: string): string {
  return to.startsWith("/") ? `${folder}${to}` : to;
}

function place(folder: string, at: string): string {
  const path = join(folder, at);
  mkdirSync(dirname(path), { recursive: true });
  return path;
}

/**
 * A link that cannot be made here (its place is taken, its parent is a loop) is simply not there.
 */
function tried(make: () => void): void {
  try {
    make();
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
  }
}

const linkPlaces = [
  "w/repo/src/lnk",
  "w/repo/src/leaf.md",
  "w/repo/src/core/up",
  "w/repo/docs/tasks/e/.work2",
  "w/repo/docs/tasks/e/out",
  "w/repo/docs/tasks/f/.work",
  "w/home/l",
  "w/repo/alias",
];
const linkTargets = [
  "/w/repo/docs/tasks",
  "/w/repo/docs/tasks/e",
  "/w/repo/docs/tasks/e/map.md",
  "/w/repo/docs/tasks/e/.work",
  "/w/repo/docs/tasks/new/n.md",
  "/w/repo/docs/tasks/new",
  "/w/repo/docs",
  "/w/repo",
  "/w/repo/src/lnk",
  "/w/repo/alias",
  "/w/repo/src/a.ts",
  "/w/other dir",
  "/w/wt",
  "/w/wt/docs/tasks/e/map.md",
  "/w/gone/x",
  "../docs/tasks",
  "../docs/tasks/e/fresh.md",
  "../../repo/docs/./tasks/../tasks/e",
  "lnk",
  "leaf.md",
  "../src/lnk/e",
  "..",
  ".",
];
const hardTargets = [
  "/w/repo/docs/tasks/e/map.md",
  "/w/repo/docs/tasks/e/.work/u.md",
  "/w/wt/docs/tasks/e/map.md",
  "/w/repo/src/a.ts",
];
const hardPlaces = ["w/repo/src/hard.md", "w/repo/docs/tasks/e/.work/twin.md", "w/other dir/h.md"];

const linksTo = (ats: readonly string[], tos: readonly string[], maxLength: number) =>
  fc.array(fc.record({ at: fc.constantFrom(...ats), to: fc.constantFrom(...tos) }), { maxLength });

/** Worlds with nested, looped and dangling links, and with a tree that is one. Spec: WL-8. */
export const diskWorlds: fc.Arbitrary<DiskWorld> = fc.record({
  tree: fc.constantFrom("there", "there", "missing", "link", "dangling-link", "docs-link"),
  links: linksTo(linkPlaces, linkTargets, 4),
  hardLinks: linksTo(hardPlaces, hardTargets, 2),
});
