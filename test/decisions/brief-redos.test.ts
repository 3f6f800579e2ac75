import { readFileSync } from "node:fs";
import { checkSync } from "recheck";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { adversarialBriefs } from "../../harness/arbitraries/adversarial-briefs.ts";
import { Matcher } from "../../src/decisions/brief/matcher.ts";
import { briefRules } from "../../src/decisions/brief/rules.ts";

process.env["RECHECK_BACKEND"] = "pure";

const status = (source: string, flags = "") => checkSync(source, flags, { timeout: 30_000 }).status;

/**
 * The alternatives are no regular expressions: they are matched word by word.
 * Here each becomes the expression that it is over words, one letter a word, so that an analyser can
 * say whether a backtracking matcher could be made to work long.
 */
function overWords(form: string): string {
  const letters = "abcdefghijklmnopqrstuvwxyz";
  return form
    .split(" ")
    .map((part, index) => {
      if (part.startsWith("..")) return `[a-z]{0,${part.slice(2)}}`;
      return part.endsWith("?") ? `${letters[index]}?` : letters[index];
    })
    .join("");
}

const shapes = [
  ...new Set(briefRules.flatMap((rule) => [...rule.plain, ...rule.forms]).map(overWords)),
];

describe("the analyser", () => {
  test("finds a pattern that backtracks", () => {
    expect(status("^(a+)+$")).toBe("vulnerable");
  });

  test("finds the plain table's clause start, quadratic on line breaks", () => {
    expect(status("(?:^|[\\r\\n])\\s*(?:fix|push)")).toBe("vulnerable");
  });

  test.each(shapes)("takes %s for safe", (shape) => {
    expect(status(shape)).toBe("safe");
  });
});

const folder = "src/decisions/brief";
const literals = modulesOf("brief.ts").flatMap((name) =>
  regularExpressions(name, readFileSync(`${folder}/${name}`, "utf8")),
);

/** The module and all that it imports from its own folder: what runs when a brief is judged. */
function modulesOf(entry: string): readonly string[] {
  const seen = new Set([entry]);
  for (const name of seen) {
    const text = readFileSync(`${folder}/${name}`, "utf8");
    for (const { fileName } of ts.preProcessFile(text).importedFiles) {
      if (fileName.startsWith("./")) seen.add(fileName.slice(2));
    }
  }
  return [...seen];
}

function regularExpressions(name: string, text: string): (readonly [string, string, string])[] {
  const found: (readonly [string, string, string])[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf("/");
      found.push([name, node.text.slice(1, end), node.text.slice(end + 1)]);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(name, text, ts.ScriptTarget.Latest));
  return found;
}

test.each(literals)("in %s, /%s/%s is safe", (_, source, flags) => {
  expect(status(source, flags)).toBe("safe");
});

/** Steps of the pattern matcher at one word, whatever the words are: the product of its gaps. */
function stepsMax(form: string): number {
  const parts = form.split(" ");
  return parts.reduce((steps, part) => {
    if (part.startsWith("..")) return steps * (Number(part.slice(2)) + 1);
    return part.endsWith("?") ? steps * 2 : steps;
  }, parts.length);
}

test("no alternative can take more than a few hundred steps at a word", () => {
  const forms = briefRules.flatMap((rule) => [...rule.plain, ...rule.forms]);
  expect(forms.filter((form) => stepsMax(form) > 400)).toEqual([]);
});

describe("reads of the text grow with its length (FG-11)", () => {
  test.each(adversarialBriefs.map((shape) => [shape.name, shape] as const))("%s", (_, shape) => {
    const [small, large] = [readsOf(shape.make(1 << 10)), readsOf(shape.make(1 << 14))];
    expect(large).toBeLessThanOrEqual(small * 20 + 20_000);
  });
});

/** Counts how often the decision asks the text for a character: a cost that no clock disturbs. */
function readsOf(text: string): number {
  let reads = 0;
  const original = String.prototype.charCodeAt;
  const matcher = new Matcher(briefRules);
  try {
    String.prototype.charCodeAt = function (this: string, index: number) {
      reads++;
      return original.call(this, index);
    };
    for (const wording of [true, false]) {
      matcher.read(text);
      matcher.first(wording);
    }
  } finally {
    String.prototype.charCodeAt = original;
  }
  return reads;
}
