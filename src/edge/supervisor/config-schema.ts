import { type Static, Type } from "typebox";

const nonBlank = (description: string) => Type.String({ pattern: "\\S", description });

const whole = (defaultValue: number, about: string) =>
  Type.Integer({
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER,
    default: defaultValue,
    description: `a positive whole number (${about})`,
  });

/**
 * One reviewer, key by key. Each description completes "expected …".
 *
 * Spec: SV-2, SV-3.
 */
export const reviewerSchema = Type.Object({
  name: Type.Optional(nonBlank("text that is not blank")),
  model: Type.String({
    pattern: "^\\s*[^/\\s][^/]*/\\s*\\S",
    description: 'text of the form "provider/id"',
  }),
  rulesFile: Type.Optional(nonBlank("the path of a rule file")),
  rulesFiles: Type.Optional(
    Type.Array(nonBlank("the path of a rule file"), {
      minItems: 1,
      description: "a list of paths with at least one entry, none blank",
    }),
  ),
  tools: Type.Optional(
    Type.Array(nonBlank("a tool's name"), {
      minItems: 1,
      default: ["edit", "write"],
      description: 'a list of tool names with at least one entry, or ["*"]',
    }),
  ),
  trigger: Type.Optional(
    Type.Enum(["before", "after"], { default: "after", description: "before or after" }),
  ),
  condition: Type.Optional(nonBlank("the path of a module")),
  filePatterns: Type.Optional(
    Type.Array(nonBlank("a glob"), { default: [], description: "a list of globs, none blank" }),
  ),
  enabled: Type.Optional(Type.Boolean({ default: true, description: "true or false" })),
});

/**
 * The whole file: the one source of its types, checks, messages and published JSON Schema.
 *
 * Spec: SV-2, SV-3.
 */
export const configSchema = Type.Object({
  enabled: Type.Optional(Type.Boolean({ default: true, description: "true or false" })),
  timeoutSeconds: Type.Optional(whole(10, "seconds for one reviewer")),
  timeoutMs: Type.Optional(
    Type.Number({
      exclusiveMinimum: 0,
      deprecated: true,
      description: "a positive number (milliseconds; use timeoutSeconds)",
    }),
  ),
  maxFileContextChars: Type.Optional(whole(50_000, "UTF-16 units of a file or a diff")),
  maxRuleLines: Type.Optional(whole(100, "lines of one rule file")),
  onFailure: Type.Optional(
    Type.Enum(["open", "closed"], { default: "open", description: "open or closed" }),
  ),
  reviewers: Type.Optional(
    Type.Array(reviewerSchema, { default: [], description: "a list of reviewers" }),
  ),
});

/** A reviewer as the file spells it, once it passed its check. Spec: SV-2. */
export type WrittenReviewer = Static<typeof reviewerSchema>;

/** The file as written, once it passed its check. Spec: SV-2. */
export type WrittenConfig = Static<typeof configSchema>;
