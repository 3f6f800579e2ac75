import { gap } from "./gaps.ts";
import { trait } from "./vocabulary.ts";
import type { Words } from "./words-of-brief.ts";

/** What a lead-in makes of the block behind it. Spec: FG-10. */
export type Lead = "none" | "orders" | "describes";

/**
 * What the words of a lead-in say of the block behind it: that it is to be done, or told about.
 *
 * Spec: FG-10.
 */
export function leadOf(words: Words, from: number, to: number): Lead {
  let describes = false;
  for (let at = from; at < to; at++) {
    const spelled = words.spelled(at);
    const verb = words.is(at, trait.verb);
    const initial =
      at === from ||
      words.is(at - 1, trait.opener | trait.adverb) ||
      (words.gap(at) & gap.comma) !== 0;
    if (verb && initial) {
      if (words.is(at, trait.running | trait.change)) return "orders";
      if (words.is(at, trait.reading)) describes = true;
    }
    if (spelled === "following") continue;
    if (words.is(at, trait.describing)) describes = true;
  }
  return describes ? "describes" : "none";
}

/** A heading of digits alone is a version: what is under it was done before. Spec: FG-10. */
export function isVersion(words: Words, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    if (!words.digit(at)) return false;
  }
  return true;
}

/** Whether the sentence at the word asks about, or tells of, what stands above it. */
export function asksAbout(words: Words, at: number): boolean {
  let to = at + 1;
  while (to < words.scan.count && to < at + 40 && !words.opens(to)) to++;
  if ((words.gap(to) & gap.question) !== 0) return true;
  for (let index = at; index < to; index++) {
    if (words.is(index, trait.embedder) && words.spelled(index) !== "that") return true;
  }
  return words.is(at, trait.reading);
}
