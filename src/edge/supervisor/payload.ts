import { messageOf } from "./deadline.ts";

/** The most UTF-16 units of JSON that a reviewer is shown. Spec: SV-30, SV-33. */
export const jsonUnitsMax = 10_000;

/** What stands at the end of JSON that was cut. Spec: SV-30. */
export const cutMark = "…[cut]";

/** JSON for a reviewer, or why a value has none. */
export type JsonAnswer = { readonly text: string } | { readonly problem: string };

/**
 * A value as JSON, cut with a mark at its limit. Big integers keep their digits, and only an object
 * that really holds itself is called circular: one that is there twice is written twice. A value
 * that cannot be written is a problem, never a placeholder that a reviewer would judge.
 *
 * Spec: SV-30, SV-33.
 */
export function cappedJson(value: unknown, unitsMax: number = jsonUnitsMax): JsonAnswer {
  const holders: unknown[] = [];
  function plain(this: unknown, _key: string, member: unknown): unknown {
    if (typeof member === "bigint") return `${member}n`;
    if (typeof member !== "object" || member === null) return member;
    while (holders.length > 0 && holders.at(-1) !== this) holders.pop();
    if (holders.includes(member)) return "[circular]";
    holders.push(member);
    return member;
  }
  try {
    const text = JSON.stringify(value, plain) as string | undefined;
    if (text === undefined) return { problem: "the input cannot be written as JSON" };
    if (text.length <= unitsMax) return { text };
    const kept = text.slice(0, Math.max(0, unitsMax - cutMark.length));
    return { text: `${kept}${cutMark}`.slice(0, unitsMax) };
  } catch (error) {
    return { problem: `the input cannot be written as JSON: ${messageOf(error)}` };
  }
}
