/** A text of about so many bytes whose shape has hurt some classifier. Spec: FG-11. */
export interface AdversarialBrief {
  readonly name: string;
  /** ASCII text of `bytes` UTF-16 units, rounded up to a whole repeat. */
  make(bytes: number): string;
}

const repeated = (name: string, unit: string, tail = ""): AdversarialBrief => ({
  name,
  make: (bytes) => unit.repeat(Math.ceil(bytes / unit.length)) + tail,
});

/**
 * Shapes on which naive patterns are quadratic or worse, and shapes that press on what this
 * decision does: marks that open and never close, sentences without an end, openings without
 * a body.
 *
 * Spec: FG-11.
 */
export const adversarialBriefs: readonly AdversarialBrief[] = [
  repeated("line breaks", "\n", "x"),
  repeated("carriage returns", "\r\n", "x"),
  repeated("written line breaks", "\\n", "x"),
  repeated("blanks", " ", "@"),
  repeated("tabs", "\t", "@"),
  repeated("limited to", "limited to "),
  repeated("letters", "a"),
  repeated("letters of a known word", "nevernever"),
  repeated("backticks", "`", "x"),
  repeated("open code marks", "`a ``b ```c "),
  repeated("fences", "```\n"),
  repeated("double quotes", '"', "x"),
  repeated("open quotes", '"a '),
  repeated("single quotes", "'a "),
  repeated("curly quotes", "“a "),
  repeated("asterisks", "*", "x"),
  repeated("glued emphasis", "a*"),
  repeated("glued known letters", "n*e*v*e*"),
  repeated("zero-width", "\u200b", "x"),
  repeated("glued zero-width", "d\u200bo\u200b"),
  repeated("do not", "do not "),
  repeated("do not, quoted", '"do not '),
  repeated("can you", "can you "),
  repeated("leave", "leave "),
  repeated("only", "only "),
  repeated("nothing", "nothing "),
  repeated("everything else", "everything else "),
  repeated("and fix", "and fix "),
  repeated("to", "to "),
  repeated("should", "should "),
  repeated("that", "that "),
  repeated("lists", "- "),
  repeated("list items", "- fix\n"),
  repeated("numbers", "1. "),
  repeated("check boxes", "- [ ] "),
  repeated("block quotes", "> "),
  repeated("quoted lines", "> fix it\n"),
  repeated("headings", "# fix\n"),
  repeated("hyphens", "-", "x"),
  repeated("hyphenated", "a-"),
  repeated("paths", "a/b."),
  repeated("underscores", "a_"),
  repeated("table bars", "| fix "),
  repeated("open brackets", "(fix "),
  repeated("tags", "<a "),
  repeated("commas", "fix, "),
  repeated("questions", "fix? "),
  repeated("soft lines", `${"word ".repeat(14)}\n`),
  repeated("unknown words", "zxq the "),
];
