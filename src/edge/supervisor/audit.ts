import type { Finding, ReviewStatus, Trigger } from "../../decisions/review/review.ts";
import { isJsonObject, type JsonObject } from "../../kernel/json.ts";
import type { ModelUsage } from "../../kernel/ports.ts";

/** The key of a result's details that holds the record. Spec: SV-38. */
export const auditKey = "toolSupervisor";

/** One reviewer's part in a record. Spec: SV-38. */
export interface AuditReviewer {
  readonly name: string;
  /** As `provider/id`. */
  readonly model: string;
  readonly trigger: Trigger;
  readonly status: ReviewStatus;
  /** Rule files, as configured, that the reviewer judged by. */
  readonly rules: readonly string[];
  readonly summary?: string;
  readonly findings?: readonly Finding[];
  /** Why it failed, was skipped, or, with a broken condition, rejected. */
  readonly problem?: string;
  /** True where the answer is one that was given before. */
  readonly cached?: true;
  readonly usage?: ModelUsage;
  readonly durationMs: number;
}

/** What became of one tool call. Holds no prompt and no file content. Spec: SV-38. */
export interface Audit {
  readonly version: 1;
  readonly status: ReviewStatus;
  readonly tool: string;
  readonly toolCallId: string;
  readonly file?: string;
  /** The phase in which the review ended. */
  readonly trigger: Trigger;
  readonly reviewers: readonly AuditReviewer[];
  readonly durationMs: number;
  readonly warnings: readonly string[];
}

/**
 * The details of a result with the record in them; undefined where they can take no key.
 *
 * Spec: SV-33, SV-38.
 */
export function withAudit(details: unknown, audit: Audit): JsonObject | undefined {
  if (details === undefined || details === null) return { [auditKey]: audit };
  return isJsonObject(details) ? { ...details, [auditKey]: audit } : undefined;
}

/**
 * The record in a result's details or an entry's data, if it is one that can be drawn. Spec: SV-40.
 */
export function auditIn(value: unknown): Audit | undefined {
  const held = isJsonObject(value) && auditKey in value ? value[auditKey] : value;
  if (!isJsonObject(held) || held["version"] !== 1) return undefined;
  const { status, tool, reviewers, durationMs } = held;
  const drawable =
    typeof status === "string" &&
    typeof tool === "string" &&
    Array.isArray(reviewers) &&
    reviewers.every(isJsonObject) &&
    typeof durationMs === "number";
  return drawable ? (held as unknown as Audit) : undefined;
}
