import fc from "fast-check";
import { checkSync } from "recheck";
import { describe, expect, test } from "vitest";
import { patternRegExp } from "../../../src/decisions/origin/pattern-check.ts";
import { runs } from "../../laws.ts";

const harmless = [
  "",
  "^github\\.com/Org/",
  "github\\.com[:/]Org/.*",
  "(github|gitlab|gitea)\\.",
  "^[^/]+/[^/]+/[^/]+/[^/]+$",
  "^([a-z0-9-]+\\.)*example\\.com/",
  "^gitlab\\.example\\.com/(?:[^/]+/)*secret-.*$",
  ".*work.*internal.*",
  "(?=.*Org)(?!.*pub).*",
  "(?:(?!foo).)*bar",
  "(?:\\d{1,3}\\.){3}\\d{1,3}",
  "(?i:github)\\.com/(?<owner>Org|Other)/",
  "[\\w.-]+@[\\w.-]+",
];
const harmful = [
  "(a+)+$",
  "(a|a)*$",
  "(a|aa)+$",
  "(.*a){20}",
  "(\\w|\\d)+$",
  "([^/]+)+\\.git$",
  "^(([a-z])+.)+[A-Z]([a-z])+$",
  "(?<n>x+x+)+y",
  "^(a*)*$",
  "(a?){50}a{50}",
  `${"a?".repeat(30)}a{30}`,
  "((a{1,3}){1,3}){1,3}$",
  "(a|b|ab)*c",
  "(?:(a+)\\1)+$",
  "(?=(a+)+$)x",
  ".*.*.*.*.*.*=",
  "(?i:(a|A)+)$",
];

describe("which patterns are kept", () => {
  test.each(harmless)("%s", (source) => {
    expect(patternRegExp(source).problem).toBeUndefined();
  });
});

describe("which patterns are skipped, and named", () => {
  test.each(harmful)("%s", (source) => {
    expect(patternRegExp(source).problem).toContain(JSON.stringify(source));
  });

  test("what is no text or no expression", () => {
    for (const entry of [7, null, {}, ["a"], true]) {
      expect(patternRegExp(entry).problem).toContain(JSON.stringify(entry));
    }
    expect(patternRegExp("[").problem).toContain('"["');
    expect(patternRegExp(`a${"(".repeat(200)}${")".repeat(200)}`).problem).toBeDefined();
  });
});

const leaf = fc.constantFrom("a", "b", "\\w", "[^/]", ".", "/", "\\d", "[a-c]", "$", "^", "\\b");
const quantifier = fc.constantFrom("*", "+", "?", "{2}", "{1,3}", "{2,}", "{9}", "*?", "+?");
const patterns = fc.letrec<{ tree: string }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4, depthSize: "small" },
    leaf,
    fc.array(tie("tree"), { minLength: 1, maxLength: 3 }).map((parts) => parts.join("")),
    fc.tuple(tie("tree"), tie("tree")).map(([a, b]) => `(?:${a}|${b})`),
    fc.tuple(tie("tree"), quantifier).map(([body, mark]) => `(${body})${mark}`),
    fc.tuple(fc.constantFrom("a", "\\w", "[^/]", "."), quantifier).map((parts) => parts.join("")),
    tie("tree").map((body) => `(?=${body})`),
  ),
})).tree;

describe("compared with an analyser that is known to be right", () => {
  test("no pattern that it proves exponential is kept", () => {
    fc.assert(
      fc.property(patterns, (source) => {
        const { problem } = patternRegExp(source);
        fc.pre(problem === undefined);
        const proof = checkSync(source, "", { checker: "automaton", timeout: 2_000 });
        const type = proof.status === "vulnerable" ? proof.complexity.type : proof.status;
        expect({ source, type }).not.toMatchObject({ type: "exponential" });
      }),
      runs(300),
    );
  });
});

test("a kept pattern answers within its bound on text that is made to hurt", () => {
  const hurting = [
    ...["a", "/", "ab", "aaab", "a/", "1", "_a"].map((part) => `${part.repeat(200)}!`),
    "x".repeat(10_000),
  ];
  fc.assert(
    fc.property(patterns, (source) => {
      const { matches } = patternRegExp(source);
      for (const text of hurting) {
        const from = performance.now();
        matches?.(text);
        expect({ source, ms: performance.now() - from }).toSatisfy(({ ms }) => ms < 10_000);
      }
    }),
    runs(300),
  );
});

test("a kept pattern matches what the expression matches", () => {
  fc.assert(
    fc.property(
      patterns,
      fc.string({ unit: fc.constantFrom(..."ab/1."), maxLength: 12 }),
      (source, text) => {
        const { matches } = patternRegExp(source);
        if (matches !== undefined) expect(matches(text)).toBe(new RegExp(source).test(text));
      },
    ),
    runs(),
  );
});
