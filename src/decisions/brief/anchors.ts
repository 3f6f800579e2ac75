import { Meanings } from "./meanings.ts";
import { type Interest, type Pairs, pairsOf } from "./pairs.ts";
import { compilePattern, type Part, type Pattern } from "./pattern.ts";
import type { BriefKind, BriefRule } from "./rule.ts";
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
 * An alternative is tried with its anchor and the word before that, but with the word behind it
 * where nothing certain stands before the anchor and something does behind. `pairs` says which two
 * words are worth a look for all but what has `askedRank`, which few briefs come to.
 *
 * What must be known to pass over an alternative lies in one array of numbers, `entries`, in the
 * order in which it is read: the entries of the word `n`, the side `s` (0 those tried with the
 * word before, 1 those with the word behind) and the rank `r` are those from
 * `heads[(n * 2 + s) * rankCount + r]` up to the next head, `entrySize` each. They are what must
 * stand right behind the anchor and right before it (as `Meanings.code` writes it, 0 for anything),
 * how many words stand before it at least and at most, what the first word must be, what must stand
 * somewhere behind it, among how many words, the place of the alternative in `alternatives`, its
 * rank, and 1 where it must open an order.
 *
 * Spec: FG-11, FG-13.
 */
export class Anchors {
  readonly alternatives: readonly Alternative[];
  readonly heads: Int32Array;
  readonly entries: Int32Array;
  readonly pairs: Pairs;
  readonly meanings: Meanings;
  /** Nothing of a rank has more words than so many before its anchor, and behind it. */
  readonly beforeMax = new Int32Array(rankCount);
  readonly behindMax = new Int32Array(rankCount);

  /** The rules of a table over a vocabulary. */
  constructor(rules: readonly BriefRule[], vocabulary: Vocabulary) {
    const forms = rules.flatMap((rule) => [...rule.plain, ...rule.forms]);
    this.meanings = new Meanings(vocabulary, forms);
    this.alternatives = rules.flatMap((rule) => [
      ...rule.plain.map((form) => alternativeOf(rule, form, true, this.meanings)),
      ...rule.forms.map((form) => alternativeOf(rule, form, false, this.meanings)),
    ]);
    const placed = this.alternatives.map((one, place) => this.#place(one, place));
    this.pairs = pairsOf(
      vocabulary.words.length,
      placed.flatMap(({ interest }) => interest ?? []),
    );
    this.heads = new Int32Array(vocabulary.words.length * 2 * rankCount + 1);
    this.entries = listed(placed, this.heads);
  }

  /** Where an alternative is looked for. */
  #place(alternative: Alternative, place: number): Placed {
    const { rank, pattern, orders } = alternative;
    const found = anchoredAt(pattern.form, pattern.parts, this.meanings);
    const { entry, most, behind } = found;
    this.beforeMax[rank] = Math.max(this.beforeMax[rank] as number, most);
    this.behindMax[rank] = Math.max(this.behindMax[rank] as number, behind);
    const anchors = this.meanings.numbers(found.anchor);
    const opening = orders && most === 0;
    const next = found.before !== undefined || opening ? undefined : found.next;
    const side = next === undefined ? 0 : 1;
    const before: Interest["before"] = opening ? "opening" : this.#before(found.before);
    const interest: Interest =
      next === undefined
        ? { before, next: anchors }
        : { before: anchors, next: this.meanings.numbers(next) };
    return {
      lists: anchors.map((number) => (number * 2 + side) * rankCount + rank),
      entry: [...entry, place, rank, Number(orders)],
      interest: rank === askedRank ? undefined : interest,
    };
  }

  #before(name: string | undefined): Interest["before"] {
    return name === undefined ? "any" : this.meanings.numbers(name);
  }
}

/** The entry of an alternative, the lists that have it, and the pairs of words that show it. */
interface Placed {
  readonly lists: readonly number[];
  readonly entry: readonly number[];
  readonly interest: Interest | undefined;
}

/** The entries of all lists, one list behind the other; writes where each begins to `heads`. */
function listed(placed: readonly Placed[], heads: Int32Array): Int32Array {
  for (const { lists } of placed) {
    for (const list of lists) heads[list + 1] = (heads[list + 1] as number) + entrySize;
  }
  for (let list = 1; list < heads.length; list++) {
    heads[list] = (heads[list] as number) + (heads[list - 1] as number);
  }
  const entries = new Int32Array(heads.at(-1) as number);
  const ends = heads.slice();
  for (const { lists, entry } of placed) {
    for (const list of lists) {
      entries.set(entry, ends[list] as number);
      ends[list] = (ends[list] as number) + entrySize;
    }
  }
  return entries;
}

/** How many numbers an entry of `Anchors` has. Spec: FG-11. */
export const entrySize = 10;

/** Where a form is looked for, how far it reaches, and all of its entry but its place. */
function anchoredAt(form: string, parts: readonly Part[], meanings: Meanings) {
  const first = wanted(parts[0]);
  if (form === unlistedForm) {
    // Unknown words are many; few of them stand before an object, without which none is an order.
    const entry = [0, first, 1, 1, first, 0, 0];
    return { anchor: objectClass, before: form, next: undefined, entry, most: 1, behind: 0 };
  }
  const names = form.split(" ");
  const index = rarestOf(names, meanings);
  const before = parts.slice(0, index);
  const least = before.filter((part) => wanted(part) !== 0).length;
  const most = wordsOf(before);
  const behind = wordsOf(parts.slice(index + 1));
  const around = [wanted(parts[index + 1]), wanted(parts[index - 1])] as const;
  const needed = neededBehind(parts, names, index, meanings);
  return {
    anchor: names[index] as string,
    next: around[0] === 0 ? undefined : names[index + 1],
    before: around[1] === 0 ? undefined : names[index - 1],
    entry: [...around, least, most, first, needed, behind],
    most,
    behind,
  };
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
