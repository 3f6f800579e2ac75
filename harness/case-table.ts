import { basename } from "node:path";
import { type Example, exampleLine, memberObject } from "./examples.ts";

/** One row of `fixtures/cases/<decision>[.<part>].ndjson`. Spec: HN-30. */
export interface TableCase extends Example {
  /** Unique in all tables. */
  readonly id: string;
  /** The clause it proves. */
  readonly clause: string;
}

/**
 * Reads a case table: one JSON object a line with `id`, `clause`, `input`, `expect` and perhaps
 * `note` and `gap`. The file's name says which decision is asked.
 *
 * Throws `file:line: …` for a row that is not of this form.
 *
 * Spec: HN-30.
 */
export function caseTable(file: string, text: string): readonly TableCase[] {
  const decision = basename(file).split(".")[0] ?? "";
  return text.split("\n").flatMap((line, index) => {
    if (line.trim() === "") return [];
    return [tableCase(line, `${file}:${index + 1}`, decision)];
  });
}

const rowKeys = new Set(["id", "clause", "input", "expect", "note", "gap"]);

function tableCase(line: string, place: string, decision: string): TableCase {
  const row = exampleLine(line, place);
  const unknown = Object.keys(row).find((key) => !rowKeys.has(key));
  if (unknown !== undefined) throw new Error(`${place}: unknown key "${unknown}"`);
  const { id, clause, gap } = row;
  if (typeof id !== "string") throw new Error(`${place}: "id" is missing or no string`);
  if (typeof clause !== "string") throw new Error(`${place}: "clause" is missing or no string`);
  const input = memberObject(row, "input", place);
  const expect = memberObject(row, "expect", place);
  return { place, decision, id, clause, input, expect, gap: gap === true };
}
