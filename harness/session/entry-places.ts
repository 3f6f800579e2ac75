import type { EntryTree } from "./entry-tree.ts";

/** Where an entry stands, from its own words; hashes for ids. `undefined`: it does not say. */
export interface EntryLinks {
  readonly id: number | undefined;
  readonly parent: number | null | undefined;
}

/**
 * Follows the entries of a file in order: which of them are wanted, where the story jumps to
 * another branch, and which entry is the current leaf.
 *
 * Spec: HN-4.
 */
export class EntryPlaces {
  readonly #tree: EntryTree | undefined;
  readonly #only: Uint8Array | undefined;
  #place = 0;
  #isLinear = true;
  #isFirst = true;
  #lastId: number | undefined;
  /** The place of the entry that the session was left at, or -1. */
  leaf = -1;

  constructor(tree: EntryTree | undefined, only: Uint8Array | undefined) {
    this.#tree = tree;
    this.#only = only;
  }

  /** Whether links are not looked at: a version 1 session is one line of entries. */
  get isLinear(): boolean {
    return this.#isLinear;
  }

  /** A header: another session begins. */
  begin(isLinear: boolean): void {
    this.#isLinear = isLinear;
    this.#isFirst = true;
    this.#lastId = undefined;
  }

  /** Takes the next entry; answers whether it is wanted and whether the story jumps before it. */
  enter(links: EntryLinks): { isWanted: boolean; isJump: boolean } {
    const isFirst = this.#isFirst;
    const { id } = links;
    const parent = isFirst && links.parent === undefined ? null : links.parent;
    this.#isFirst = false;
    const place = this.#place++;
    this.leaf = place;
    this.#tree?.add(id, parent);
    const isJump = !isFirst && parent !== undefined && parent !== (this.#lastId ?? null);
    if (id !== undefined) this.#lastId = id;
    const isWanted = this.#only === undefined || this.#only[place] === 1;
    return isWanted ? (isJump ? jumped : wanted) : unwanted;
  }

  /** A record that says which entry is the leaf from here on. */
  moveLeaf(id: number): void {
    const place = this.#tree?.placeOf(id) ?? -1;
    if (place >= 0) this.leaf = place;
  }
}

// Shared answers: one object an entry would be the largest part of what reading allocates.
const wanted = { isWanted: true, isJump: false };
const jumped = { isWanted: true, isJump: true };
const unwanted = { isWanted: false, isJump: false };
