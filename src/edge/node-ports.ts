import { execFile } from "node:child_process";
import {
  closeSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readlinkSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  writeFileSync,
} from "node:fs";
import { homedir } from "node:os";
import type {
  ClockPort,
  EnvironmentPort,
  FileAnswer,
  FileFacts,
  FilePort,
  FileProblem,
  LogPort,
  Ports,
  ProgramAnswer,
  ProgramPort,
} from "../kernel/ports.ts";

const problems: Readonly<Record<string, FileProblem>> = {
  ENOENT: "missing",
  ENOTDIR: "missing",
  ELOOP: "loop",
  EACCES: "denied",
  EPERM: "denied",
  ENOSPC: "full",
  EDQUOT: "full",
};

/** The problem that a Node error stands for; `failed` for every code without a name of its own. */
export function fileProblem(error: unknown): FileProblem {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return problems[code] ?? "failed";
}

function answer<T>(look: () => T): FileAnswer<T> {
  try {
    return { ok: true, value: look() };
  } catch (error) {
    return { ok: false, problem: fileProblem(error) };
  }
}

function factsOf(stats: Stats): FileFacts {
  const type = stats.isFile()
    ? "file"
    : stats.isDirectory()
      ? "directory"
      : stats.isSymbolicLink()
        ? "link"
        : "other";
  return {
    type,
    size: stats.size,
    mtimeMs: stats.mtimeMs,
    mode: stats.mode,
    device: stats.dev,
    inode: stats.ino,
    linkCount: stats.nlink,
  };
}

/** Reads through one descriptor, so that the size checked is the size of the file that is read. */
function readBounded(path: string, bytesMax: number): Buffer {
  const file = openSync(path, "r");
  try {
    const { size } = fstatSync(file);
    if (size > bytesMax) throw new RangeError(`${path} is larger than ${bytesMax} bytes`);
    const bytes = Buffer.alloc(size);
    let filled = 0;
    while (filled < size) {
      const count = readSync(file, bytes, filled, size - filled, filled);
      if (count === 0) break;
      filled += count;
    }
    return bytes.subarray(0, filled);
  } finally {
    closeSync(file);
  }
}

function replaceFile(path: string, text: string): true {
  const beside = `${path}.${process.pid}.tmp`;
  try {
    writeFileSync(beside, text, { flag: "wx" });
    renameSync(beside, path);
    return true;
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  }
}

function makeDirectory(path: string): true {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  return true;
}

/** Most looks are for what is not there, and a thrown error costs several looks. */
function lookAt(path: string): FileAnswer<FileFacts> {
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return { ok: false, problem: "missing" };
    return { ok: true, value: factsOf(stats) };
  } catch (error) {
    return { ok: false, problem: fileProblem(error) };
  }
}

const files: FilePort = {
  facts: lookAt,
  realPath: (path) => answer(() => realpathSync.native(path)),
  linkTarget: (path) => answer(() => readlinkSync(path)),
  readText: (path, bytesMax) => answer(() => readBounded(path, bytesMax).toString("utf8")),
  readBytes: (path, bytesMax) => answer(() => readBounded(path, bytesMax)),
  names: (path) => answer(() => readdirSync(path)),
  writeText: (path, text) => answer(() => replaceFile(path, text)),
  makeDirectory: (path) => answer(() => makeDirectory(path)),
};

const environment: EnvironmentPort = {
  variable: (name) => process.env[name],
  get home() {
    return homedir();
  },
  platform: process.platform === "win32" ? "windows" : "posix",
};

const clock: ClockPort = {
  now: () => Date.now(),
  elapsedNs: () => process.hrtime.bigint(),
  after: (delayMs, callback, keepsAlive = false) => {
    const timer = setTimeout(callback, delayMs);
    if (!keepsAlive) timer.unref();
    return () => clearTimeout(timer);
  },
};

const programs: ProgramPort = {
  run: (program, args, options) =>
    new Promise<ProgramAnswer | undefined>((resolve) => {
      const child = execFile(
        program,
        [...args],
        {
          cwd: options.cwd,
          timeout: options.timeoutMs,
          killSignal: "SIGKILL",
          maxBuffer: 4 * 1024 * 1024,
          env: options.environment ?? process.env,
          windowsHide: true,
        },
        (error, stdout, stderr) => {
          const code = error === null ? 0 : typeof error.code === "number" ? error.code : null;
          if (error !== null && code === null && error.killed !== true) return resolve(undefined);
          return resolve({
            code,
            stdout,
            stderr,
            timedOut: error?.killed === true,
          });
        },
      );
      child.stdin?.end();
    }),
};

const log: LogPort = { line: (text) => void process.stderr.write(`${text}\n`) };

/** The real world: Node's file system, environment, time and programs. Spec: HN-2. */
export const nodePorts: Ports = { files, environment, clock, programs, log };
