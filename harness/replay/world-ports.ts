import { posix } from "node:path";
import { agentDirectory } from "../../src/edge/agent-directory.ts";
import type { JsonObject } from "../../src/kernel/json.ts";
import { type MemoryPorts, memoryPorts } from "../memory-ports.ts";
import type { RecordedWorld } from "./recorded-world.ts";

/**
 * Ports that answer from a recorded world. pi's settings file is where the extension looks for it;
 * a remote is a repository's config file, with no git to ask. A path of which the world says
 * nothing is a missing fact: the ports keep it, and the decision that asked is `unknown`.
 *
 * Spec: HN-5.
 */
export function worldPorts(world: RecordedWorld, cwd: string, settings: JsonObject): MemoryPorts {
  const home = world.home ?? "/home/user";
  const environment = world.environment ?? {};
  const agent = agentDirectory({
    variable: (name) => environment[name],
    home,
    platform: world.platform ?? "posix",
  });
  const absolute = <Value>(given: Readonly<Record<string, Value>> = {}): Record<string, Value> =>
    Object.fromEntries(
      Object.entries(given).map(([path, value]) => [posix.resolve(cwd, path), value]),
    );
  const links = absolute(world.links);
  const files: Record<string, string | null> = {
    [`${agent}/settings.json`]: JSON.stringify(settings),
    [cwd]: null,
    ...absolute(world.files),
    ...repository(world.origin, cwd),
  };
  const named = [...Object.keys(files), ...Object.keys(links)];
  return memoryPorts({
    files,
    links,
    denied: (world.denied ?? []).map((path) => posix.resolve(cwd, path)),
    environment,
    home,
    platform: world.platform ?? "posix",
    programs: (program) => (program === "git" && hasRemote(world) ? "not-installed" : undefined),
    holdsPath: (path) => {
      if (isBelow(path, agent) || named.some((each) => isBelow(each, path))) return true;
      // Replay asks no reviewer: their configuration counts as not being there.
      if (path === `${cwd}/.pi/tool-supervisor.json`) return true;
      if (posix.basename(path) === ".git" && world.origin !== undefined) return true;
      return world.files !== undefined && isBelow(path, cwd);
    },
  });
}

function isBelow(path: string, directory: string): boolean {
  return path === directory || directory === "/" || path.startsWith(`${directory}/`);
}

/** Whether the world says what `origin` is, by itself or by a repository's files. */
function hasRemote(world: RecordedWorld): boolean {
  if (world.origin !== undefined) return true;
  return Object.keys(world.files ?? {}).some((path) => path.split("/").includes(".git"));
}

function repository(origin: string | null | undefined, cwd: string): Record<string, string> {
  if (origin === undefined || origin === null) return {};
  return {
    [`${cwd}/.git/HEAD`]: "ref: refs/heads/main\n",
    [`${cwd}/.git/config`]: `[remote "origin"]\n\turl = ${JSON.stringify(origin)}\n`,
  };
}
