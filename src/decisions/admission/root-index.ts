interface IndexNode<T> {
  readonly holders: Set<T>;
  readonly below: Map<string, IndexNode<T>>;
}

/**
 * Roots as a tree of path segments, so that the holders of overlapping roots are found by walking
 * one path instead of comparing with every root. Takes the keys of `kernel/path-key.ts`.
 *
 * Spec: TK-3.
 */
export class RootIndex<T> {
  readonly #top: IndexNode<T> = emptyNode();

  /** Adds a holder under each of the keys. Spec: TK-3. */
  add(keys: readonly string[], holder: T): void {
    for (const key of keys) {
      let node = this.#top;
      for (const segment of segmentsOf(key)) {
        let next = node.below.get(segment);
        if (next === undefined) {
          next = emptyNode();
          node.below.set(segment, next);
        }
        node = next;
      }
      node.holders.add(holder);
    }
  }

  /** Takes the holder away and with it every branch that holds nobody any more. Spec: TK-3. */
  remove(keys: readonly string[], holder: T): void {
    for (const key of keys) {
      const path = [this.#top];
      const segments = segmentsOf(key);
      for (const segment of segments) {
        const next = path.at(-1)?.below.get(segment);
        if (next === undefined) break;
        path.push(next);
      }
      if (path.length === segments.length + 1) path.at(-1)?.holders.delete(holder);
      for (let depth = path.length - 1; depth > 0; depth -= 1) {
        const node = path[depth];
        if (node === undefined || node.holders.size > 0 || node.below.size > 0) break;
        path[depth - 1]?.below.delete(segments[depth - 1] ?? "");
      }
    }
  }

  /** The holders of a root that is, contains or lies inside one of the keys. Spec: TK-3. */
  overlapping(keys: readonly string[]): ReadonlySet<T> {
    const found = new Set<T>();
    for (const key of keys) {
      let node: IndexNode<T> | undefined = this.#top;
      for (const segment of segmentsOf(key)) {
        for (const holder of node.holders) found.add(holder);
        node = node.below.get(segment);
        if (node === undefined) break;
      }
      if (node !== undefined) collect(node, found);
    }
    return found;
  }
}

/** `/a/b/` → `a`, `b`. */
function segmentsOf(key: string): readonly string[] {
  return key.split("/").slice(1, -1);
}

function emptyNode<T>(): IndexNode<T> {
  return { holders: new Set(), below: new Map() };
}

function collect<T>(from: IndexNode<T>, found: Set<T>): void {
  const open = [from];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    for (const holder of node.holders) found.add(holder);
    open.push(...node.below.values());
  }
}
