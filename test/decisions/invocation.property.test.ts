import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { invocation } from "../../src/decisions/invocation/invocation.ts";
import { argumentProblemText } from "../../src/decisions/invocation/words.ts";
import { runs } from "../laws.ts";

const plain = fc
  .array(fc.constantFrom(..."the build is red so we wait for it and then go on".split(" ")), {
    maxLength: 8,
  })
  .map((words) => words.join(" "));
const order = fc.constantFrom(
  "/loop fix it",
  "/loop 10m fix the build",
  "/loop --max 3 ship A. Then B.",
  "loop: fix it",
);
const wraps: Readonly<Record<string, (inner: string) => string>> = {
  "a fence": (inner) => `\n\`\`\`text\n${inner}\n\`\`\`\n`,
  "a tilde fence": (inner) => `\n~~~~\n${inner}\n~~~~\n`,
  code: (inner) => `\`${inner}\``,
  "double quotes": (inner) => `"${inner}"`,
  "single quotes": (inner) => `'${inner}'`,
  "curly quotes": (inner) => `“${inner}”`,
  "low quotes": (inner) => `„${inner}“`,
  "angle quotes": (inner) => `« ${inner} »`,
  "corner quotes": (inner) => `「${inner}」`,
  "a block quote": (inner) => `\n\n> ${inner}\n\n`,
  "a comment": (inner) => `<!-- ${inner} -->`,
  "a path": (inner) => `src${inner.replaceAll(" ", "/")}`,
  "an address": (inner) => `https://h.test/${inner.replaceAll(" ", "/")}`,
};

describe("a message", () => {
  test.each(Object.entries(wraps))("with the token inside %s invokes nothing", (_, wrap) => {
    fc.assert(
      fc.property(plain, order, plain, (before, inner, after) => {
        const text = `${before} ${wrap(inner)} ${after}`;
        expect(invocation({ text })).toMatchObject({ invoked: false });
      }),
      runs(300),
    );
  });

  test("without the token invokes nothing", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 80 }), (text) => {
        const hasToken = /\/loop\s|loop:/iu.test(text);
        if (!hasToken) expect(invocation({ text })).toEqual({ invoked: false, passed: [] });
      }),
      runs(),
    );
  });

  test("with the token as an order gives objective and limits as typed", () => {
    const objective = fc
      .array(fc.constantFrom(..."fix ship A. B, `x y` README.md it's done! now\nand".split(" ")), {
        minLength: 1,
        maxLength: 10,
      })
      .map((words) => `fix ${words.join(" ")}`);
    const max = fc.option(fc.oneof(fc.integer({ min: 1, max: 999 }), fc.constant("unlimited")));
    const given = fc.record({
      objective,
      interval: fc.option(fc.constantFrom("10m", "90s", "24d", "1h")),
      max,
      expires: fc.option(fc.constantFrom("2d", "12h")),
      trailing: fc.boolean(),
      lead: fc.constantFrom("", "please ", "ok.\n", "CI is red: ", "- "),
      token: fc.constantFrom("/loop"),
    });
    fc.assert(
      fc.property(given, ({ trailing, lead, token, ...wanted }) => {
        const flags = [
          wanted.max === null ? "" : `--max ${wanted.max}`,
          wanted.expires === null ? "" : `--expires=${wanted.expires}`,
        ].join(" ");
        const before = `${wanted.interval ?? ""} ${trailing ? "" : flags}`;
        const text = `${lead}${token} ${before} ${wanted.objective} ${trailing ? flags : ""}`;
        const found = invocation({ text });
        expect(found).toMatchObject({ invoked: true, objective: wanted.objective.trim() });
        if (!found.invoked) return;
        expect(found.interval ?? null).toBe(wanted.interval);
        expect(found.max ?? null).toBe(wanted.max);
        expect(found.expires ?? null).toBe(wanted.expires);
        expect(text.slice(...found.span)).toBe("/loop");
      }),
      runs(),
    );
  });

  test.each([
    ["unknown-flag", "/loop --fast fix it"],
    ["unknown-flag", "/loop fix it --fast"],
    ["flag-without-value", "/loop --max --expires 2d fix it"],
    ["flag-without-value", "/loop fix it --max"],
    ["flag-without-value", "/loop --max= fix it"],
    ["repeated-flag", "/loop --max 2 --max 3 fix it"],
    ["repeated-flag", "/loop --max 2 fix it --max 3"],
    ["bad-max", "/loop --max 0 fix it"],
    ["bad-max", "/loop --max many fix it"],
    ["bad-max", "/loop --max 1.5 fix it"],
    ["bad-expires", "/loop --expires soon fix it"],
    ["bad-expires", "/loop --expires 25d fix it"],
    ["bad-interval", "/loop 5min fix it"],
    ["bad-interval", "/loop 25d fix it"],
    ["bad-interval", "/loop 1h30m fix it"],
    ["repeated-interval", "/loop 10m 5m fix it"],
    ["objective-too-long", `/loop ${"a".repeat(4_001)}`],
  ])("that is faulty (%s) arms nothing and says why", (code, text) => {
    const found = invocation({ text });
    expect(found).toMatchObject({ invoked: false, problem: { code } });
    if (found.invoked || found.problem === undefined) return;
    expect(argumentProblemText(found.problem).length).toBeGreaterThan(20);
  });

  test.each([
    ["mentions", "the /loop a "],
    ["tokens without an objective", "loop: … \n"],
    ["quotes that never close", '“" '],
    ["code marks", "`` ` "],
    ["open comments", "a <!-- b\n"],
    ["comments in code", "`<!--` "],
    ["block quotes", "> a\n"],
    ["digits", "1s1"],
    ["flags", "/loop --max "],
    ["blank lines", "\n"],
  ])("is read in linear time, also with many %s", (_, unit) => {
    const started = performance.now();
    invocation({ text: `${unit.repeat(10_000)} /loop x` });
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});
