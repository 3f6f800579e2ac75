import { type Static, Type } from "typebox";
import type { Settings } from "../kernel/settings.ts";

const mode = Type.Enum(["block", "warn", "off"], {
  default: "block",
  description: "block, warn or off",
});

const forkGate = Type.Object({
  mode,
  sensitivity: Type.Enum(["wording", "directive"], {
    default: "wording",
    description: "wording or directive",
  }),
  tools: Type.Record(Type.String(), Type.Array(Type.String({ minLength: 1 }), { minItems: 1 }), {
    default: {},
    description:
      'an object of tool names and the argument paths that hold briefs, like { "subagent": ["task"] }',
  }),
});

const durationToken = (standard: string, unit: string) =>
  Type.String({
    pattern: "^[0-9]{1,9}[smhd]$",
    default: standard,
    description: `${unit} like "${standard}": a number and one of s, m, h, d`,
  });

const loop = Type.Object({
  inlineInvocation: Type.Boolean({ default: true, description: "true or false" }),
  defaultInterval: durationToken("10m", "an interval"),
  max: Type.Union([Type.Integer({ minimum: 1 }), Type.Literal("unlimited")], {
    default: 25,
    description: 'a whole number of turns, 1 or more, or "unlimited"',
  }),
  expires: durationToken("7d", "a duration"),
});

const task = Type.Object({
  pi: Type.String({
    pattern: "^$|^([/\\\\]|[A-Za-z]:)",
    default: "",
    description: "the absolute path of pi, or an empty text to look for it",
  }),
  bwrap: Type.Enum(["auto", "off"], { default: "auto", description: "auto or off" }),
  extensions: Type.Array(Type.String({ pattern: "^([/\\\\]|[A-Za-z]:)" }), {
    default: [],
    description: "an array of absolute paths of extensions",
  }),
  environment: Type.Array(Type.String({ pattern: "^[A-Za-z_][A-Za-z0-9_]*$" }), {
    default: [],
    description: "an array of names of environment variables",
  }),
});

const repoGate = Type.Object({
  disableOnRepo: Type.Array(Type.String(), {
    default: [],
    description: "an array of regular expressions over host/owner/repo",
  }),
});

const lockedTree = Type.Object({
  path: Type.String({ minLength: 1 }),
  exempt: Type.Optional(Type.Array(Type.String({ minLength: 1 }))),
  writers: Type.Optional(Type.Array(Type.String({ minLength: 1 }))),
});

const lockdown = Type.Object({
  mode,
  trees: Type.Array(lockedTree, {
    default: [{ path: "docs/tasks" }],
    description:
      'an array of trees like { "path": "docs/tasks", "exempt": [".work"], "writers": ["my_tool"] }',
  }),
  tools: Type.Record(Type.String(), Type.Array(Type.String({ minLength: 1 }), { minItems: 1 }), {
    default: {},
    description:
      'an object of tool names and the argument paths that hold file paths, like { "patch": ["files[].path"] }',
  }),
});

/**
 * The one source of the settings' shape: their checks, defaults, messages and the JSON Schema that
 * editors read. Every key has a default and a description that completes "expected …".
 *
 * Spec: FG-20, FG-23.
 */
export const settingsSchema = Type.Object({ forkGate, repoGate, lockdown, loop, task });

type SameShape<A extends B, B> = A;

/** The settings by the schema: fails to compile when it and the vocabulary drift apart. */
export type CheckedSettings = SameShape<Static<typeof settingsSchema>, Settings>;
