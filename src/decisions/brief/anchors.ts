import { Meanings } from "./meanings.ts";
import { compilePattern, type Part, type Pattern } from "./pattern.ts";
import type { BriefKind, BriefRule } from "./rule.ts";
import { anchorMark } from "./scan.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** The kinds in the order in which they are tried. Spec: FG-3. */
const briefKinds: readonly BriefKind[] = ["prohibition", "boundary", "mutation"];

/** The rank of the rules that are tried only where no other fires. Spec: FG-3. */
export const lastRank = briefKinds.length;

/** The rank of those among them that say nothing in a brief that asks to be answered. Spec: FG-9. */
export const askedRank = lastRank + 1;

/** How many ranks there are. Spec: FG-3. */
export const rankCount = askedRank + 1;

/** One alternative of one rule, ready to be looked for. Spec: FG-13. */
export interface Alternative {
  readonly rule: BriefRule;
  /** The place of the rule's kind among the kinds, `lastRank` or `askedRank`. */
  readonly rank: number;
  readonly pattern: Pattern;
  /** Whether `wording` takes it wherever it stands. */
  readonly plain: boolean;
  /** Whether it is a base form that must open an order at either sensitivity. */
  readonly orders: boolean;
}

/**
 * Which alternatives are looked for at which word: each at its rarest part, its anchor, so that
 * most words cost nothing.
 *
 * What must be known to pass over an alternative lies in one array of numbers, `entries`, in the
 * order in which it is read: the entries of the word `n` and the rank `r` are those from
 * `heads[n * rankCount + r]` up to the next head, `entrySize` numbers each. They are what must
 * stand right behind the anchor and right before it (as `Meanings.code` writes it, 0 for anything),
 * how many words stand before it at least and at most, what the first word must be, what must stand
 * somewhere behind it, among how many words, and the place of the alternative in `alternatives`.
 *
 * `marks[number]` has the `anchorMark` bits of a word: whether prohibitions are anchored at it, and
 * whether anything later is but what has `askedRank`, which few briefs come to.
 *
 * Spec: FG-11, FG-13.
 */
export class Anchors {
  readonly alternatives: readonly Alternative[];
  readonly heads: Int32Array;
  readonly entries: Int32Array;
  readonly marks: Uint8Array;
  readonly meanings: Meanings;
  /** Nothing of a rank has more words than so many before its anchor, and behind it. */
  readonly beforeMax = new Int32Array(rankCount);
  readonly behindMax = new Int32Array(rankCount);

  /** The rules of a table over a vocabulary. */
  constructor(rules: readonly BriefRule[], vocabulary: Vocabulary) {
    const forms = rules.flatMap((rule) => [...rule.plain, ...rule.forms]);
    this.marks = new Uint8Array(vocabulary.words.length);
    this.meanings = new Meanings(vocabulary, forms);
    this.alternatives = rules.flatMap((rule) => [
      ...rule.plain.map((form) => alternativeOf(rule, form, true, this.meanings)),
      ...rule.forms.map((form) => alternativeOf(rule, form, false, this.meanings)),
    ]);
    const lists = this.#listed(forms);
    this.heads = new Int32Array(lists.length + 1);
    this.entries = new Int32Array(lists.flat().length);
    for (const [index, list] of lists.entries()) {
      const head = this.heads[index] as number;
      this.entries.set(list, head);
      this.heads[index + 1] = head + list.length;
    }
  }

  /** The entries of each rank and word. */
  #listed(forms: readonly string[]): number[][] {
    const lists: number[][] = Array.from({ length: this.marks.length * rankCount }, () => []);
    for (const [place, form] of forms.entries()) {
      const { rank, pattern } = this.alternatives[place] as Alternative;
      const { anchor, entry, most, behind } = anchoredAt(form, pattern.parts, this.meanings);
      this.beforeMax[rank] = Math.max(this.beforeMax[rank] as number, most);
      this.behindMax[rank] = Math.max(this.behindMax[rank] as number, behind);
      for (const number of this.meanings.numbers(anchor)) {
        lists[number * rankCount + rank]?.push(...entry, place);
        const later = form === unlistedForm ? anchorMark.object : anchorMark.later;
        const mark = rank === 0 ? anchorMark.first : rank === askedRank ? 0 : later;
        this.marks[number] = (this.marks[number] as number) | mark;
      }
    }
    return lists;
  }
}

/** How many numbers an entry of `Anchors` has. Spec: FG-11. */
export const entrySize = 8;

/** Where a form is looked for, how far it reaches, and all of its entry but its place. */
function anchoredAt(form: string, parts: readonly Part[], meanings: Meanings) {
  const first = wanted(parts[0]);
  if (form === unlistedForm) {
    // Unknown words are many; few of them stand before an object, without which none is an order.
    return { anchor: objectClass, entry: [0, first, 1, 1, first, 0, 0], most: 1, behind: 0 };
  }
  const names = form.split(" ");
  const index = rarestOf(names, meanings);
  const before = parts.slice(0, index);
  const least = before.filter((part) => wanted(part) !== 0).length;
  const most = wordsOf(before);
  const behind = wordsOf(parts.slice(index + 1));
  const around = [wanted(parts[index + 1]), wanted(parts[index - 1])];
  const needed = neededBehind(parts, names, index, meanings);
  const entry = [...around, least, most, first, needed, behind];
  return { anchor: names[index] as string, entry, most, behind };
}

const wordsOf = (parts: readonly Part[]): number =>
  parts.reduce((sum, part) => sum + part.wordsMax, 0);

/** The rarest part behind the neighbour of an anchor, if it is rare enough to be looked for. */
function neededBehind(
  parts: readonly Part[],
  names: readonly string[],
  anchor: number,
  meanings: Meanings,
): number {
  let needed = 0;
  let least = rareMax;
  const from = wanted(parts[anchor + 1]) === 0 ? anchor + 1 : anchor + 2;
  for (let index = from; index < parts.length; index++) {
    const code = wanted(parts[index]);
    const frequency = code === 0 ? rareMax : meanings.frequency(names[index] as string);
    if (frequency >= least) continue;
    least = frequency;
    needed = code;
  }
  return needed;
}

/** A word or class that stands more often in ten thousand words is hardly worth a look. */
const rareMax = 300;

const unlistedForm = "<unlisted>";

const objectClass = "<determiner+pronoun>";

/** What must stand at a part, as `Meanings.code` writes it; 0 where that is not certain. */
function wanted(part: Part | undefined): number {
  return part === undefined || part.optional ? 0 : part.code;
}

function alternativeOf(
  rule: BriefRule,
  form: string,
  plain: boolean,
  meanings: Meanings,
): Alternative {
  const orders = orderReadings.has(rule.reading) && !(plain && rule.kind !== "mutation");
  return {
    rule,
    rank: rankOf(rule, plain),
    pattern: compilePattern(form, meanings),
    plain,
    orders,
  };
}

function rankOf(rule: BriefRule, plain: boolean): number {
  if (rule.last !== true) return briefKinds.indexOf(rule.kind);
  return plain || rule.reading !== "asked" ? lastRank : askedRank;
}

/** Readings that ask whether their first word opens an order. */
const orderReadings: ReadonlySet<string> = new Set(["order", "making", "phrasal"]);

/** The part with the fewest places to try: how often it is met, times where the form may begin. */
function rarestOf(parts: readonly string[], meanings: Meanings): number {
  let rarest = 0;
  let leastCost = Number.POSITIVE_INFINITY;
  let starts = 1;
  for (const [index, part] of parts.entries()) {
    if (part.startsWith("..")) starts += Number(part.slice(2));
    else if (part.endsWith("?")) starts += 1;
    else {
      const cost = meanings.frequency(part) * starts;
      if (cost < leastCost) {
        rarest = index;
        leastCost = cost;
      }
    }
  }
  return rarest;
}
