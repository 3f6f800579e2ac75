import type { ReviewRequest, RuleText } from "../src/decisions/review/prompt.ts";
import type { Question } from "../src/edge/supervisor/questions.ts";
import { isJsonObject, type JsonObject } from "../src/kernel/json.ts";
import { exampleLine } from "./examples.ts";

/** A question to a reviewer, as a file holds it, and the status that is wanted, if any. */
export interface ReviewCase {
  readonly id: string;
  readonly question: Question;
  readonly expect?: string;
}

const keys = new Set([
  "id",
  "model",
  "tool",
  "trigger",
  "path",
  "rules",
  "change",
  "file",
  "expect",
]);

/**
 * Reads questions to reviewers: one JSON object a line with `id`, `model` (`provider/id`), `rules`
 * (texts, or objects of `name`, `file` and `text`) and `change` (a diff; JSON for tools other than
 * edit and write). `tool`, `trigger`, `path`, `file` (numbered text) and `expect` (a status) may be
 * there.
 *
 * Throws `file:line: …` for a line of another form.
 *
 * Spec: HN-28, ST-4.
 */
export function reviewCases(file: string, text: string): readonly ReviewCase[] {
  return text.split("\n").flatMap((line, index) => {
    if (line.trim() === "") return [];
    return [reviewCase(exampleLine(line, `${file}:${index + 1}`), `${file}:${index + 1}`)];
  });
}

function reviewCase(row: JsonObject, place: string): ReviewCase {
  const unknown = Object.keys(row).find((key) => !keys.has(key));
  if (unknown !== undefined) throw new Error(`${place}: unknown key "${unknown}"`);
  const id = textAt(row, "id", place);
  const named = textAt(row, "model", place);
  const cut = named.indexOf("/");
  if (cut < 1 || cut === named.length - 1) {
    throw new Error(`${place}: "model" is not of the form provider/id`);
  }
  const question = { provider: named.slice(0, cut), model: named.slice(cut + 1) };
  const expect = optionalAt(row, "expect", place);
  const request = requestOf(row, place);
  const wanted = expect === undefined ? {} : { expect };
  return { id, question: { ...question, request }, ...wanted };
}

function requestOf(row: JsonObject, place: string): ReviewRequest {
  const tool = optionalAt(row, "tool", place) ?? "edit";
  const path = optionalAt(row, "path", place);
  const shown = optionalAt(row, "file", place);
  const trigger = optionalAt(row, "trigger", place) ?? "after";
  if (trigger !== "before" && trigger !== "after") {
    throw new Error(`${place}: "trigger" is neither before nor after`);
  }
  const kind = tool === "edit" || tool === "write" ? "diff" : "json";
  return {
    tool,
    trigger,
    rules: rulesOf(row["rules"], place),
    change: { kind, text: textAt(row, "change", place) },
    ...(path === undefined ? {} : { path }),
    ...(shown === undefined ? {} : { file: { text: shown, truncated: false } }),
  };
}

function rulesOf(value: unknown, place: string): RuleText[] {
  if (!Array.isArray(value) || value.length === 0) {
    throw new Error(`${place}: "rules" is no list with at least one rule`);
  }
  return value.map((rule: unknown, index) => {
    const name = `rule-${index + 1}`;
    if (typeof rule === "string") return { name, file: `${name}.md`, text: rule };
    if (!isJsonObject(rule))
      throw new Error(`${place}: rules[${index}] is neither text nor object`);
    return {
      name: optionalAt(rule, "name", place) ?? name,
      file: optionalAt(rule, "file", place) ?? `${name}.md`,
      text: textAt(rule, "text", place),
    };
  });
}

function textAt(row: JsonObject, key: string, place: string): string {
  const value = row[key];
  if (typeof value === "string") return value;
  throw new Error(`${place}: "${key}" is missing or no text`);
}

function optionalAt(row: JsonObject, key: string, place: string): string | undefined {
  return row[key] === undefined ? undefined : textAt(row, key, place);
}
