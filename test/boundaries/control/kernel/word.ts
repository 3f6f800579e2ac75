import { outside } from "../edge/outside.ts";

/** Breaks: the kernel imports nothing. */
export const word = outside;
