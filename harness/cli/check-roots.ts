import { rootProbe } from "../../src/decisions/roots/facts.ts";
import { type RootsProblem, validateRoots } from "../../src/decisions/roots/roots.ts";
import { nodePorts } from "../../src/edge/node-ports.ts";
import type { JsonObject } from "../../src/kernel/json.ts";
import { type Checker, textsOf } from "./checker.ts";
import { UsageError } from "./command.ts";

function problemsOf(input: JsonObject): readonly RootsProblem[] {
  const { roots, write_allowed: writable = [], read_only: readOnly = true } = input;
  if (typeof readOnly !== "boolean") throw new UsageError("read_only: expected true or false");
  const given = { roots: typeof roots === "string" ? [roots] : roots, write_allowed: writable };
  return validateRoots(
    textsOf(given, "roots"),
    textsOf(given, "write_allowed"),
    readOnly,
    rootProbe(nodePorts.files),
    nodePorts.environment.platform,
  );
}

/**
 * `gatehouse check roots`: can these roots be watched and written as asked, on this machine?
 *
 * Spec: TK-2, HN-20.
 */
export const checkRoots: Checker = {
  name: "roots",
  summary: "can these roots of a task be watched and written as asked",
  keys: ["roots", "write_allowed", "read_only"],
  textKey: "roots",
  answer: (input) => ({
    problems: problemsOf(input).map(({ code, message }) => ({ code, message })),
  }),
  explain: (input) => {
    const problems = problemsOf(input);
    if (problems.length === 0) return "no problem (TK-2)";
    return problems.map(({ code, message }) => `${code} (TK-2): ${message}`).join("\n");
  },
};
