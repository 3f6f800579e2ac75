import type { FileFacts, FileProblem, Ports } from "../../kernel/ports.ts";

/** A configuration file over this size, in bytes, is a mistake and is not read. */
const bytesMax = 4 * 1024 * 1024;

/** A file written so short a time before it was read, in ms, may change again unnoticed. */
const grainMs = 100;

/** What a file holds: its text, or why there is none. */
export type FileText = { readonly text: string } | { readonly problem: FileProblem };

/**
 * One file that is looked at often and read seldom. A look costs one question of the file system
 * while size, time and inode stay as they were.
 *
 * Spec: SV-1.
 */
export class WatchedFile {
  readonly path: string;
  readonly #ports: Ports;
  #seen: FileFacts | undefined;
  #settled = false;
  #held: FileText | undefined;

  /** Has not looked yet. */
  constructor(path: string, ports: Ports) {
    this.path = path;
    this.#ports = ports;
  }

  /** What the file held at the last look. A file never looked at is missing. */
  get held(): FileText {
    return this.#held ?? { problem: "missing" };
  }

  /** Whether the file was there at the last look, readable or not. */
  get exists(): boolean {
    const { held } = this;
    return "text" in held || held.problem !== "missing";
  }

  /** Looks at the file. True where it holds something else than at the last look. */
  look(): boolean {
    const facts = this.#facts();
    const seen = this.#seen;
    const same =
      facts !== undefined &&
      seen !== undefined &&
      this.#settled &&
      facts.mtimeMs === seen.mtimeMs &&
      facts.size === seen.size &&
      facts.inode === seen.inode;
    if (same || (facts === undefined && seen === undefined && this.#held !== undefined))
      return false;
    this.#seen = facts;
    this.#settled = facts !== undefined && facts.mtimeMs < this.#ports.clock.now() - grainMs;
    const before = this.#held;
    this.#held = facts === undefined ? { problem: "missing" } : this.#read();
    return before === undefined || !equal(before, this.#held);
  }

  /** Of the file itself: a link to it is followed, as its target is what changes. */
  #facts(): FileFacts | undefined {
    const { files } = this.#ports;
    const facts = files.facts(this.path);
    if (!facts.ok) return undefined;
    if (facts.value.type !== "link") return facts.value;
    const real = files.realPath(this.path);
    const target = real.ok ? files.facts(real.value) : real;
    return target.ok ? target.value : undefined;
  }

  #read(): FileText {
    const text = this.#ports.files.readText(this.path, bytesMax);
    return text.ok ? { text: text.value } : { problem: text.problem };
  }
}

function equal(a: FileText, b: FileText): boolean {
  if ("text" in a) return "text" in b && a.text === b.text;
  return !("text" in b) && a.problem === b.problem;
}
