/**
 * A hash of an id in one number of 53 bits, so that a file of millions of entries needs a few typed
 * arrays and not millions of strings.
 *
 * Two ids of one file share a value with a chance of about n²/2⁵⁴ (one in 18 000 for a million
 * entries), and then a branch is mistaken for another; a verdict is never touched.
 *
 * Spec: HN-4, HN-10.
 */
export function hashBytes(bytes: Uint8Array, start: number, end: number): number {
  let low = 0x811c9dc5;
  let high = 0x9747b28c;
  for (let at = start; at < end; at++) {
    const byte = bytes[at] as number;
    low = Math.imul(low ^ byte, 0x01000193);
    high = Math.imul(high ^ byte, 0x85ebca6b);
    high ^= high >>> 13;
  }
  return (high >>> 11) * 0x1_0000_0000 + (low >>> 0);
}

/** The same hash of a string's UTF-8 bytes. Spec: HN-4. */
export function hashText(text: string): number {
  const bytes = Buffer.from(text);
  return hashBytes(bytes, 0, bytes.length);
}
