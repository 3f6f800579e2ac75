import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type NoteMode, ticket } from "../../../src/decisions/ticket/ticket.ts";
import { runs } from "../../laws.ts";

const names = ["e", "tickets", "t", "ticket.md"];
const written = (text: string, note: string, mode: NoteMode = "replace"): string => {
  const outcome = ticket({ names, text, note, mode });
  if (!outcome.ok) throw new Error(outcome.problem);
  return outcome.text;
};

describe("the section of the notes", () => {
  test.each([
    ["is added at the end", "# T\n", "# T\n\n## Implementation notes\n\nN\n"],
    ["after a line without an end", "# T", "# T\n\n## Implementation notes\n\nN\n"],
    ["in an empty file", "", "## Implementation notes\n\nN\n"],
    [
      "is replaced up to the next heading of its rank",
      "# T\n\n## Implementation notes\n\nold\n\n### part\n\nmore\n\n## Next\nx\n",
      "# T\n\n## Implementation notes\n\nN\n\n## Next\nx\n",
    ],
    ["is filled where it is empty", "## Implementation notes\n", "## Implementation notes\n\nN\n"],
    [
      "is filled before the next heading",
      "## Implementation notes\n\n## Next\n",
      "## Implementation notes\n\nN\n\n## Next\n",
    ],
    [
      "is found in any case, closed by marks, with the file's line ends",
      "## implementation NOTES ##\r\nold\r\n",
      "## implementation NOTES ##\r\nN\r\n",
    ],
    [
      "is not found in a fence or a comment",
      "```\n## Implementation notes\n```\n<!--\n## Implementation notes\n-->\n",
      "```\n## Implementation notes\n```\n<!--\n## Implementation notes\n-->\n\n## Implementation notes\n\nN\n",
    ],
    [
      "ends at an underlined heading",
      "## Implementation notes\nold\n\nNext\n----\nx\n",
      "## Implementation notes\nN\n\nNext\n----\nx\n",
    ],
    [
      "does not end at a rule, a table or a heading in a fence",
      "## Implementation notes\na\n\n---\n\n| x |\n---\n~~~\n# no\n~~~\nz\n\n# Next\n",
      "## Implementation notes\nN\n\n# Next\n",
    ],
  ])("%s", (_, text, wanted) => {
    expect(written(text, "N")).toBe(wanted);
  });

  test("grows where the note is appended", () => {
    const text = "## Implementation notes\n\nold\n\n## Next\n";
    expect(written(text, "N", "append")).toBe("## Implementation notes\n\nold\n\nN\n\n## Next\n");
  });
});

const lines = fc
  .array(
    fc.constantFrom(
      "# T",
      "## A",
      "### B",
      "text",
      "",
      "```",
      "~~~~",
      "- item",
      "<!-- c -->",
      "---",
      "é \u2028",
      "  ## B ##",
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join("\n"));
const notes = fc
  .array(fc.constantFrom("note", "- one", "### part", "```\n# code\n```", "", "é"), {
    maxLength: 5,
  })
  .map((parts) => parts.join("\n"));

test("every byte around the section stays, and a second write finds its place again", () => {
  fc.assert(
    fc.property(lines, lines, notes, notes, fc.boolean(), (before, after, first, second, crlf) => {
      const heading = "## Implementation notes";
      const closed = (text: string): boolean =>
        ticket({ names, text: "", note: `x\n${text}`, mode: "replace" }).ok;
      fc.pre(
        first.trim() !== "" && second.trim() !== "" && closed(before.replaceAll(/^ *#+/gmu, "")),
      );
      const ends = (text: string): string => (crlf ? text.replaceAll("\n", "\r\n") : text);
      const head = ends(before === "" ? "" : `${before}\n\n`);
      const tail = ends(`\n## Next\n${after}\n`);
      const text = `${head}${ends(`${heading}\n\nold\n`)}${tail}`;
      const once = written(text, first);
      expect(once.startsWith(head)).toBe(true);
      expect(once.endsWith(tail)).toBe(true);
      expect(once).toContain(ends(first.trim()));
      expect(written(once, first)).toBe(once);
      expect(written(once, second)).toBe(written(text, second));
    }),
    runs(),
  );
});

describe("what is refused", () => {
  test.each([
    [["e", "map.md"], "no-ticket"],
    [["ticket.md"], "no-ticket"],
    [["tickets", "t", "ticket.md"], "no-ticket"],
    [["e", "tickets", "ticket.md"], "no-ticket"],
    [["archive", "e", "tickets", "t", "ticket.md"], "archived"],
    [["Archive", "t", "task.md"], "archived"],
    [[], "no-ticket"],
  ])("%j is %s", (place, problem) => {
    const outcome = ticket({ names: place, text: "", note: "N", mode: "replace" });
    expect(outcome).toEqual({ ok: false, problem });
  });

  test.each([
    [" \n\n", "empty-note"],
    ["## Next\n", "heading-in-note"],
    ["Next\n===\n", "heading-in-note"],
    ["```\ncode", "open-fence"],
  ])("the note %j is %s", (note, problem) => {
    expect(ticket({ names, text: "", note, mode: "append" })).toEqual({ ok: false, problem });
  });

  test("the older form of a ticket is one", () => {
    expect(ticket({ names: ["t", "task.md"], text: "", note: "N", mode: "replace" }).ok).toBe(true);
  });
});
