import type { JsonObject } from "../../kernel/json.ts";
import { type Field, specFields } from "./fields.ts";

/**
 * The JSON Schema of the task tool's parameters: plain `type`, `enum` and bounds, which every
 * provider takes; no `anyOf`, no `$ref`.
 *
 * Spec: TK-10.
 */
export function parameterSchema(): JsonObject {
  return {
    type: "object",
    properties: Object.fromEntries(specFields.map((field) => [field.key, fieldSchema(field)])),
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
    ...parameterSchema(),
  };
}

function fieldSchema({ kind, description, default: preset }: Field): JsonObject {
  const common = { description, ...(preset === undefined ? {} : { default: preset }) };
  switch (kind.type) {
    case "text": {
      const pattern = kind.pattern === undefined ? {} : { pattern: kind.pattern.source };
      const length = kind.unitsMin === undefined ? {} : { minLength: kind.unitsMin };
      return { type: "string", ...pattern, ...length, ...common };
    }
    case "name":
      return { type: "string", enum: kind.names, ...common };
    case "flag":
      return { type: "boolean", ...common };
    case "number":
      return { type: "number", exclusiveMinimum: kind.above, maximum: kind.max, ...common };
    case "texts": {
      const items = { type: "string", minLength: 1 };
      const least = kind.itemsMin === undefined ? {} : { minItems: kind.itemsMin };
      return { type: "array", items, ...least, maxItems: kind.itemsMax, ...common };
    }
  }
}
