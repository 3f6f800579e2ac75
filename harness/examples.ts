import { isDeepStrictEqual } from "node:util";
import { isJsonObject, type JsonObject } from "../src/kernel/json.ts";
import { type Checker, checkedInput } from "./cli/checker.ts";
import { checkerNamed } from "./cli/checkers.ts";

/**
 * One example of a decision: what goes in, and the part of the answer that it pins. Spec pages and
 * case tables hold them; both are run through `gatehouse check`.
 *
 * Spec: HN-30.
 */
export interface Example {
  /** `file:line`, the start of every message about it. */
  readonly place: string;
  readonly decision: string;
  readonly input: JsonObject;
  readonly expect: JsonObject;
  /** A known gap: the example states what is wanted, and must fail until it is mended. */
  readonly gap: boolean;
}

/**
 * Why the example does not hold, as `file:line: …`, or `undefined` where it does. A gap that starts
 * to hold is a failure too: the mark has to go.
 *
 * Spec: HN-30.
 */
export async function exampleProblem(example: Example): Promise<string | undefined> {
  const checker = checkerNamed(example.decision);
  if (checker === undefined) return `${example.place}: no decision "${example.decision}" to check`;
  const problem = await mismatch(checker, example);
  if (!example.gap) return problem;
  if (problem !== undefined) return undefined;
  return `${example.place}: marked as a known gap, but it holds now; remove the mark`;
}

async function mismatch(checker: Checker, example: Example): Promise<string | undefined> {
  const answer = await checker.answer(checkedInput(checker, example.input));
  for (const [key, wanted] of Object.entries(example.expect)) {
    // An absent key is written as null: JSON has no undefined.
    const found = plainJson(answer[key]) ?? null;
    if (isDeepStrictEqual(found, wanted)) continue;
    const [expected, got, whole] = [wanted, found, answer].map((value) => JSON.stringify(value));
    return `${example.place}: ${key}: expected ${expected}, found ${got} in ${whole}`;
  }
  return undefined;
}

function plainJson(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}

/**
 * The JSON object on one line of a page or table. Throws with `file:line:` where there is none.
 *
 * Spec: HN-30, ST-4.
 */
export function exampleLine(text: string, place: string): JsonObject {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Error(`${place}: expected one JSON object, ${String(error)}`);
  }
  if (!isJsonObject(value)) throw new Error(`${place}: expected one JSON object`);
  return value;
}

/** A member that must be an object. Throws with `file:line:` where it is not. */
export function memberObject(value: JsonObject, key: string, place: string): JsonObject {
  const member = value[key];
  if (isJsonObject(member)) return member;
  throw new Error(`${place}: "${key}" is missing or no object`);
}
