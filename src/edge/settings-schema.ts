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

/**
 * The one source of the settings' shape: their checks, defaults, messages and the JSON Schema that
 * editors read. Every key has a default and a description that completes "expected …".
 *
 * Spec: FG-20, FG-23.
 */
export const settingsSchema = Type.Object({ forkGate });

/** Fails to compile when the schema and the vocabulary drift apart. */
type SameShape<A extends B, B> = A;
export type CheckedSettings = SameShape<Static<typeof settingsSchema>, Settings>;
