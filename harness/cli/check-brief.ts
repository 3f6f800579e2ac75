import { type BriefFacts, brief } from "../../src/decisions/brief/brief.ts";
import type { JsonObject } from "../../src/kernel/json.ts";
import { caretLines } from "./caret.ts";
import { type Checker, oneOf } from "./checker.ts";

function factsOf(input: JsonObject): BriefFacts {
  return {
    brief: input["brief"],
    sensitivity: oneOf(input, "sensitivity", ["wording", "directive"]),
  };
}

function explain(input: JsonObject): string {
  const facts = factsOf(input);
  const outcome = brief(facts);
  if (!outcome.block) return `allow: no rule fires (${facts.sensitivity}).`;
  const text = String(facts.brief);
  return [
    `block: ${outcome.kind} (rule ${outcome.rule}, ${outcome.clause}, ${facts.sensitivity})`,
    ...caretLines(text, outcome.span),
    `why: ${outcome.why}`,
  ].join("\n");
}

/** `gatehouse check brief`: may this brief go to a fork? Spec: FG-1..FG-7, HN-20. */
export const checkBrief: Checker = {
  name: "brief",
  summary: "may this brief go to a fork, and which words decide",
  keys: ["brief", "sensitivity"],
  textKey: "brief",
  answer: (input) => ({ ...brief(factsOf(input)) }),
  explain,
};
