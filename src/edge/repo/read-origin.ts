import { repoFacts } from "../../decisions/repo/facts.ts";
import { type RepoOutcome, repo } from "../../decisions/repo/repo.ts";
import { parentPath } from "../../kernel/plain-path.ts";
import type { Ports } from "../../kernel/ports.ts";
import type { Repository } from "../../kernel/repository.ts";

/** The origin, and what went wrong on the way to it. Spec: RG-11. */
export interface OriginAnswer extends RepoOutcome {
  readonly problems: readonly string[];
}

/** How long git may take, in ms. */
const gitLimitMs = 2_000;

/** What git needs of the surroundings. `GIT_*` is left out: it can point at another repository. */
const passedOn = [
  "PATH",
  "HOME",
  "XDG_CONFIG_HOME",
  "USERPROFILE",
  "HOMEDRIVE",
  "HOMEPATH",
  "APPDATA",
  "ProgramData",
  "SystemRoot",
  "PATHEXT",
];

/**
 * The url of `origin`, as written and as git expands it. Git is asked; where it is missing, fails
 * or takes too long, its config files are read instead. Never rejects.
 *
 * Spec: RG-11.
 */
export async function readOrigin(ports: Ports, repository: Repository): Promise<OriginAnswer> {
  const [expanded, written] = await Promise.all([
    askGit(ports, repository.root, ["remote", "get-url", "origin"]),
    askGit(ports, repository.root, ["config", "--get-all", "remote.origin.url"]),
  ]);
  if (expanded.line !== undefined) {
    return { url: written.line ?? expanded.line, expanded: expanded.line, problems: [] };
  }
  const isSlow = expanded.timedOut || written.timedOut;
  const problems = isSlow ? ["git did not answer within 2 seconds; its config was read"] : [];
  return { ...repo(repoFacts(ports, repository)), problems };
}

interface GitLine {
  readonly line?: string;
  readonly timedOut: boolean;
}

async function askGit(ports: Ports, root: string, args: readonly string[]): Promise<GitLine> {
  const { environment, programs } = ports;
  const answer = await programs.run("git", ["--no-pager", "-C", root, ...args], {
    // Elsewhere than in the repository: Windows would start a program of its name from there.
    cwd: environment.home === "" ? root : environment.home,
    timeoutMs: gitLimitMs,
    environment: {
      ...Object.fromEntries(passedOn.map((name) => [name, environment.variable(name)])),
      LC_ALL: "C",
      GIT_OPTIONAL_LOCKS: "0",
      GIT_TERMINAL_PROMPT: "0",
      // A broken `.git` must not make git answer for a repository further up.
      GIT_CEILING_DIRECTORIES: parentPath(root, environment.platform),
    },
  });
  const timedOut = answer?.timedOut === true;
  const line = answer?.code === 0 ? answer.stdout.split(/\r?\n/u)[0] : undefined;
  return line === undefined || line === "" ? { timedOut } : { line, timedOut };
}
