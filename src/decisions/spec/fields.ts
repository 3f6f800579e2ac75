/** What a member of a task spec may be. Bounds are inclusive; `above` is not. */
export type FieldKind =
  | { readonly type: "text"; readonly pattern?: RegExp; readonly unitsMin?: number }
  | { readonly type: "name"; readonly names: readonly string[] }
  | { readonly type: "flag" }
  | { readonly type: "number"; readonly above: number; readonly max: number }
  | { readonly type: "texts"; readonly itemsMin?: number; readonly itemsMax: number };

/** One member of a task spec. Without a default it is required. */
export interface Field {
  readonly key: string;
  readonly kind: FieldKind;
  readonly default?: string | number | boolean | readonly string[];
  /** For the model that fills it in and for the published schema. */
  readonly description: string;
}

const listMax = 1_000;

/**
 * The members of a task spec, in the order of the tool's parameters. The tool's schema, the
 * published schema and the check are all made from this table.
 *
 * Spec: TK-10, TK-30.
 */
export const specFields: readonly Field[] = [
  {
    key: "id",
    kind: { type: "text", pattern: /^[a-z0-9][a-z0-9-]{1,48}$/u },
    description: "Short name of the task: lower case letters, digits and hyphens, 2 to 49 of them",
  },
  {
    key: "goal",
    kind: { type: "text", unitsMin: 1 },
    description:
      "What to do, complete and word for word. The child sees nothing of this conversation",
  },
  {
    key: "deliverable",
    kind: { type: "text", unitsMin: 1 },
    description: "The exact shape of the answer wanted back",
  },
  {
    key: "effort",
    kind: { type: "name", names: ["fast", "balanced", "deep"] },
    default: "balanced",
    description: "How much thought it needs: fast look-up, balanced work, deep analysis",
  },
  {
    key: "read_only",
    kind: { type: "flag" },
    default: true,
    description: "Whether nothing may change. False needs write_allowed",
  },
  {
    key: "roots",
    kind: { type: "texts", itemsMin: 1, itemsMax: listMax },
    description: "Absolute directories to watch. Each is compared before and after",
  },
  {
    key: "write_allowed",
    kind: { type: "texts", itemsMax: listMax },
    default: [],
    description:
      "The roots that may change, spelled exactly as in roots; not nested with a watched one",
  },
  {
    key: "facts",
    kind: { type: "texts", itemsMax: listMax },
    default: [],
    description: "What the child needs to know and cannot find out, one fact each",
  },
  {
    key: "files",
    kind: { type: "texts", itemsMax: listMax },
    default: [],
    description: "Files to read first",
  },
  {
    key: "commands",
    kind: { type: "texts", itemsMax: listMax },
    default: [],
    description: "Shell commands the child may run, each exactly as written; none means no shell",
  },
  {
    key: "wall_s",
    kind: { type: "number", above: 0, max: 86_400 },
    default: 600,
    description: "Time limit in seconds",
  },
  {
    key: "usd",
    kind: { type: "number", above: 0, max: 1_000 },
    default: 1,
    description: "Cost limit in US dollars",
  },
];
