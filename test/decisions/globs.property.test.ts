import fc from "fast-check";
import { expect, test } from "vitest";
import { globs } from "../../src/decisions/globs/globs.ts";
import { runs } from "../laws.ts";

/**
 * The clause's own words, tried out one after the other: slow where there are many stars, and plain
 * to see.
 */
function plainMatch(pattern: string, path: string): boolean {
  if (pattern === "") return path === "";
  if (pattern.startsWith("**/")) {
    const rest = pattern.slice(3);
    return ends(path).some(
      (at) => (at === 0 || path[at - 1] === "/") && plainMatch(rest, path.slice(at)),
    );
  }
  if (pattern.startsWith("**")) {
    return ends(path).some((at) => plainMatch(pattern.slice(2), path.slice(at)));
  }
  if (pattern.startsWith("*")) {
    return ends(path).some(
      (at) => !path.slice(0, at).includes("/") && plainMatch(pattern.slice(1), path.slice(at)),
    );
  }
  return path !== "" && pattern[0] === path[0] && plainMatch(pattern.slice(1), path.slice(1));
}

function ends(path: string): number[] {
  return Array.from({ length: path.length + 1 }, (_, at) => at);
}

const spelled = (text: string): string => text.replaceAll("\\", "/").replace(/^\.\//u, "");
const pieces = fc.array(fc.constantFrom("*", "**", "**/", "/", "a", "b", "ab", ".", "\\", "?"), {
  maxLength: 8,
});
const pattern = pieces.map((parts) => parts.join(""));
const path = fc
  .array(fc.constantFrom("/", "a", "b", "ab", ".", "\\", "?"), { maxLength: 10 })
  .map((parts) => parts.join(""));

test("a pattern stands for a path exactly as the clause says", () => {
  fc.assert(
    fc.property(pattern, path, (glob, file) => {
      const { match } = globs({ pattern: glob, path: file });
      expect(match).toBe(plainMatch(spelled(glob), spelled(file)));
    }),
    runs(),
  );
});

test("a path without stars stands for itself and nothing else", () => {
  const plain = path.map((text) => text.replaceAll("*", ""));
  fc.assert(
    fc.property(plain, plain, (one, other) => {
      expect(globs({ pattern: one, path: one }).match).toBe(true);
      expect(globs({ pattern: one, path: other }).match).toBe(spelled(one) === spelled(other));
    }),
    runs(),
  );
});

test("the work is at most pattern length times path length", () => {
  // Counted, not timed: how often the matcher reads the path.
  let reads = 0;
  const text = "a".repeat(400);
  const counted = new Proxy(Object(text) as object, {
    get: (_target, key) => {
      if (key === "length") return text.length;
      if (key === "charCodeAt") {
        return (at: number) => {
          reads += 1;
          return text.charCodeAt(at);
        };
      }
      if (key === "replaceAll") return () => counted;
      if (key === "startsWith") return (prefix: string) => text.startsWith(prefix);
      throw new Error(`the matcher reads ${String(key)}`);
    },
  }) as unknown as string;
  const hard = `${"*a".repeat(60)}b`;
  expect(globs({ pattern: hard, path: counted }).match).toBe(false);
  expect(reads).toBe(text.length);
});
