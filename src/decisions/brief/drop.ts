/**
 * Why `directive` lets a match be: what the words are instead of an order.
 *
 * Spec: FG-10.
 */
export type DropReason =
  | "question"
  | "embedded"
  | "described-subject"
  | "noun"
  | "identifier"
  | "quoted"
  | "code"
  | "table-cell"
  | "heading"
  | "listed"
  | "read-scope"
  | "reply-object"
  | "bounded";

/** Every drop reason, in the order in which reports list them. Spec: FG-10. */
export const dropReasons: readonly DropReason[] = [
  "question",
  "embedded",
  "described-subject",
  "noun",
  "identifier",
  "quoted",
  "code",
  "table-cell",
  "heading",
  "listed",
  "read-scope",
  "reply-object",
  "bounded",
];

/**
 * Reasons that lie in what surrounds the words, not in their grammar: `wording` fires in spite of
 * them, since it reads words and not who says them.
 *
 * Spec: FG-7.
 */
export const surroundingReasons: ReadonlySet<DropReason> = new Set([
  "quoted",
  "code",
  "table-cell",
  "heading",
  "listed",
]);
