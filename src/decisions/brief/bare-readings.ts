import type { DropReason } from "./drop.ts";
import { gap } from "./gaps.ts";
import { breaking } from "./phrases.ts";
import { mainVerb, place } from "./place.ts";
import { type Context, placeAt, type Reading, reasonOfPlace } from "./reading.ts";
import { trait } from "./vocabulary.ts";
import type { Words } from "./words-of-brief.ts";

const notBans = new Set(
  `other one longer matter doubt idea problem wonder need more less such way hurry rush pressure
  worries thanks offence offense surprise surprises difference sense mistake particular prior
  evidence trace with clue`.split(/\s+/),
);

/** "No edits", "no code": a ban where no verb makes a statement of it. */
export const bare: Reading = (context, at, to) => {
  const { words, clauses } = context;
  const where = placeAt(context, at);
  const reason = reasonOfPlace[where];
  const generic = to === at + 1;
  if (words.spelled(at - 1) === "or" && words.spelled(at) === "no") return "noun";
  if ((words.gap(at) & gap.colon) !== 0 && labelled(words, at - 1)) return "described-subject";
  const hyphened = (words.gap(to) & (gap.hyphen | gap.blank)) === gap.hyphen;
  const cut = hyphened || (words.gap(to) & (breaking | gap.slash)) !== 0;
  if (generic && (notBans.has(words.spelled(to)) || cut)) return "noun";
  if (where === place.embedded && closes(words, at, clauses.sentence.to)) return undefined;
  if (where === place.statement) {
    const subject = words.spelled(clauses.subjects[at] as number);
    const deontic =
      words.spelled(at - 1) === "be" ||
      (words.spelled(at - 1) === "so" && (words.gap(at - 1) & gap.comma) !== 0) ||
      (words.gap(at) & (gap.comma | gap.open)) !== 0;
    if (having.has(subject) && !words.is(to - 1, trait.changeNoun | trait.gerund)) {
      return "described-subject";
    }
    const speaks = ["i", "we", "i'd"].includes(subject) || words.spelled(at - 1) === "with";
    if (subject === "no" || clauses.subjects[at] === at) return verbless(context, to);
    return deontic || (speaks && !generic) ? verbless(context, to) : "described-subject";
  }
  if (where === place.order) {
    if (clauses.mains[at] === mainVerb.changing) return undefined;
    const before = words.spelled(at - 1);
    const made = giving.has(before);
    return made || (words.gap(at) & (gap.comma | gap.open)) !== 0 ? undefined : "noun";
  }
  if (reason !== undefined) return reason;
  return verbless(context, to);
};

/** "Say what you think, no lists": a ban as the last words of a sentence. */
function closes(words: Words, at: number, to: number): boolean {
  const comma = (words.gap(at) & gap.comma) !== 0 && words.spelled(at) === "no";
  return comma && to - at < 4 && words.is(to - 1, trait.changeNoun | trait.code | trait.reply);
}

/** "Quote no names": verbs that with "no" forbid what they would give. */
const giving = new Set(
  `make with and but write use quote give cite name include list show mention paste produce offer
  propose suggest add spend waste open start run take touch print send post publish share reveal
  disclose do draw attach contain leave`.split(/\s+/),
);

/** Whoever has or is something: "I've found the branch, but no notes" tells of it. */
const having = new Set("i've we've he she they".split(" "));

const ownWords = new Set("my our their his her its".split(" "));
const toldLabels = new Set("cause causes symptom symptoms status finding findings".split(" "));

/** "Our policy: no edits", "cause: no index": what a label of somebody else or of a fact tells. */
function labelled(words: Words, at: number): boolean {
  return ownWords.has(words.spelled(at - 1)) || toldLabels.has(words.spelled(at));
}

const timing = new Set("before until unless".split(" "));

/** Whether no verb makes a statement of what "no" begins, up to where another clause begins. */
function verbless(context: Context, from: number): DropReason | undefined {
  const { words, clauses } = context;
  for (let at = from; at < clauses.sentence.to && at < from + 12; at++) {
    if ((words.gap(at) & breaking) !== 0) return undefined;
    if (timing.has(words.spelled(at)) || words.spelled(at) === "that") return undefined;
    if (words.spelled(at) === "to" && words.is(from - 1, trait.gerund)) return undefined;
    if (at === from && !words.is(at, trait.auxiliary)) continue;
    const finite = words.is(at, trait.auxiliary | trait.finite | trait.stating);
    const modalVerb = ["should", "may", "must", "can", "is", "are"].includes(words.spelled(at));
    if (finite && !modalVerb && !words.is(at, trait.changeNoun | trait.code | trait.reply)) {
      return "described-subject";
    }
    if (modalVerb)
      return words.is(at + 2, trait.acted) ||
        words.is(at + 1, trait.adverb) ||
        allowedAfter(words, at)
        ? undefined
        : "described-subject";
    const base =
      words.is(at, trait.verb) &&
      !words.is(at, trait.nounLike | trait.reply | trait.code | trait.changeNoun);
    if (base && at > from) return "described-subject";
  }
  return undefined;
}

function allowedAfter(words: Words, at: number): boolean {
  return (
    ["allowed", "permitted", "wanted"].includes(words.spelled(at + 1)) ||
    words.is(at + 1, trait.acted)
  );
}
