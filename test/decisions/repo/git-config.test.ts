import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { gitConfigEntries } from "../../../src/decisions/repo/git-config.ts";
import { includeCondition } from "../../../src/decisions/repo/include-condition.ts";
import { repo } from "../../../src/decisions/repo/repo.ts";
import { wildMatch } from "../../../src/decisions/repo/wild-match.ts";
import { runCount, runs } from "../../laws.ts";

const folder = mkdtempSync(join(tmpdir(), "gatehouse-config-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What git itself reads from the text: every key with its value, or nothing where it stops. */
function readByGit(text: string): readonly (readonly [string, string | undefined])[] | undefined {
  const file = join(folder, "config");
  writeFileSync(file, text);
  try {
    const out = execFileSync("git", ["config", "--null", "--list", "--file", file], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
    return out
      .split("\0")
      .slice(0, -1)
      .map((entry) => {
        const at = entry.indexOf("\n");
        return at < 0 ? [entry, undefined] : [entry.slice(0, at), entry.slice(at + 1)];
      });
  } catch {
    return undefined;
  }
}

function readHere(text: string): readonly (readonly [string, string | undefined])[] {
  return gitConfigEntries(text).map(({ section, subsection, key, value }) => [
    [section, ...(subsection === undefined ? [] : [subsection]), key].join("."),
    value,
  ]);
}

const odd = [
  '[remote "origin"]\n\turl = git@github.com:o/r.git\n',
  '[REMOTE "origin"]\r\n  URL = https://h/o/r.git   \r\n',
  '[remote "origin"] url = x # note\n',
  '[remote "origin"]\nurl = git@h:o/r.git ; note\n',
  '[remote "origin"]\nurl = "https://h/o r.git" # note\n',
  '[remote "origin"]\nurl = a"b c"d\n',
  '[remote "origin"]\nurl = https://h/\\\no/r.git\n',
  '[remote "origin"]\nurl = \\\n"git@h:o/r.git"\n',
  '[remote "o\\"x"]\nurl = a\\\\b\\tc\\"d\n',
  "[remote.origin]\nurl = x\n",
  "[Remote.ORIGIN]\nurl = x\n",
  '\uFEFF[remote "origin"]\nurl = x\n',
  "[core]\n\tbare\n[a]\nb=\n",
  '# c\n; d\n[a "b"]\n\n  # e\n\tk = v\n',
  '[a "b"]\nk = v',
  '[a "b"]\nk = v \t\n  l =  "  w  "  \n',
  '[url "git@h:"]\n insteadOf = gh:\n pushInsteadOf = ph:\n',
];

describe("a config file is read as git reads it", () => {
  test.each(odd)("%j", (text) => {
    const byGit = readByGit(text);
    expect(byGit).toBeDefined();
    expect(readHere(text)).toEqual(byGit);
  });

  test("wherever git reads it at all", () => {
    const piece = fc.constantFrom(
      ..."[remote|]| |\t|\n|\r\n|url|=|#|;|\\|x|y z|[a.B]|[core]\n".split("|"),
      '[remote "origin"]\n',
      ' "o"]',
      '"',
      "\\\n",
      "\\n",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join("");
        const byGit = readByGit(text);
        // A key before any section is nobody's; git lists it, and this reader leaves it out.
        fc.pre(byGit?.every(([key]) => key.includes(".")) === true);
        expect(readHere(text)).toEqual(byGit);
      }),
      // Each case is a process of its own.
      { ...runs(150), numRuns: Math.min(runCount(150), 1_000) },
    );
  }, 600_000);

  test("and anything else without a throw", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(Array.isArray(gitConfigEntries(text))).toBe(true);
      }),
      runs(),
    );
  });
});

describe("the origin", () => {
  const of = (text: string) => repo({ entries: gitConfigEntries(text) });
  test("is the first url; a pushurl is none", () => {
    expect(of('[remote "origin"]\npushurl = p\nurl = a\nurl = b\n').url).toBe("a");
    expect(of('[remote "upstream"]\nurl = a\n')).toEqual({});
    expect(of('[remote "Origin"]\nurl = a\n')).toEqual({});
  });

  test("gives way to the base with the longest prefix", () => {
    const rules =
      '[url "https://long/"]\ninsteadOf = gh:org/\n[url "https://short/"]\ninsteadOf = gh:\n';
    expect(of(`[remote "origin"]\nurl = gh:org/r\n${rules}`)).toEqual({
      url: "gh:org/r",
      expanded: "https://long/r",
    });
  });
});

test.each([
  ["**/work/**", "/home/me/work/repo/.git", true],
  ["**/work/**", "/home/me/homework/.git", false],
  ["/home/*/r/.git", "/home/me/r/.git", true],
  ["/home/*/.git", "/home/me/r/.git", false],
  ["/a/**/b", "/a/b", true],
  ["/a/**/b", "/a/x/y/b", true],
  ["/a/**", "/a/x", true],
  ["/a/**", "/b/x", false],
  ["a?c", "abc", true],
  ["a?c", "a/c", false],
  ["r[a-c]x", "rbx", true],
  ["r[!a-c]x", "rbx", false],
  ["feature/**", "feature/x/y", true],
  ["a\\*b", "a*b", true],
  ["a\\*b", "axb", false],
  ["https://h/**", "https://h/o/r.git", true],
] as const)("the pattern %s on %s is %s", (pattern, text, wanted) => {
  expect(wildMatch(pattern, text)).toBe(wanted);
});

test("a pattern made to hurt ends", () => {
  const from = performance.now();
  wildMatch(`${"*a".repeat(200)}b`, "a".repeat(4_000));
  wildMatch(`${"**/".repeat(200)}b`, "a/".repeat(2_000));
  expect(performance.now() - from).toBeLessThan(5_000);
});

describe("the condition of an include", () => {
  const facts = {
    gitDirectories: ["/home/me/work/repo/.git"],
    branch: "feature/x",
    remoteUrls: ["https://h/o/r.git"],
    configDirectory: "/home/me",
    home: "/home/me",
  };
  test.each([
    ["gitdir:~/work/", true],
    ["gitdir:work/", true],
    ["gitdir:./work/", true],
    ["gitdir:/home/me/work/repo/.git", true],
    ["gitdir:~/WORK/", false],
    ["gitdir/i:~/WORK/", true],
    ["gitdir:~/play/", false],
    ["onbranch:feature/", true],
    ["onbranch:main", false],
    ["hasconfig:remote.*.url:https://h/**", true],
    ["hasconfig:remote.*.url:https://g/**", false],
    ["unheard-of:x", false],
    ["", false],
  ] as const)("%s is %s", (condition, wanted) => {
    expect(includeCondition(condition, facts)).toBe(wanted);
  });
});
