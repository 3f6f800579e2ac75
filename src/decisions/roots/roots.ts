import { isAbsolutePath, keysOverlap, type PathPlatform, pathKey } from "../../kernel/path-key.ts";

/** Every code a problem with roots can have. Spec: TK-2. */
export type RootsCode =
  | "no-root"
  | "relative-root"
  | "missing-root"
  | "unreadable-root"
  | "not-a-directory"
  | "duplicate-root"
  | "read-only-writes"
  | "nothing-writable"
  | "not-a-root"
  | "nested-roots";

/** One thing that is wrong, for programs and for people. Spec: TK-2. */
export interface RootsProblem {
  readonly code: RootsCode;
  readonly message: string;
  /** The roots it is about, as given. */
  readonly roots: readonly string[];
}

/** What is at a root, links followed. `real` is its canonical path where that could be had. */
export interface RootFacts {
  readonly kind: "directory" | "other" | "missing" | "unreadable";
  readonly real?: string;
}

/** Answers what is at an absolute path. Spec: TK-2. */
export type RootProbe = (root: string) => RootFacts;

interface JudgedRoot {
  readonly root: string;
  readonly writable: boolean;
  /** The places it names: as given, and by its real path. */
  readonly keys: readonly string[];
}

/**
 * Every problem with the roots of a task at once; none when they can be watched and written as
 * asked. Roots are judged as given and by real path, so that two spellings of one directory are
 * one; a relative root is refused and never resolved, because nobody can tell against what.
 *
 * Spec: TK-2.
 */
export function validateRoots(
  roots: readonly string[],
  writeAllowed: readonly string[],
  readOnly: boolean,
  probe: RootProbe,
  platform: PathPlatform = "posix",
): readonly RootsProblem[] {
  const problems: RootsProblem[] = [];
  if (roots.length === 0) problems.push(problem("no-root", [], "name at least one root"));
  const judged: JudgedRoot[] = [];
  for (const root of roots) {
    const writable = !readOnly && writeAllowed.includes(root);
    if (!isAbsolutePath(root, platform) || root.includes("\0")) {
      const message = `root ${quoted(root)} is not an absolute path; write it from the top`;
      problems.push(problem("relative-root", [root], message));
      continue;
    }
    const facts = probe(root);
    problems.push(...presence(root, facts));
    const keys = [root, ...(facts.real === undefined ? [] : [facts.real])];
    judged.push({ root, writable, keys: keys.map((path) => pathKey(path, platform)) });
  }
  return [...problems, ...writes(roots, writeAllowed, readOnly), ...pairs(judged)];
}

function presence(root: string, facts: RootFacts): RootsProblem[] {
  const name = quoted(root);
  if (facts.kind === "directory") return [];
  if (facts.kind === "missing") {
    const message = `root ${name} does not exist; create it first or name its parent`;
    return [problem("missing-root", [root], message)];
  }
  if (facts.kind === "unreadable") {
    return [problem("unreadable-root", [root], `root ${name} cannot be read`)];
  }
  return [problem("not-a-directory", [root], `root ${name} is no directory; name its directory`)];
}

function writes(
  roots: readonly string[],
  writeAllowed: readonly string[],
  readOnly: boolean,
): RootsProblem[] {
  if (readOnly && writeAllowed.length > 0) {
    const message = "read_only is true and write_allowed is set; drop one of the two";
    return [problem("read-only-writes", writeAllowed, message)];
  }
  if (!readOnly && writeAllowed.length === 0) {
    const message = "read_only is false and write_allowed is empty; name the roots that may change";
    return [problem("nothing-writable", [], message)];
  }
  return [...new Set(writeAllowed)]
    .filter((root) => !roots.includes(root))
    .map((root) => {
      const found = `write_allowed ${quoted(root)} is not one of the roots`;
      return problem("not-a-root", [root], `${found}; repeat a root exactly`);
    });
}

/** Pairs that are one place, and writable roots nested with watched ones; each pair once. */
function pairs(judged: readonly JudgedRoot[]): RootsProblem[] {
  const problems: RootsProblem[] = [];
  judged.forEach((a, index) => {
    for (const b of judged.slice(index + 1)) {
      const found = pairProblem(a, b);
      if (found !== undefined) problems.push(found);
    }
  });
  return problems;
}

function pairProblem(a: JudgedRoot, b: JudgedRoot): RootsProblem | undefined {
  const names = [quoted(a.root), quoted(b.root)];
  if (a.keys.some((key) => b.keys.includes(key))) {
    const message =
      a.root === b.root
        ? `root ${names[0]} is given twice; leave one out`
        : `roots ${names.join(" and ")} are the same directory; leave one out`;
    return problem("duplicate-root", [a.root, b.root], message);
  }
  if (a.writable === b.writable) return undefined;
  if (!a.keys.some((x) => b.keys.some((y) => keysOverlap(x, y)))) return undefined;
  const [writable, watched] = a.writable ? names : names.toReversed();
  const message =
    `writable root ${writable} is nested with the watched root ${watched}, so every write ` +
    `would count as a violation there; make both writable, or choose roots that lie side by side`;
  return problem("nested-roots", [a.root, b.root], message);
}

function problem(code: RootsCode, roots: readonly string[], message: string): RootsProblem {
  return { code, message, roots };
}

function quoted(text: string): string {
  return JSON.stringify(text);
}
