import type { EffortProfile } from "./effort-profile.ts";
import type { PiAbilities } from "./pi-program.ts";

/** What isolates a child. A pi without one of these flags is not started. Spec: TK-31. */
const isolation = [
  "--no-session",
  "--no-extensions",
  "--no-skills",
  "--no-prompt-templates",
  "--no-themes",
  "--no-context-files",
  "--no-approve",
];

/** Flags that only close what an older pi does not have. Spec: TK-31. */
const whereKnown = ["--no-mcp", "--offline"];

/** The argument list, or the flags that this pi lacks. Spec: TK-31. */
export type ChildArguments =
  | { readonly ok: true; readonly args: readonly string[] }
  | { readonly ok: false; readonly missing: readonly string[] };

/**
 * The arguments of a child, every flag checked against what its pi knows. The prompt is not among
 * them: it goes through standard input, where `-x` and `@x` are text and nothing is too long.
 *
 * Spec: TK-31.
 */
export function childArguments(
  abilities: PiAbilities,
  extensions: readonly string[],
  tools: readonly string[],
  profile: EffortProfile | undefined,
): ChildArguments {
  const known = new Set(abilities.flags);
  const model =
    profile === undefined
      ? []
      : ["--provider", profile.provider, "--model", profile.id, "--thinking", profile.thinking];
  const args = [
    "--mode",
    "json",
    "--print",
    ...isolation,
    ...whereKnown.filter((flag) => known.has(flag)),
    "--tools",
    tools.join(","),
    ...extensions.flatMap((path) => ["--extension", path]),
    ...model,
  ];
  const missing = args.filter((arg) => arg.startsWith("--") && !known.has(arg));
  return missing.length === 0 ? { ok: true, args } : { ok: false, missing };
}
