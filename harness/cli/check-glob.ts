import { globs } from "../../src/decisions/globs/globs.ts";
import type { JsonObject } from "../../src/kernel/json.ts";
import { type Checker, textOf } from "./checker.ts";

/** `gatehouse check glob`: does this pattern stand for this path? Spec: SV-12, HN-20. */
export const checkGlob: Checker = {
  name: "glob",
  summary: "does a pattern of a rule file stand for a path",
  keys: ["pattern", "path"],
  textKey: "path",
  answer: (input) => ({ ...globs(factsOf(input)) }),
  explain: (input) => {
    const { pattern, path } = factsOf(input);
    const { match } = globs({ pattern, path });
    return [
      `${match ? "match" : "no match"}: ${pattern} ${match ? "stands" : "does not stand"} for ${path} (SV-12)`,
      ...reading(pattern),
    ].join("\n");
  },
};

function factsOf(input: JsonObject): { readonly pattern: string; readonly path: string } {
  return { pattern: textOf(input, "pattern"), path: textOf(input, "path") };
}

/** The parts of the pattern in words, as the matcher takes them. */
function reading(pattern: string): string[] {
  const slashed = pattern.replaceAll("\\", "/").replace(/^\.\//u, "");
  const parts = slashed.match(/\*\*\/|\*\*|\*|[^*]+/gu) ?? [];
  return parts.map((part) => {
    if (part === "**/") return `  ${part.padEnd(12)} no directory, or any number of them`;
    if (part === "**") return `  ${part.padEnd(12)} anything, slashes too`;
    if (part === "*") return `  ${part.padEnd(12)} anything within one segment`;
    return `  ${part.padEnd(12)} exactly this`;
  });
}
