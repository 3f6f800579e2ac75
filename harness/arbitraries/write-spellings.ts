import fc from "fast-check";
import { places } from "./disk-worlds.ts";

/**
 * A path as a model might send it, with `{folder}` for the folder of the world it is meant for, and
 * the directory it is sent from.
 *
 * Spec: WL-8.
 */
export interface WriteSpelling {
  readonly tool: "write" | "edit";
  readonly cwd: string;
  readonly path: string;
}

/** Where sessions run, relative to the world's folder. */
export const workingDirectories: readonly string[] = [
  places.repo,
  "w/repo/src",
  "w/repo/docs/tasks/e",
  places.worktree,
  "w/repo/alias",
  "w/repo/src/core",
];

const names = [
  "docs",
  "tasks",
  "e",
  "f",
  ".work",
  ".work2",
  "out",
  "deviation-reports",
  "archive",
  "map.md",
  "u.md",
  "new",
  "src",
  "lnk",
  "leaf.md",
  "hard.md",
  "twin.md",
  "core",
  "up",
  "alias",
  "other dir",
  "tasks-archive",
  "..foo",
  "...",
  "Tasks",
  "DOCS",
  "t\u0430sks",
  "tas\u200bks",
  "tasks ",
  "tasks.",
  "~",
  "@docs",
  "r\u00e9sum\u00e9.md",
  "a\u2003b",
];
const wholes = [
  "docs/tasks",
  "docs/tasks/e/map.md",
  "docs/tasks/e/.work/u.md",
  "docs/tasks/e/.work",
  "docs/tasks/.work/x.md",
  "docs/tasks/e/deviation-reports/r.md",
  "docs/tasks/archive/e/.work/x.md",
  "docs/tasks/e/.work/twin.md",
  "docs/tasks/f/.work/x.md",
  "docs/tasks/e/out/x.md",
  "docs/tasks/..foo/x.md",
  "docs/tasks-archive/n.md",
  "docs/tasks.md",
  "docs/bugs/b.md",
  "src/a.ts",
  "src/lnk/x.md",
  "src/lnk/e/.work/u.md",
  "src/leaf.md",
  "src/hard.md",
  "src/core/up/docs/tasks/y.md",
  "alias/docs/tasks/y.md",
  "../wt/docs/tasks/e/map.md",
  "../home/l/x.md",
  "../other dir/h.md",
  "../store/tasks/e/map.md",
  "notes.md",
];

const segment = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...names) },
  { weight: 2, arbitrary: fc.constantFrom("..", ".", "") },
  { weight: 1, arbitrary: fc.string({ minLength: 1, maxLength: 3 }) },
);
/** A place relative to the repository, whole or put together. */
const target = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...wholes) },
  {
    weight: 2,
    arbitrary: fc
      .array(segment, { minLength: 1, maxLength: 6 })
      // Below the repository: an absolute path of somebody else's is no business of a test.
      .map((segments) => segments.join("/").replace(/^\/+/u, "")),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.constantFrom(...wholes), segment).map((parts) => parts.join("/")),
  },
);

type Respelling = (path: string) => string;

/** Changes of spelling that leave the place the same, or nearly so. */
const respellings: readonly Respelling[] = [
  (path) => path.replace("/", "//"),
  (path) => path.replace("/", "/./"),
  (path) => path.replace("/", "/zz/../"),
  (path) => `${path}/`,
  (path) => `./${path}`,
  (path) => `src/../${path}`,
  (path) => path.replaceAll(" ", "\u00a0"),
  (path) => path.replace("tasks", "tasks/../tasks"),
  (path) => path.replace("\u00e9", "e\u0301"),
  (path) => ` ${path}`,
  (path) => `${path} `,
  (path) => path.replaceAll("/", "\\"),
  (path) => path.replace("docs", "docs/../../repo/docs"),
];

const percent = (text: string, every: number): string =>
  [...text]
    .map((unit, index) => (index % every === 0 && unit !== "/" ? encodeUnit(unit) : unit))
    .join("");

function encodeUnit(unit: string): string {
  const bytes = [...Buffer.from(unit, "utf8")];
  return bytes.map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");
}

/** Ways to say where a place relative to the repository is. */
const anchors: readonly Respelling[] = [
  (path) => path,
  (path) => `{folder}/w/repo/${path}`,
  (path) => `~/../repo/${path}`,
  (path) => `file://{folder}/w/repo/${path}`,
  (path) => `file://{folder}/w/repo/${percent(path, 2)}`,
  (path) => `file://{folder}/w/repo/src/%2e%2E/${percent(path, 3)}`,
  (path) => `file://localhost{folder}/w/repo/${encodeURI(path.toWellFormed())}?x#y`,
  (path) => `file://{folder}/w/repo/%zz${path}`,
  (path) => `FILE://{folder}/w/repo/${path}`,
  (path) => `file:{folder}/w/repo/${path}`,
  (path) => `//{folder}/w/repo/${path}`,
  (path) => `{folder}/w/repo/alias/${path}`,
  (path) => `{folder}/w/wt/${path}`,
  (path) => `../repo/${path}`,
  (path) => `../../repo/${path}`,
  (path) => `~${path}`,
];

const prefixes: readonly string[] = ["", "", "", "@", "@@", "@~/", "\u00a0"];

/** Paths in every spelling that pi's tools resolve, and in many that they do not. Spec: WL-8. */
export const writeSpellings: fc.Arbitrary<WriteSpelling> = fc
  .record({
    tool: fc.constantFrom("write" as const, "write" as const, "edit" as const),
    cwd: fc.constantFrom(...workingDirectories),
    target,
    respelled: fc.array(fc.constantFrom(...respellings), { maxLength: 2 }),
    anchor: fc.constantFrom(...anchors),
    prefix: fc.constantFrom(...prefixes),
  })
  .map(({ tool, cwd, target: place, respelled, anchor, prefix }) => {
    const spelled = respelled.reduce((path, respell) => respell(path), place);
    return { tool, cwd, path: `${prefix}${anchor(spelled)}` };
  });
