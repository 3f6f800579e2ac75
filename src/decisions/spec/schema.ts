import type { JsonObject } from "../../kernel/json.ts";
import { type Field, type FieldKind, specFields } from "./fields.ts";

/**
 * The JSON Schema of the task tool's parameters: plain `type` and `enum`, which every provider
 * takes; no `anyOf`, no `$ref`. Patterns and bounds are left to the tool, because the host would
 * refuse on the first of them and hide the problems that only the tool can see.
 *
 * Spec: TK-10, TK-12.
 */
export function parameterSchema(): JsonObject {
  return objectSchema((field) => plainSchema(field));
}

function objectSchema(schemaOf: (field: Field) => JsonObject): JsonObject {
  return {
    type: "object",
    properties: Object.fromEntries(specFields.map((field) => [field.key, schemaOf(field)])),
    required: specFields.filter((field) => field.default === undefined).map((field) => field.key),
    additionalProperties: false,
  };
}

/** The published schema of a task spec, as `gatehouse task schema` prints it. Spec: TK-30. */
export function specSchema(): JsonObject {
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "pi-gatehouse task spec",
    description: "One isolated task. The child sees this and nothing else.",
    ...objectSchema((field) => ({ ...plainSchema(field), ...bounds(field.kind) })),
  };
}

function plainSchema({ kind, description, default: preset }: Field): JsonObject {
  const common = { description, ...(preset === undefined ? {} : { default: preset }) };
  switch (kind.type) {
    case "text":
      return { type: "string", ...common };
    case "name":
      return { type: "string", enum: kind.names, ...common };
    case "flag":
      return { type: "boolean", ...common };
    case "number":
      return { type: "number", ...common };
    case "texts":
      return { type: "array", items: { type: "string" }, ...common };
  }
}

function bounds(kind: FieldKind): JsonObject {
  switch (kind.type) {
    case "text": {
      const pattern = kind.pattern === undefined ? {} : { pattern: kind.pattern.source };
      return kind.unitsMin === undefined ? pattern : { ...pattern, minLength: kind.unitsMin };
    }
    case "name":
    case "flag":
      return {};
    case "number":
      return { exclusiveMinimum: kind.above, maximum: kind.max };
    case "texts": {
      const least = kind.itemsMin === undefined ? {} : { minItems: kind.itemsMin };
      return { ...least, maxItems: kind.itemsMax };
    }
  }
}
