import { evidence } from "../../src/decisions/evidence/evidence.ts";
import type { JsonObject } from "../../src/kernel/json.ts";
import { type Checker, textOf } from "./checker.ts";

const why: Readonly<Record<ReturnType<typeof evidence>["reason"], string>> = {
  address: "it names an address",
  path: "it names a file or path",
  "exit-code": "it names an exit code",
  hash: "it names a hash",
  command: "it names a command",
  "test-name": "it names a test",
  "quoted-output": "it quotes output",
  number: "it gives a number of something",
  empty: "there are no words",
  "claim-only": "every word only claims; cite a number, path, command, exit code, URL or output",
  "nothing-checkable": "nothing in it can be looked up; cite a number, path, command or output",
};

function explain(input: JsonObject): string {
  const { counts, reason } = evidence({ text: textOf(input, "text") });
  return `${counts ? "counts" : "does not count"}: ${why[reason]} (${reason}, LP-31)`;
}

/** `gatehouse check evidence`: does this citation count? Spec: LP-31, HN-20. */
export const checkEvidence: Checker = {
  name: "evidence",
  summary: "does this citation point at something that can be checked",
  keys: ["text"],
  textKey: "text",
  answer: (input) => ({ ...evidence({ text: textOf(input, "text") }) }),
  explain,
};
