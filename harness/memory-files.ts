import { posix } from "node:path";
import type { Volume } from "memfs";
import { fileProblem } from "../src/edge/node-ports.ts";
import type { FileAnswer, FileFacts, FilePort } from "../src/kernel/ports.ts";

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

/**
 * A file port over a volume. `ask` hears each question first; where it says no, the world lacks the
 * answer, and the port answers `failed`. Denied paths may not be looked at, nor what is below them.
 *
 * Spec: HN-5.
 */
export function memoryFiles(
  volume: Volume,
  deniedPaths: readonly string[],
  ask: (question: string, path: string) => boolean,
): FilePort {
  const denied = (path: string): boolean =>
    deniedPaths.some((place) => path === place || path.startsWith(`${place}/`));
  const look = <T>(question: string, path: string, read: (path: string) => T): FileAnswer<T> => {
    if (!ask(question, path)) return { ok: false, problem: "failed" };
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
