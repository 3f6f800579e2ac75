/**
 * How far a JSON value reaches in a text: to `end` (exclusive); or it breaks off as JSON at `at`;
 * or the text ends while all that is there could still become JSON.
 *
 * Spec: SV-35.
 */
export type JsonExtent =
  | { readonly kind: "complete"; readonly end: number }
  | { readonly kind: "broken"; readonly at: number }
  | { readonly kind: "cut" };

const space = /[ \t\n\r]*/uy;
/** A whole string; the parts before the quote at its end; a whole number; the start of a word. */
const string = /"(?:[^"\\\p{Cc}]|[\u007F-\u009F]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/uy;
const openString = /"(?:[^"\\\p{Cc}]|[\u007F-\u009F]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*/uy;
const openEscape = /\\(?:u[0-9a-fA-F]{0,3})?$/uy;
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/uy;
const openNumber = /-?(?:0|[1-9]\d*)?(?:\.\d*)?(?:[eE][+-]?\d*)?$/uy;
const words = ["true", "false", "null"] as const;

function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : -1;
}

/**
 * The extent of the JSON value at `from`, by JSON's grammar and in one pass, without recursion: an
 * answer may be nested deeper than a stack.
 *
 * Spec: SV-35.
 */
export function jsonExtent(text: string, from: number): JsonExtent {
  /** Open brackets, innermost last. */
  const open: string[] = [];
  let at = endOf(space, text, from);
  let wants: "value" | "value-or-end" | "key" | "key-or-end" | "after" = "value";
  for (;;) {
    at = endOf(space, text, at);
    if (at >= text.length) return { kind: "cut" };
    const unit = text[at];
    const inside = open.at(-1);
    if (wants === "after") {
      if (unit === "," && inside !== undefined) {
        wants = inside === "{" ? "key" : "value";
        at += 1;
        continue;
      }
      if (unit !== (inside === "{" ? "}" : "]")) return { kind: "broken", at };
    }
    const closes = wants === "after" || wants === "key-or-end" || wants === "value-or-end";
    if (closes && inside !== undefined && unit === (inside === "{" ? "}" : "]")) {
      open.pop();
      at += 1;
      if (open.length === 0) return { kind: "complete", end: at };
      wants = "after";
      continue;
    }
    if (wants === "key" || wants === "key-or-end") {
      const key = keyExtent(text, at);
      if (key.kind !== "complete") return key;
      at = key.end;
      wants = "value";
      continue;
    }
    if (unit === "{" || unit === "[") {
      open.push(unit);
      at += 1;
      wants = unit === "{" ? "key-or-end" : "value-or-end";
      continue;
    }
    const plain = plainExtent(text, at);
    if (plain.kind !== "complete" || open.length === 0) return plain;
    at = plain.end;
    wants = "after";
  }
}

/** A key and its colon. */
function keyExtent(text: string, at: number): JsonExtent {
  if (text[at] !== '"') return { kind: "broken", at };
  const key = plainExtent(text, at);
  if (key.kind !== "complete") return key;
  const colon = endOf(space, text, key.end);
  if (colon >= text.length) return { kind: "cut" };
  return text[colon] === ":" ? { kind: "complete", end: colon + 1 } : { kind: "broken", at: colon };
}

/** A string, number or word. */
function plainExtent(text: string, at: number): JsonExtent {
  if (text[at] === '"') {
    const end = endOf(string, text, at);
    if (end !== -1) return { kind: "complete", end };
    const reached = endOf(openString, text, at);
    const cut = reached >= text.length || endOf(openEscape, text, reached) === text.length;
    return cut ? { kind: "cut" } : { kind: "broken", at: reached };
  }
  for (const word of words) {
    if (text.startsWith(word, at)) return { kind: "complete", end: at + word.length };
    const rest = text.slice(at, at + word.length);
    if (rest !== "" && at + rest.length === text.length && word.startsWith(rest)) {
      return { kind: "cut" };
    }
  }
  const end = endOf(number, text, at);
  // The text may end in the middle of a number, as in `5e`, of which `5` is a number too.
  const cut = end !== text.length && /[-\d]/u.test(text[at] ?? "") && endsOpen(text, at);
  if (cut) return { kind: "cut" };
  return end === -1 ? { kind: "broken", at } : { kind: "complete", end };
}

function endsOpen(text: string, at: number): boolean {
  return endOf(openNumber, text, at) === text.length;
}
