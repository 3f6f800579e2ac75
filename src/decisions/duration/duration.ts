import { durationMs, durationMsMax, durationUnits } from "../../kernel/duration-token.ts";

/** An interval is never shorter, in ms: a loop that wakes faster only burns turns. Spec: LP-2. */
export const intervalMsMin = 60_000;

/** What is asked: a token, and whether it is meant as the interval of a loop. Spec: LP-1, LP-2. */
export interface DurationFacts {
  readonly text: string;
  readonly kind: "duration" | "interval";
}

/**
 * `ms` is the value in force, `null` where the token is invalid. For an interval, what was asked
 * for and whether it was raised stand beside it, so that nobody is surprised by the clock.
 *
 * Spec: LP-1, LP-2.
 */
export type DurationOutcome =
  | { readonly ms: null }
  | { readonly ms: number }
  | { readonly ms: number; readonly requestedMs: number; readonly clamped: boolean };

/** What a duration token is worth. Spec: LP-1, LP-2. */
export function duration(facts: DurationFacts): DurationOutcome {
  const ms = durationMs(facts.text);
  if (ms === undefined) return { ms: null };
  return facts.kind === "interval" ? clampedInterval(ms) : { ms };
}

/** The interval in force for a requested one, both in ms. Spec: LP-2. */
export function clampedInterval(requestedMs: number): {
  readonly ms: number;
  readonly requestedMs: number;
  readonly clamped: boolean;
} {
  const ms = Math.max(intervalMsMin, requestedMs);
  return { ms, requestedMs, clamped: ms !== requestedMs };
}

/**
 * The token for a number of ms: the largest unit that divides it exactly. What is no whole number
 * of seconds is rounded to one, within what a token can say, so that the token can always be read
 * back.
 *
 * ```text
 * 5400000 "90m"    604800000 "7d"    90000 "90s"
 * ```
 *
 * Spec: LP-3.
 */
export function formatDuration(ms: number): string {
  const secondsMax = Math.floor(durationMsMax / 1_000);
  const seconds = Math.min(secondsMax, Math.max(1, Math.round(ms / 1_000)));
  const whole = seconds * 1_000;
  const [unit, unitMs] = durationUnits.find(([, size]) => whole % size === 0) ?? ["s", 1_000];
  return `${whole / unitMs}${unit}`;
}

/**
 * How long ago something was, for people: at most two units, cut and not rounded, so that an age
 * never runs ahead of the clock.
 *
 * ```text
 * 59999 "59s"    7920000 "2h12m"    3600000 "1h"    273600000 "3d4h"
 * ```
 *
 * Spec: LP-3, LP-46.
 */
export function formatAge(ms: number): string {
  const left = Math.max(0, ms);
  const at = durationUnits.findIndex(([, size]) => left >= size);
  const [unit, size] = durationUnits[at] ?? ["s", 1_000];
  const count = Math.floor(left / size);
  const [nextUnit, nextSize] = durationUnits[at + 1] ?? ["", 1];
  const rest = Math.floor((left % size) / nextSize);
  // Below an hour the second unit would be seconds: noise beside a number of minutes.
  const showsRest = at !== -1 && (unit === "d" || unit === "h") && rest > 0;
  return showsRest ? `${count}${unit}${rest}${nextUnit}` : `${count}${unit}`;
}
