import { rootProbe } from "../../decisions/roots/facts.ts";
import { type RootsCode, validateRoots } from "../../decisions/roots/roots.ts";
import { spec as readSpec, type SpecCode, type TaskSpec } from "../../decisions/spec/spec.ts";
import { isJsonObject } from "../../kernel/json.ts";
import type { Ports } from "../../kernel/ports.ts";

/** One thing that is wrong with a call or a spec. Spec: TK-12. */
export interface CallProblem {
  readonly code: SpecCode | RootsCode;
  readonly message: string;
}

/** A spec, and everything that is wrong with it. Spec: TK-12. */
export interface CheckedCall {
  /** Set where the form is right; the roots may still have problems. */
  readonly spec?: TaskSpec;
  readonly problems: readonly CallProblem[];
}

/**
 * The spec a value stands for, and every problem with its form and its roots at once: a caller
 * that mends one at a time would need a turn for each.
 *
 * Spec: TK-12, TK-30.
 */
export function checkedCall(value: unknown, ports: Ports): CheckedCall {
  const read = readSpec(value);
  const given = read.ok ? read.spec : value;
  const problems = read.ok ? [] : read.problems;
  if (!isJsonObject(given)) return { problems };
  // Roots are judged even when something else is wrong.
  const roots = textsOf(given["roots"]);
  const writeAllowed = textsOf(given["write_allowed"] ?? []);
  if (roots === undefined || writeAllowed === undefined) return { problems };
  const readOnly = given["read_only"] !== false;
  const platform = ports.environment.platform;
  const probe = rootProbe(ports.files);
  const found = validateRoots(roots, writeAllowed, readOnly, probe, platform);
  const all = [...problems, ...found].filter(({ message }, index, list) => {
    return list.findIndex((other) => other.message === message) === index;
  });
  return read.ok ? { spec: read.spec, problems: all } : { problems: all };
}

function textsOf(value: unknown): readonly string[] | undefined {
  const isTexts = Array.isArray(value) && value.every((item) => typeof item === "string");
  return isTexts ? value : undefined;
}
