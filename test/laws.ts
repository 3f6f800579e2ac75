import fc from "fast-check";

/** Cases per property: `FC_RUNS`, else 1 000. Spec: HN-32. */
export function runCount(usual = 1_000): number {
  const asked = Number(process.env["FC_RUNS"]);
  return Number.isInteger(asked) && asked > 0 ? asked : usual;
}

/**
 * How properties run here: a fixed seed, so that a run can be repeated; `FC_SEED` and `FC_PATH` take
 * the values that a failure prints.
 *
 * Spec: HN-32.
 */
export function runs<T>(usual = 1_000): fc.Parameters<T> {
  const seed = Number(process.env["FC_SEED"] ?? 20_260_101);
  const path = process.env["FC_PATH"];
  return {
    numRuns: runCount(usual),
    seed,
    ...(path === undefined ? {} : { path }),
    reporter: (details) => {
      if (!details.failed) return;
      const paste = `FC_SEED=${details.seed} FC_PATH=${details.counterexamplePath} npm test`;
      throw new Error(`${fc.defaultReportMessage(details)}\n\nTo repeat: ${paste}`);
    },
  };
}
