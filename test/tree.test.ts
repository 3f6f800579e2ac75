import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { specPage } from "../harness/spec-page.ts";

const lineUnitsMax = 100;
const fileLinesMax = 250;
const functionLinesMax = 70;

/** Tables of rules and words: their length is their worth. */
const dataFiles =
  /\/(lexicon|rules|recordings|claim-words|[a-z-]+-(table|lexicon|rules|words))\.ts$/u;

const files = ["src", "harness"].flatMap(typeScriptFiles).sort();
const sources = files.map((file) => ({ file, text: readFileSync(file, "utf8") }));
const stated = new Set(
  readdirSync("spec").flatMap((name) =>
    specPage(name, readFileSync(`spec/${name}`, "utf8")).clauses.map((clause) => clause.id),
  ),
);

test("there is a tree to look at", () => {
  expect(files.length).toBeGreaterThan(20);
  expect(stated.size).toBeGreaterThan(20);
});

test("files are named for what they hold (ST-3)", () => {
  const vague = /\/(index|utils?|helpers?|common|types)\.ts$/u;
  const kebab = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9-]+)*\.ts$/u;
  expect(files.filter((file) => vague.test(file))).toEqual([]);
  expect(files.filter((file) => !kebab.test(file.slice(file.lastIndexOf("/") + 1)))).toEqual([]);
});

test("files, lines and functions are short (ST-5)", () => {
  const long = sources.flatMap(({ file, text }) => {
    const lines = text.split("\n");
    const found = lines.flatMap((line, index) =>
      line.length > lineUnitsMax && !/^\s*("|'|`|\/|import )|https?:/u.test(line)
        ? [`${file}:${index + 1}: ${line.length} units`]
        : [],
    );
    if (lines.length - 1 > fileLinesMax && !dataFiles.test(file)) {
      found.push(`${file}: ${lines.length - 1} lines`);
    }
    return [...found, ...longFunctions(file, text)];
  });
  expect(long).toEqual([]);
});

test("the extension only wires: at most 120 lines (ST-1)", () => {
  expect(readFileSync("src/extension.ts", "utf8").split("\n").length).toBeLessThanOrEqual(121);
});

describe("docstrings (ST-3)", () => {
  test("every exported member has one", () => {
    expect(sources.flatMap(({ file, text }) => undocumented(file, text))).toEqual([]);
  });

  test("every clause they name is stated in the spec", () => {
    const lost = sources.flatMap(({ file, text }) =>
      [...text.matchAll(/Spec: ([^\n*]+)/gu)].flatMap((found) =>
        clauseIds(found[1] ?? "")
          .filter((id) => !stated.has(id))
          .map((id) => `${file}: ${id} is in no spec page`),
      ),
    );
    expect([...new Set(lost)]).toEqual([]);
  });

  test("the main member of every decision names its clauses", () => {
    const silent = readdirSync("src/decisions").filter((id) => {
      const main = `src/decisions/${id}/${id}.ts`;
      return !/Spec: [A-Z]{2}-\d/u.test(readFileSync(main, "utf8"));
    });
    expect(silent).toEqual([]);
  });
});

test("test names are facts in the present tense", () => {
  const names = typeScriptFiles("test").flatMap((file) =>
    [
      ...readFileSync(file, "utf8").matchAll(
        /\b(?:test|it|describe)(?:\.\w+)*\(\s*["'`]([^"'`]+)/gu,
      ),
    ]
      .map((found) => found[1] ?? "")
      .filter((name) => /\bshould\b/iu.test(name))
      .map((name) => `${file}: ${name}`),
  );
  expect(names).toEqual([]);
});

function typeScriptFiles(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return typeScriptFiles(path);
    return name.endsWith(".ts") ? [path] : [];
  });
}

/** `FG-1..FG-4, RG-2` → each id; ranges are spelled by their ends. */
function clauseIds(text: string): string[] {
  return [...text.matchAll(/([A-Z]{2})-(\d+[a-z]?)(?:\.\.(?:[A-Z]{2}-)?(\d+))?/gu)].flatMap(
    ([, page = "", first = "", last]) =>
      last === undefined ? [`${page}-${first}`] : [`${page}-${first}`, `${page}-${last}`],
  );
}

function parsed(file: string, text: string): ts.SourceFile {
  return ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
}

function longFunctions(file: string, text: string): string[] {
  const source = parsed(file, text);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && "body" in node && node.body !== undefined) {
      const from = source.getLineAndCharacterOfPosition(node.getStart()).line;
      const to = source.getLineAndCharacterOfPosition(node.end).line;
      const lines = to - from + 1;
      if (lines > functionLinesMax) found.push(`${file}:${from + 1}: a function of ${lines} lines`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function undocumented(file: string, text: string): string[] {
  const source = parsed(file, text);
  const bare: string[] = [];
  for (const statement of source.statements) {
    const exported = ts.canHaveModifiers(statement)
      ? ts
          .getModifiers(statement)
          ?.some((modifier) => modifier.kind === ts.SyntaxKind.ExportKeyword)
      : false;
    if (exported !== true) continue;
    const name = statement.getText().slice(0, 60).split("\n")[0] ?? "";
    if (ts.getJSDocCommentsAndTags(statement).length === 0) bare.push(`${file}: ${name}`);
  }
  return bare;
}
