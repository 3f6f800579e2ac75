/**
 * What a turn said, as a short text that is equal for equal sayings: case, blanks, marks and
 * invisible units make no difference. Two hashes of 32 bits, so that the state stays small.
 *
 * Spec: LP-43.
 */
export function fingerprint(text: string): string {
  const folded = text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\p{Cc}\p{Cf}]+/gu, " ")
    .replace(/\s+/gu, " ")
    .trim();
  const said = /[\p{L}\p{N}\p{S}]/u.test(folded) ? folded : "";
  let one = 0x811c9dc5;
  let two = 0x9e3779b1;
  for (let at = 0; at < said.length; at++) {
    const unit = said.charCodeAt(at);
    one = Math.imul(one ^ unit, 0x01000193);
    two = Math.imul(two ^ unit, 0x85ebca6b) + at;
  }
  return `${said.length}:${(one >>> 0).toString(16)}${(two >>> 0).toString(16)}`;
}
