import { decideGate } from "../../src/decisions/origin/decide-gate.ts";
import { type OriginOutcome, origin } from "../../src/decisions/origin/origin.ts";
import type { JsonObject } from "../../src/kernel/json.ts";
import { type Checker, optionalText } from "./checker.ts";
import { UsageError } from "./command.ts";

function outcomeOf(input: JsonObject): OriginOutcome {
  const url = remoteOf(input, "url") ?? remoteOf(input, "origin");
  const patterns = input["disableOnRepo"];
  const enable = input["enable"];
  const isAsked = ["url", "origin", "disableOnRepo", "enable"].some((key) => key in input);
  if (!isAsked) {
    throw new UsageError('expected "url", or "origin" with "disableOnRepo"');
  }
  if (patterns !== undefined && !Array.isArray(patterns)) {
    throw new UsageError('"disableOnRepo": expected an array');
  }
  if (enable !== undefined && enable !== null && typeof enable !== "boolean") {
    throw new UsageError('"enable": expected true or false');
  }
  if (patterns === undefined && enable === undefined) return origin({ url });
  const word = typeof enable === "boolean" ? enable : undefined;
  return origin({ url, gate: { patterns: patterns ?? [], enable: word } });
}

/** A repository without an origin can be said as null. */
function remoteOf(input: JsonObject, key: string): string | undefined {
  return input[key] === null ? undefined : optionalText(input, key);
}

function answer(input: JsonObject): JsonObject {
  const { normalised, gate } = outcomeOf(input);
  const { active, reason, diagnostics } = gate ?? {};
  return {
    ...(normalised === undefined ? {} : { normalised }),
    ...(gate === undefined ? {} : { active, reason, diagnostics }),
  };
}

function explain(input: JsonObject): string {
  const { normalised, gate } = outcomeOf(input);
  const lines = [`normalised: ${normalised ?? "no origin"} (RG-1)`];
  if (gate === undefined) return lines.join("\n");
  lines.push(
    `${gate.active ? "active: the package is off here" : "inactive: the package is on"} (${gate.reason}, RG-2)`,
  );
  for (const pattern of Array.isArray(input["disableOnRepo"]) ? input["disableOnRepo"] : []) {
    const alone = decideGate({ origin: normalised, patterns: [pattern] });
    const said = alone.diagnostics[0] ?? (alone.active ? "matches" : "does not match");
    lines.push(`  ${JSON.stringify(pattern)}: ${said}`);
  }
  return lines.join("\n");
}

/**
 * `gatehouse check origin`: one spelling for a remote, and the repo gate. Spec: RG-1..RG-3, HN-20.
 */
export const checkOrigin: Checker = {
  name: "origin",
  summary: "what a remote is called here, and whether the package stays out of it",
  keys: ["url", "origin", "disableOnRepo", "enable"],
  textKey: "url",
  answer,
  explain,
};
