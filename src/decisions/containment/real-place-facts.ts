import { isAbsolutePath, type PathPlatform } from "../../kernel/path-key.ts";
import { entryPath, lastSegment, parentPath, resolvedPath } from "../../kernel/plain-path.ts";
import type { FileAnswer, FileFacts, FilePort } from "../../kernel/ports.ts";

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
): FileAnswer<RealPlace> {
  const looked = files.facts(path);
  const place = new LinkWalk(files, platform).placeOf(path, looked);
  if (!place.ok) return place;
  // What a link leads to was not looked at yet.
  const isLink = looked.ok && looked.value.type === "link";
  const found = isLink ? files.facts(place.value) : looked;
  return { ok: true, value: { path: place.value, facts: found.ok ? found.value : undefined } };
}

/** A real path, and what is there. Spec: WL-3. */
export interface RealPlace {
  readonly path: string;
  /** Absent where nothing is there yet. */
  readonly facts: FileFacts | undefined;
}

class LinkWalk {
  readonly #files: FilePort;
  readonly #platform: PathPlatform;
  #links = 0;

  constructor(files: FilePort, platform: PathPlatform) {
    this.#files = files;
    this.#platform = platform;
  }

  /**
   * `facts` is what a look at the path said: cheaper than a question for its real path that fails.
   */
  placeOf(path: string, facts: FileAnswer<FileFacts>): FileAnswer<string> {
    if (facts.ok) {
      const whole = this.#files.realPath(path);
      if (whole.ok || whole.problem !== "missing") return whole;
    } else if (facts.problem !== "missing") {
      return facts;
    }
    const above = parentPath(path, this.#platform);
    if (above === path) return { ok: true, value: path };
    const parent = this.#place(above);
    if (!parent.ok) return parent;
    const name = lastSegment(path, this.#platform);
    // Seen to be missing, and no link on the way: there is nothing more to follow.
    if (!facts.ok && parent.value === above) return { ok: true, value: path };
    return this.#entry(parent.value, name);
  }

  #place(path: string): FileAnswer<string> {
    return this.placeOf(path, this.#files.facts(path));
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

  /**
   * Follows the text of a link name by name: `..` means the real parent, not the text before it.
   */
  #along(directory: string, target: string): FileAnswer<string> {
    const isAbsolute = isAbsolutePath(target, this.#platform);
    if (isAbsolute && this.#platform === "windows") {
      return this.#place(resolvedPath(directory, target, this.#platform));
    }
    let at = isAbsolute ? "/" : directory;
    for (const name of target.split(this.#platform === "posix" ? "/" : /[\\/]/u)) {
      if (name === "" || name === ".") continue;
      if (name === "..") {
        at = parentPath(at, this.#platform);
        continue;
      }
      const next = this.#place(entryPath(at, name, this.#platform));
      if (!next.ok) return next;
      at = next.value;
    }
    return { ok: true, value: at };
  }
}

/**
 * Whether the names lead on from a real directory over plain directories only, as far as they
 * exist: then the path is its own real path. Costs a look for each name, and no real path.
 *
 * Spec: WL-3.
 */
export function isPlainBelow(
  files: FilePort,
  directory: string,
  names: readonly string[],
  platform: PathPlatform,
): boolean {
  let at = directory;
  for (const name of names) {
    at = entryPath(at, name, platform);
    const facts = files.facts(at);
    if (!facts.ok) return facts.problem === "missing";
    if (facts.value.type !== "directory") return false;
  }
  return true;
}
