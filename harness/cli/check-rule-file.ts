import { readRule } from "../../src/edge/supervisor/front-matter.ts";
import type { JsonObject } from "../../src/kernel/json.ts";
import { type Checker, textOf } from "./checker.ts";

function answer(input: JsonObject): JsonObject {
  const { lineCount: _, enabled, filePatterns, ...rule } = readRule(textOf(input, "text"));
  return { ...rule, enabled: enabled ?? true, filePatterns: filePatterns ?? [] };
}

/**
 * `gatehouse check rule-file`: what does the supervisor read in this rule file? A name, complexity
 * or consumers that the file does not set is left out of the answer.
 *
 * Spec: SV-10, HN-20.
 */
export const checkRuleFile: Checker = {
  name: "rule-file",
  summary: "what the supervisor reads in a rule file",
  keys: ["text"],
  textKey: "text",
  answer,
  explain: (input) => {
    const { lineCount, problems, body, ...set } = readRule(textOf(input, "text"));
    const settings = Object.entries(set).map(
      ([key, value]) => `  ${key}: ${JSON.stringify(value)}`,
    );
    return [
      problems.length === 0
        ? `well formed: ${lineCount} lines, ${body.length} units of rules (SV-10)`
        : "not applied; its reviewer fails (SV-10):",
      ...problems.map(({ line, code, message }) => `  line ${line}: ${message} (${code})`),
      ...(settings.length === 0 ? ["  no settings: it applies as its reviewer does"] : settings),
    ].join("\n");
  },
};
