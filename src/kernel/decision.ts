/**
 * A pure, total, synchronous function from facts to an outcome: same facts, same outcome, no
 * throw on any value of its type, no look at the world.
 *
 * Spec: ST-1.
 */
export type Decision<Facts, Outcome> = (facts: Facts) => Outcome;

/** A half-open range `[start, end)` in UTF-16 units of the original text. Spec: FG-2. */
export type Span = readonly [start: number, end: number];
