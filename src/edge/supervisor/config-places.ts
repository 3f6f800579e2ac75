import type { Ports } from "../../kernel/ports.ts";
import { agentDirectory } from "../agent-directory.ts";

/** Where the configuration is written, in pi's agent directory. Spec: SV-1. */
export function configFile(ports: Ports): string {
  return `${agentDirectory(ports.environment)}/extensions/pi-tool-supervisor/config.json`;
}

/** Where it stood before, read while there is no new one. Spec: SV-1. */
export function olderConfigFile(ports: Ports): string {
  return `${agentDirectory(ports.environment)}/extensions/pi-file-edit-review/config.json`;
}

/** Where a trusted project adds its reviewers. Spec: SV-1. */
export function projectConfigFile(cwd: string): string {
  return `${cwd}/.pi/tool-supervisor.json`;
}
