import {
  type BriefFacts,
  type BriefMatch,
  type BriefOutcome,
  brief,
  briefMatches,
} from "../../src/decisions/brief/brief.ts";
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
  const text = typeof facts.brief === "string" ? facts.brief : "";
  const outcome = brief(facts);
  const matches = briefMatches(facts);
  const others = matches.filter((match) => !outcome.block || !isSame(match, outcome));
  return [
    ...(outcome.block ? blockLines(text, facts, outcome) : [`allow (${facts.sensitivity})`]),
    ...(others.length === 0 ? [] : ["", "also found:"]),
    ...others.flatMap((match) => [`- ${matchLine(match)}`, ...caretLines(text, match.span)]),
    "",
    changeLine(
      outcome,
      matches.filter((match) => match.fires),
    ),
  ].join("\n");
}

type Block = Extract<BriefOutcome, { block: true }>;

function isSame(match: BriefMatch, outcome: Block): boolean {
  return match.rule === outcome.rule && match.span[0] === outcome.span[0];
}

function blockLines(text: string, { sensitivity }: BriefFacts, outcome: Block): string[] {
  return [
    `block: ${outcome.kind}, rule ${outcome.rule} (${outcome.clause}), sensitivity ${sensitivity}`,
    ...caretLines(text, outcome.span),
    `why: ${outcome.why}`,
  ];
}

function matchLine(match: BriefMatch): string {
  const name = `${match.kind}, rule ${match.rule} (${match.clause})`;
  if (match.fires) return `${name}: fires as well`;
  return `${name}: left alone, ${match.drop ?? "not counted here"}`;
}

/** What would have to change for the other answer. Spec: HN-20. */
function changeLine(outcome: BriefOutcome, firing: readonly BriefMatch[]): string {
  if (!outcome.block) return "to be blocked, words of the brief would have to direct the child";
  const words = [...new Set(firing.map((match) => JSON.stringify(match.matched)))];
  return `to be allowed, the brief would have to do without ${words.join(", ")}`;
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
