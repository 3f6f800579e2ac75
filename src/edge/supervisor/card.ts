import type { ReviewStatus } from "../../decisions/review/review.ts";
import { findingLine } from "../../decisions/review/words.ts";
import type { Audit, AuditReviewer } from "./audit.ts";

/** A line of a card. `depth` counts columns by which a wrapped line goes on further right. */
export interface CardLine {
  readonly tone: ReviewStatus | "plain";
  readonly text: string;
  readonly depth: number;
}

const signs: Readonly<Record<ReviewStatus, string>> = {
  passed: "✓",
  rejected: "✗",
  failed: "!",
  skipped: "-",
};

/**
 * The card of a review: one line, or with everything that was said as a tree.
 *
 * ```text
 * ⛨ rejected · edit src/cart.ts · 2 reviewers · 2.3s
 * ├─ ✗ rejected style 1.2s
 * │    rules/style.md
 * │    - [names] line 3: say what the number counts
 * └─ ✓ passed sql 2.3s
 *      rules/sql.md
 * ```
 *
 * Spec: SV-40.
 */
export function cardLines(audit: Audit, expanded: boolean): readonly CardLine[] {
  const { status, tool, file, reviewers, durationMs, warnings } = audit;
  const what = file === undefined ? tool : `${tool} ${file}`;
  const count = `${reviewers.length} ${reviewers.length === 1 ? "reviewer" : "reviewers"}`;
  const title = `⛨ ${status} · ${what} · ${count} · ${seconds(durationMs)}`;
  const head: CardLine = { tone: status, text: oneLine(title), depth: 2 };
  if (!expanded) return [head];
  const said = (warnings ?? []).map(
    (text): CardLine => ({ tone: "failed", text: `! ${oneLine(text)}`, depth: 2 }),
  );
  const rows = reviewers.flatMap((row, index) => branch(row, index === reviewers.length - 1));
  return [head, ...rows, ...said];
}

/** Seconds to one decimal. */
function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)}s`;
}

function branch(row: AuditReviewer, isLast: boolean): CardLine[] {
  const { status, name, durationMs, rules = [], summary, problem, findings = [], cached } = row;
  const stem = isLast ? "     " : "│    ";
  const again = cached === true ? " (same as before)" : "";
  const title = `${signs[status] ?? "?"} ${status} ${name} ${seconds(durationMs)}${again}`;
  const inner = [
    ...(rules.length === 0 ? [] : [rules.join(", ")]),
    ...[problem, summary].flatMap((text) => (text === undefined ? [] : [text])),
    ...findings.map(findingLine),
  ];
  return [
    { tone: status, text: `${isLast ? "└─" : "├─"} ${oneLine(title)}`, depth: 3 },
    ...inner.map((text): CardLine => {
      return { tone: "plain", text: `${stem}${oneLine(text)}`, depth: stem.length + 2 };
    }),
  ];
}

/** Text from models and files may hold what a terminal obeys: only what can be read is kept. */
export function oneLine(text: string): string {
  return text
    .replace(/\p{Cc}\[[0-9;?]*[ -/]*[@-~]/gu, "")
    .replace(/\s+/gu, " ")
    .replace(/[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu, "");
}
