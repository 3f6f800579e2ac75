import { depthMax, type JsonScanner } from "./json-scanner.ts";

/** The answer for bytes that a recogniser does not vouch for. Spec: HN-10. */
export const notPlain = -1;

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const colon = 0x3a;

/** 1 for the bytes that end a plain run in a string: control characters, quote, backslash. */
const endsRun = byteTable((byte) => byte < 0x20 || byte === quote || byte === backslash);
/** 1 for the bytes that may not stand in a simple string: as above, and all beyond ASCII. */
const endsSimple = byteTable((byte) => endsRun[byte] === 1 || byte > 0x7e);
const isHex = byteTable((byte) => /[0-9a-fA-F]/.test(String.fromCharCode(byte)));
const isShortEscape = byteTable((byte) => '"\\/bfnrt'.includes(String.fromCharCode(byte)));

function byteTable(holds: (byte: number) => boolean): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, byte) => (holds(byte) ? 1 : 0));
}

const words = {
  116: Buffer.from("true"),
  102: Buffer.from("false"),
  110: Buffer.from("null"),
} as const;

/**
 * Recognises JSON as `JSON.stringify` writes it, over bytes, without making a single object.
 *
 * Each recogniser takes the index of the first byte of what it recognises and answers the index
 * after the last one, or `notPlain`. They are sound, not complete: what they accept, `JSON.parse`
 * accepts; what they refuse (blanks between tokens, very deep nesting, and of course broken JSON)
 * is left to `JSON.parse`. No end index is passed: the byte after the text has to be a line feed or
 * a carriage return, which no recogniser accepts, so every loop stops there.
 *
 * Spec: HN-10.
 */
export class CompactJson {
  readonly bytes: Buffer;
  readonly #scanner: JsonScanner | undefined;

  /** `scanner` looks into the memory that `bytes` is a view of, and does the same faster. */
  constructor(bytes: Buffer, scanner?: JsonScanner) {
    this.bytes = bytes;
    this.#scanner = scanner;
  }

  /** Any value. */
  skipValue(start: number, depth = 0): number {
    if (this.#scanner !== undefined) return this.#scanner.value(start, depth);
    const first = this.bytes[start];
    switch (first) {
      case quote:
        return this.skipString(start);
      case 0x7b:
        return this.#skipObject(start, depth);
      case 0x5b:
        return this.#skipArray(start, depth);
      case 0x74:
      case 0x66:
      case 0x6e:
        return this.holds(start, words[first]) ? start + words[first].length : notPlain;
      default:
        return this.#skipNumber(start);
    }
  }

  /** A string, from its opening quote. */
  skipString(start: number): number {
    if (this.#scanner !== undefined) return this.#scanner.text(start + 1);
    const bytes = this.bytes;
    let at = start + 1;
    for (;;) {
      while (endsRun[bytes[at] as number] === 0) at++;
      const byte = bytes[at++];
      if (byte === quote) return at;
      if (byte !== backslash) return notPlain;
      if (isShortEscape[bytes[at] as number] === 1) at++;
      else at = this.#skipUnicodeEscape(at);
      if (at === notPlain) return notPlain;
    }
  }

  #skipUnicodeEscape(start: number): number {
    if (this.bytes[start] !== 0x75) return notPlain;
    for (let digit = start + 1; digit <= start + 4; digit++) {
      if (isHex[this.bytes[digit] as number] === 0) return notPlain;
    }
    return start + 5;
  }

  /**
   * A string of printable ASCII without escapes, whose bytes are its text: the only spelling in
   * which keys, ids and names are compared on bytes.
   */
  skipSimpleString(start: number): number {
    const ends = endsSimple;
    const bytes = this.bytes;
    if (bytes[start] !== quote) return notPlain;
    let at = start + 1;
    while (ends[bytes[at] as number] === 0) at++;
    return bytes[at] === quote ? at + 1 : notPlain;
  }

  /** Whether these very bytes stand at `start`. */
  holds(start: number, wanted: Uint8Array): boolean {
    const bytes = this.bytes;
    for (let index = 0; index < wanted.length; index++) {
      if (bytes[start + index] !== wanted[index]) return false;
    }
    return true;
  }

  #skipObject(start: number, depth: number): number {
    const bytes = this.bytes;
    if (depth > depthMax) return notPlain;
    if (bytes[start + 1] === 0x7d) return start + 2;
    let at = start;
    do {
      if (bytes[at + 1] !== quote) return notPlain;
      at = this.skipString(at + 1);
      if (at === notPlain || bytes[at] !== colon) return notPlain;
      at = this.skipValue(at + 1, depth + 1);
      if (at === notPlain) return notPlain;
    } while (bytes[at] === comma);
    return bytes[at] === 0x7d ? at + 1 : notPlain;
  }

  #skipArray(start: number, depth: number): number {
    const bytes = this.bytes;
    if (depth > depthMax) return notPlain;
    if (bytes[start + 1] === 0x5d) return start + 2;
    let at = start;
    do {
      at = this.skipValue(at + 1, depth + 1);
      if (at === notPlain) return notPlain;
    } while (bytes[at] === comma);
    return bytes[at] === 0x5d ? at + 1 : notPlain;
  }

  #skipNumber(start: number): number {
    const bytes = this.bytes;
    let at = bytes[start] === 0x2d ? start + 1 : start;
    at = bytes[at] === 0x30 ? at + 1 : this.#skipDigits(at);
    if (at === notPlain) return notPlain;
    if (bytes[at] === 0x2e) {
      at = this.#skipDigits(at + 1);
      if (at === notPlain) return notPlain;
    }
    if (bytes[at] === 0x65 || bytes[at] === 0x45) {
      const sign = bytes[at + 1];
      at = this.#skipDigits(sign === 0x2b || sign === 0x2d ? at + 2 : at + 1);
    }
    return at;
  }

  #skipDigits(start: number): number {
    const bytes = this.bytes;
    let at = start;
    for (let byte = bytes[at] as number; byte >= 0x30 && byte <= 0x39; byte = bytes[at] as number) {
      at++;
    }
    return at === start ? notPlain : at;
  }
}
