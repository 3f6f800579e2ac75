import { createEditToolDefinition } from "@earendil-works/pi-coding-agent";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { preparedArguments } from "../../harness/session/tool-arguments.ts";
import type { JsonObject } from "../../src/kernel/json.ts";
import { runs } from "../laws.ts";

const { prepareArguments } = createEditToolDefinition("/work");

/** pi's own preparation, on a copy: it changes what it is given. */
function byPi(recorded: JsonObject): unknown {
  return prepareArguments?.(structuredClone(recorded));
}

const edit = fc.record(
  { oldText: fc.oneof(fc.string(), fc.constant(3)), newText: fc.string() },
  { requiredKeys: ["oldText"] },
);
const edits = fc.oneof(
  edit,
  fc.array(edit, { maxLength: 2 }),
  fc
    .oneof(edit, fc.array(edit, { maxLength: 2 }), fc.jsonValue())
    .map((value) => JSON.stringify(value)),
  fc.constantFrom("not JSON", "", null, 5),
);
const recordedEdit = fc.record(
  {
    path: fc.string(),
    oldText: fc.string(),
    newText: fc.oneof(fc.string(), fc.constant(1)),
    edits,
  },
  { requiredKeys: ["path"] },
);

describe("arguments of a recorded edit", () => {
  test("are prepared as by pi's own tool", () => {
    fc.assert(
      fc.property(recordedEdit, (recorded) => {
        expect(preparedArguments("edit", recorded)).toEqual(byPi(recorded));
      }),
      runs(),
    );
  });

  test("the recorded object stays as it was", () => {
    fc.assert(
      fc.property(recordedEdit, (recorded) => {
        const before = structuredClone(recorded);
        preparedArguments("edit", recorded);
        expect(recorded).toEqual(before);
      }),
      runs(),
    );
  });

  test.each<[string, JsonObject, JsonObject]>([
    [
      "one replacement beside the path",
      { path: "a", oldText: "b", newText: "c" },
      { path: "a", edits: [{ oldText: "b", newText: "c" }] },
    ],
    ["half a replacement", { path: "a", oldText: "b" }, { path: "a", oldText: "b" }],
    [
      "a list as a JSON text",
      { path: "a", edits: '[{"oldText":"b","newText":"c"}]' },
      { path: "a", edits: [{ oldText: "b", newText: "c" }] },
    ],
    [
      "one object for a list",
      { path: "a", edits: { oldText: "b", newText: "c" } },
      { path: "a", edits: [{ oldText: "b", newText: "c" }] },
    ],
  ])("%s", (_, recorded, prepared) => {
    expect(preparedArguments("edit", recorded)).toEqual(prepared);
  });

  test("other tools' arguments pass as they are", () => {
    const recorded = { edits: "[]", oldText: "a", newText: "b" };
    expect(preparedArguments("write", recorded)).toBe(recorded);
  });
});
