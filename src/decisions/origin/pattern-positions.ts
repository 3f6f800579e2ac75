import type { PatternNode } from "./pattern-syntax.ts";

/** Characters as bits over the alphabet of one pattern. */
export type CharacterSet = bigint;

/** In how many ways each position can come next. */
export type Ways = ReadonlyMap<number, number>;

/**
 * The pattern as a graph: a position for every atom, and in how many ways each position can follow
 * another. Two ways to the same place on the same text are what backtracking tries in turn.
 *
 * Spec: RG-2.
 */
export interface PatternGraph {
  readonly sets: readonly CharacterSet[];
  readonly follow: readonly Ways[];
  readonly first: Ways;
  /** The pattern can only match at the start of the text. */
  readonly isAnchored: boolean;
  /** Graphs of the lookarounds in it. */
  readonly looks: readonly PatternGraph[];
}

/** More positions than this, and the pattern counts as too large to be looked through. */
const positionsMax = 2_000;

/** Counted repeats up to here are written out; larger ones count as endless. */
const writtenOutMax = 4;
const writtenOutTogether = 16;

interface Part {
  readonly first: Ways;
  readonly last: Ways;
  /** In how many ways it can match nothing. */
  readonly empties: number;
}

const nothing: Part = { first: new Map(), last: new Map(), empties: 1 };

/** The graph of a pattern, or `undefined` where it is too large. Spec: RG-2. */
export function patternGraph(tree: PatternNode, source: string): PatternGraph | undefined {
  // Flags in a group, as in `(?i:…)`, are allowed for in every atom: sets may be too wide only.
  const builder = new GraphBuilder(alphabetOf(source), /\(\?[a-z-]+:/u.test(source) ? "is" : "");
  const part = builder.part(withoutFreeTail(tree), 1);
  if (builder.sets.length > positionsMax || builder.hasLost) return undefined;
  return {
    sets: builder.sets,
    follow: builder.follow,
    first: part.first,
    isAnchored: isAnchored(tree),
    looks: builder.looks,
  };
}

/** What may match nothing at the very end cannot fail, so nothing is ever tried again for it. */
function withoutFreeTail(node: PatternNode): PatternNode {
  if (node.kind !== "sequence") return node;
  const last = node.parts.at(-1);
  if (last?.kind !== "repeat" || last.min > 0) return node;
  return withoutFreeTail({ kind: "sequence", parts: node.parts.slice(0, -1) });
}

function isAnchored(node: PatternNode): boolean {
  if (node.kind === "start") return true;
  if (node.kind === "choice") return node.options.every(isAnchored);
  if (node.kind === "sequence") {
    const [head] = node.parts;
    return head !== undefined && isAnchored(head);
  }
  return false;
}

/** Every plain ASCII character, and of the others those that can make two atoms differ. */
function alphabetOf(source: string): readonly string[] {
  const codes = new Set<number>([0xa0, 0xe9, 0x416, 0x2028, 0xd83d, 0xffff]);
  for (let code = 0; code < 128; code += 1) codes.add(code);
  for (const [, four, two, itself] of source.matchAll(
    /\\u([\da-f]{4})|\\x([\da-f]{2})|([\u0080-\uffff])/gi,
  )) {
    const named = itself?.codePointAt(0) ?? Number.parseInt(four ?? two ?? "", 16);
    for (const near of [named - 1, named, named + 1]) codes.add(near);
  }
  return [...codes]
    .filter((code) => code >= 0 && code <= 0xffff)
    .map((c) => String.fromCharCode(c));
}

class GraphBuilder {
  readonly sets: CharacterSet[] = [];
  readonly follow: Map<number, number>[] = [];
  readonly looks: PatternGraph[] = [];
  hasLost = false;
  readonly #alphabet: readonly string[];
  readonly #flags: string;
  readonly #known = new Map<string, CharacterSet>();

  constructor(alphabet: readonly string[], flags: string) {
    this.#alphabet = alphabet;
    this.#flags = flags;
  }

  part(node: PatternNode, copies: number): Part {
    if (this.sets.length > positionsMax) return nothing;
    switch (node.kind) {
      case "start":
      case "edge":
        return nothing;
      case "atom":
        return this.#position(this.#setOf(node.source));
      case "reference":
        // What it repeats is not known here: anything, any number of times.
        return this.#endless(this.#position(this.#setOf("[\\s\\S]")));
      case "look":
        this.#look(node.body);
        return nothing;
      case "choice":
        return node.options.map((option) => this.part(option, copies)).reduce(eitherOf);
      case "sequence":
        return node.parts.reduce<Part>(
          (before, part) => this.#then(before, this.part(part, copies)),
          nothing,
        );
      case "repeat":
        return this.#repeat(node, copies);
    }
  }

  #repeat(node: PatternNode & { kind: "repeat" }, copies: number): Part {
    const { body, min, max } = node;
    if (max > writtenOutMax || copies * max > writtenOutTogether) {
      const part = this.part(body, copies);
      // An empty round counts only towards the minimum; many such rounds are many ways.
      if (part.empties > 0 && min > writtenOutMax) this.hasLost = true;
      return this.#endless(part, min === 0);
    }
    let whole = nothing;
    for (let round = 0; round < max; round += 1) {
      const part = this.part(body, copies * max);
      whole = this.#then(whole, round < min ? part : eitherOf(part, nothing));
    }
    return whole;
  }

  #endless(part: Part, optional = true): Part {
    this.#link(part.last, part.first);
    return { ...part, empties: optional ? 1 : Math.min(part.empties, 1) };
  }

  #position(set: CharacterSet): Part {
    const at = this.sets.push(set) - 1;
    this.follow.push(new Map());
    return { first: new Map([[at, 1]]), last: new Map([[at, 1]]), empties: 0 };
  }

  #then(before: Part, after: Part): Part {
    this.#link(before.last, after.first);
    return {
      first: summed(before.first, after.first, before.empties),
      last: summed(after.last, before.last, after.empties),
      empties: Math.min(before.empties * after.empties, 1_000),
    };
  }

  #link(from: Ways, to: Ways): void {
    for (const [a, waysOut] of from) {
      const next = this.follow[a];
      for (const [b, waysIn] of to) next?.set(b, (next.get(b) ?? 0) + waysOut * waysIn);
    }
  }

  #look(body: PatternNode): void {
    const builder = new GraphBuilder(this.#alphabet, this.#flags);
    const { first } = builder.part(body, 1);
    const { sets, follow, looks } = builder;
    if (builder.hasLost || sets.length > positionsMax) this.hasLost = true;
    this.looks.push({ sets, follow, first, isAnchored: true, looks });
  }

  #setOf(source: string): CharacterSet {
    const known = this.#known.get(source);
    if (known !== undefined) return known;
    const matches = new RegExp(`^(?:${source})$`, this.#flags);
    let set = 0n;
    for (const [bit, character] of this.#alphabet.entries()) {
      if (matches.test(character)) set |= 1n << BigInt(bit);
    }
    this.#known.set(source, set);
    return set;
  }
}

function eitherOf(a: Part, b: Part): Part {
  return {
    first: summed(a.first, b.first, 1),
    last: summed(a.last, b.last, 1),
    empties: Math.min(a.empties + b.empties, 1_000),
  };
}

function summed(a: Ways, b: Ways, times: number): Ways {
  if (times === 0 || b.size === 0) return a;
  const sum = new Map(a);
  for (const [position, ways] of b) sum.set(position, (sum.get(position) ?? 0) + ways * times);
  return sum;
}
