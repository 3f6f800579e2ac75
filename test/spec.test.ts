import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { exampleProblem } from "../harness/examples.ts";
import { specPage } from "../harness/spec-page.ts";

const pages = readdirSync("spec")
  .filter((name) => name.endsWith(".md"))
  .map((name) => ({
    file: `spec/${name}`,
    page: specPage(`spec/${name}`, readFileSync(`spec/${name}`, "utf8")),
  }));

const withExamples = pages.filter(({ page }) => page.examples.length > 0);

describe.each(withExamples)("the examples of $file hold", ({ page }) => {
  test.each(page.examples.map((example) => [example.place, example] as const))(
    "%s",
    async (_, example) => {
      expect(await exampleProblem(example)).toBeUndefined();
    },
  );
});

test("every clause is stated once, in one page (HN-30)", () => {
  const places = Map.groupBy(
    pages.flatMap(({ page }) => page.clauses),
    (clause) => clause.id,
  );
  const doubled = [...places].filter(([, stated]) => stated.length > 1);
  expect(doubled.map(([id, stated]) => `${id}: ${stated.map((clause) => clause.place)}`)).toEqual(
    [],
  );
  expect(places.size).toBeGreaterThan(0);
});

test("an example that does not hold is reported with its file and line", async () => {
  const text = '```cases brief\n{"brief": "List the tests", "expect": {"block": true}}\n```\n';
  const [example] = specPage("page.md", text).examples;
  if (example === undefined) throw new Error("the page holds one example");
  expect(await exampleProblem(example)).toMatch(/^page\.md:2: block: expected true, found false/);
  expect(await exampleProblem({ ...example, gap: true })).toBeUndefined();
  const held = { ...example, expect: { block: false }, gap: true };
  expect(await exampleProblem(held)).toContain("page.md:2: marked as a known gap");
});

test("a page that is not well formed is refused with file and line (ST-4)", () => {
  expect(() => specPage("p.md", "\n```cases brief\nnope\n```")).toThrow(
    /^p\.md:3: expected one JSON/,
  );
  expect(() => specPage("p.md", '```cases brief\n{"brief":"x"}\n```')).toThrow(
    /^p\.md:2: "expect"/,
  );
  expect(() => specPage("p.md", "a\n```cases brief\n")).toThrow("p.md:2: this fence never closes");
});
