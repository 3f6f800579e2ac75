import { readFileSync } from "node:fs";
import { b } from "../b/b.ts";

/** Breaks: a decision reads a file, and sees another decision that sees it. */
export const a = () => readFileSync(b, "utf8");
