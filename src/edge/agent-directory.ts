import type { EnvironmentPort } from "../kernel/ports.ts";

/**
 * pi's agent directory, absolute: `PI_CODING_AGENT_DIR` with a leading `~` expanded, else
 * `~/.pi/agent`. An empty variable counts as unset, as in pi.
 *
 * Spec: RG-12.
 */
export function agentDirectory(environment: EnvironmentPort): string {
  const named = environment.variable("PI_CODING_AGENT_DIR");
  if (named === undefined || named === "") return `${environment.home}/.pi/agent`;
  if (named === "~") return environment.home;
  if (named.startsWith("~/")) return `${environment.home}${named.slice(1)}`;
  return named;
}
