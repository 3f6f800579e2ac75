import type { ExtensionFactory } from "@earendil-works/pi-coding-agent";
import { gatehouse } from "../../src/extension.ts";
import type { JsonObject } from "../../src/kernel/json.ts";
import type { FileAnswer, FilePort } from "../../src/kernel/ports.ts";
import { memoryPorts } from "../memory-ports.ts";

/**
 * The package in a scenario: what stands in the working directory, and its settings file. The disk
 * is one in memory, the same in every host.
 *
 * Spec: HN-3.
 */
export interface PackageWorld {
  /** Files below the working directory, path and text. */
  readonly files?: Readonly<Record<string, string>>;
  /** Links below the working directory, path and target. */
  readonly links?: Readonly<Record<string, string>>;
  /** pi's settings file, whole. */
  readonly settings?: Readonly<Record<string, unknown>>;
}

/** Where the working directory stands on the disk in memory, wherever the host runs. */
const inside = "/world";
const home = "/home/ada";

/**
 * The package over a disk in memory on which every host's working directory is the same place.
 *
 * Spec: HN-3.
 */
export function packageExtension(world: PackageWorld): ExtensionFactory {
  return (pi) => {
    let cwd = inside;
    const ports = memoryPorts({
      files: {
        ...below(world.files ?? {}),
        [`${home}/.pi/agent/settings.json`]: JSON.stringify(world.settings ?? ({} as JsonObject)),
      },
      links: below(world.links ?? {}),
      home,
      programs: () => "not-installed",
    });
    pi.on("session_start", (_event, context) => {
      cwd = context.cwd;
    });
    const files = movedFiles(ports.files, () => cwd);
    gatehouse({ ...ports, files })(pi);
  };
}

function below(entries: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(entries).map(([path, text]) => [`${inside}/${path}`, text]),
  );
}

/** The disk, with the host's working directory in place of the one in memory. */
function movedFiles(files: FilePort, cwd: () => string): FilePort {
  const moved = (path: string): string => swapped(path, cwd(), inside);
  const back = (answer: FileAnswer<string>): FileAnswer<string> =>
    answer.ok ? { ok: true, value: swapped(answer.value, inside, cwd()) } : answer;
  return {
    ...files,
    facts: (path) => files.facts(moved(path)),
    realPath: (path) => back(files.realPath(moved(path))),
    linkTarget: (path) => files.linkTarget(moved(path)),
    readText: (path, bytesMax) => files.readText(moved(path), bytesMax),
    readBytes: (path, bytesMax) => files.readBytes(moved(path), bytesMax),
    names: (path) => files.names(moved(path)),
    writeText: (path, text) => files.writeText(moved(path), text),
    makeDirectory: (path) => files.makeDirectory(moved(path)),
  };
}

function swapped(path: string, from: string, to: string): string {
  return path === from || path.startsWith(`${from}/`) ? `${to}${path.slice(from.length)}` : path;
}
