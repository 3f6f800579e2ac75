import { cruise, type ICruiseResult } from "dependency-cruiser";
import { expect, test } from "vitest";
import { boundaryRules } from "./rules.ts";

async function cruised(folders: string[], base: string): Promise<ICruiseResult> {
  const { output } = await cruise(folders, {
    ruleSet: { forbidden: boundaryRules(base) },
    validate: true,
    tsPreCompilationDeps: true,
    doNotFollow: { path: "node_modules" },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "types"] },
  });
  if (typeof output === "string") throw new Error("dependency-cruiser gave no result object");
  return output;
}

function broken(result: ICruiseResult): string[] {
  return result.summary.violations.map(
    (found) => `${found.rule.name}: ${found.from} -> ${found.to}`,
  );
}

test("every import stays within the boundaries (ST-2)", async () => {
  const result = await cruised(["src", "harness"], "src/");
  expect(broken(result)).toEqual([]);
  // TypeScript 7 makes the parser see nothing and pass: what was read has to have imports.
  expect(result.summary.totalDependenciesCruised ?? 0).toBeGreaterThan(50);
});

test("the control, a tree that breaks the rules, is refused", async () => {
  const base = "test/boundaries/control/";
  const result = await cruised([base], base);
  expect(broken(result).sort()).toMatchInlineSnapshot(`
    [
      "decisions-see-kernel-and-their-own-folder: test/boundaries/control/decisions/a/a.ts -> fs",
      "decisions-see-kernel-and-their-own-folder: test/boundaries/control/decisions/a/a.ts -> test/boundaries/control/decisions/b/b.ts",
      "decisions-see-kernel-and-their-own-folder: test/boundaries/control/decisions/b/b.ts -> test/boundaries/control/decisions/a/a.ts",
      "kernel-imports-nothing: test/boundaries/control/kernel/word.ts -> test/boundaries/control/edge/outside.ts",
      "no-cycles: test/boundaries/control/decisions/a/a.ts -> test/boundaries/control/decisions/b/b.ts",
      "pure-code-never-reaches-node-or-pi: test/boundaries/control/decisions/a/a.ts -> fs",
      "pure-code-never-reaches-node-or-pi: test/boundaries/control/decisions/b/b.ts -> fs",
      "pure-code-never-reaches-node-or-pi: test/boundaries/control/kernel/word.ts -> path",
      "src-never-imports-harness-spec-or-fixtures: test/boundaries/control/decisions/a/a.ts -> test/boundaries/control/decisions/b/b.ts",
      "src-never-imports-harness-spec-or-fixtures: test/boundaries/control/decisions/b/b.ts -> test/boundaries/control/decisions/a/a.ts",
      "src-never-imports-harness-spec-or-fixtures: test/boundaries/control/kernel/word.ts -> test/boundaries/control/edge/outside.ts",
    ]
  `);
});
