import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  briefTexts,
  joiningSpellings,
  spellings,
  wordSoup,
} from "../../harness/arbitraries/briefs.ts";
import { baselineBrief, baselinePatterns } from "../../harness/baseline-brief.ts";
import { fixtureBriefs } from "../../harness/labelled-briefs.ts";
import { brief, briefMatches, type Sensitivity } from "../../src/decisions/brief/brief.ts";
import { briefRules } from "../../src/decisions/brief/rules.ts";
import { runs } from "../laws.ts";

const sensitivities: readonly Sensitivity[] = ["wording", "directive"];
const kinds = baselinePatterns.map(([kind]) => kind);
const labelled = fixtureBriefs();

function judged(text: unknown, sensitivity: Sensitivity) {
  return brief({ brief: text, sensitivity });
}

/** The plain definition of the superset: blocked, and no later kind than the plain table's. */
function expectSuperset(text: string): void {
  const plain = baselineBrief(text);
  if (!plain.block) return;
  const outcome = judged(text, "wording");
  expect(outcome.block, text).toBe(true);
  if (!outcome.block) return;
  expect(kinds.indexOf(outcome.kind), text).toBeLessThanOrEqual(kinds.indexOf(plain.kind));
}

test("any value is answered", () => {
  fc.assert(
    fc.property(fc.anything(), fc.constantFrom(...sensitivities), (value, sensitivity) => {
      const outcome = judged(value, sensitivity);
      if (typeof value !== "string") expect(outcome).toEqual({ block: false });
    }),
    runs(),
  );
});

test("what directive blocks, wording blocks, and for no later kind", () => {
  fc.assert(
    fc.property(briefTexts(), (text) => {
      const directive = judged(text, "directive");
      if (!directive.block) return;
      const wording = judged(text, "wording");
      expect(wording.block).toBe(true);
      if (!wording.block) return;
      expect(kinds.indexOf(wording.kind)).toBeLessThanOrEqual(kinds.indexOf(directive.kind));
    }),
    runs(3_000),
  );
});

describe("wording contains the plain table", () => {
  test("on texts of any words and marks", () => {
    fc.assert(fc.property(wordSoup(), expectSuperset), runs(5_000));
  });

  test("on every labelled brief", () => {
    for (const row of labelled) expectSuperset(row.brief);
  });

  test("on labelled briefs behind any text", () => {
    const any = fc.constantFrom(...labelled.map((row) => row.brief));
    fc.assert(
      fc.property(briefTexts(), any, (text, row) => expectSuperset(`${text}\n${row}`)),
      runs(),
    );
  });
});

test("the span is the matched text, trimmed, and begins and ends at word characters", () => {
  fc.assert(
    fc.property(briefTexts(), fc.constantFrom(...sensitivities), (text, sensitivity) => {
      for (const match of briefMatches({ brief: text, sensitivity })) {
        expect(text.slice(...match.span)).toBe(match.matched);
        expect(match.matched.trim()).toBe(match.matched);
        expect(match.matched).not.toBe("");
      }
    }),
    runs(),
  );
});

const lastRules = new Set(briefRules.filter(({ last }) => last === true).map(({ id }) => id));

test("the deciding match is the first firing one of the first kind, last rules last", () => {
  fc.assert(
    fc.property(briefTexts(), fc.constantFrom(...sensitivities), (text, sensitivity) => {
      const firing = briefMatches({ brief: text, sensitivity }).filter(({ fires }) => fires);
      const last = firing.filter(({ rule }) => lastRules.has(rule));
      const early = firing.filter((match) => !last.includes(match));
      const first = [
        ...kinds.flatMap((kind) => early.filter((match) => match.kind === kind)),
        ...last,
      ][0];
      const outcome = judged(text, sensitivity);
      if (first === undefined) {
        expect(outcome).toEqual({ block: false });
        return;
      }
      const { kind, rule, clause, matched, span, why } = first;
      expect(outcome).toEqual({ block: true, kind, rule, clause, matched, span, why });
    }),
    runs(3_000),
  );
});

test("same facts, same outcome, whatever was judged in between", () => {
  fc.assert(
    fc.property(briefTexts(), briefTexts(), (text, other) => {
      const first = judged(text, "directive");
      judged(other, "wording");
      briefMatches({ brief: other, sensitivity: "directive" });
      expect(judged(text, "directive")).toEqual(first);
    }),
    runs(),
  );
});

/** Phrases of plain words, each an order, a ban or a boundary by itself. */
const phrases = [
  "do not edit the file",
  "don't touch the tests",
  "mustn't push it",
  "never commit the change",
  "refrain from editing the file",
  "under no circumstances push it",
  "avoid editing the file",
  "only edit the config",
  "touch no other files",
  "stay within the directory",
  "fix the bug",
  "delete the branch",
  "bump the version",
  "rename the helper",
  "leave the tests alone",
  "make no edits",
];

describe.each(sensitivities)("spellings at %s", (sensitivity) => {
  const cases = phrases.flatMap((phrase) =>
    spellings.map((spelling) => [spelling.name, phrase, spelling] as const),
  );
  test.each(cases)("%s does not hide %s", (_, phrase, spelling) => {
    const before = judged(phrase, sensitivity);
    const after = judged(spelling.rewrite(phrase), sensitivity);
    expect(before.block).toBe(true);
    expect(after.block).toBe(true);
    if (before.block && after.block) expect(after.kind).toBe(before.kind);
  });

  test("two spellings at once hide nothing", () => {
    // The second one only puts marks in front or changes blanks: no letters of the first are split.
    const wraps = spellings.filter(({ rewrite }) => /abcd["”`]?$/.test(rewrite("abcd")));
    const dressed = spellings.filter(({ name }) => !name.startsWith("written"));
    const [inner, outer] = [fc.constantFrom(...dressed), fc.constantFrom(...wraps)];
    fc.assert(
      fc.property(fc.constantFrom(...phrases), inner, outer, (phrase, first, second) => {
        expect(judged(second.rewrite(first.rewrite(phrase)), sensitivity).block).toBe(true);
      }),
      runs(),
    );
  });

  const joined = ["do not touch", "do not edit", "must not push", "read only", "write boundary"];
  test.each(
    joined.flatMap((phrase) => joiningSpellings.map((one) => [one.name, phrase, one] as const)),
  )("%s joins the words of %s", (_, phrase, spelling) => {
    expect(judged(spelling.rewrite(phrase), sensitivity).block).toBe(true);
  });
});
