import { a } from "../a/a.ts";

/** Breaks: a cycle. */
export const b = a.name;
