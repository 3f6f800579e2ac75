import { sep } from "node:path";

/** Allowed here: the edge touches Node. */
export const outside = sep;
