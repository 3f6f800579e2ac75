/**
 * What a character outside ASCII is to the scanner. Negative, so that letter codes stay positive.
 *
 * Spec: FG-8.
 */
export const fold = {
  skip: -1,
  blank: -2,
  line: -3,
  hyphen: -4,
  dash: -5,
  apostrophe: -6,
  openQuote: -7,
  closeQuote: -8,
  stop: -9,
  bullet: -10,
  letter: -11,
  other: -12,
} as const;

const single: ReadonlyMap<number, number> = new Map(
  (
    [
      [fold.skip, "\u00ad\u034f\u061c\u180e\u200b\u200c\u200d\u200e\u200f\u2060\u2061\u2062"],
      [fold.skip, "\u2063\u2064\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff"],
      [fold.blank, "\u00a0\u1680\u202f\u205f\u3000\u2800\u3164\u115f\u1160"],
      [fold.line, "\u0085\u2028\u2029"],
      [fold.hyphen, "\u2010\u2011\u2043\u2212\ufe63\uff0d\u058a"],
      [fold.dash, "\u2012\u2013\u2014\u2015\u2e3a\u2e3b\u2192\u21d2\u2026\ufe58\ufe31"],
      [fold.apostrophe, "\u2019\u02bc\uff07\u00b4\u2032\u02b9\u02c8"],
      [fold.openQuote, "\u201c\u201e\u00ab\u2018\u201a\u300c\u300e\u2039"],
      [fold.closeQuote, "\u201d\u00bb\u300d\u300f\u203a\u201f"],
      [fold.stop, "\u3002\uff61\u203c\u203d\u061f\u0964"],
      [fold.bullet, "\u2022\u25cf\u25e6\u25aa\u25ab\u2023\u00b7\u25a0\u25a1\u2610\u2611\u2612"],
      [fold.bullet, "\u2713\u2714\u2717\u2718"],
    ] as const
  ).flatMap(([code, characters]) => [...characters].map((one) => [one.charCodeAt(0), code])),
);

/**
 * The letter code (1 to 26, 28 for a digit) of a full-width or look-alike letter, else what the
 * character is: blank, line break, hyphen, dash, apostrophe, quote, or nothing at all (`skip`).
 *
 * Takes one UTF-16 unit above 127; a half of a surrogate pair is `other`. NaN, which stands for
 * the end of the text, is `other` too.
 *
 * Spec: FG-8.
 */
export function foldedCode(code: number): number {
  if (code >= 0xff21 && code <= 0xff3a) return code - 0xff20;
  if (code >= 0xff41 && code <= 0xff5a) return code - 0xff40;
  if (code >= 0xff10 && code <= 0xff19) return 28;
  if (code === 0x17f) return 19;
  if (code === 0x212a) return 11;
  const known = single.get(code);
  if (known !== undefined) return known;
  if (code >= 0x2000 && code <= 0x200a) return fold.blank;
  if ((code >= 0x300 && code <= 0x36f) || (code >= 0xfe00 && code <= 0xfe0f)) return fold.skip;
  return isLetter(code) ? fold.letter : fold.other;
}

function isLetter(code: number): boolean {
  if (code < 0xc0) return code === 0xaa || code === 0xba;
  if (code < 0x2000) return code !== 0xd7 && code !== 0xf7;
  if (code < 0x2c00) return false;
  if (code < 0x2e00) return true;
  if (code < 0x3040) return false;
  return code < 0xd800 || (code >= 0xf900 && code < 0xfe00) || (code >= 0xff66 && code < 0xffe0);
}
