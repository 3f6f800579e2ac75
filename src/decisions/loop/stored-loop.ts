import { isJsonObject, type JsonObject } from "../../kernel/json.ts";
import type { Criterion, Loop, PauseCause, StopCause, Wait } from "./loop-state.ts";

const pauseCauses: readonly PauseCause[] = [
  "user",
  "interrupted",
  "no-progress",
  "dead-delivery",
  "usage-limit",
  "authentication",
  "provider-error",
  "context-overflow",
  "complete-tool-missing",
  "forked",
];
const stopCauses: readonly StopCause[] = ["completed", "cap", "expired", "user", "replaced"];

const textUnitsMax = 100_000;

/**
 * The loop that a session entry holds, or `undefined` where any part of it is not what this program
 * writes. A loop that is half understood is worse than none: the caller looks for an older entry.
 *
 * Spec: LP-44.
 */
export function storedLoop(value: unknown): Loop | undefined {
  if (!isJsonObject(value)) return undefined;
  const criteria = storedCriteria(value["criteria"]);
  const status = oneOf(value["status"], ["active", "paused", "stopped"] as const);
  const waiting = storedWait(value["waiting"]);
  const { id, sessionId, objective, max, fingerprint, expiring } = value;
  const counts = countsOf(value);
  if (criteria === undefined || status === undefined || waiting === undefined) return undefined;
  if (counts === undefined || !isLoopId(id) || !isText(sessionId) || !isText(objective)) {
    return undefined;
  }
  const cause = causeOf(status, value["cause"]);
  if (cause === undefined || typeof expiring !== "boolean") return undefined;
  if (max !== null && !(isCount(max) && max >= 1)) return undefined;
  if (fingerprint !== null && typeof fingerprint !== "string") return undefined;
  if (counts.intervalMs < 1) return undefined;
  const texts = { id, sessionId, objective };
  return { ...texts, ...counts, status, cause, criteria, max, expiring, waiting, fingerprint };
}

/** An id names a directory: hex digits only, so that no entry can name another place. */
function isLoopId(value: unknown): value is string {
  return typeof value === "string" && /^[0-9a-f]{8,32}$/u.test(value);
}

const countNames = [
  "intervalMs",
  "startedAt",
  "expiresAt",
  "turns",
  "repeats",
  "deadSends",
  "errors",
  "idleWakes",
] as const;

function countsOf(
  value: JsonObject,
): Readonly<Record<(typeof countNames)[number], number>> | undefined {
  const pairs = countNames.map((name) => [name, value[name]] as const);
  if (!pairs.every(([, count]) => isCount(count))) return undefined;
  return Object.fromEntries(pairs) as Record<(typeof countNames)[number], number>;
}

function causeOf(status: Loop["status"], cause: unknown): Loop["cause"] | undefined {
  if (status === "active") return cause === null ? null : undefined;
  return status === "paused" ? oneOf(cause, pauseCauses) : oneOf(cause, stopCauses);
}

/**
 * Criteria as a session entry or a ledger file holds them, or `undefined` where they are not whole.
 *
 * Spec: LP-44, LP-45.
 */
export function storedCriteria(value: unknown): readonly Criterion[] | undefined {
  if (!Array.isArray(value) || value.length === 0 || value.length > 100) return undefined;
  const criteria = value.map(storedCriterion);
  const whole = criteria.filter((each) => each !== undefined);
  const ids = new Set(whole.map(({ id }) => id));
  return whole.length === criteria.length && ids.size === whole.length ? whole : undefined;
}

function storedCriterion(value: unknown): Criterion | undefined {
  if (!isJsonObject(value)) return undefined;
  const { id, description, passes, evidence, evidenceAt } = value;
  if (!isText(id) || !isText(description) || typeof passes !== "boolean") return undefined;
  return {
    id,
    description,
    passes,
    ...(isText(evidence) ? { evidence } : {}),
    ...(isText(evidenceAt) ? { evidenceAt } : {}),
  };
}

function storedWait(value: unknown): Wait | null | undefined {
  if (value === null) return null;
  if (!isJsonObject(value)) return undefined;
  const { reason, until } = value;
  if (!isText(reason)) return undefined;
  return until === null || isCount(until) ? { reason, until } : undefined;
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "" && value.length <= textUnitsMax;
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}

function oneOf<T extends string>(value: unknown, names: readonly T[]): T | undefined {
  return names.find((name) => name === value);
}
