/**
 * The first place where two logs differ: the line, the path within it, and both values.
 *
 * Spec: HN-3.
 */
export interface Difference {
  readonly line: number;
  readonly path: string;
  readonly fake: unknown;
  readonly real: unknown;
}

function within(fake: unknown, real: unknown, path: string): Omit<Difference, "line"> | undefined {
  if (Object.is(fake, real)) return undefined;
  const maps = [fake, real].every((value) => typeof value === "object" && value !== null);
  if (!maps || Array.isArray(fake) !== Array.isArray(real)) return { path, fake, real };
  const one = fake as Readonly<Record<string, unknown>>;
  const other = real as Readonly<Record<string, unknown>>;
  for (const key of new Set([...Object.keys(one), ...Object.keys(other)])) {
    const found = within(one[key], other[key], `${path}.${key}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Where a log of the fake host first differs from pi's; undefined when they are equal.
 *
 * Spec: HN-3.
 */
export function firstDifference(
  fake: readonly unknown[],
  real: readonly unknown[],
): Difference | undefined {
  for (let line = 0; line < Math.max(fake.length, real.length); line += 1) {
    const found = within(fake[line], real[line], "");
    if (found !== undefined) return { line, ...found };
  }
  return undefined;
}
