import { posix } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { rootsOverlap } from "../../src/decisions/overlap/overlap.ts";
import {
  type RootFacts,
  type RootsProblem,
  validateRoots,
} from "../../src/decisions/roots/roots.ts";
import { runs } from "../laws.ts";

const there: RootFacts = { kind: "directory" };
const everything = () => there;

function codes(problems: readonly RootsProblem[]): readonly string[] {
  return problems.map(({ code }) => code);
}

const name = fc.constantFrom("a", "b", "ab", "c");
const root = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => `/${names.join("/")}`);
const roots = fc.array(root, { maxLength: 6 });

describe("validateRoots", () => {
  test("finds exactly the pairs that the plain definition finds", () => {
    fc.assert(
      fc.property(roots, roots, (writable, watched) => {
        const all = [...writable, ...watched];
        const isWritable = (each: string) => writable.includes(each);
        const pairs = all.flatMap((a, index) => all.slice(index + 1).map((b) => [a, b] as const));
        const doubled = pairs.filter(([a, b]) => a === b);
        const nested = pairs.filter(
          ([a, b]) => a !== b && isWritable(a) !== isWritable(b) && rootsOverlap(a, b),
        );
        const found = validateRoots(all, writable, false, everything);
        const of = (code: string) =>
          found.filter((each) => each.code === code).map((each) => each.roots);
        expect(of("duplicate-root")).toEqual(doubled.map((pair) => [...pair]));
        expect(of("nested-roots")).toEqual(nested.map((pair) => [...pair]));
      }),
      runs(),
    );
  });

  test("an absolute root without . or .. is never taken for relative, and a relative one always is", () => {
    fc.assert(
      fc.property(root, (each) => {
        expect(codes(validateRoots([each], [], true, everything))).toEqual([]);
        const relative = each.slice(1);
        expect(codes(validateRoots([relative], [], true, everything))).toEqual(["relative-root"]);
        expect(codes(validateRoots([`./${relative}`], [], true, everything))).toEqual([
          "relative-root",
        ]);
      }),
      runs(),
    );
  });

  test("real paths count as much as spellings", () => {
    fc.assert(
      fc.property(root, root, (link, target) => {
        fc.pre(!rootsOverlap(link, target));
        const probe = (path: string): RootFacts => ({
          kind: "directory",
          real: path === link ? target : path,
        });
        const inner = posix.join(target, "inner");
        expect(codes(validateRoots([link, target], [], true, probe))).toEqual(["duplicate-root"]);
        expect(codes(validateRoots([link, inner], [inner], false, probe))).toEqual([
          "nested-roots",
        ]);
      }),
      runs(),
    );
  });

  test("never asks the probe about a relative root, and asks about every other once", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(root, fc.string())), (all) => {
        const asked: string[] = [];
        validateRoots(all, [], true, (path) => {
          asked.push(path);
          return there;
        });
        expect(asked).toEqual(all.filter((path) => path.startsWith("/") && !path.includes("\0")));
      }),
      runs(),
    );
  });

  test("is total, and each problem has words that name its roots", () => {
    const facts = fc.record(
      {
        kind: fc.constantFrom("directory", "other", "missing", "unreadable"),
        real: fc.string(),
      },
      { requiredKeys: ["kind"] },
    );
    fc.assert(
      fc.property(
        fc.array(fc.string()),
        fc.array(fc.string()),
        fc.boolean(),
        facts,
        fc.constantFrom("posix" as const, "windows" as const),
        (all, writable, readOnly, found, platform) => {
          const problems = validateRoots(
            all,
            writable,
            readOnly,
            () => found as RootFacts,
            platform,
          );
          for (const { code, message, roots: about } of problems) {
            expect(message).not.toBe("");
            if (code === "read-only-writes") continue;
            for (const each of about) expect(message).toContain(JSON.stringify(each));
          }
        },
      ),
      runs(),
    );
  });
});

describe("each code", () => {
  const probe = (path: string): RootFacts => {
    if (path.includes("missing")) return { kind: "missing" };
    if (path.includes("file")) return { kind: "other" };
    return { kind: path.includes("secret") ? "unreadable" : "directory" };
  };
  test.each([
    ["no-root", [], [], true],
    ["relative-root", ["src"], [], true],
    ["missing-root", ["/missing"], [], true],
    ["unreadable-root", ["/secret"], [], true],
    ["not-a-directory", ["/file"], [], true],
    ["duplicate-root", ["/a", "/a"], [], true],
    ["duplicate-root", ["/a", "/a/"], [], true],
    ["read-only-writes", ["/a"], ["/a"], true],
    ["nothing-writable", ["/a"], [], false],
    ["not-a-root", ["/a"], ["/a", "/a/"], false],
    ["nested-roots", ["/a", "/a/b"], ["/a/b"], false],
    ["nested-roots", ["/a", "/a/b"], ["/a"], false],
  ] as const)("%s: roots %j, write_allowed %j, read-only %j", (code, all, writable, readOnly) => {
    expect(codes(validateRoots(all, writable, readOnly, probe))).toEqual([code]);
  });

  test("nesting among roots of one kind is fine", () => {
    expect(validateRoots(["/a", "/a/b"], ["/a", "/a/b"], false, probe)).toEqual([]);
    expect(validateRoots(["/a", "/a/b"], [], true, probe)).toEqual([]);
  });

  test("all problems are told at once", () => {
    const found = validateRoots(["src", "/missing", "/a", "/a"], ["/x"], false, probe);
    expect(codes(found)).toEqual(["relative-root", "missing-root", "not-a-root", "duplicate-root"]);
  });
});
