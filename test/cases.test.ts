import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { caseTable } from "../harness/case-table.ts";
import { exampleProblem } from "../harness/examples.ts";
import { specPage } from "../harness/spec-page.ts";

const tables = readdirSync("fixtures/cases")
  .filter((name) => name.endsWith(".ndjson"))
  .map((name) => {
    const file = `fixtures/cases/${name}`;
    return { file, cases: caseTable(file, readFileSync(file, "utf8")) };
  });

describe.each(tables)("the cases of $file hold", ({ cases }) => {
  test.each(cases.map((row) => [row.id, row] as const))("%s", async (_, row) => {
    expect(await exampleProblem(row)).toBeUndefined();
  });
});

test("ids are unique, tables are not empty, inputs are not repeated (HN-30, HN-33)", () => {
  const rows = tables.flatMap(({ cases }) => cases);
  expect(tables.filter(({ cases }) => cases.length === 0).map(({ file }) => file)).toEqual([]);
  expect(repeated(rows, (row) => row.id)).toEqual([]);
  expect(repeated(rows, (row) => JSON.stringify([row.decision, row.input]))).toEqual([]);
});

test("every case names a clause that a spec page states", () => {
  const stated = new Set(
    readdirSync("spec").flatMap((name) =>
      specPage(name, readFileSync(`spec/${name}`, "utf8")).clauses.map((clause) => clause.id),
    ),
  );
  const lost = tables.flatMap(({ cases }) => cases).filter((row) => !stated.has(row.clause));
  expect(lost.map((row) => `${row.place}: clause ${row.clause} is in no spec page`)).toEqual([]);
});

function repeated<T extends { readonly place: string }>(
  rows: readonly T[],
  key: (row: T) => string,
) {
  return [...Map.groupBy(rows, key).values()]
    .filter((same) => same.length > 1)
    .map((same) => same.map((row) => row.place).join(" repeats "));
}
