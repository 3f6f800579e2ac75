import fc from "fast-check";
import { expect, test } from "vitest";
import { cutReport, reportBytesMax } from "../../src/edge/task/report-cut.ts";
import { runs } from "../laws.ts";

test("a cut report fits, starts like the whole, holds whole characters and names the place", () => {
  const text = fc.string({ unit: "grapheme", minLength: 100, maxLength: 600 });
  fc.assert(
    fc.property(text, fc.integer({ min: 80, max: 400 }), (report, bytesMax) => {
      const cut = cutReport(report, "/audit/report.md", bytesMax);
      const bytes = Buffer.byteLength(report);
      if (bytes <= bytesMax) {
        expect(cut).toBe(report);
        return;
      }
      const at = cut.lastIndexOf("\n\n[cut: ");
      expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(Math.max(bytesMax, cut.length - at));
      expect(report.startsWith(cut.slice(0, at))).toBe(true);
      expect(cut).toContain(
        `[cut: ${bytes} bytes in all; the whole report is in /audit/report.md]`,
      );
    }),
    runs(),
  );
});

test("the limit is a limit of bytes", () => {
  expect(reportBytesMax).toBe(24_000);
  expect(cutReport("é".repeat(12_000), "x")).toBe("é".repeat(12_000));
  expect(cutReport("é".repeat(12_001), "x")).toContain("[cut: 24002 bytes");
});
