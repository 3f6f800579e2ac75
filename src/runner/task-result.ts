import type { Evidence, Failure, PointerState } from "../decisions/envelope/envelope.ts";
import type { ChildUsage } from "./child-story.ts";
import type { ChangeKind } from "./plain-manifest.ts";

/** A changed path of a run. Spec: TK-32, TK-36. */
export interface ResultChange {
  readonly root: string;
  readonly path: string;
  readonly change: ChangeKind;
  readonly outside: boolean;
}

/** What `result.json` of an audit directory holds. Stable: tools read it. Spec: TK-36. */
export interface TaskResult {
  readonly version: 1;
  readonly id: string;
  readonly verdict: "PASS" | "FAIL";
  /** The codes of `failures`, each once. */
  readonly codes: readonly string[];
  readonly failures: readonly Failure[];
  readonly deliverable?: string;
  readonly status?: "done" | "blocked";
  readonly child_notes?: string;
  readonly evidence: readonly (Evidence & { readonly state: PointerState })[];
  /** Lines of what was written, or tried, outside write_allowed. */
  readonly violations: readonly string[];
  readonly changes: readonly ResultChange[];
  readonly roots: readonly {
    readonly root: string;
    readonly writable: boolean;
    readonly kind: "git" | "plain";
  }[];
  readonly effort: string;
  readonly model?: string;
  readonly usage: ChildUsage;
  readonly cost_usd: number;
  readonly limit_usd: number;
  readonly turns: number;
  readonly tool_calls: number;
  /** Milliseconds since the epoch. */
  readonly started_ms: number;
  readonly elapsed_ms: number;
  readonly limit_s: number;
  readonly exit: { readonly code: number | null; readonly signal: string | null } | null;
  readonly sandbox: { readonly used: boolean; readonly words: string };
  readonly survivors: number;
  readonly notes: readonly string[];
  readonly audit_dir: string;
}
