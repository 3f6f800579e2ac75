import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  clampedInterval,
  duration,
  formatAge,
  formatDuration,
  intervalMsMin,
} from "../../src/decisions/duration/duration.ts";
import { runs } from "../laws.ts";

const unitMs: Readonly<Record<string, number>> = { s: 1e3, m: 6e4, h: 36e5, d: 864e5 };
const timerMax = 2 ** 31 - 1;
const ms = (text: string) => duration({ text, kind: "duration" }).ms;

describe("duration tokens (LP-1..LP-3)", () => {
  test("are worth their number times their unit, up to what a timer holds", () => {
    const token = fc.tuple(fc.nat(999_999_999), fc.constantFrom("s", "m", "h", "d"));
    fc.assert(
      fc.property(token, ([count, unit]) => {
        const worth = count * (unitMs[unit] ?? 0);
        expect(ms(`${count}${unit}`)).toBe(worth > 0 && worth <= timerMax ? worth : null);
      }),
      runs(),
    );
  });

  test("have one spelling only: anything else is invalid", () => {
    const alphabet = fc.constantFrom(..."0123456789smhdwM.+- e");
    fc.assert(
      fc.property(fc.string({ unit: alphabet, maxLength: 6 }), (text) => {
        const bare = text.trim();
        const unit = bare.at(-1) ?? "";
        const digits = [...bare.slice(0, -1)];
        const isToken =
          unit in unitMs &&
          digits.length > 0 &&
          digits.every((char) => "0123456789".includes(char));
        if (!isToken) expect(ms(text)).toBeNull();
      }),
      runs(),
    );
  });

  test("come back from what formatting prints", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: timerMax }), (value) => {
        const printed = formatDuration(value);
        const read = ms(printed);
        expect(read).not.toBeNull();
        expect(formatDuration(read ?? 0)).toBe(printed);
        if (value % 1_000 === 0) expect(read).toBe(value);
      }),
      runs(),
    );
  });

  test("print in the largest unit that divides them", () => {
    const printed = [5_400_000, 604_800_000, 90_000, 86_400_000, 3_600_000].map(formatDuration);
    expect(printed).toEqual(["90m", "7d", "90s", "1d", "1h"]);
  });

  test("an interval is raised to a minute and never lowered", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: timerMax }), (requestedMs) => {
        const found = clampedInterval(requestedMs);
        expect(found.ms).toBe(Math.max(intervalMsMin, requestedMs));
        expect(found.clamped).toBe(requestedMs < intervalMsMin);
      }),
      runs(),
    );
  });

  test("ages are cut to two units", () => {
    const ages = [-5, 59_999, 60_000, 3_599_999, 7_920_000, 3_600_000, 273_600_000, 86_400_000];
    expect(ages.map(formatAge)).toEqual(["0s", "59s", "1m", "59m", "2h12m", "1h", "3d4h", "1d"]);
  });
});
