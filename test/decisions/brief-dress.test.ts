import { describe, expect, test } from "vitest";
import { fixtureBriefs } from "../../harness/labelled-briefs.ts";
import { brief } from "../../src/decisions/brief/brief.ts";

const labelled = fixtureBriefs();

/** The same brief in another dress: how a text is typed says nothing about what it asks for. */
const dresses: readonly (readonly [string, (text: string) => string])[] = [
  ["line breaks of Windows", (text) => text.replace(/\n/g, "\r\n")],
  ["blanks at the ends of lines", (text) => text.replace(/\n/g, "  \n")],
  ["empty lines around it", (text) => `\n\n${text}\n\n`],
  ["stars for hyphens before items", (text) => text.replace(/^(\s*)- /gm, "$1* ")],
  ["bullets for hyphens before items", (text) => text.replace(/^(\s*)- /gm, "$1• ")],
  ["brackets behind the numbers of items", (text) => text.replace(/^(\s*\d+)\. /gm, "$1) ")],
  ["curly apostrophes", (text) => text.replace(/(\w)'(\w)/g, "$1’$2")],
  ["no apostrophes in contractions", (text) => text.replace(/n't\b/g, "nt")],
  ["English quotation marks", (text) => text.replace(/"([^"\n]*)"/g, "“$1”")],
  ["German quotation marks", (text) => text.replace(/"([^"\n]*)"/g, "„$1“")],
  ["French quotation marks", (text) => text.replace(/"([^"\n]*)"/g, "«$1»")],
  ["single quotation marks", (text) => text.replace(/"([^"'\n]*)"/g, "‘$1’")],
  ["tildes around fences", (text) => text.replace(/^```/gm, "~~~")],
  ["no-break spaces", (text) => text.replace(/(\w) (\w)/g, "$1\u00a0$2")],
  ["two blanks for one", (text) => text.replace(/(\w) (\w)/g, "$1  $2")],
];

describe("another dress changes no answer (FG-8)", () => {
  test.each(dresses)("%s", (_, dress) => {
    const dressed = labelled
      .map(({ id, brief: text }) => ({ id, text, other: dress(text) }))
      .filter(({ text, other }) => text !== other);
    expect(dressed.length).toBeGreaterThan(5);
    for (const sensitivity of ["wording", "directive"] as const) {
      const blocked = (text: string) => brief({ brief: text, sensitivity }).block;
      const changed = dressed.filter(({ text, other }) => blocked(text) !== blocked(other));
      expect(changed.map(({ id }) => id)).toEqual([]);
    }
  });
});
