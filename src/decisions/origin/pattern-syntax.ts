/**
 * A pattern as a tree: only what decides how often a backtracking matcher can try again. What an
 * atom matches stays source text; groups differ only in whether they look or take.
 *
 * Spec: RG-2.
 */
export type PatternNode =
  | { readonly kind: "atom"; readonly source: string }
  | { readonly kind: "start" }
  | { readonly kind: "edge" }
  | { readonly kind: "sequence"; readonly parts: readonly PatternNode[] }
  | { readonly kind: "choice"; readonly options: readonly PatternNode[] }
  | {
      readonly kind: "repeat";
      readonly body: PatternNode;
      readonly min: number;
      readonly max: number;
    }
  | { readonly kind: "look"; readonly body: PatternNode }
  | { readonly kind: "reference" };

const empty: PatternNode = { kind: "sequence", parts: [] };

/**
 * The tree of a pattern that `RegExp` accepts without flags. `undefined` for a form this reader
 * does not know: what cannot be read cannot be shown to be harmless.
 *
 * Spec: RG-2.
 */
export function patternTree(source: string): PatternNode | undefined {
  const reader = new PatternReader(source);
  const tree = reader.choice(0);
  return reader.isAtEnd && !reader.isTooDeep ? tree : undefined;
}

const depthMax = 100;

class PatternReader {
  #at = 0;
  readonly #source: string;
  isTooDeep = false;

  constructor(source: string) {
    this.#source = source;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#source.length;
  }

  choice(depth: number): PatternNode {
    if (depth > depthMax) this.isTooDeep = true;
    if (this.isTooDeep) return empty;
    const options = [this.#sequence(depth)];
    while (this.#take("|")) options.push(this.#sequence(depth));
    return options.length === 1 ? (options[0] ?? empty) : { kind: "choice", options };
  }

  #sequence(depth: number): PatternNode {
    const parts: PatternNode[] = [];
    while (!this.isAtEnd && !this.isTooDeep && !/[|)]/u.test(this.#next)) {
      parts.push(this.#quantified(this.#term(depth)));
    }
    return { kind: "sequence", parts };
  }

  #term(depth: number): PatternNode {
    if (this.#take("^")) return { kind: this.#source.includes("(?m") ? "edge" : "start" };
    if (this.#take("$") || this.#take("\\b") || this.#take("\\B")) return { kind: "edge" };
    if (this.#take("(")) return this.#group(depth);
    if (this.#match(/\\(?:[1-9]\d*|k<[^>]*>)/uy) !== undefined) return { kind: "reference" };
    const atom = this.#match(
      /\[(?:\\[\s\S]|[^\]\\])*\]|\\(?:c[a-z]|x[\da-f]{2}|u[\da-f]{4}|0[0-7]{0,2}|[\s\S])|[\s\S]/iy,
    );
    return { kind: "atom", source: atom ?? "" };
  }

  #group(depth: number): PatternNode {
    const looks = this.#match(/\?<?[=!]/uy) !== undefined;
    // A name changes nothing about the shape; flags widen atoms, which the graph allows for.
    if (!looks) this.#match(/\?(?:[a-z]*(?:-[a-z]*)?:|<[^>]*>)/uy);
    const body = this.choice(depth + 1);
    this.#take(")");
    return looks ? { kind: "look", body } : body;
  }

  #quantified(body: PatternNode): PatternNode {
    const mark = this.#match(/[*+?]|\{\d+(?:,\d*)?\}/uy);
    if (mark === undefined) return body;
    this.#take("?");
    if (mark === "?") return { kind: "repeat", body, min: 0, max: 1 };
    if (mark === "*" || mark === "+") {
      return { kind: "repeat", body, min: mark === "+" ? 1 : 0, max: Number.POSITIVE_INFINITY };
    }
    const [least = "", most] = mark.slice(1, -1).split(",");
    const min = Number(least);
    const max = most === undefined ? min : most === "" ? Number.POSITIVE_INFINITY : Number(most);
    return { kind: "repeat", body, min, max };
  }

  get #next(): string {
    return this.#source.charAt(this.#at);
  }

  #take(text: string): boolean {
    const found = this.#source.startsWith(text, this.#at);
    if (found) this.#at += text.length;
    return found;
  }

  #match(sticky: RegExp): string | undefined {
    sticky.lastIndex = this.#at;
    const found = sticky.exec(this.#source)?.[0];
    if (found !== undefined) this.#at = sticky.lastIndex;
    return found;
  }
}
