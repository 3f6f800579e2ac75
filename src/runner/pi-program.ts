import { createHash } from "node:crypto";
import { readFileSync, realpathSync, statSync } from "node:fs";
import { basename, delimiter, dirname, isAbsolute, join } from "node:path";
import { isJsonObject } from "../kernel/json.ts";
import type { Ports } from "../kernel/ports.ts";

const packageName = "@earendil-works/pi-coding-agent";

/** How to start pi: a program and the arguments that come before pi's own. Spec: TK-31. */
export interface PiProgram {
  readonly command: string;
  readonly args: readonly string[];
  /** The file that holds pi, links followed. */
  readonly file: string;
}

/** The answer to a search: what was found, or why nothing was. Spec: TK-30. */
export type PiSearch =
  | { readonly ok: true; readonly program: PiProgram }
  | { readonly ok: false; readonly problem: string };

/**
 * The pi to start: the one that the settings name, else the one that runs this process, else the
 * first on PATH. A setting that points nowhere is an error and not a reason to look further, and
 * relative parts of PATH are never searched: they belong to whatever directory this is.
 *
 * Spec: TK-30, TK-31.
 */
export function findPi(named: string, script: string | undefined, path: string): PiSearch {
  if (named !== "") {
    const program = programAt(named);
    if (program !== undefined) return { ok: true, program };
    return { ok: false, problem: `gatehouse.task.pi is ${named}, and there is no such file` };
  }
  const own = script === undefined ? undefined : ownProgram(script);
  if (own !== undefined) return { ok: true, program: own };
  const names = process.platform === "win32" ? ["pi.exe", "pi"] : ["pi"];
  for (const folder of path.split(delimiter).filter((each) => isAbsolute(each))) {
    for (const name of names) {
      const program = programAt(join(folder, name));
      if (program !== undefined) return { ok: true, program };
    }
  }
  return { ok: false, problem: "pi is not on PATH; install it, or set gatehouse.task.pi" };
}

function programAt(path: string): PiProgram | undefined {
  try {
    const file = realpathSync.native(path);
    if (!statSync(file).isFile()) return undefined;
    // A script is run by this Node: the one on PATH may be too old for pi.
    if (/\.[cm]?js$/u.test(file)) return { command: process.execPath, args: [file], file };
    return { command: file, args: [], file };
  } catch {
    return undefined;
  }
}

/** The script of this process, where it is pi's; or this program, where it is pi as one file. */
function ownProgram(script: string): PiProgram | undefined {
  if (/^pi(?:\.exe)?$/u.test(basename(process.execPath))) return programAt(process.execPath);
  const program = programAt(script);
  if (program === undefined) return undefined;
  for (let folder = dirname(program.file); folder !== dirname(folder); folder = dirname(folder)) {
    try {
      const text = readFileSync(join(folder, "package.json"), "utf8");
      const value: unknown = JSON.parse(text);
      return isJsonObject(value) && value["name"] === packageName ? program : undefined;
    } catch {
      // No package here: one folder up.
    }
  }
  return undefined;
}

/** What this version of pi understands. Spec: TK-31. */
export interface PiAbilities {
  readonly version: string;
  readonly flags: readonly string[];
  /** Environment variables that its help documents. */
  readonly variables: readonly string[];
}

/** pi's abilities, or why they could not be had. Spec: TK-30. */
export type AbilitiesAnswer =
  | { readonly ok: true; readonly value: PiAbilities }
  | { readonly ok: false; readonly problem: string };

/**
 * Asks pi for its flags, once for each version: the answer is kept under the agent directory. pi
 * swallows flags that it does not know, with the word after them, so an isolation flag that a
 * version lacks would otherwise go unnoticed.
 *
 * Spec: TK-31.
 */
export async function piAbilities(
  program: PiProgram,
  ports: Ports,
  cacheFolder: string,
): Promise<AbilitiesAnswer> {
  const { mtimeMs, size } = statSync(program.file);
  const about = [program.file, mtimeMs, size].join("\n");
  const key = createHash("sha256").update(about).digest("hex").slice(0, 16);
  const file = join(cacheFolder, `pi-${key}.json`);
  const known = readAbilities(ports, file);
  if (known !== undefined) return { ok: true, value: known };
  const made = ports.files.makeDirectory(cacheFolder);
  if (!made.ok) return { ok: false, problem: `${cacheFolder} cannot be made (${made.problem})` };
  const ask = (...flags: readonly string[]) =>
    ports.programs.run(program.command, [...program.args, ...flags], {
      cwd: cacheFolder,
      timeoutMs: 30_000,
      environment: childBasics(ports),
    });
  const [help, version] = await Promise.all([ask("--no-extensions", "--help"), ask("--version")]);
  if (help?.code !== 0) {
    const said = help?.stderr.trim().split("\n").at(-1) ?? "it cannot be started";
    return { ok: false, problem: `${program.file} --help failed: ${said}` };
  }
  const abilities: PiAbilities = {
    version: (version?.stdout || version?.stderr || "unknown").trim().split("\n")[0] ?? "unknown",
    flags: [...new Set(help.stdout.match(/--[a-z][a-z-]+/gu) ?? [])],
    variables: [...new Set(help.stdout.match(/^ {2}[A-Z][A-Z0-9_]+(?= +- )/gmu) ?? [])].map(
      (name) => name.trim(),
    ),
  };
  if (abilities.flags.length === 0) {
    return { ok: false, problem: `${program.file} --help names no flags; it is no pi` };
  }
  ports.files.writeText(file, JSON.stringify(abilities));
  return { ok: true, value: abilities };
}

function childBasics(ports: Ports): Record<string, string | undefined> {
  return {
    ...process.env,
    PI_OFFLINE: "1",
    PI_CODING_AGENT_DIR: ports.environment.variable("PI_CODING_AGENT_DIR"),
  };
}

function readAbilities(ports: Ports, file: string): PiAbilities | undefined {
  const text = ports.files.readText(file, 1024 * 1024);
  if (!text.ok) return undefined;
  try {
    const value: unknown = JSON.parse(text.value);
    if (!isJsonObject(value)) return undefined;
    const { version, flags, variables } = value;
    if (typeof version !== "string" || !Array.isArray(flags) || !Array.isArray(variables)) {
      return undefined;
    }
    return { version, flags: flags.map(String), variables: variables.map(String) };
  } catch {
    return undefined;
  }
}
