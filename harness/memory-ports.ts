import { Volume } from "memfs";
import type { ModelPort, Ports, ProgramAnswer, ProgramPort } from "../src/kernel/ports.ts";
import { VirtualClock } from "./clock.ts";
import { memoryFiles } from "./memory-files.ts";

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

type Ask = (fact: AskedFact, held: boolean) => boolean;

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
    files: memoryFiles(volume, world.denied ?? [], (question, path) =>
      ask({ port: "files", question, subject: path }, world.holdsPath?.(path) ?? true),
    ),
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
