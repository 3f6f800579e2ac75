import fc from "fast-check";
import { Value } from "typebox/value";
import { describe, expect, test } from "vitest";
import { specFields } from "../../src/decisions/spec/fields.ts";
import { parameterSchema, specSchema } from "../../src/decisions/spec/schema.ts";
import { spec } from "../../src/decisions/spec/spec.ts";
import { runs } from "../laws.ts";

const good = { id: "look-up", goal: "Look.", deliverable: "A line.", roots: ["/repo"] };
const text = fc.string().filter((value) => !value.includes("\0"));
const someText = text.filter((value) => value.trim() !== "");
const texts = fc.array(someText, { maxLength: 4 });
const specs = fc.record(
  {
    id: fc.stringMatching(/^[a-z0-9][a-z0-9-]{1,48}$/),
    goal: someText,
    deliverable: someText,
    effort: fc.constantFrom("fast", "balanced", "deep"),
    read_only: fc.boolean(),
    roots: fc.array(someText, { minLength: 1, maxLength: 4 }),
    write_allowed: texts,
    facts: texts,
    files: texts,
    commands: texts,
    wall_s: fc.double({ min: 0, minExcluded: true, max: 86_400, noNaN: true }),
    usd: fc.double({ min: 0, minExcluded: true, max: 1_000, noNaN: true }),
  },
  { requiredKeys: ["id", "goal", "deliverable", "roots"] },
);

describe("spec", () => {
  test("takes every well-formed spec, keeps what is given and fills in the rest", () => {
    fc.assert(
      fc.property(specs, (given) => {
        const read = spec(given);
        const defaults = Object.fromEntries(specFields.map((field) => [field.key, field.default]));
        expect(read).toEqual({ ok: true, spec: { ...defaults, ...given } });
      }),
      runs(),
    );
  });

  test("is total: any value gets a spec or at least one problem with words", () => {
    fc.assert(
      fc.property(fc.anything({ withNullPrototype: true }), (value) => {
        const read = spec(value);
        if (read.ok) return;
        expect(read.problems.length).toBeGreaterThan(0);
        for (const { message } of read.problems) expect(message).not.toBe("");
      }),
      runs(),
    );
  });

  test("finds every broken member at once", () => {
    const broken = fc.subarray(
      [
        ["id", "Not A Slug"],
        ["goal", " "],
        ["effort", "heroic"],
        ["read_only", "yes"],
        ["roots", "/repo"],
        ["facts", [1]],
        ["wall_s", 0],
        ["usd", Number.POSITIVE_INFINITY],
        ["unknown", 1],
      ] as const,
      { minLength: 1 },
    );
    fc.assert(
      fc.property(broken, (members) => {
        const read = spec({ ...good, ...Object.fromEntries(members) });
        const keys = read.ok ? [] : read.problems.map(({ key }) => key);
        expect(new Set(keys)).toEqual(new Set(members.map(([key]) => key)));
      }),
      runs(),
    );
  });

  test("agrees with the published schema wherever the schema can say it", () => {
    const schema = specSchema();
    const loose = fc.record({
      id: fc.oneof(fc.constant("ok-id"), fc.string()),
      goal: fc.oneof(someText, fc.constant("")),
      deliverable: fc.oneof(someText, fc.integer()),
      effort: fc.oneof(fc.constantFrom("fast", "deep"), fc.string()),
      read_only: fc.oneof(fc.boolean(), fc.string()),
      roots: fc.oneof(fc.array(someText, { maxLength: 2 }), fc.string()),
      wall_s: fc.oneof(fc.integer({ min: -1, max: 90_000 }), fc.string()),
    });
    fc.assert(
      fc.property(loose, (value) => {
        const isBlank = (word: unknown) => typeof word === "string" && word.trim() === "";
        fc.pre(!isBlank(value.goal) || value.goal === "");
        expect(spec(value).ok).toBe(Value.Check(schema, value));
      }),
      runs(),
    );
  });

  test.each([undefined, null, 1, "text", [], [good]])("%j is no spec", (value) => {
    expect(spec(value)).toMatchObject({ ok: false, problems: [{ code: "not-an-object" }] });
  });

  test("a member of the prototype is not a member", () => {
    expect(spec(Object.create(good))).toMatchObject({ ok: false });
  });
});

test("the tool's parameters are plain: types, enums, descriptions, nothing a provider refuses", () => {
  const schema = JSON.stringify(parameterSchema());
  for (const word of ["anyOf", "oneOf", "$ref", "const"]) expect(schema).not.toContain(`"${word}"`);
  expect(parameterSchema()).toMatchObject({
    required: ["id", "goal", "deliverable", "roots"],
    properties: {
      effort: { type: "string", enum: ["fast", "balanced", "deep"], default: "balanced" },
      read_only: { type: "boolean", default: true },
      wall_s: { type: "number", default: 600 },
      usd: { type: "number", default: 1 },
    },
  });
});
