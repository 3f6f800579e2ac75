import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { caseTable } from "../../harness/case-table.ts";
import {
  type BriefOutcome,
  briefMatches,
  judgeBrief,
  type Sensitivity,
} from "../../src/decisions/brief/brief.ts";
import { Matcher } from "../../src/decisions/brief/matcher.ts";
import type { BriefRule } from "../../src/decisions/brief/rule.ts";
import { briefRules } from "../../src/decisions/brief/rules.ts";

const file = "fixtures/cases/brief.forms.ndjson";
const cases = caseTable(file, readFileSync(file, "utf8"));
const whole = new Matcher(briefRules);

function rulesOn(text: string, table = whole): readonly string[] {
  const matches = briefMatches({ brief: text, sensitivity: "directive" }, table);
  return matches.filter(({ fires }) => fires).map(({ rule }) => rule);
}

describe.each(briefRules.map((rule) => [rule.id, rule] as const))("the rule %s", (id, rule) => {
  test("has an id that is a noun in kebab case, a why, and examples of both sorts", () => {
    expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/);
    expect(rule.why).toMatch(/^[a-z].*[^.]$/);
    expect(rule.match.length).toBeGreaterThan(0);
    expect(rule.noMatch.length).toBeGreaterThan(0);
    expect(rule.plain.length + rule.forms.length).toBeGreaterThan(0);
  });

  test.each(rule.match)("fires on: %s", (text) => {
    expect(rulesOn(text)).toContain(id);
  });

  test.each(rule.noMatch)("does not fire on: %s", (text) => {
    expect(rulesOn(text)).not.toContain(id);
  });

  test("is needed: without it an example is answered otherwise", () => {
    const without = new Matcher(briefRules.filter((one) => one !== rule));
    expect(survives(without, rule)).toBe(false);
  });
});

test("ids and alternatives are unique", () => {
  const ids = briefRules.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const rule of briefRules) {
    const forms = [...rule.plain, ...rule.forms];
    expect(forms.filter((form, index) => forms.indexOf(form) !== index)).toEqual([]);
  }
});

interface Mutant {
  readonly rule: BriefRule;
  readonly key: "plain" | "forms";
  readonly form: string;
}

const mutants: readonly Mutant[] = briefRules.flatMap((rule) =>
  (["plain", "forms"] as const).flatMap((key) => rule[key].map((form) => ({ rule, key, form }))),
);

test("a table without one alternative is noticed, for each of them (FG-13)", () => {
  const survivors = mutants.filter(({ rule, key, form }) => {
    const less = { ...rule, [key]: rule[key].filter((one) => one !== form) };
    return survives(new Matcher(briefRules.map((one) => (one === rule ? less : one))), rule);
  });
  expect(survivors.map(({ rule, key, form }) => `${rule.id} ${key}: ${form}`)).toEqual([]);
  expect(mutants.length).toBeGreaterThan(500);
});

/** Whether every case of the rule is answered by the changed table as by the whole one. */
function survives(table: Matcher, rule: BriefRule): boolean {
  return cases
    .filter(({ expect: wanted }) => wanted["rule"] === rule.id)
    .every(({ input, expect: wanted }) => {
      const sensitivity = input["sensitivity"] as Sensitivity;
      const outcome = judgeBrief(table, { brief: input["brief"], sensitivity });
      return named(outcome) === `${String(wanted["rule"])} ${String(wanted["matched"])}`;
    });
}

function named(outcome: BriefOutcome): string {
  return outcome.block ? `${outcome.rule} ${outcome.matched}` : "allow";
}
