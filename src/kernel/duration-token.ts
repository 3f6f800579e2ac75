/** The longest delay that a timer can hold, in ms. A duration over it is invalid, never cut. */
export const durationMsMax = 2_147_483_647;

/** What each unit of a duration token stands for, in ms, the largest first. */
export const durationUnits: readonly (readonly [unit: string, ms: number])[] = [
  ["d", 86_400_000],
  ["h", 3_600_000],
  ["m", 60_000],
  ["s", 1_000],
];

const tokenForm = /^([0-9]{1,9})([smhd])$/u;

/**
 * The ms that a duration token stands for, or `undefined` where it is none: 1 to 9 digits and one
 * unit, blanks around it ignored. Zero and what a timer cannot hold are no durations.
 *
 * ```text
 * "90s" 90000    " 24d " 2073600000    "25d" "0m" "1h30m" "5min" "1.5h" "10" none
 * ```
 *
 * Spec: LP-1.
 */
export function durationMs(text: string): number | undefined {
  const found = tokenForm.exec(text.trim());
  if (found === null) return undefined;
  const unitMs = durationUnits.find(([unit]) => unit === found[2])?.[1] ?? 0;
  const ms = Number(found[1]) * unitMs;
  return ms > 0 && ms <= durationMsMax ? ms : undefined;
}
