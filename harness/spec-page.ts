import { type Example, exampleLine, memberObject } from "./examples.ts";

/** A clause as a page states it: its id and where. Spec: HN-30. */
export interface StatedClause {
  readonly id: string;
  readonly place: string;
}

/** What a spec page holds for the tests: the clauses it states, and its examples. Spec: HN-30. */
export interface SpecPage {
  readonly clauses: readonly StatedClause[];
  readonly examples: readonly Example[];
}

const clauseLine = /^(?:#{2,5} |\*\*)([A-Z]{2}-\d+[a-z]?)\b/u;
const openFence = /^(`{3,})cases ([a-z-]+)\s*$/u;

/**
 * Reads a page. A clause is a heading or bold start that begins with its id. An example is a line
 * of a fenced block opened with `cases <decision>`: the wire input and `expect`, with an optional
 * `note` and `gap`.
 *
 * Throws `file:line: …` for a line that is no example and for a fence that never closes.
 *
 * Spec: HN-30.
 */
export function specPage(file: string, text: string): SpecPage {
  const clauses: StatedClause[] = [];
  const examples: Example[] = [];
  let fence:
    | { readonly marks: string; readonly decision: string; readonly place: string }
    | undefined;
  for (const [index, line] of text.split("\n").entries()) {
    const place = `${file}:${index + 1}`;
    if (fence !== undefined) {
      if (line.trim() === fence.marks) fence = undefined;
      else if (line.trim() !== "") examples.push(pageExample(line, place, fence.decision));
      continue;
    }
    const [, marks, decision] = openFence.exec(line) ?? [];
    if (marks !== undefined && decision !== undefined) fence = { marks, decision, place };
    const id = clauseLine.exec(line)?.[1];
    if (id !== undefined) clauses.push({ id, place });
  }
  if (fence !== undefined) throw new Error(`${fence.place}: this fence never closes`);
  return { clauses, examples };
}

function pageExample(line: string, place: string, decision: string): Example {
  const { expect: _, note: __, gap, ...input } = exampleLine(line, place);
  const expect = memberObject(exampleLine(line, place), "expect", place);
  return { place, decision, input, expect, gap: gap === true };
}
