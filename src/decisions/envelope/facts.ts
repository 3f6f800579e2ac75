import type { FilePort } from "../../kernel/ports.ts";
import type { PointerState } from "./envelope.ts";

/** A file over this size, in bytes, is no place for evidence that a person can check. */
const fileBytesMax = 32 * 1024 * 1024;

/**
 * Looks pointers up: `file:line`, `file:line-line`, or `file:line:column`; relative files against
 * `cwd`. Lines count from one, and a last line without its end counts.
 *
 * Spec: TK-35.
 */
export function pointerLookup(files: FilePort, cwd: string): (pointer: string) => PointerState {
  const lines = new Map<string, number | PointerState>();
  return (pointer) => {
    const parts = /^(.+?):(\d+)(?:-(\d+)|:(\d+))?$/su.exec(pointer.trim());
    if (parts === null) return "malformed";
    const [, file = "", first, last] = parts;
    const path = isAbsolute(file) ? file : `${cwd}/${file}`;
    let count = lines.get(path);
    if (count === undefined) {
      count = lineCount(files, path);
      lines.set(path, count);
    }
    if (typeof count !== "number") return count;
    const from = Number(first);
    const to = last === undefined ? from : Number(last);
    return from >= 1 && to >= from && to <= count ? "found" : "line-missing";
  };
}

function isAbsolute(file: string): boolean {
  return /^(?:[\\/]|[a-z]:[\\/])/iu.test(file);
}

function lineCount(files: FilePort, path: string): number | PointerState {
  const text = files.readText(path, fileBytesMax);
  if (!text.ok) return text.problem === "missing" ? "file-missing" : "file-unreadable";
  if (text.value === "") return 0;
  const ends = text.value.split("\n").length;
  return text.value.endsWith("\n") ? ends - 1 : ends;
}
