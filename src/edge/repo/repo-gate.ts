import type { GateReason } from "../../decisions/origin/decide-gate.ts";
import type { Ports } from "../../kernel/ports.ts";
import { repositoryAround } from "../../kernel/repository.ts";
import type { SettingOrigin, Settings } from "../../kernel/settings.ts";
import type { HostContext } from "../host.ts";
import { readRepoSettings } from "./repo-settings.ts";

/** Whether the package acts in this session, why, and what is worth a warning. Spec: RG-20. */
export interface RepoAnswer {
  /** The package is switched off here. */
  readonly active: boolean;
  readonly reason: GateReason | "undetected";
  /** The pattern that matched. */
  readonly pattern?: string;
  readonly diagnostics: readonly string[];
  readonly origins: readonly SettingOrigin[];
}

/** What holds until the first session starts. Spec: RG-13. */
export const undecided: RepoAnswer = {
  active: false,
  reason: "no-patterns",
  diagnostics: [],
  origins: [],
};

/**
 * Decides for the session's working directory whether this package stays out. Costs a few looks at
 * the disk where no pattern is set; the decision's own code and git are only then needed. Whatever
 * goes wrong leaves the package on and is said. Never rejects.
 *
 * Spec: RG-10..RG-13.
 */
export async function decideRepo(
  ports: Ports,
  settings: Settings,
  context: Pick<HostContext, "cwd" | "isProjectTrusted">,
): Promise<RepoAnswer> {
  try {
    return await decide(ports, settings, context);
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    const diagnostics = [`the repository could not be looked at (${said}); the gate is open`];
    return { ...undecided, reason: "undetected", diagnostics };
  }
}

async function decide(
  ports: Ports,
  settings: Settings,
  context: Pick<HostContext, "cwd" | "isProjectTrusted">,
): Promise<RepoAnswer> {
  const repository = repositoryAround(ports, context.cwd);
  const project = { root: repository?.root ?? context.cwd, isTrusted: context.isProjectTrusted() };
  const read = await readRepoSettings(ports, project);
  const patterns = [...read.patterns, ...settings.repoGate.disableOnRepo];
  const { enable, origins, problems } = read;
  if (patterns.length === 0 && enable === undefined) {
    return { ...undecided, diagnostics: problems, origins };
  }
  const { decideGate } = await import("../../decisions/origin/decide-gate.ts");
  const needsOrigin = enable === undefined && repository !== undefined;
  const { readOrigin } = await import("./read-origin.ts");
  const origin = needsOrigin ? await readOrigin(ports, repository) : { problems: [] };
  const outcome = decideGate({
    origin: origin.url,
    expanded: origin.expanded,
    patterns,
    enable,
  });
  const diagnostics = [...problems, ...origin.problems, ...outcome.diagnostics];
  return { ...outcome, diagnostics, origins };
}

/** Why the gate is open or closed, in a person's words. Spec: RG-20. */
export function repoWords(answer: RepoAnswer): string {
  switch (answer.reason) {
    case "origin-matches":
      return `its origin matches the pattern ${JSON.stringify(answer.pattern ?? "")}`;
    case "disabled-here":
      return "taskWorkflow.enable is false in this project's settings";
    case "enabled-here":
      return "taskWorkflow.enable is true in this project's settings";
    case "origin-differs":
      return "no pattern of taskWorkflow.disableOnRepo matches its origin";
    case "no-origin":
      return "there is no origin to match";
    case "no-patterns":
      return "taskWorkflow.disableOnRepo is empty";
    case "undetected":
      return "the repository could not be looked at";
  }
}
