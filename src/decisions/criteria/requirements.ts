import { namesFile } from "../../kernel/file-names.ts";
import { inlineMarks } from "../../kernel/inline-marks.ts";

/** A derived criterion and what of it no proposed one speaks of. Spec: LP-26. */
export interface DroppedRequirement {
  readonly criterion: string;
  readonly missing: readonly string[];
}

/**
 * What a proposal drops: the numbers, quoted strings, code and file names of each derived criterion
 * that appear in no proposed one. A cheap lower bound on faithfulness: it cannot see a requirement
 * that is told in plain words, so a proposal that passes is not thereby a good one.
 *
 * Spec: LP-26.
 */
export function droppedRequirements(
  derived: readonly string[],
  proposed: readonly string[],
): readonly DroppedRequirement[] {
  const numbers = new Set(proposed.flatMap(numbersIn));
  const text = proposed.join("\n");
  const tokens = new Set(proposed.flatMap(bareTokens));
  return derived.flatMap((criterion) => {
    const missing = [
      ...spansIn(criterion).filter((span) => !text.includes(span)),
      ...bareTokens(criterion).filter((token) => namesFile(token) && !tokens.has(token)),
      ...numbersIn(criterion).filter((number) => !numbers.has(number)),
    ];
    return missing.length === 0 ? [] : [{ criterion, missing: [...new Set(missing)] }];
  });
}

/** The contents of quotations and code spans. */
function spansIn(text: string): readonly string[] {
  return inlineMarks(text, 0, text.length).flatMap((mark) => {
    const inner = text.slice(mark.innerStart, mark.innerEnd).trim();
    return mark.kind === "url" || inner === "" ? [] : [inner];
  });
}

/** Words without the marks around them. */
function bareTokens(text: string): readonly string[] {
  return text
    .split(/[\s"'`“”„«»‘’(){}[\],;]+/u)
    .map((token) => token.replace(/^[*_~<]+|[.:!?…*_~>]+$/gu, ""))
    .filter((token) => token !== "");
}

/** Numbers and versions, as written, without unit or sign: `v1.2`, `90`, `1.5`. */
function numbersIn(text: string): readonly string[] {
  const found = text.match(
    /(?<![\p{L}\p{N}_.])\d+(?:[.,:]\d+)*|(?<![\p{L}\p{N}_])v\d+(?:\.\d+)*/gu,
  );
  return (found ?? []).map((number) => number.replace(/^v/u, ""));
}
