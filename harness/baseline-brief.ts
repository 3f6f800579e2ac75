import type { BriefKind } from "../src/decisions/brief/brief.ts";

/** What the plain table says of a brief: the first kind that fires, and where. Spec: FG-4..FG-6. */
export type BaselineAnswer =
  | { readonly block: false }
  | { readonly block: true; readonly kind: BriefKind; readonly start: number };

const prohibition =
  /\b(?:do\s+not|don't|must\s+not|mustn't|never|not\s+allowed|forbidden|prohibited|refrain\s+from|under\s+no\s+circumstances|avoid\s+(?:touching|editing|modifying|changing|writing))\b/i;

const boundary =
  /\b(?:only\s+(?:touch|edit|modify|change|write|create|alter)|(?:touch|edit|modify|change|write)\s+only|nothing\s+else|no\s+other\s+(?:files?|dirs?|director(?:y|ies)|paths?)|outside\s+(?:of\s+)?(?:this|these|that|the|its|your)\s+(?:dir|director(?:y|ies)|files?|folder|path|root|scope|repo|tree)|write[\s-]boundar(?:y|ies)|read[\s-]only|stay\s+(?:within|inside)|confined?\s+to|limited\s+to\s+(?:(?:the|these|those)\s+)?(?:\w+\s+)?(?:files?|dirs?|director(?:y|ies)|paths?|tree|repo))\b/i;

const mutation =
  /(?:^|[.!?:;]|[\r\n]|\b(?:then|and|also|please|now)\b)\s*(?:commit|push|implement|refactor|rewrite|rename|delete|edit|modify|update|fix|apply|migrate|convert|replace|install|patch)\b/i;

/** The three patterns of the plain table, in the order in which kinds are tried. */
export const baselinePatterns: readonly (readonly [BriefKind, RegExp])[] = [
  ["prohibition", prohibition],
  ["boundary", boundary],
  ["mutation", mutation],
];

/**
 * The plain definition that `wording` contains: three alternations tried in order, as somebody
 * would write them who had only FG-4, FG-5 and FG-6.
 *
 * For comparison only: it misses most paraphrases, takes nouns for orders, and is quadratic on runs
 * of line breaks.
 *
 * Spec: FG-4, FG-5, FG-6, FG-7.
 */
export function baselineBrief(text: string): BaselineAnswer {
  for (const [kind, pattern] of baselinePatterns) {
    const match = pattern.exec(text);
    if (match !== null) return { block: true, kind, start: match.index };
  }
  return { block: false };
}
