import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { stringify } from "yaml";
import { readRule } from "../../src/edge/supervisor/front-matter.ts";
import { runs } from "../laws.ts";
import { cwd, SupervisedHost } from "./supervised-host.ts";

const many = (count: number) =>
  `${Array.from({ length: count }, (_, at) => `Rule ${at}.`).join("\n")}\n`;

async function reviewed(
  rules: Record<string, string | undefined>,
  reviewer: object = {},
  top: object = {},
) {
  const files = Object.entries(rules).flatMap(([path, text]) =>
    text === undefined ? [] : [[`${cwd}/${path}`, text] as const],
  );
  const rulesFiles = Object.keys(rules);
  const config = { ...top, reviewers: [{ name: "r", model: "p/m", rulesFiles, ...reviewer }] };
  const session = await SupervisedHost.start({ config, files: Object.fromEntries(files) });
  const { audit } = await session.write("src/a.ts", "1\n");
  return { row: audit?.reviewers[0], asked: session.asked, session };
}

describe("rule files that cannot be used fail the reviewer without a question (SV-13, SV-14)", () => {
  test.each<[string, Record<string, string | undefined>, RegExp]>([
    [
      "missing",
      { "rules/none.md": undefined },
      /^rules\/none\.md: the rule file cannot be read \(missing\)$/u,
    ],
    ["beside a good one", { "rules/style.md": "Good.\n", "rules/none.md": undefined }, /none\.md/u],
    ["empty", { "rules/e.md": "" }, /^rules\/e\.md: the rule file holds no rules$/u],
    ["with front matter only", { "rules/e.md": "---\nname: A\n---\n \n" }, /holds no rules/u],
    [
      "too long",
      { "rules/l.md": many(101) },
      /^rules\/l\.md: the rule file has 101 lines, at most 100 are allowed; split it$/u,
    ],
    ["too large", { "rules/l.md": "x".repeat(1024 * 1024 + 1) }, /larger than 1048576 bytes/u],
    [
      "never closed",
      { "rules/b.md": "---\nname: A\n" },
      /^rules\/b\.md:1: the front matter opened/u,
    ],
    ["no YAML", { "rules/b.md": "---\na: [\n---\nx" }, /^rules\/b\.md:\d: not YAML/u],
    [
      "wrong in a key",
      { "rules/b.md": "---\n\nenabled: 1\n---\nx" },
      /^rules\/b\.md:3: enabled: expected true or false, found 1$/u,
    ],
  ])("%s", async (_, rules, problem) => {
    const { row, asked } = await reviewed(rules);
    expect(row).toMatchObject({ status: "failed", problem: expect.stringMatching(problem) });
    expect(asked).toEqual([]);
  });
});

describe("rule files that can be used", () => {
  test("as many lines as allowed, with a break at the end or without", async () => {
    for (const text of [many(100), many(100).trimEnd(), many(100).replaceAll("\n", "\r\n")]) {
      expect((await reviewed({ "rules/l.md": text })).row?.status).toBe("passed");
    }
    const { row } = await reviewed({ "rules/l.md": many(3) }, {}, { maxRuleLines: 2 });
    expect(row?.problem).toContain("3 lines, at most 2");
  });

  test("two go into one question, each under its name", async () => {
    const rules = { "rules/a.md": "---\nname: Alpha\n---\nFirst.\n", "rules/b.md": "Second.\n" };
    const { row, asked } = await reviewed(rules);
    expect(asked).toHaveLength(1);
    expect(asked[0]?.text).toContain("# Alpha (rules/a.md)\nFirst.");
    expect(asked[0]?.text).toContain("# r (rules/b.md)\nSecond.");
    expect(row?.rules).toEqual(["rules/a.md", "rules/b.md"]);
  });

  test("with a BOM and CRLF lose neither settings nor text", async () => {
    const { asked } = await reviewed({
      "rules/a.md": "\uFEFF---\r\nname: A\r\n---\r\nOne.\r\nTwo.\r\n",
    });
    expect(asked[0]?.text).toContain("# A (rules/a.md)\nOne.\nTwo.\n");
  });
});

describe("which rules apply (SV-11)", () => {
  test.each<[string, string, object, boolean]>([
    ["off", "---\nenabled: false\n---\nx", {}, false],
    ["for a whole look", "---\ncomplexity: context\n---\nx", {}, false],
    ["for a local look", "---\ncomplexity: local\n---\nx", {}, true],
    ["for others", "---\nconsumers: [ci]\n---\nx", {}, false],
    ["for nobody", "---\nconsumers: []\n---\nx", {}, false],
    ["for us too", "---\nconsumers: [ci, editor-review]\n---\nx", {}, true],
    ["for other files", "---\nfilePatterns: ['**/*.sql']\n---\nx", {}, false],
    ["for this file", "---\nfilePatterns: ['src/**']\n---\nx", {}, true],
    ["for the reviewer's other files", "x", { filePatterns: ["**/*.sql"] }, false],
    ["for the reviewer's files", "x", { filePatterns: ["src/*.ts"] }, true],
    [
      "with own patterns against the reviewer's",
      "---\nfilePatterns: ['**/*.ts']\n---\nx",
      { filePatterns: ["**/*.sql"] },
      true,
    ],
    [
      "with an own empty list",
      "---\nfilePatterns: []\n---\nx",
      { filePatterns: ["**/*.sql"] },
      true,
    ],
  ])("%s", async (_, text, reviewer, applies) => {
    const { row, asked } = await reviewed({ "rules/a.md": text }, reviewer);
    expect(asked).toHaveLength(applies ? 1 : 0);
    if (!applies) expect(row).toMatchObject({ status: "skipped", problem: "no rule applies" });
  });

  test("a path is tried as given and relative to the session's directory", async () => {
    const config = {
      reviewers: [{ model: "p/m", rulesFile: "rules/style.md", filePatterns: ["src/**"] }],
    };
    const session = await SupervisedHost.start({ config });
    expect((await session.write(`${cwd}/src/b.ts`, "1\n")).audit?.status).toBe("passed");
    expect((await session.write("/elsewhere/src/b.ts", "1\n")).audit?.status).toBe("skipped");
  });

  test("a tool whose input has a path has no file for all that", async () => {
    const config = {
      reviewers: [
        { model: "p/m", rulesFile: "rules/style.md", tools: ["custom"], filePatterns: ["**"] },
      ],
    };
    const session = await SupervisedHost.start({ config });
    const { audit } = await session.call("custom", { path: "src/a.ts" });
    expect(audit).toMatchObject({ status: "skipped", tool: "custom" });
    expect(audit?.file).toBeUndefined();
  });

  test("a long rule file that does not apply fails nobody", async () => {
    const { row } = await reviewed({ "rules/a.md": `---\nenabled: false\n---\n${many(200)}` });
    expect(row?.status).toBe("skipped");
  });
});

describe("reading (SV-10)", () => {
  test("any text is read without a throw, and its body is the end of it", () => {
    const scrap = fc.constantFrom(
      "---\n",
      "---\r\n",
      "name: A\n",
      "- a\n",
      "[",
      "{",
      "*a",
      "&a ",
      ": ",
      "\t",
      "\uFEFF",
      "x\n",
    );
    const text = fc.oneof(
      fc.string(),
      fc.array(scrap).map((parts) => parts.join("")),
    );
    fc.assert(
      fc.property(text, (each) => {
        const { body, problems } = readRule(each);
        expect(each.endsWith(body)).toBe(true);
        for (const { line } of problems) {
          expect(line).toBeGreaterThan(0);
          expect(line).toBeLessThanOrEqual(each.split("\n").length);
        }
      }),
      runs(),
    );
  });

  test("what YAML writes is what is read, in both forms of lists", () => {
    const names = fc.array(
      fc.string({ minLength: 1 }).filter((name) => name.trim() !== ""),
      { maxLength: 3 },
    );
    const settings = fc.record(
      {
        name: fc.string({ minLength: 1 }).filter((name) => name.trim() !== ""),
        enabled: fc.boolean(),
        filePatterns: names,
        consumers: names,
        complexity: fc.constantFrom("local", "context"),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(settings, fc.boolean(), fc.string(), (set, flow, body) => {
        const yaml = stringify(set, { collectionStyle: flow ? "flow" : "block" });
        const read = readRule(`---\n${yaml}---\n${body}`);
        expect(read.problems).toEqual([]);
        expect(read.body).toBe(body);
        const trimmed = Object.fromEntries(
          Object.entries(set).map(([key, value]) => [key, trimmedValue(value)]),
        );
        expect(read).toMatchObject(trimmed);
      }),
      runs(),
    );
  });
});

function trimmedValue(value: unknown): unknown {
  if (typeof value === "string") return value.trim();
  return Array.isArray(value) ? value.map(trimmedValue) : value;
}
