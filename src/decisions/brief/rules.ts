import { boundaryRules } from "./boundary-rules.ts";
import { mutationRules } from "./mutation-rules.ts";
import { prohibitionRules } from "./prohibition-rules.ts";
import type { BriefRule } from "./rule.ts";

/**
 * Every rule of the brief decision. A new rule is one entry in the table of its kind.
 *
 * Spec: FG-13.
 */
export const briefRules: readonly BriefRule[] = [
  ...prohibitionRules,
  ...boundaryRules,
  ...mutationRules,
];
