import { structureWords } from "./lexicon.ts";
import { wordsOfForm } from "./pattern.ts";
import { briefRules } from "./rules.ts";
import { buildVocabulary } from "./vocabulary.ts";

/** The words of the lexicon and of all forms of the rule table. Spec: FG-13. */
export const vocabulary = buildVocabulary([
  ...structureWords,
  ...briefRules.flatMap((rule) => [...rule.plain, ...rule.forms].flatMap(wordsOfForm)),
]);
