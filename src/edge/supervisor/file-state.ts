import { resolve } from "node:path";
import type { Ports } from "../../kernel/ports.ts";

/** A file over this size, in bytes, is not reviewed. Spec: SV-31. */
const bytesMax = 64 * 1024 * 1024;

/** Where a NUL byte tells a binary file. Spec: SV-31. */
const sniffBytes = 8_000;

/** What stood in a file at one moment. Spec: SV-31. */
export type FileState =
  | { readonly kind: "missing" }
  | FileTextState
  | { readonly kind: "binary" }
  | { readonly kind: "large" }
  | { readonly kind: "unreadable"; readonly problem: string };

/** Text as it is in the file, line ends included, a byte order mark taken off. Spec: SV-31. */
export interface FileTextState {
  readonly kind: "text";
  readonly text: string;
  readonly mark: boolean;
}

/** A file's text as a state. */
export function textState(text: string): FileTextState {
  const mark = text.startsWith("\uFEFF");
  return { kind: "text", text: mark ? text.slice(1) : text, mark };
}

/**
 * The state of a file now. Absolute path; links are followed, as the tools follow them. Spec:
 * SV-31.
 */
export function fileState(ports: Ports, path: string): FileState {
  const { files } = ports;
  const bytes = files.readBytes(path, bytesMax);
  if (bytes.ok) return stateOf(bytes.value);
  if (bytes.problem === "missing") return { kind: "missing" };
  const real = files.realPath(path);
  const facts = real.ok ? files.facts(real.value) : real;
  if (facts.ok && facts.value.type === "file" && facts.value.size > bytesMax)
    return { kind: "large" };
  const problem = facts.ok && facts.value.type !== "file" ? "no file" : bytes.problem;
  return { kind: "unreadable", problem };
}

function stateOf(bytes: Uint8Array): FileState {
  if (bytes.subarray(0, sniffBytes).includes(0)) return { kind: "binary" };
  try {
    return textState(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    return { kind: "binary" };
  }
}

const unicodeSpaces = /[\u00A0\u2000-\u200A\u202F\u205F\u3000]/gu;

/**
 * The file that pi's edit and write change for a path: a leading `@` dropped, `~` expanded, other
 * spaces turned into plain ones, relative to the session's directory.
 *
 * Spec: SV-31.
 */
export function toolPath(written: string, cwd: string, home: string): string {
  const plain = written.replace(unicodeSpaces, " ").replace(/^@/u, "");
  if (plain === "~") return home;
  return resolve(cwd, /^~[/\\]/u.test(plain) ? `${home}/${plain.slice(2)}` : plain);
}

/** One name for a file however it is reached, also for one that is not there yet. Spec: SV-31. */
export function fileKey(ports: Ports, path: string): string {
  const real = ports.files.realPath(path);
  if (real.ok) return real.value;
  const cut = path.lastIndexOf("/");
  const folder = ports.files.realPath(path.slice(0, Math.max(1, cut)));
  return folder.ok ? `${folder.value}/${path.slice(cut + 1)}` : path;
}
