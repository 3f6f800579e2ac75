import fc from "fast-check";
import { expect, test } from "vitest";
import { runCount, runs } from "./laws.ts";

test("a failing property prints seed and path ready to paste (HN-32)", () => {
  const failing = fc.property(fc.nat(), (value) => value < 10);
  expect(() => fc.assert(failing, runs())).toThrow(/FC_SEED=20260101 FC_PATH=[\d:]+ npm test/u);
});

test("properties run 1 000 cases unless FC_RUNS says more (HN-32)", () => {
  const asked = process.env["FC_RUNS"];
  expect(runCount()).toBe(asked === undefined ? 1_000 : Number(asked));
});
