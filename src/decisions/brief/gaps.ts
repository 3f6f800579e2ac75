/** What stands between a word and the word before it, as bits. Spec: FG-6, FG-8, FG-10. */
export const gap = {
  blank: 1 << 0,
  comma: 1 << 1,
  stop: 1 << 2,
  question: 1 << 3,
  colon: 1 << 4,
  semicolon: 1 << 5,
  line: 1 << 6,
  paragraph: 1 << 7,
  dash: 1 << 8,
  hyphen: 1 << 9,
  dot: 1 << 10,
  slash: 1 << 11,
  underscore: 1 << 12,
  open: 1 << 13,
  close: 1 << 14,
  list: 1 << 15,
  heading: 1 << 16,
  cell: 1 << 17,
  blockquote: 1 << 18,
  quote: 1 << 19,
  tick: 1 << 20,
  symbol: 1 << 21,
  tag: 1 << 22,
  start: 1 << 23,
  emphasis: 1 << 24,
  flag: 1 << 25,
  /** A line of nothing but three or more dashes, stars, underscores or equals signs. */
  rule: 1 << 26,
} as const;

/** What a word stands in, as bits. Spec: FG-10. */
export const inside = { quotation: 1, code: 2, fence: 4, table: 8, blockquote: 16, heading: 32 };
