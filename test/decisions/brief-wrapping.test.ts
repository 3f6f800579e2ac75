import { expect, test } from "vitest";
import { wrapped } from "../../harness/arbitraries/wrapped.ts";
import { fixtureBriefs } from "../../harness/labelled-briefs.ts";
import { brief } from "../../src/decisions/brief/brief.ts";

const labelled = fixtureBriefs();

const blocked = (text: string) => brief({ brief: text, sensitivity: "directive" }).block;

test("a list item, a quotation and a paragraph are broken where an editor would break them", () => {
  const text = "- one two three\n> four five six\nseven eight nine\n| ten | eleven | twelve |";
  expect(wrapped(text, 9)).toBe(
    "- one two\n  three\n> four\n> five\n> six\nseven\neight\nnine\n| ten | eleven | twelve |",
  );
});

test("where an editor breaks long lines changes no answer of directive (FG-8)", () => {
  const changed = [76, 80, 100].flatMap((width) =>
    labelled
      .filter(({ brief: text }) => blocked(text) !== blocked(wrapped(text, width)))
      .map(({ id }) => `${id} at ${width}`),
  );
  expect(changed).toEqual([]);
  const longLines = labelled.filter(({ brief: text }) => wrapped(text, 80) !== text);
  expect(longLines.length).toBeGreaterThan(100);
});
