import { isJsonObject, type JsonObject } from "../../src/kernel/json.ts";
import { UsageError } from "./command.ts";

/**
 * One decision as `gatehouse check <name>` offers it: the wire format's keys in, its keys out, the
 * same code path as the extension in between.
 *
 * Spec: HN-20.
 */
export interface Checker {
  readonly name: string;
  readonly summary: string;
  /** The keys it takes. Any other key is refused, so that a typing error is not a silent default. */
  readonly keys: readonly string[];
  /** Set where the input is one object with keys of its own, `id` among them. */
  readonly takesWhole?: true;
  /** The key that a plain text argument, or standard input, stands for. */
  readonly textKey: string;
  /** The wire answer. Throws `UsageError` for a value of the wrong type, naming key and type. */
  answer(input: JsonObject): JsonObject | Promise<JsonObject>;
  /** The lines of `--explain` for a person: rule, clause, caret line, what else would match. */
  explain(input: JsonObject): string | Promise<string>;
}

/** The input's own keys, checked against the checker's. Spec: HN-20. */
export function checkedInput(checker: Checker, value: unknown): JsonObject {
  if (!isJsonObject(value))
    throw new UsageError(`expected a JSON object with ${list(checker.keys)}`);
  if (checker.takesWhole === true) return value;
  const { id: _, ...input } = value;
  const unknown = Object.keys(input).filter((key) => !checker.keys.includes(key));
  if (unknown.length === 0) return input;
  throw new UsageError(
    `unknown key ${list(unknown)}; check ${checker.name} takes ${list(checker.keys)}`,
  );
}

/** A string member, or `UsageError`. */
export function textOf(input: JsonObject, key: string): string {
  const value = input[key];
  if (typeof value === "string") return value;
  throw new UsageError(`${key}: expected a string, found ${kindOf(value)}`);
}

/** A string member that may be left out. */
export function optionalText(input: JsonObject, key: string): string | undefined {
  return input[key] === undefined ? undefined : textOf(input, key);
}

/** A member that is one of the names, or the default where it is left out. */
export function oneOf<T extends string>(
  input: JsonObject,
  key: string,
  names: readonly [T, ...T[]],
): T {
  const value = input[key];
  if (value === undefined) return names[0];
  const name = names.find((known) => known === value);
  if (name !== undefined) return name;
  throw new UsageError(`${key}: expected ${list(names)}, found ${JSON.stringify(value)}`);
}

/** A member that is an array of strings, or `UsageError`. */
export function textsOf(input: JsonObject, key: string): readonly string[] {
  const value = input[key];
  if (Array.isArray(value) && value.every((item) => typeof item === "string")) return value;
  throw new UsageError(`${key}: expected an array of strings, found ${kindOf(value)}`);
}

function kindOf(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  return Array.isArray(value) ? "an array" : `a ${typeof value}`;
}

function list(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(", ");
}
