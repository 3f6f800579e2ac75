import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { caseTable } from "../harness/case-table.ts";
import { specPage } from "../harness/spec-page.ts";

const pages = readdirSync("spec").map((name) => {
  const file = `spec/${name}`;
  return { file, text: readFileSync(file, "utf8") };
});
const clauses = pages.flatMap(({ file, text }) => specPage(file, text).clauses);

/**
 * What proves a clause: an example below it in its page, a row of a case table, or a test that
 * names it.
 */
test("every clause of the spec is proven by something", () => {
  const proven = new Set([...byExamples(), ...byTables(), ...byTests()]);
  const bare = clauses.filter((clause) => !proven.has(clause.id));
  expect(bare.map((clause) => `${clause.place}: nothing proves ${clause.id}`)).toEqual([]);
  expect(clauses.length).toBeGreaterThan(30);
});

function byExamples(): string[] {
  return pages.flatMap(({ file, text }) => {
    const page = specPage(file, text);
    const lineOf = (place: string): number => Number(place.slice(place.lastIndexOf(":") + 1));
    return page.examples.flatMap((example) => {
      const above = page.clauses.filter((clause) => lineOf(clause.place) < lineOf(example.place));
      return above.slice(-1).map((clause) => clause.id);
    });
  });
}

function byTables(): string[] {
  return readdirSync("fixtures/cases").flatMap((name) =>
    caseTable(name, readFileSync(`fixtures/cases/${name}`, "utf8")).map((row) => row.clause),
  );
}

/** Ranges like `FG-20..FG-24` name every clause between their ends. */
function byTests(): string[] {
  return testFiles("test").flatMap((file) =>
    [
      ...readFileSync(file, "utf8").matchAll(
        /\b([A-Z]{2})-(\d+)([a-z]?)(?:\.\.(?:[A-Z]{2}-)?(\d+))?/gu,
      ),
    ].flatMap(([, page = "", first = "0", letter = "", last = first]) =>
      Array.from({ length: Math.max(0, Number(last) - Number(first)) + 1 }, (_, step) => {
        return `${page}-${Number(first) + step}${letter}`;
      }),
    ),
  );
}

function testFiles(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return testFiles(path);
    return name.endsWith(".test.ts") ? [path] : [];
  });
}
