/** A parent that is no entry of the file, or none: the entry is a root. */
const noParent = -1;

/**
 * The tree of a session's entries by their place in the file, in a few bytes an entry.
 *
 * Ids may repeat (the nearest earlier one is meant, else a later one), parents may be missing (the
 * entry is a root), and links may run in circles: a walk ends at an entry it has been at.
 *
 * Spec: HN-4, HN-10.
 */
export class EntryTree {
  #ids = new Float64Array(1024);
  #parents = new Int32Array(1024);
  /** Open addressing over hashes: slot → place + 1. */
  #slots = new Int32Array(4096);
  /** Entries whose parent was not yet there, and the hash they wait for. */
  readonly #waiting = new Map<number, number>();
  count = 0;

  /**
   * Adds the next entry. `id` is a hash or `undefined`; `parent` a hash, `null` for a root, or
   * `undefined` where the recording does not say: then it goes on from the entry before it.
   */
  add(id: number | undefined, parent: number | null | undefined): void {
    const place = this.count++;
    if (place === this.#ids.length) this.#grow();
    let parentPlace = noParent;
    if (parent === undefined) parentPlace = place - 1;
    else if (parent !== null) {
      parentPlace = this.placeOf(parent);
      if (parentPlace === noParent) this.#waiting.set(place, parent);
    }
    this.#parents[place] = parentPlace;
    this.#ids[place] = id ?? Number.NaN;
    if (id !== undefined) this.#slots[this.#slotOf(id)] = place + 1;
  }

  /** The last entry so far with this id, or -1. */
  placeOf(id: number): number {
    return (this.#slots[this.#slotOf(id)] as number) - 1;
  }

  /** One byte an entry: 1 for those on the way from `leaf` to its root. */
  pathTo(leaf: number): Uint8Array {
    for (const [place, parent] of this.#waiting) this.#parents[place] = this.placeOf(parent);
    this.#waiting.clear();
    const path = new Uint8Array(this.count);
    let place = leaf;
    while (place >= 0 && path[place] === 0) {
      path[place] = 1;
      place = this.#parents[place] as number;
    }
    return path;
  }

  #slotOf(id: number): number {
    const mask = this.#slots.length - 1;
    let slot = (id % 0x7fff_ffff) & mask;
    for (;;) {
      const place = (this.#slots[slot] as number) - 1;
      if (place === noParent || this.#ids[place] === id) return slot;
      slot = (slot + 1) & mask;
    }
  }

  #grow(): void {
    const ids = new Float64Array(2 * this.#ids.length);
    ids.set(this.#ids);
    this.#ids = ids;
    const parents = new Int32Array(2 * this.#parents.length);
    parents.set(this.#parents);
    this.#parents = parents;
    this.#slots = new Int32Array(2 * this.#slots.length);
    for (let place = 0; place < this.count - 1; place++) {
      const id = this.#ids[place] as number;
      if (!Number.isNaN(id)) this.#slots[this.#slotOf(id)] = place + 1;
    }
  }
}
