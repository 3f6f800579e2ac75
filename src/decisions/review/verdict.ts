import { isJsonObject, type JsonObject } from "../../kernel/json.ts";
import type { Finding, Severity } from "./review.ts";
import { verdictObjects } from "./verdict-objects.ts";

/** A reviewer's raw answer. Spec: SV-35. */
export interface VerdictFacts {
  readonly text: string;
  /** True where the model stopped because its output was full. */
  readonly cut?: boolean;
  /** What the model was shown of the tool call: an object that stands in it is only an echo. */
  readonly shown?: string;
}

/** What the answer says. A failed one has a `problem` and no findings. Spec: SV-35. */
export interface VerdictOutcome {
  readonly status: "passed" | "rejected" | "failed";
  readonly findings: readonly Finding[];
  readonly summary?: string;
  readonly problem?: string;
}

/**
 * What a reviewer answered. Only a complete object with a boolean `passed` is a verdict, and of
 * several the last; everything else is failed with what was wrong, never passed.
 *
 * Spec: SV-35.
 */
export function verdict(facts: VerdictFacts): VerdictOutcome {
  if (facts.cut === true) return failed("the answer was cut off at its length limit");
  if (facts.text.trim() === "") return failed("the answer is empty");
  const { found, problem } = verdictObjects(facts.text);
  if (found.length === 0) return failed(problem ?? 'the answer has no object with "passed"');
  const own = found.findLast((each) => !isEcho(each.text, facts.shown));
  if (own === undefined) return failed("the answer only repeats text that was under review");
  return verdictOf(own.value);
}

/**
 * The verdict in an object, as a tool call gives it directly. An object without a boolean `passed`
 * is failed.
 *
 * Spec: SV-35.
 */
export function verdictOf(value: unknown): VerdictOutcome {
  if (!isJsonObject(value) || typeof value["passed"] !== "boolean") {
    return failed('the verdict has no "passed" that is true or false');
  }
  const findings = findingsOf(value["findings"]);
  const summary = textOf(value["summary"]);
  const mustFix = findings.some(isBlocking);
  const status = value["passed"] || !mustFix ? "passed" : "rejected";
  const note = noteOn(value["passed"], mustFix);
  const all = note === undefined ? findings : [...findings, note];
  return summary === undefined ? { status, findings: all } : { status, findings: all, summary };
}

/**
 * Whether the change may not stay as it is: an error, or a finding without a severity. Spec: SV-35.
 */
export function isBlocking(finding: Finding): boolean {
  return finding.severity === undefined || finding.severity === "error";
}

function failed(problem: string): VerdictOutcome {
  return { status: "failed", findings: [], problem };
}

/** A verdict that contradicts its findings is kept, and says so. */
function noteOn(passed: boolean, mustFix: boolean): Finding | undefined {
  if (passed === !mustFix) return undefined;
  const message = passed
    ? "The reviewer passed the change although a finding says that it must be fixed."
    : "The reviewer did not pass the change but found nothing that must be fixed; " +
      "it counts as passed.";
  return { ruleGroup: "supervisor", severity: "info", message };
}

const severities: readonly Severity[] = ["error", "warning", "info"];

function findingsOf(value: unknown): Finding[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((item): Finding[] => {
    if (!isJsonObject(item)) return [];
    const message = textOf(item["message"]);
    return message === undefined ? [] : [{ message, ...detailsOf(item) }];
  });
}

function detailsOf(item: JsonObject): Omit<Finding, "message"> {
  const severity = severities.find((name) => name === item["severity"]);
  const line = item["line"];
  const ruleGroup = textOf(item["ruleGroup"]);
  return {
    ...(severity === undefined ? {} : { severity }),
    ...(typeof line === "number" && Number.isSafeInteger(line) && line > 0 ? { line } : {}),
    ...(ruleGroup === undefined ? {} : { ruleGroup }),
  };
}

function textOf(value: unknown): string | undefined {
  if (typeof value !== "string") return undefined;
  const text = value.trim();
  return text === "" ? undefined : text;
}

/**
 * Whether an object was copied from what was shown. Diff marks and line numbers at the starts of
 * lines, and white space, make no difference.
 */
function isEcho(text: string, shown: string | undefined): boolean {
  if (shown === undefined) return false;
  const wanted = squeezed(text);
  return (
    squeezed(shown).includes(wanted) ||
    squeezed(shown.replace(/^(?:\d+ \| |[-+ ])/gmu, "")).includes(wanted)
  );
}

function squeezed(text: string): string {
  return text.replace(/\s+/gu, "");
}
