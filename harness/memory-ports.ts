import { posix } from "node:path";
import { Volume } from "memfs";
import { fileProblem } from "../src/edge/node-ports.ts";
import type {
  FileAnswer,
  FileFacts,
  FilePort,
  ModelPort,
  Ports,
  ProgramAnswer,
  ProgramPort,
} from "../src/kernel/ports.ts";
import { VirtualClock } from "./clock.ts";

/** A question that a port was asked: the port, what was asked, and about what. Spec: HN-5. */
export interface AskedFact {
  readonly port: "files" | "environment" | "programs";
  readonly question: string;
  readonly subject: string;
}

/** Answers a program's run from a script; undefined says that the script does not hold it. */
type ProgramScript = (
  program: string,
  args: readonly string[],
  cwd: string,
) => ProgramAnswer | "not-installed" | undefined;

/**
 * A world as data. Files map absolute paths to text, or to null for an empty directory; links map
 * paths to targets. Scripted programs are named by their command line, words joined by one space.
 *
 * The world holds everything unless `holdsPath` or `holdsVariable` say otherwise: a path that is
 * held and not there is missing, one that is not held is a fact that the world lacks.
 *
 * Spec: HN-5.
 */
export interface MemoryWorld {
  readonly files?: Volume | Readonly<Record<string, string | null>>;
  readonly links?: Readonly<Record<string, string>>;
  /** Paths that may not be looked at; what is below them may not either. */
  readonly denied?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly home?: string;
  readonly platform?: "posix" | "windows";
  readonly programs?: ProgramScript | Readonly<Record<string, Partial<ProgramAnswer>>>;
  readonly clock?: VirtualClock;
  /** Models outside the conversation, which a recording or a script answers for. */
  readonly models?: ModelPort;
  readonly holdsPath?: (path: string) => boolean;
  readonly holdsVariable?: (name: string) => boolean;
  /** Hears of each fact that the world lacks; it may throw. */
  readonly onMissing?: (fact: AskedFact) => void;
}

/** Ports that answer from memory, and remember what they were asked. Spec: HN-2, HN-5. */
export interface MemoryPorts extends Ports {
  readonly clock: VirtualClock;
  readonly volume: Volume;
  /** The lines that were logged. */
  readonly lines: string[];
  /** Every question, in order. */
  readonly asked: AskedFact[];
  /** The questions whose answer the world lacks. */
  readonly missing: AskedFact[];
  /** Forgets what was asked, and gives the facts that were lacking. */
  takeMissing(): AskedFact[];
}

function volumeOf(world: MemoryWorld): Volume {
  const volume =
    world.files instanceof Volume ? world.files : Volume.fromJSON({ ...world.files, "/": null });
  for (const [path, target] of Object.entries(world.links ?? {})) {
    volume.mkdirSync(path.slice(0, Math.max(1, path.lastIndexOf("/"))), { recursive: true });
    volume.symlinkSync(target, path);
  }
  return volume;
}

function withCode(code: string): Error {
  return Object.assign(new Error(code), { code });
}

/**
 * The path as a kernel reads it, where memfs reads it as text: `..` leaves the directory that a
 * link leads to, a slash at the end asks for a directory, and names have a longest length.
 */
function kernelPath(volume: Volume, path: string): string {
  if (path.length < 256 && !/\/(?:\.{1,2}(?:\/|$)|\/|$)/.test(path)) return path;
  let current = "";
  for (const segment of path.split("/")) {
    if (Buffer.byteLength(segment) > 255) throw withCode("ENAMETOOLONG");
    if (segment === "..") {
      const real = String(volume.realpathSync(current || "/"));
      if (!volume.statSync(real).isDirectory()) throw withCode("ENOTDIR");
      current = real.slice(0, Math.max(0, real.lastIndexOf("/")));
    } else if (segment !== "" && segment !== ".") current += `/${segment}`;
  }
  const asksDirectory = /\/\.?$/.test(path);
  if (!asksDirectory || current === "") return current || "/";
  if (!volume.statSync(current).isDirectory()) throw withCode("ENOTDIR");
  return String(volume.realpathSync(current));
}

function factsOf(volume: Volume, path: string): FileFacts {
  const stats = volume.lstatSync(path);
  const kinds = {
    file: stats.isFile(),
    directory: stats.isDirectory(),
    link: stats.isSymbolicLink(),
  };
  const found = Object.entries(kinds).find(([, holds]) => holds)?.[0] ?? "other";
  return {
    type: found as FileFacts["type"],
    size: Number(stats.size),
    mtimeMs: Number(stats.mtimeMs),
    mode: Number(stats.mode),
    device: Number(stats.dev),
    inode: Number(stats.ino),
    linkCount: Number(stats.nlink),
  };
}

function readBounded(volume: Volume, path: string, bytesMax: number): Buffer {
  const bytes = volume.readFileSync(path) as Buffer;
  if (bytes.length > bytesMax) throw new RangeError(`${path} is larger than ${bytesMax} bytes`);
  return Buffer.from(bytes);
}

type Ask = (fact: AskedFact, held: boolean) => boolean;

function memoryFiles(world: MemoryWorld, volume: Volume, ask: Ask): FilePort {
  const denied = (path: string): boolean =>
    (world.denied ?? []).some((place) => path === place || path.startsWith(`${place}/`));
  const look = <T>(question: string, path: string, read: (path: string) => T): FileAnswer<T> => {
    const held = world.holdsPath?.(path) ?? true;
    if (!ask({ port: "files", question, subject: path }, held))
      return { ok: false, problem: "failed" };
    try {
      if (denied(path)) throw withCode("EACCES");
      return { ok: true, value: read(kernelPath(volume, path)) };
    } catch (error) {
      return { ok: false, problem: fileProblem(error) };
    }
  };
  return {
    facts: (path) => look("facts", path, (at) => factsOf(volume, at)),
    realPath: (path) => look("realPath", path, (at) => String(volume.realpathSync(at))),
    linkTarget: (path) => look("linkTarget", path, (at) => String(volume.readlinkSync(at))),
    readText: (path, bytesMax) =>
      look("readText", path, (at) => readBounded(volume, at, bytesMax).toString("utf8")),
    readBytes: (path, bytesMax) =>
      look("readBytes", path, (at) => readBounded(volume, at, bytesMax)),
    names: (path) => look("names", path, (at) => volume.readdirSync(at).map(String)),
    writeText: (path, text) => look("writeText", path, (at) => replaceFile(volume, at, text)),
    makeDirectory: (path) => look("makeDirectory", path, () => makeDirectory(volume, path)),
  };
}

function makeDirectory(volume: Volume, path: string): true {
  const segments = path.split("/").filter(Boolean);
  for (let length = 1; length <= segments.length; length += 1) {
    const at = `/${segments.slice(0, length).join("/")}`;
    if (!volume.existsSync(at)) {
      // A link that leads nowhere is in the way; memfs would make what it names.
      const dangling = (volume.readdirSync(posix.dirname(at)) as string[]).includes(
        posix.basename(at),
      );
      if (dangling) throw withCode("ENOENT");
      break;
    }
    if (volume.statSync(at).isDirectory()) continue;
    throw withCode(length === segments.length ? "EEXIST" : "ENOTDIR");
  }
  volume.mkdirSync(path, { recursive: true, mode: 0o700 });
  return true;
}

function replaceFile(volume: Volume, path: string, text: string): true {
  const beside = `${path}.tmp`;
  if (volume.existsSync(path) && volume.lstatSync(path).isDirectory()) throw withCode("EISDIR");
  volume.writeFileSync(beside, text);
  volume.renameSync(beside, path);
  return true;
}

function memoryPrograms(world: MemoryWorld, ask: Ask): ProgramPort {
  const { programs = {} } = world;
  const script: ProgramScript =
    typeof programs === "function"
      ? programs
      : (program, args) => {
          const answer = programs[[program, ...args].join(" ")];
          const silent = { code: 0, stdout: "", stderr: "", timedOut: false };
          return answer === undefined ? undefined : { ...silent, ...answer };
        };
  return {
    run: async (program, args, { cwd }) => {
      const answer = script(program, args, cwd);
      const subject = [program, ...args].join(" ");
      ask({ port: "programs", question: "run", subject }, answer !== undefined);
      return answer === "not-installed" ? undefined : answer;
    },
  };
}

/**
 * Ports over memory: a volume of memfs, scripted programs, virtual time, logged lines. Problems of
 * the file system map as Node's do, as the tests show on a real directory.
 *
 * A question whose answer the world lacks is kept in `missing` and told to `onMissing`; the port
 * then answers `failed`, undefined, or as if the program were not there, and a caller that must not
 * guess looks at `missing`.
 *
 * Spec: HN-2, HN-5.
 */
export function memoryPorts(world: MemoryWorld = {}): MemoryPorts {
  const volume = volumeOf(world);
  const asked: AskedFact[] = [];
  const missing: AskedFact[] = [];
  const lines: string[] = [];
  const ask: Ask = (fact, held) => {
    asked.push(fact);
    if (held) return true;
    missing.push(fact);
    world.onMissing?.(fact);
    return false;
  };
  return {
    files: memoryFiles(world, volume, ask),
    environment: {
      variable: (name) => {
        const held = world.holdsVariable?.(name) ?? true;
        ask({ port: "environment", question: "variable", subject: name }, held);
        return world.environment?.[name];
      },
      home: world.home ?? "/home/user",
      platform: world.platform ?? "posix",
    },
    clock: world.clock ?? new VirtualClock(),
    programs: memoryPrograms(world, ask),
    ...(world.models === undefined ? {} : { models: world.models }),
    log: { line: (text) => void lines.push(text) },
    volume,
    lines,
    asked,
    missing,
    takeMissing: () => {
      asked.length = 0;
      return missing.splice(0);
    },
  };
}
