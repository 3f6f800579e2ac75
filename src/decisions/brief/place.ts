/** Where in a sentence a word stands. Spec: FG-10. */
export const place = {
  /** Where a clause begins: a base form here is an order. */
  start: 0,
  /** After a conjunction or a comma that goes on with an order. */
  coordinate: 1,
  /** After "could you", "I want you to": a base form here is an order too. */
  request: 2,
  /** Inside an order, behind its verb. */
  order: 3,
  /** Behind the subject of a statement. */
  statement: 4,
  /** In a clause that is the object of another, or beside it. */
  embedded: 5,
  /** In an opening phrase or condition, before its comma. */
  condition: 6,
  question: 7,
  /** Behind a "to" that nobody asks with. */
  infinitive: 8,
  /** In a list that a reading verb looks at. */
  listed: 9,
} as const;

/** Kinds of the verb that governs a clause. Spec: FG-10. */
export const mainVerb = { none: 0, reading: 1, changing: 2, other: 3 } as const;
