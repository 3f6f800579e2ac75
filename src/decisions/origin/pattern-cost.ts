import type { CharacterSet, PatternGraph } from "./pattern-positions.ts";

/**
 * How many steps a backtracking matcher may take on a text of `n` units, at most:
 * `2^bits · n^degree / degree!`. Endless where no power of `n` bounds it.
 *
 * Spec: RG-2.
 */
export type PatternCost =
  | { readonly kind: "exponential" }
  | { readonly kind: "bounded"; readonly degree: number; readonly bits: number };

/** More positions than this inside one loop are not looked through. */
const loopPositionsMax = 150;
const loopsMax = 60;

/**
 * The bound for a graph, from above: a harmless pattern can be given too high a degree, a harmful
 * one never too low.
 *
 * - exponential: inside a loop the same text leads from a place back to it in two ways;
 * - degree: the longest chain of loops of which each can hand its text to the next;
 * - bits: the choices outside of loops that the next character leaves open.
 *
 * Spec: RG-2.
 */
export function patternCost(graph: PatternGraph): PatternCost {
  const loops = loopsOf(graph);
  if (loops.length > loopsMax) return { kind: "exponential" };
  if (loops.some((loop) => isAmbiguous(graph, loop))) return { kind: "exponential" };
  let degree = longestChain(graph, loops);
  let bits = openChoices(graph, loops);
  for (const look of graph.looks) {
    const cost = patternCost(look);
    if (cost.kind === "exponential") return cost;
    degree += cost.degree;
    bits += cost.bits;
  }
  return { kind: "bounded", degree, bits };
}

/** The bound as a power of two. `Infinity` for an exponential one. Spec: RG-2. */
export function stepsLog2(cost: PatternCost, units: number): number {
  if (cost.kind === "exponential") return Number.POSITIVE_INFINITY;
  let log2 = cost.bits;
  for (let factor = 1; factor <= cost.degree; factor += 1) {
    log2 += Math.log2(Math.max(units, 1) / factor);
  }
  return log2;
}

type Loop = ReadonlySet<number>;

/** The places that can come back to themselves, grouped with those they share a round with. */
function loopsOf(graph: PatternGraph): readonly Loop[] {
  const loops: Loop[] = [];
  const order: number[] = [];
  const seen = new Set<number>();
  for (const start of graph.sets.keys())
    visit(start, (at) => graph.follow[at]?.keys(), seen, order);
  const back: number[][] = graph.sets.map(() => []);
  for (const [from, ways] of graph.follow.entries())
    for (const to of ways.keys()) back[to]?.push(from);
  const placed = new Set<number>();
  for (const start of order.reverse()) {
    if (placed.has(start)) continue;
    const group: number[] = [];
    visit(start, (at) => back[at], placed, group);
    const isLoop = group.length > 1 || graph.follow[start]?.has(start) === true;
    if (isLoop) loops.push(new Set(group));
  }
  return loops;
}

/** Walks on from a place without recursion; `done` gets every new place after those behind it. */
function visit(
  start: number,
  next: (at: number) => Iterable<number> | undefined,
  seen: Set<number>,
  done: number[],
): void {
  if (seen.has(start)) return;
  seen.add(start);
  const open = [{ at: start, rest: (next(start) ?? [])[Symbol.iterator]() }];
  for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
    const step = top.rest.next();
    if (step.done === true) {
      done.push(top.at);
      open.pop();
    } else if (!seen.has(step.value)) {
      seen.add(step.value);
      open.push({ at: step.value, rest: (next(step.value) ?? [])[Symbol.iterator]() });
    }
  }
}

/** Whether two different walks through the loop read one text between the same two places. */
function isAmbiguous(graph: PatternGraph, loop: Loop): boolean {
  if (loop.size > loopPositionsMax) return true;
  const size = graph.sets.length;
  const steps = new Map<number, readonly number[]>();
  for (const at of loop) {
    const ways = [...(graph.follow[at] ?? [])].filter(([to]) => loop.has(to));
    if (ways.some(([, count]) => count > 1)) return true;
    steps.set(
      at,
      ways.map(([to]) => to),
    );
  }
  const pairsAfter = (pair: number): number[] => {
    const rights = steps.get(pair % size) ?? [];
    return (steps.get(Math.floor(pair / size)) ?? []).flatMap((left) =>
      rights
        .filter((right) => overlap(graph.sets[left], graph.sets[right]))
        .map((right) => left * size + right),
    );
  };
  // Two walks that part at a place and can meet again: from equal pairs over unequal ones and back.
  const seen = new Set<number>();
  const open = [...loop].flatMap((at) => pairsAfter(at * size + at)).filter(isUnequal(size));
  for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
    if (seen.has(pair)) continue;
    seen.add(pair);
    for (const after of pairsAfter(pair)) {
      if (!isUnequal(size)(after)) return true;
      open.push(after);
    }
  }
  return false;
}

const isUnequal = (size: number) => (pair: number) => Math.floor(pair / size) !== pair % size;

function overlap(a: CharacterSet | undefined, b: CharacterSet | undefined): boolean {
  return a !== undefined && b !== undefined && (a & b) !== 0n;
}

/** Trying every start of the text is itself a loop over everything, unless `^` forbids it. */
function longestChain(graph: PatternGraph, loops: readonly Loop[]): number {
  const letters = loops.map((loop) => lettersOf(graph, loop));
  const depths = new Map<number, number>();
  const depthFrom = (index: number): number => {
    const known = depths.get(index);
    if (known !== undefined) return known;
    depths.set(index, 1);
    const later = loops.map((to, other) =>
      other !== index && hands(graph, loops[index] ?? new Set(), to, both(letters, index, other))
        ? depthFrom(other)
        : 0,
    );
    const depth = 1 + Math.max(0, ...later);
    depths.set(index, depth);
    return depth;
  };
  const longest = Math.max(0, ...loops.map((_, index) => depthFrom(index)));
  return graph.isAnchored ? longest : longest + 1;
}

function both(letters: readonly CharacterSet[], a: number, b: number): CharacterSet {
  return (letters[a] ?? 0n) & (letters[b] ?? 0n);
}

function lettersOf(graph: PatternGraph, loop: Loop): CharacterSet {
  return [...loop].reduce((all, at) => all | (graph.sets[at] ?? 0n), 0n);
}

/** Whether text of the one loop can be read on a way into the other as well. */
function hands(graph: PatternGraph, from: Loop, to: Loop, shared: CharacterSet): boolean {
  const seen = new Set<number>();
  const open = [...from];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    for (const next of graph.follow[at]?.keys() ?? []) {
      if (seen.has(next) || !overlap(graph.sets[next], shared)) continue;
      if (to.has(next)) return true;
      seen.add(next);
      open.push(next);
    }
  }
  return false;
}

/** The bits of choice along the worst way through the pattern, outside of loops. */
function openChoices(graph: PatternGraph, loops: readonly Loop[]): number {
  const loopOf = new Map<number, number>();
  for (const [index, loop] of loops.entries()) for (const at of loop) loopOf.set(at, index);
  const known = new Map<number, number>();
  const from = (at: number): number => {
    const found = known.get(at);
    if (found !== undefined) return found;
    known.set(at, 0);
    const ways = graph.follow[at] ?? new Map<number, number>();
    const onward = [...ways].filter(([to]) => loopOf.get(to) !== loopOf.get(at) || !loopOf.has(at));
    const bits = choice(graph, onward) + Math.max(0, ...onward.map(([to]) => from(to)));
    known.set(at, bits);
    return bits;
  };
  // The farthest places first, so that the recursion above stays shallow.
  for (const at of [...graph.sets.keys()].reverse()) from(at);
  return choice(graph, [...graph.first]) + Math.max(0, ...[...graph.first.keys()].map(from));
}

function choice(graph: PatternGraph, ways: readonly (readonly [number, number])[]): number {
  const most = ways.reduce((most, [at]) => {
    const same = ways.reduce(
      (sum, [to, count]) => (overlap(graph.sets[at], graph.sets[to]) ? sum + count : sum),
      0,
    );
    return Math.max(most, same);
  }, 1);
  return Math.log2(most);
}
