import { isMap, isScalar, isSeq, LineCounter, parseDocument } from "yaml";
import { ruleParts } from "../../decisions/rules/rule-parts.ts";
import {
  type FrontMatter,
  type FrontMatterEntry,
  type RuleOutcome,
  rules,
} from "../../decisions/rules/rules.ts";

/**
 * A rule file's text, read: the YAML library for the front matter, the decision for the rest. This
 * module loads the library, so it is imported only where there is a rule file to read.
 *
 * Spec: SV-10.
 */
export function readRule(text: string): RuleOutcome & { readonly lineCount: number } {
  const parts = ruleParts(text);
  const { frontMatter: found, lineCount } = parts;
  if (found === undefined) return { ...rules({ parts }), lineCount };
  return { ...rules({ parts, frontMatter: frontMatter(found.text, found.line) }), lineCount };
}

/** YAML 1.2 as facts: `no` is text there, and aliases cannot grow without bound. */
function frontMatter(text: string, firstLine: number): FrontMatter {
  const lines = new LineCounter();
  const lineOf = (offset: number) => firstLine + lines.linePos(offset).line - 1;
  let place = firstLine;
  try {
    const document = parseDocument(text, {
      lineCounter: lines,
      prettyErrors: false,
      uniqueKeys: false,
      logLevel: "silent",
    });
    const [error] = document.errors;
    if (error !== undefined) {
      return { kind: "broken", message: plain(error.message, text), line: lineOf(error.pos[0]) };
    }
    const root = document.contents;
    if (root === null || (isScalar(root) && root.value === null)) {
      return { kind: "entries", entries: [] };
    }
    if (!isMap(root)) {
      const found = isSeq(root) ? "a list" : "one value";
      return { kind: "other", found, line: lineOf(root.range?.[0] ?? 0) };
    }
    const entries = root.items.map((pair): FrontMatterEntry => {
      const { key, value } = pair;
      const name = isScalar(key) ? String(key.value) : "";
      const offset = isScalar(key) ? (key.range?.[0] ?? 0) : 0;
      place = lineOf(offset);
      const read = value === null ? null : (value as { toJS(of: unknown): unknown }).toJS(document);
      return { key: name, value: read, line: place };
    });
    return { kind: "entries", entries };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { kind: "broken", message: plain(message, text), line: place };
  }
}

/** The usual slip is a glob without quotes: `*` starts a reference in YAML. */
function plain(message: string, text: string): string {
  const first = message.split("\n")[0] ?? message;
  const unquoted = /^\s*(?:- |\w+:\s*\[?\s*)\*/mu.test(text);
  return unquoted ? `${first} (put a glob that starts with * in quotes)` : first;
}
