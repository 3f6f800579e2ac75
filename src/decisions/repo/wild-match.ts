/**
 * Whether a path or branch name matches a pattern as git's `includeIf` reads it: `*` and `?` stay
 * within a name, `**` between slashes spans any number of them, `[…]` is a set. Takes at most as
 * many steps as the product of both lengths, whatever the pattern.
 *
 * Spec: RG-11.
 */
export function wildMatch(pattern: string, text: string, ignoreCase = false): boolean {
  const tokens = wildTokens(ignoreCase ? pattern.toLowerCase() : pattern);
  const read = ignoreCase ? text.toLowerCase() : text;
  // The places in the pattern that the text so far can have led to.
  let places = closed(new Set([0]), tokens);
  for (const character of read) {
    const next = new Set<number>();
    for (const place of places) {
      const token = tokens[place];
      if (token === undefined || !token.takes(character)) continue;
      next.add(token.repeats ? place : place + 1);
    }
    places = closed(next, tokens);
    if (places.size === 0) return false;
  }
  return places.has(tokens.length);
}

interface WildToken {
  /** May take any number of characters, none included. */
  readonly repeats: boolean;
  /** As many tokens as may be left out from here on, this one included. */
  readonly optional?: number;
  takes(character: string): boolean;
}

/** Adds the places behind what may be skipped. */
function closed(places: Set<number>, tokens: readonly WildToken[]): Set<number> {
  for (const place of places) {
    const token = tokens[place];
    if (token?.repeats === true) places.add(place + 1);
    if (token?.optional !== undefined) places.add(place + token.optional);
  }
  return places;
}

const anything: WildToken = { repeats: true, takes: () => true };
/** Takes nothing: from here the names of directories come, or are left out as a whole. */
const maybeDirectories: WildToken = { repeats: true, optional: 3, takes: () => false };
const withinName: WildToken = { repeats: true, takes: (character) => character !== "/" };
const slash = one((character) => character === "/");

function wildTokens(pattern: string): readonly WildToken[] {
  const form = /(?<=^|\/)(\*\*)(\/|$)|(\*+)|(\?)|\[(!|\^)?(\]?[^\]]*)\]|\\?([\s\S])/gu;
  return [...pattern.matchAll(form)].flatMap(
    ([, span, end, stars, single, negated, set, plain]): readonly WildToken[] => {
      if (span !== undefined) {
        return end === "" ? [anything] : [maybeDirectories, anything, slash];
      }
      if (stars !== undefined) return [withinName];
      if (single !== undefined) return [one((character) => character !== "/")];
      if (set === undefined) return [one((character) => character === plain)];
      const members = setMembers(set);
      return [one((c) => c !== "/" && members(c) !== (negated !== undefined))];
    },
  );
}

function one(takes: (character: string) => boolean): WildToken {
  return { repeats: false, takes };
}

function setMembers(set: string): (character: string) => boolean {
  const ranges = [...set.matchAll(/([\s\S])-([\s\S])|([\s\S])/gu)].map(
    ([, from, to, single = ""]) => [from ?? single, to ?? single] as const,
  );
  return (character) => ranges.some(([from, to]) => from <= character && character <= to);
}
