import { isAbsolutePath, type PathPlatform } from "../../kernel/path-key.ts";
import { entryPath, lastSegment, parentPath, resolvedPath } from "../../kernel/plain-path.ts";
import type { FileAnswer, FilePort } from "../../kernel/ports.ts";

/** As many links as systems follow before they call it a loop. */
const linksMax = 40;

/**
 * Where a write to the path would land: the real path where it exists, else the real path of the
 * deepest ancestor that exists with the rest behind it. A dangling link counts as its target, for a
 * write follows it.
 *
 * ```text
 * /r/src/link/new.md   with link → /r/docs/tasks   →   /r/docs/tasks/new.md
 * ```
 *
 * Spec: WL-3.
 */
export function realPlace(
  files: FilePort,
  path: string,
  platform: PathPlatform,
): FileAnswer<string> {
  return new LinkWalk(files, platform).place(path);
}

class LinkWalk {
  readonly #files: FilePort;
  readonly #platform: PathPlatform;
  #links = 0;

  constructor(files: FilePort, platform: PathPlatform) {
    this.#files = files;
    this.#platform = platform;
  }

  place(path: string): FileAnswer<string> {
    const whole = this.#files.realPath(path);
    if (whole.ok || whole.problem !== "missing") return whole;
    const above = parentPath(path, this.#platform);
    if (above === path) return { ok: true, value: path };
    const parent = this.place(above);
    return parent.ok ? this.#entry(parent.value, lastSegment(path, this.#platform)) : parent;
  }

  /** An entry of a directory whose path is real already, and that `realPath` did not find. */
  #entry(directory: string, name: string): FileAnswer<string> {
    const path = entryPath(directory, name, this.#platform);
    const facts = this.#files.facts(path);
    if (!facts.ok) return facts.problem === "missing" ? { ok: true, value: path } : facts;
    if (facts.value.type !== "link") return { ok: true, value: path };
    this.#links += 1;
    if (this.#links > linksMax) return { ok: false, problem: "loop" };
    const target = this.#files.linkTarget(path);
    return target.ok ? this.#along(directory, target.value) : target;
  }

  /** Follows the text of a link name by name: `..` means the real parent, not the text before it. */
  #along(directory: string, target: string): FileAnswer<string> {
    const isAbsolute = isAbsolutePath(target, this.#platform);
    if (isAbsolute && this.#platform === "windows") {
      return this.place(resolvedPath(directory, target, this.#platform));
    }
    let at = isAbsolute ? "/" : directory;
    for (const name of target.split(this.#platform === "posix" ? "/" : /[\\/]/u)) {
      if (name === "" || name === ".") continue;
      if (name === "..") {
        at = parentPath(at, this.#platform);
        continue;
      }
      const next = this.place(entryPath(at, name, this.#platform));
      if (!next.ok) return next;
      at = next.value;
    }
    return { ok: true, value: at };
  }
}
