import type { BriefRule } from "./rule.ts";
import { boundaryRules } from "./rules-boundary.ts";
import { mutationRules } from "./rules-mutation.ts";
import { prohibitionRules } from "./rules-prohibition.ts";

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
