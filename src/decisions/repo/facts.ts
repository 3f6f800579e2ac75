import { entryPath, parentPath, resolvedPath } from "../../kernel/plain-path.ts";
import {
  type GitDirectories,
  gitDirectories,
  type Repository,
  type RepositoryPorts,
} from "../../kernel/repository.ts";
import { type GitConfigEntry, gitConfigEntries } from "./git-config.ts";
import { includeCondition } from "./include-condition.ts";
import { isRemoteUrl, type RepoFacts } from "./repo.ts";

/** A config file over this size, in bytes, is not read. */
const configBytesMax = 4 * 1024 * 1024;

/** As deep as git follows includes. */
const includeDepthMax = 10;

/** Files that are read for one repository, so that includes of includes come to an end. */
const filesMax = 200;

/**
 * The settings of every config file that git would read for the repository, in git's order: the
 * system's, the user's, the shared one, the working tree's, and what they include. A file that is
 * missing or cannot be read adds nothing.
 *
 * Spec: RG-11.
 */
export function repoFacts(ports: RepositoryPorts, repository: Repository): RepoFacts {
  const git = gitDirectories(ports, repository);
  if (git === undefined) return { entries: [] };
  const first = new ConfigCollector(ports, git, undefined);
  const entries = first.all();
  if (!first.asksForRemotes) return { entries };
  // `hasconfig:` looks at the remotes of everything else, so everything else is read first.
  const urls = entries.flatMap((e) => (isRemoteUrl(e) && e.value !== undefined ? [e.value] : []));
  return { entries: new ConfigCollector(ports, git, urls).all() };
}

class ConfigCollector {
  asksForRemotes = false;
  #files = 0;
  readonly #ports: RepositoryPorts;
  readonly #git: GitDirectories;
  readonly #remotes: readonly string[] | undefined;

  constructor(ports: RepositoryPorts, git: GitDirectories, remotes: readonly string[] | undefined) {
    this.#ports = ports;
    this.#git = git;
    this.#remotes = remotes;
  }

  all(): readonly GitConfigEntry[] {
    const { home, platform } = this.#ports.environment;
    const variable = this.#ports.environment.variable("XDG_CONFIG_HOME");
    const userHome = variable === undefined || variable === "" ? `${home}/.config` : variable;
    const shared = this.#file(entryPath(this.#git.common, "config", platform), 0);
    const own = isOn(shared, "extensions", "worktreeconfig")
      ? this.#file(entryPath(this.#git.own, "config.worktree", platform), 0)
      : [];
    return [
      ...(platform === "posix" ? this.#file("/etc/gitconfig", 0) : []),
      ...this.#file(`${userHome}/git/config`, 0),
      ...this.#file(`${home}/.gitconfig`, 0),
      ...shared,
      ...own,
    ];
  }

  #file(path: string, depth: number): readonly GitConfigEntry[] {
    this.#files += 1;
    if (depth > includeDepthMax || this.#files > filesMax) return [];
    const text = this.#ports.files.readText(path, configBytesMax);
    if (!text.ok) return [];
    return gitConfigEntries(text.value).flatMap((entry) => [
      entry,
      ...this.#include(entry, path, depth),
    ]);
  }

  #include(entry: GitConfigEntry, from: string, depth: number): readonly GitConfigEntry[] {
    const { section, subsection, key, value } = entry;
    if (key !== "path" || value === undefined || value === "") return [];
    if (section !== "include" && section !== "includeif") return [];
    if (section === "includeif" && !this.#holds(subsection ?? "", from)) return [];
    if (section === "include" && subsection !== undefined) return [];
    const { home, platform } = this.#ports.environment;
    const path = value === "~" || value.startsWith("~/") ? `${home}${value.slice(1)}` : value;
    return this.#file(resolvedPath(parentPath(from, platform), path, platform), depth + 1);
  }

  #holds(condition: string, from: string): boolean {
    if (condition.startsWith("hasconfig:remote.*.url:")) this.asksForRemotes = true;
    const { files, environment } = this.#ports;
    const real = files.realPath(this.#git.own);
    const head = files.readText(entryPath(this.#git.own, "HEAD", environment.platform), 4_096);
    return includeCondition(condition, {
      gitDirectories: real.ok ? [this.#git.own, real.value] : [this.#git.own],
      branch: /^ref: refs\/heads\/(.+)/u.exec(head.ok ? head.value : "")?.[1]?.trim(),
      remoteUrls: this.#remotes ?? [],
      configDirectory: parentPath(from, environment.platform),
      home: environment.home,
    });
  }
}

function isOn(entries: readonly GitConfigEntry[], section: string, key: string): boolean {
  const last = entries.findLast((entry) => entry.section === section && entry.key === key);
  if (last === undefined) return false;
  const value = last.value?.toLowerCase();
  return value === undefined || /^(?:true|yes|on|[1-9]\d*)$/u.test(value);
}
