/** A JSON object, or any object that is read like one. */
export type JsonObject = Record<string, unknown>;

/** Whether the value is an object with named members: not null, not an array. Spec: FG-1. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
