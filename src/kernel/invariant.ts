/**
 * Throws when the program contradicts itself. For a programmer's mistake only: an answer about the
 * world is an outcome, never an exception.
 *
 * Spec: ST-4.
 */
export function invariant(holds: unknown, message: string): asserts holds {
  if (!holds) throw new Error(`Invariant broken: ${message}`);
}
