/** A pattern and one path. Spec: SV-12. */
export interface GlobFacts {
  readonly pattern: string;
  readonly path: string;
}

/** Whether the pattern stands for the path. Spec: SV-12. */
export interface GlobOutcome {
  readonly match: boolean;
}

/**
 * Whether a glob stands for a path: `*` within one segment, `**` across segments, `**` with a slash
 * behind it for zero or more directories at any place, every other character for itself.
 *
 * The pattern is never turned into a regular expression: it is run as a set of places in the
 * pattern that moves along the path, so the cost is at most pattern length times path length,
 * whatever the stars. It is not a shell's glob: `?`, `[ ]` and `{ }` are plain characters here.
 *
 * ```text
 * src/**.ts   src/deep/a.ts   yes      src/**   src/a/b   yes
 * src/*.ts    src/deep/a.ts   no       src/**   src       no
 * ```
 *
 * Spec: SV-12.
 */
export function globs(facts: GlobFacts): GlobOutcome {
  return { match: runs(compiled(spelled(facts.pattern)), spelled(facts.path)) };
}

/** One spelling for patterns and paths: forward slashes, one leading `./` gone. Spec: SV-12. */
function spelled(text: string): string {
  const slashed = text.replaceAll("\\", "/");
  return slashed.startsWith("./") ? slashed.slice(2) : slashed;
}

/** What a place in the pattern does; a character stands for itself. */
const segment = -1;
const anything = -2;
/** The start of `**` and a slash: may be left at once. */
const directories = -3;
/** Within a directory's name: left at a slash only. */
const inDirectory = -4;

function compiled(pattern: string): readonly number[] {
  const places: number[] = [];
  let at = 0;
  while (at < pattern.length) {
    if (pattern.startsWith("**/", at)) {
      places.push(directories, inDirectory);
      at += 3;
    } else if (pattern.startsWith("**", at)) {
      places.push(anything);
      at += 2;
    } else {
      const unit = pattern.charCodeAt(at);
      places.push(unit === 42 ? segment : unit);
      at += 1;
    }
  }
  return places;
}

const slash = 47;

function runs(places: readonly number[], path: string): boolean {
  const end = places.length;
  let held = new Uint8Array(end + 1);
  let next = new Uint8Array(end + 1);
  held[0] = 1;
  skipAhead(places, held);
  for (let at = 0; at < path.length; at += 1) {
    next.fill(0);
    if (!step(places, held, next, path.charCodeAt(at))) return false;
    skipAhead(places, next);
    [held, next] = [next, held];
  }
  return held[end] === 1;
}

/** Moves every held place over one unit. False where none is left: no later unit can mend that. */
function step(
  places: readonly number[],
  held: Uint8Array,
  next: Uint8Array,
  unit: number,
): boolean {
  let alive = false;
  for (let at = 0; at < places.length; at += 1) {
    if (held[at] !== 1) continue;
    const place = places[at];
    if (place === unit) next[at + 1] = 1;
    else if (place === anything || (place === segment && unit !== slash)) next[at] = 1;
    else if (place === directories) enter(next, at + 1, unit);
    else if (place === inDirectory) enter(next, at, unit);
    else continue;
    alive = true;
  }
  return alive;
}

/** A unit of a directory's name; a slash may end the directories or start another one. */
function enter(next: Uint8Array, inside: number, unit: number): void {
  next[inside] = 1;
  if (unit === slash) next[inside + 1] = 1;
}

/** A star may stand for nothing, so its place leads to the next one without a unit. */
function skipAhead(places: readonly number[], held: Uint8Array): void {
  for (let at = 0; at < places.length; at += 1) {
    if (held[at] !== 1) continue;
    const place = places[at];
    if (place === segment || place === anything) held[at + 1] = 1;
    else if (place === directories) held[at + 2] = 1;
  }
}
