import { isJsonObject, type JsonObject } from "../../kernel/json.ts";
import { type Field, type FieldKind, specFields } from "./fields.ts";

/** How much thought a task gets; names a profile of the settings. Spec: TK-10. */
export type Effort = "fast" | "balanced" | "deep";

/** All that a child knows of its task: checked, defaults filled in, never changed. Spec: TK-30. */
export interface TaskSpec {
  readonly id: string;
  readonly goal: string;
  readonly deliverable: string;
  readonly effort: Effort;
  readonly read_only: boolean;
  readonly roots: readonly string[];
  readonly write_allowed: readonly string[];
  readonly facts: readonly string[];
  readonly files: readonly string[];
  readonly commands: readonly string[];
  /** Seconds. */
  readonly wall_s: number;
  /** US dollars. */
  readonly usd: number;
}

/** Every code a problem with a spec's form can have. Spec: TK-30. */
export type SpecCode =
  | "not-an-object"
  | "unknown-key"
  | "missing-key"
  | "wrong-type"
  | "not-allowed";

/** One thing that is wrong with a spec's form. Spec: TK-30. */
export interface SpecProblem {
  readonly code: SpecCode;
  readonly message: string;
  readonly key?: string;
}

/** The spec, or all that is wrong with it. Spec: TK-30. */
export type SpecAnswer =
  | { readonly ok: true; readonly spec: TaskSpec }
  | { readonly ok: false; readonly problems: readonly SpecProblem[] };

/**
 * Reads a value as a task spec: unknown keys refused, defaults filled in, every problem at once.
 * Only its form is judged; whether the roots exist is asked by `decisions/roots`.
 *
 * Spec: TK-30.
 */
export function spec(value: unknown): SpecAnswer {
  if (!isJsonObject(value)) {
    const message = `a task spec is a JSON object, not ${kindOf(value)}`;
    return { ok: false, problems: [{ code: "not-an-object", message }] };
  }
  const known = new Set(specFields.map((field) => field.key));
  const problems: SpecProblem[] = Object.keys(value)
    .filter((key) => !known.has(key))
    .map((key) => ({
      code: "unknown-key",
      key,
      message: `${JSON.stringify(key)} is no key of a task spec; it has ${[...known].join(", ")}`,
    }));
  const filled: JsonObject = {};
  for (const field of specFields) {
    const given = Object.hasOwn(value, field.key) ? value[field.key] : undefined;
    const found = given === undefined ? missing(field) : fieldProblem(field, given);
    if (found !== undefined) problems.push(found);
    filled[field.key] = given ?? field.default;
  }
  if (problems.length > 0) return { ok: false, problems };
  // Every member was checked against its field just above; the shape follows from the table.
  return { ok: true, spec: filled as unknown as TaskSpec };
}

function missing(field: Field): SpecProblem | undefined {
  if (field.default !== undefined) return undefined;
  return { code: "missing-key", key: field.key, message: `${field.key} is missing` };
}

function fieldProblem(field: Field, value: unknown): SpecProblem | undefined {
  const { key, kind } = field;
  const expected = expectation(kind);
  if (!hasType(kind, value)) {
    const message = `${key}: expected ${expected}, found ${kindOf(value)}`;
    return { code: "wrong-type", key, message };
  }
  if (isAllowed(kind, value)) return undefined;
  const message = `${key}: expected ${expected}, found ${shown(value)}`;
  return { code: "not-allowed", key, message };
}

function hasType(kind: FieldKind, value: unknown): boolean {
  switch (kind.type) {
    case "text":
    case "name":
      return typeof value === "string";
    case "flag":
      return typeof value === "boolean";
    case "number":
      return typeof value === "number";
    case "texts":
      return Array.isArray(value) && value.every((item) => typeof item === "string");
  }
}

/** For a value of the right type. NUL is in no text that is ever a path or a command. */
function isAllowed(kind: FieldKind, value: unknown): boolean {
  switch (kind.type) {
    case "text": {
      const text = String(value);
      if (text.trim().length < (kind.unitsMin ?? 0) || text.includes("\0")) return false;
      return kind.pattern?.test(text) ?? true;
    }
    case "name":
      return kind.names.includes(String(value));
    case "flag":
      return true;
    case "number":
      return Number(value) > kind.above && Number(value) <= kind.max;
    case "texts": {
      const items = value as readonly string[];
      if (items.some((item) => item.trim() === "" || item.includes("\0"))) return false;
      return items.length >= (kind.itemsMin ?? 0) && items.length <= kind.itemsMax;
    }
  }
}

function expectation(kind: FieldKind): string {
  switch (kind.type) {
    case "text":
      return kind.pattern === undefined ? "a text that is not blank" : `${kind.pattern.source}`;
    case "name":
      return kind.names.join(", ");
    case "flag":
      return "true or false";
    case "number":
      return `a number over ${kind.above}, at most ${kind.max}`;
    case "texts":
      return `an array of ${kind.itemsMin ?? 0} to ${kind.itemsMax} texts, none blank`;
  }
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array that holds something else";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length <= 80 ? text : `${text.slice(0, 77)}...`;
}
