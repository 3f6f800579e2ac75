import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  criteria,
  criteriaMax,
  criterionUnitsMax,
  derivedCriteria,
} from "../../src/decisions/criteria/criteria.ts";
import { criteriaProblemText } from "../../src/decisions/criteria/words.ts";
import { runs } from "../laws.ts";

const isWord = (text: string) => /[\p{L}\p{N}]/u.test(text);
const wordsOf = (text: string): readonly string[] => text.match(/[\p{L}\p{N}]+/gu) ?? [];

/** Words of a sentence with all that may trip a splitter, but no list marker and no colon. */
const word = fc.constantFrom(
  ..."fix the parser now A B README.md v1.2.3 3.5 e.g. i.e. etc. no. fig. vs. U.S. J. Dr. 200 ms.".split(
    " ",
  ),
  ..."don't “quoted. Text” (as. So) `code. X` http://x.y/z. done! sure? wait… then The **bold.** 完了。次 🎉".split(
    " ",
  ),
);
const line = fc
  .array(word, { minLength: 1, maxLength: 8 })
  .map((words) => `the ${words.join(" ")}`);
const paragraph = fc.record({
  marker: fc.constant(""),
  text: fc.array(line, { minLength: 1, maxLength: 3 }).map((lines) => lines.join("\n")),
  gap: fc.constant("\n\n"),
});
const item = fc.record({
  marker: fc.constantFrom(
    "- ",
    "* ",
    "+ ",
    "• ",
    "– ",
    "1. ",
    "2) ",
    "a) ",
    "(1) ",
    "- [ ] ",
    "[x] ",
  ),
  text: fc.array(line, { minLength: 1, maxLength: 2 }).map((lines) => lines.join("\n  ")),
  gap: fc.constantFrom("\n", "\n\n"),
});
/** Each part starts with a word of its own, so that no two parts are the same criterion. */
const objective = fc
  .array(fc.oneof(paragraph, item), { minLength: 1, maxLength: 8 })
  .map((parts) => {
    const numbered = parts.map((part, at) => ({ ...part, text: `part${at} ${part.text}` }));
    return {
      text: numbered.map(({ marker, text, gap }) => marker + text + gap).join(""),
      words: numbered.flatMap(({ text }) => wordsOf(text)),
    };
  });

describe("the split of an objective (LP-23)", () => {
  test("loses no word and keeps their order", () => {
    fc.assert(
      fc.property(objective, ({ text, words }) => {
        const repeats = derivedCriteria(text).length;
        const found = derivedCriteria(text).flatMap(wordsOf);
        // Sentences that say the same are one criterion: then words may only be missing.
        if (found.length === words.length) expect(found).toEqual(words);
        else expect(isSubsequence(found, words) && repeats > 0).toBe(true);
        expect(new Set(found)).toEqual(new Set(words));
      }),
      runs(),
    );
  });

  test("loses no word of a text without repeats, whatever stands in it", () => {
    const unit = fc.constantFrom(
      ..."ab1 .!?…。\n\"'`()[]-*:~>#“”«»「」".split(""),
      "```\n",
      "\n- ",
    );
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 60 }), (text) => {
        const found = derivedCriteria(text);
        expect(isSubsequence(found.flatMap(wordsOf), wordsOf(text))).toBe(true);
        expect(found.every((each) => isWord(each) && each === each.trim())).toBe(true);
      }),
      runs(3_000),
    );
  });

  test("is stable: the criteria as a list split into themselves", () => {
    fc.assert(
      fc.property(objective, ({ text }) => {
        const found = derivedCriteria(text);
        if (found.length < 2) return;
        const list = found.map((each) => `- ${each}`).join("\n");
        expect(derivedCriteria(list)).toEqual(found);
      }),
      runs(),
    );
  });

  test("is the same for every kind of line end", () => {
    fc.assert(
      fc.property(objective, ({ text }) => {
        expect(derivedCriteria(text.replaceAll("\n", "\r\n"))).toEqual(derivedCriteria(text));
      }),
      runs(),
    );
  });

  test("is refused, never cut, when it does not fit", () => {
    const list = (count: number) =>
      Array.from({ length: count }, (_, at) => `- item ${at}`).join("\n");
    expect(codes({ objective: list(criteriaMax) })).toEqual([]);
    expect(codes({ objective: list(17) })).toEqual(["too-many"]);
    expect(criteria({ objective: list(17) }).criteria).toHaveLength(17);
    const long = "é".repeat(criterionUnitsMax);
    expect(codes({ objective: `- ${long}\n- b` })).toEqual([]);
    expect(codes({ objective: `- ${long}é\n- b` })).toEqual(["too-long"]);
    expect(codes({ objective: `${"🎉".repeat(300)}a` })).toEqual(["too-long"]);
    expect(codes({ objective: " \n … 🎉" })).toEqual(["no-criteria"]);
  });
});

describe("proposed criteria", () => {
  test.each([
    ["an empty list", [], ["no-proposal"]],
    ["a blank entry", ["A is fixed in 5 s", " "], ["blank-entry"]],
    ["a repeat", ["A is fixed in 5 s", "a is fixed in 5 s."], ["duplicate-entry"]],
    ["an entry too long", [`5 ${"x".repeat(499)}`], ["too-long"]],
    ["too many", Array.from({ length: 13 }, (_, at) => `5 and ${at}`), ["too-many"]],
    ["a number left out", ["A is fixed"], ["dropped-requirement"]],
    ["another number", ["A is fixed in 50 s"], ["dropped-requirement"]],
  ] as const)("with %s are refused", (_, proposed, wanted) => {
    expect(codes({ objective: "Fix A in 5 s.", proposed })).toEqual(wanted);
  });

  test("keep quoted strings, code and file names", () => {
    const objective = 'Print "all is well" from `src/a.ts --max` and note it in README.md.';
    const kept = ["README.md says that src/a.ts --max prints all is well"];
    expect(codes({ objective, proposed: kept })).toEqual([]);
    const [problem] = criteria({ objective, proposed: ["it prints"] }).problems;
    expect(problem).toMatchObject({
      code: "dropped-requirement",
      missing: ["all is well", "src/a.ts --max", "src/a.ts", "README.md"],
    });
  });

  test("equal to the split are accepted", () => {
    fc.assert(
      fc.property(objective, ({ text }) => {
        const proposed = derivedCriteria(text);
        if (proposed.length > criteriaMax) return;
        const found = criteria({ objective: text, proposed });
        expect(found.problems.filter(({ code }) => code !== "too-long")).toEqual([]);
        expect(found.criteria).toEqual(proposed);
      }),
      runs(),
    );
  });

  test("that are refused come with a sentence for every problem", () => {
    const objective = "Fix A in 5 s.";
    const { problems } = criteria({ objective, proposed: ["", "b", "B", "x".repeat(501)] });
    expect(problems.map(criteriaProblemText)).toMatchSnapshot();
  });
});

describe("time", () => {
  test.each([
    ["quotes that never close", '“"«'],
    ["open brackets", "(["],
    ["code marks", "`` ` "],
    ["full stops", "a. "],
    ["list markers", "- a\n"],
    ["blanks", " "],
    ["fences", "```\na\n"],
    ["apostrophes", "'a "],
  ])("is linear in %s", (_, unit) => {
    const started = performance.now();
    derivedCriteria(unit.repeat(100_000));
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});

function codes(facts: Parameters<typeof criteria>[0]): readonly string[] {
  return criteria(facts).problems.map(({ code }) => code);
}

function isSubsequence(part: readonly string[], whole: readonly string[]): boolean {
  let at = 0;
  for (const each of whole) if (each === part[at]) at++;
  return at === part.length;
}
