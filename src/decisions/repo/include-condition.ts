import { wildMatch } from "./wild-match.ts";

/** What the condition of an `includeIf` may be about. Paths are absolute, with `/`. Spec: RG-11. */
export interface IncludeFacts {
  /** The git directory as it was found, and by its real path. */
  readonly gitDirectories: readonly string[];
  /** The branch that is checked out; absent on none. */
  readonly branch: string | undefined;
  /** The urls of all remotes. */
  readonly remoteUrls: readonly string[];
  /** Where the config file lies that states the condition. */
  readonly configDirectory: string;
  readonly home: string;
}

/**
 * Whether the condition of an `includeIf` holds. A keyword that this reader does not know never
 * does, as in git.
 *
 * Spec: RG-11.
 */
export function includeCondition(condition: string, facts: IncludeFacts): boolean {
  const colon = condition.indexOf(":");
  const keyword = condition.slice(0, colon);
  const rest = condition.slice(colon + 1);
  switch (keyword) {
    case "gitdir":
    case "gitdir/i": {
      const pattern = directoryPattern(rest, facts);
      const ignoreCase = keyword === "gitdir/i";
      return facts.gitDirectories.some((directory) =>
        wildMatch(pattern, directory.replaceAll("\\", "/"), ignoreCase),
      );
    }
    case "onbranch":
      return facts.branch !== undefined && wildMatch(withTail(rest), facts.branch);
    case "hasconfig": {
      const glob = rest.startsWith("remote.*.url:")
        ? rest.slice("remote.*.url:".length)
        : undefined;
      return glob !== undefined && facts.remoteUrls.some((url) => wildMatch(glob, url));
    }
    default:
      return false;
  }
}

/**
 * `~/` is home, `./` the config's own directory; all else that is not absolute may lie anywhere.
 */
function directoryPattern(written: string, { home, configDirectory }: IncludeFacts): string {
  const pattern = withTail(written);
  if (pattern.startsWith("~/")) return `${home}${pattern.slice(1)}`;
  if (pattern.startsWith("./")) return `${configDirectory}${pattern.slice(1)}`;
  return /^(?:\/|[a-z]:)/iu.test(pattern) ? pattern : `**/${pattern}`;
}

function withTail(pattern: string): string {
  return pattern.endsWith("/") ? `${pattern}**` : pattern;
}
