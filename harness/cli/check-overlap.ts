import { anyOverlap } from "../../src/decisions/overlap/overlap.ts";
import type { JsonObject } from "../../src/kernel/json.ts";
import { pathKey } from "../../src/kernel/path-key.ts";
import { type Checker, oneOf, textsOf } from "./checker.ts";

function factsOf(input: JsonObject) {
  const list = (key: "a" | "b"): readonly string[] =>
    typeof input[key] === "string" ? [input[key]] : textsOf(input, key);
  return { as: list("a"), bs: list("b"), platform: oneOf(input, "platform", ["posix", "windows"]) };
}

function overlap(input: JsonObject): boolean {
  const { as, bs, platform } = factsOf(input);
  return anyOverlap(as, bs, platform);
}

function explain(input: JsonObject): string {
  const { as, bs, platform } = factsOf(input);
  const pairs = as.flatMap((a) => bs.map((b) => [a, b] as const));
  const found = pairs.filter(([a, b]) => anyOverlap([a], [b], platform));
  if (found.length === 0) return `no overlap in ${pairs.length} pairs (TK-1)`;
  return found
    .map(([a, b]) => {
      const [x, y] = [pathKey(a, platform), pathKey(b, platform)];
      if (x === y) return `${a} and ${b} are one place (TK-1)`;
      return x.startsWith(y) ? `${a} lies inside ${b} (TK-1)` : `${b} lies inside ${a} (TK-1)`;
    })
    .join("\n");
}

/** `gatehouse check overlap`: do two roots, or two lists of roots, overlap? Spec: TK-1, HN-20. */
export const checkOverlap: Checker = {
  name: "overlap",
  summary: "do two roots, or two lists of roots, overlap",
  keys: ["a", "b", "platform"],
  textKey: "a",
  answer: (input) => ({ overlap: overlap(input) }),
  explain,
};
