import type { JsonObject } from "../../kernel/json.ts";
import type { Ports } from "../../kernel/ports.ts";
import type { HostContext, HostToolCall } from "../host.ts";
import type { Reviewer } from "./config.ts";
import { toolPath } from "./file-state.ts";
import type { RuleFiles } from "./rule-files.ts";

/** The file that an edit or write call names. Spec: SV-31. */
export interface CallFile {
  /** As the call gives it. */
  readonly written: string;
  readonly absolute: string;
}

const fileTools: ReadonlySet<string> = new Set(["edit", "write"]);

/**
 * The file of a call; undefined for other tools, whatever their arguments are called. Spec: SV-11.
 */
export function callFile(
  event: HostToolCall,
  context: HostContext,
  ports: Ports,
): CallFile | undefined {
  if (!fileTools.has(event.toolName)) return undefined;
  const input = event.input as JsonObject;
  const named = input["file_path"] ?? input["path"];
  if (typeof named !== "string" || named.trim() === "") return undefined;
  return {
    written: named.trim(),
    absolute: toolPath(named, context.cwd, ports.environment.home),
  };
}

/**
 * The text, before the call, of the rule files that the call itself changes, by absolute path. Else
 * an agent could loosen a rule and be judged by what it left of it.
 *
 * Spec: SV-14.
 */
export function keptRules(
  reviewers: readonly Reviewer[],
  file: CallFile | undefined,
  rules: RuleFiles,
  cwd: string,
  ports: Ports,
): ReadonlyMap<string, string> {
  const kept = new Map<string, string>();
  if (file === undefined) return kept;
  const real = (path: string): string => {
    const found = ports.files.realPath(path);
    return found.ok ? found.value : path;
  };
  const own = real(file.absolute);
  for (const path of reviewers.flatMap((each) => each.rules.map((rule) => rules.path(rule, cwd)))) {
    if (path !== file.absolute && real(path) !== own) continue;
    const text = rules.text(path);
    if (typeof text === "string") kept.set(path, text);
  }
  return kept;
}
