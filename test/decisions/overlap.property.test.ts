import { posix, win32 } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyOverlap, rootsOverlap } from "../../src/decisions/overlap/overlap.ts";
import { runs } from "../laws.ts";

/** Few names, so that roots meet often; some that only look alike. */
const segment = fc.constantFrom("a", "b", "ab", "a.b", "..a", "a..", "é", "A", " ");
const step = fc.oneof({ weight: 6, arbitrary: segment }, fc.constantFrom(".", "..", ""));
const root = fc
  .tuple(fc.array(step, { maxLength: 6 }), fc.constantFrom("", "/", "//"))
  .map(([steps, end]) => `/${steps.join("/")}${end}`);
const roots = fc.array(root, { maxLength: 8 });

/** The plain definition: resolve, then compare segment by segment. */
function plainOverlap(a: string, b: string): boolean {
  const [x, y] = [a, b].map((path) =>
    posix
      .resolve(path)
      .split("/")
      .filter((part) => part !== ""),
  );
  if (x === undefined || y === undefined) throw new Error("two roots give two lists");
  const shorter = Math.min(x.length, y.length);
  return x.slice(0, shorter).every((part, index) => part === y[index]);
}

describe("rootsOverlap", () => {
  test("equals the plain definition", () => {
    fc.assert(
      fc.property(root, root, (a, b) => rootsOverlap(a, b) === plainOverlap(a, b)),
      runs(),
    );
  });

  test("is symmetric, reflexive, and true for any ancestor and for the top", () => {
    fc.assert(
      fc.property(root, root, fc.array(segment), (a, b, below) => {
        expect(rootsOverlap(a, b)).toBe(rootsOverlap(b, a));
        expect(rootsOverlap(a, a)).toBe(true);
        expect(rootsOverlap("/", a)).toBe(true);
        expect(rootsOverlap(a, posix.join(a, ...below))).toBe(true);
      }),
      runs(),
    );
  });

  test("does not depend on spelling", () => {
    fc.assert(
      fc.property(root, root, (a, b) => {
        expect(rootsOverlap(`${posix.resolve(a)}/./x/..//`, b)).toBe(rootsOverlap(a, b));
      }),
      runs(),
    );
  });

  test("a sibling that begins alike does not overlap", () => {
    fc.assert(
      fc.property(
        root,
        segment,
        segment.filter((name) => name.trim() !== ""),
        (a, name, more) => {
          const parent = posix.resolve(a);
          const [x, y] = [posix.join(parent, `x${name}`), posix.join(parent, `x${name}${more}`)];
          expect(rootsOverlap(x, y)).toBe(false);
        },
      ),
      runs(),
    );
  });

  test("on Windows it agrees with Node about drives, separators and case", () => {
    const windowsRoot = fc
      .tuple(
        fc.constantFrom("C:", "c:", "D:"),
        fc.array(fc.constantFrom("a", "A", "b", "ab", ".", ".."), { maxLength: 5 }),
        fc.constantFrom("\\", "/"),
      )
      .map(([drive, steps, separator]) => [drive, "", ...steps].join(separator));
    const plain = (path: string) => win32.resolve(path).toLowerCase().replace(/\\?$/u, "\\");
    fc.assert(
      fc.property(windowsRoot, windowsRoot, (a, b) => {
        const [x, y] = [plain(a), plain(b)];
        expect(rootsOverlap(a, b, "windows")).toBe(x.startsWith(y) || y.startsWith(x));
      }),
      runs(),
    );
  });
});

describe("anyOverlap", () => {
  test("equals asking every pair", () => {
    fc.assert(
      fc.property(roots, roots, (as, bs) => {
        expect(anyOverlap(as, bs)).toBe(as.some((a) => bs.some((b) => plainOverlap(a, b))));
      }),
      runs(),
    );
  });

  test("does not depend on order or on side", () => {
    fc.assert(
      fc.property(roots, roots, (as, bs) => {
        expect(anyOverlap(as.toReversed(), bs)).toBe(anyOverlap(as, bs));
        expect(anyOverlap(bs, as)).toBe(anyOverlap(as, bs));
      }),
      runs(),
    );
  });
});
