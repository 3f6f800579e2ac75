import type { GitConfigEntry } from "./git-config.ts";

/** The settings of every config file that git would read for a repository, in its order. */
export interface RepoFacts {
  readonly entries: readonly GitConfigEntry[];
}

/** The remote called `origin`: as the config writes it, and as git expands it. Spec: RG-11. */
export interface RepoOutcome {
  readonly url?: string;
  /** After `insteadOf`; equal to `url` where nothing rewrites it. */
  readonly expanded?: string;
}

/**
 * The url of the remote `origin`: the first `url` of all files; `pushurl` is none. Expanded as git
 * does: the longest `insteadOf` that starts the url gives way to its base.
 *
 * Spec: RG-11.
 */
export function repo({ entries }: RepoFacts): RepoOutcome {
  const url = entries.find((entry) => isRemoteUrl(entry) && entry.subsection === "origin")?.value;
  return url === undefined ? {} : { url, expanded: expandedUrl(url, entries) };
}

/** Whether the setting is the url of a remote, of any name. Spec: RG-11. */
export function isRemoteUrl({ section, key, value }: GitConfigEntry): boolean {
  return section === "remote" && key === "url" && value !== undefined && value !== "";
}

function expandedUrl(url: string, entries: readonly GitConfigEntry[]): string {
  let longest: { readonly base: string; readonly prefix: string } | undefined;
  for (const { section, subsection: base, key, value: prefix } of entries) {
    if (section !== "url" || key !== "insteadof" || base === undefined) continue;
    if (prefix === undefined || !url.startsWith(prefix)) continue;
    if (longest === undefined || prefix.length > longest.prefix.length) longest = { base, prefix };
  }
  return longest === undefined ? url : `${longest.base}${url.slice(longest.prefix.length)}`;
}
