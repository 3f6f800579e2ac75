import type { TaskResult } from "./task-result.ts";

const changesShownMax = 200;

/**
 * What the caller reads of a run: verdict first, then the reminder that it proves shape and writes
 * only, then the parts in the order in which they matter. The last line names the audit directory.
 *
 * Spec: TK-30, TK-35.
 */
export function taskReport(result: TaskResult): string {
  const parts = [
    heading(result),
    spotCheck,
    list(
      "Why it failed",
      result.failures.map(({ code, message }) => `${code}: ${message}`),
    ),
    section("Deliverable", result.deliverable),
    list(
      "Evidence",
      result.evidence.map(({ claim, pointer, state }) => {
        const found = state === "found" ? "" : ` (${state})`;
        return `${pointer}${found}: ${claim}`;
      }),
    ),
    section("Notes of the child", result.child_notes),
    list("Changes", changeLines(result)),
    list("About the run", aboutLines(result)),
    `audit: ${result.audit_dir}`,
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

const spotCheck =
  "Spot-check the evidence: open some of the pointers. The verdict says that the answer has the " +
  "right form and that nothing was written outside, not that its claims are true.";

function heading(result: TaskResult): string {
  const seconds = (result.elapsed_ms / 1_000).toFixed(1);
  const codes = result.codes.length === 0 ? "" : ` (${result.codes.join(", ")})`;
  const cost = result.cost_usd.toFixed(4);
  return `${result.verdict} ${result.id}${codes}: ${seconds} s, $${cost}, ${result.turns} turns`;
}

function changeLines(result: TaskResult): readonly string[] {
  const lines = result.changes.map(
    ({ path, change, outside }) => `${change} ${path}${outside ? " (outside write_allowed)" : ""}`,
  );
  if (lines.length <= changesShownMax) return lines;
  const more = lines.length - changesShownMax;
  return [...lines.slice(0, changesShownMax), `and ${more} more, in result.json`];
}

function aboutLines(result: TaskResult): readonly string[] {
  const exit = result.exit;
  const ended = exit === null ? "did not start" : `exit ${exit.code ?? exit.signal}`;
  return [
    `model: ${result.model ?? "unknown"}, effort ${result.effort}`,
    `limits: ${result.limit_s} s, $${result.limit_usd}; child: ${ended}`,
    result.sandbox.words,
    ...result.roots.map(({ root, writable, kind }) => {
      return `root ${root}: ${writable ? "writable" : "watched"}, compared as ${kind}`;
    }),
    ...(result.survivors > 0 ? [`${result.survivors} processes outlived the child; killed`] : []),
    ...result.notes,
  ];
}

function section(title: string, text: string | undefined): string {
  return text === undefined || text === "" ? "" : `## ${title}\n\n${text.trimEnd()}`;
}

function list(title: string, lines: readonly string[]): string {
  return section(title, lines.map((line) => `- ${line.replaceAll("\n", "\n  ")}`).join("\n"));
}
