import { frequencyOf } from "./frequency.ts";
import type { RoleName } from "./grammar-words.ts";
import { bare, role, type TraitName, trait, type Vocabulary } from "./vocabulary.ts";

/**
 * Which words the parts of forms stand for: a word for itself in each of its spellings,
 * `<change+turf>` for each word with one of these traits or roles, `<unlisted>` for any unknown
 * word.
 *
 * Spec: FG-13.
 */
export class Meanings {
  readonly vocabulary: Vocabulary;
  /** For each word `#width` numbers with a bit for each class that the word is in. */
  readonly #classes: Int32Array;
  readonly #width: number;
  readonly #places = new Map<string, number>();
  readonly #numbers = new Map<string, readonly number[]>();
  readonly #frequencies = new Map<string, number>();

  /** For a vocabulary and all the forms that will be asked about. */
  constructor(vocabulary: Vocabulary, forms: readonly string[]) {
    this.vocabulary = vocabulary;
    for (const part of forms.flatMap((form) => form.split(" "))) {
      const name = nameOf(part);
      if (this.#isClass(name) && !this.#places.has(name)) {
        this.#places.set(name, this.#places.size);
      }
    }
    this.#width = Math.ceil(this.#places.size / 32);
    this.#classes = new Int32Array(vocabulary.words.length * this.#width);
    for (const [name, place] of this.#places) {
      for (const number of this.numbers(name)) {
        const cell = number * this.#width + (place >> 5);
        this.#classes[cell] = (this.#classes[cell] as number) | (1 << (place & 31));
      }
    }
  }

  /** Whether a part stands for several words: a class, or a word with two spellings. */
  #isClass(name: string): boolean {
    return !name.startsWith("..") && (name.startsWith("<") || this.numbers(name).length > 1);
  }

  /** What a word or a class is in patterns: a word's number, or below 0 the place of a class. */
  code(name: string): number {
    const place = this.#places.get(name);
    return place === undefined ? (this.numbers(name)[0] as number) : -1 - place;
  }

  /** Whether a word, by its number, is what a code stands for; every word is where that is 0. */
  fits(code: number, number: number): boolean {
    if (code >= 0) return code === 0 || code === number;
    const place = -1 - code;
    const cell = number * this.#width + (place >> 5);
    return ((this.#classes[cell] as number) & (1 << (place & 31))) !== 0;
  }

  /** The numbers of the words that a word or a class stands for; 0 is any unknown word. */
  numbers(name: string): readonly number[] {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    const numbers = this.#read(name);
    this.#numbers.set(name, numbers);
    return numbers;
  }

  /** How often a text has a word of a part, in each ten thousand words, roughly. */
  frequency(name: string): number {
    const known = this.#frequencies.get(name);
    if (known !== undefined) return known;
    const { words } = this.vocabulary;
    const numbers = this.numbers(name);
    const frequency = numbers.reduce((sum, one) => sum + frequencyOf(words[one] as string), 0);
    this.#frequencies.set(name, frequency);
    return frequency;
  }

  #read(name: string): readonly number[] {
    if (name === "<unlisted>") return [0];
    const { numbers, traits, roles } = this.vocabulary;
    if (!name.startsWith("<")) {
      const spellings = name.endsWith("n't") ? [name, bare(name)] : [name];
      return spellings.map((spelling) => numbers.get(spelling) as number);
    }
    const names = name.slice(1, -1).split("+");
    const wantedTraits = names.reduce((bits, one) => bits | (trait[one as TraitName] ?? 0), 0);
    const wantedRoles = names.reduce((bits, one) => bits | (role[one as RoleName] ?? 0), 0);
    return [...numbers.values()].filter((number) => {
      if (((traits[number] as number) & wantedTraits) !== 0) return true;
      return ((roles[number] as number) & wantedRoles) !== 0;
    });
  }
}

/** A part of a form without the mark of one that may be absent. Spec: FG-13. */
export function nameOf(part: string): string {
  return part.endsWith("?") ? part.slice(0, -1) : part;
}
