import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { claimWords } from "../../src/decisions/evidence/claim-words.ts";
import { evidence } from "../../src/decisions/evidence/evidence.ts";
import { runs } from "../laws.ts";

const claim = fc.constantFrom(...claimWords);
const claims = fc.array(
  fc.oneof(
    claim,
    claim.map((word) => word.toUpperCase()),
  ),
  {
    minLength: 1,
    maxLength: 10,
  },
);
const pointers = fc.constantFrom(
  "src/a.ts:10",
  "https://ci.test/1",
  "exit 0",
  "404 → 200",
  "npm test",
  "1a2b3c4",
  "test_login",
  "12 assertions",
  '"listening on port"',
);

describe("a citation", () => {
  test("of claim words alone never counts, in any case and with any marks", () => {
    const mark = fc.constantFrom(" ", ", ", ". ", "! ", " / ", "; ");
    fc.assert(
      fc.property(claims, mark, (words, between) => {
        expect(evidence({ text: words.join(between) }).counts).toBe(false);
      }),
      runs(),
    );
  });

  test("of claim words, counts, criterion ids and percentages does not count either", () => {
    const count = fc.oneof(fc.nat(999).map(String), fc.constantFrom("100%", "c1", "c12"));
    fc.assert(
      fc.property(claims, count, (words, number) => {
        expect(evidence({ text: [...words, "done", number].join(" ") }).counts).toBe(false);
      }),
      runs(),
    );
  });

  test("counts with a pointer, whatever is claimed around it", () => {
    fc.assert(
      fc.property(claims, pointers, claims, (before, pointer, after) => {
        const text = [...before, pointer, ...after].join(" ");
        expect(evidence({ text }).counts).toBe(true);
      }),
      runs(),
    );
  });

  test("is judged on any text at all", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 200 }), (text) => {
        const { counts, reason } = evidence({ text });
        expect(counts).toBe(!["empty", "claim-only", "nothing-checkable"].includes(reason));
      }),
      runs(),
    );
  });

  test.each([["1a2b3c4d5e "], ["exit exited "], ["a/".repeat(50)], ['"a '], ["9,9."]])(
    "is judged in linear time, also with many %j",
    (unit) => {
      const started = performance.now();
      evidence({ text: unit.repeat(100_000) });
      expect(performance.now() - started).toBeLessThan(5_000);
    },
  );
});
