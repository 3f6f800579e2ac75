/**
 * Divides units among pieces so that none is cut while another has room to spare: a piece that
 * needs less than an equal share leaves the rest to the others. The shares never add up to more
 * than there is.
 *
 * Spec: SV-32.
 */
export function fairShares(needs: readonly number[], units: number): readonly number[] {
  const shares = needs.map(() => 0);
  const order = needs.map((_, index) => index).sort((a, b) => (needs[a] ?? 0) - (needs[b] ?? 0));
  let left = Math.max(0, units);
  order.forEach((index, served) => {
    const share = Math.min(needs[index] ?? 0, Math.floor(left / (order.length - served)));
    shares[index] = share;
    left -= share;
  });
  return shares;
}

/** The text cut to so many units, an ellipsis in place of the last; no character is halved. */
export function cutText(text: string, units: number): string {
  if (text.length <= units) return text;
  if (units <= 0) return "";
  const kept = text.slice(0, units - 1);
  return `${/[\uD800-\uDBFF]$/u.test(kept) ? kept.slice(0, -1) : kept}…`;
}
