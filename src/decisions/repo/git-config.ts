/** One setting of a git config file. Section and key in lower case, the subsection as written. */
export interface GitConfigEntry {
  readonly section: string;
  readonly subsection?: string;
  readonly key: string;
  /** Absent where the key stands without `=`. */
  readonly value?: string;
}

/**
 * The settings in the text of a git config file, in order. Tolerant: any case of section and key,
 * quotes, comments, continuation lines, CRLF, a byte-order mark. A line that git would stop at is
 * skipped, and the rest is read. Linear in the length of the text, never throws.
 *
 * Spec: RG-11.
 */
export function gitConfigEntries(text: string): readonly GitConfigEntry[] {
  return new ConfigReader(text).entries();
}

const blank = /[ \t\r\v\f]/u;

class ConfigReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text.startsWith("\uFEFF") ? text.slice(1) : text;
  }

  entries(): readonly GitConfigEntry[] {
    const found: GitConfigEntry[] = [];
    let section: Pick<GitConfigEntry, "section" | "subsection"> | undefined;
    while (this.#at < this.#text.length) {
      this.#skipBlanks();
      const next = this.#peek();
      if (next === "\n") this.#at += 1;
      else if (next === "#" || next === ";") this.#skipLine();
      else if (next === "[") section = this.#header() ?? section;
      else {
        const entry = this.#entry();
        if (entry !== undefined && section !== undefined) found.push({ ...section, ...entry });
      }
    }
    return found;
  }

  /** `[name]`, `[name "sub"]` and the old `[name.sub]`, whose subsection is folded. */
  #header(): Pick<GitConfigEntry, "section" | "subsection"> | undefined {
    const found = this.#match(
      /\[[ \t]*([-.a-z0-9]+)(?:[ \t]+"((?:[^"\\\n]|\\[^\n])*)")?[ \t]*\]/iuy,
    );
    if (found === undefined) {
      this.#skipLine();
      return undefined;
    }
    const [, name = "", quoted] = found;
    const section = name.toLowerCase();
    if (quoted !== undefined) return { section, subsection: quoted.replace(/\\(.)/gu, "$1") };
    const dot = section.indexOf(".");
    if (dot < 0) return { section };
    return { section: section.slice(0, dot), subsection: section.slice(dot + 1) };
  }

  #entry(): Pick<GitConfigEntry, "key" | "value"> | undefined {
    const key = this.#match(/([a-z][-a-z0-9]*)[ \t]*/iuy)?.[1]?.toLowerCase();
    const next = this.#peek();
    if (key !== undefined && next === "=") {
      this.#at += 1;
      const value = this.#value();
      return value === undefined ? undefined : { key, value };
    }
    const isBare = next === "" || next === "\n" || next === "\r" || next === "#" || next === ";";
    this.#skipLine();
    return key !== undefined && isBare ? { key } : undefined;
  }

  /** To the end of the line, outside of quotes up to a comment. `undefined` for an open quote. */
  #value(): string | undefined {
    this.#skipBlanks();
    const parts: string[] = [];
    let isQuoted = false;
    // Blanks at the end do not count, unless something that does follows them.
    let held = "";
    for (;;) {
      const next = this.#peek();
      this.#at += 1;
      if (next === "" || next === "\n") break;
      if (next === "\r" && (this.#peek() === "\n" || this.#peek() === "")) continue;
      if (!isQuoted && (next === "#" || next === ";")) {
        this.#skipLine();
        break;
      }
      if (next === '"') isQuoted = !isQuoted;
      else if (!isQuoted && blank.test(next)) {
        held += next;
        continue;
      }
      const plain = next === "\\" ? this.#escaped() : next === '"' ? "" : next;
      parts.push(held, plain);
      held = "";
    }
    return isQuoted ? undefined : parts.join("");
  }

  /** What stands for the escape whose backslash was just read; an escaped line end is nothing. */
  #escaped(): string {
    if (this.#text.startsWith("\r\n", this.#at)) this.#at += 1;
    const next = this.#peek();
    this.#at += 1;
    if (next === "\n" || next === "") return "";
    return { n: "\n", t: "\t", b: "\b" }[next] ?? next;
  }

  #peek(): string {
    return this.#text.charAt(this.#at);
  }

  #skipBlanks(): void {
    while (this.#at < this.#text.length && blank.test(this.#peek())) this.#at += 1;
  }

  /** Past the end of the line; where it stands is always left behind. */
  #skipLine(): void {
    const end = this.#text.indexOf("\n", this.#at);
    this.#at = end < 0 ? this.#text.length : end + 1;
  }

  #match(sticky: RegExp): RegExpExecArray | undefined {
    sticky.lastIndex = this.#at;
    const found = sticky.exec(this.#text) ?? undefined;
    if (found !== undefined) this.#at = sticky.lastIndex;
    return found;
  }
}
