import type { JsonObject } from "../../src/kernel/json.ts";
import type { HeaderItem, MalformedItem } from "./session-items.ts";

/** The header is sought among this many lines that are not blank. Spec: HN-4. */
const headerLinesMax = 16;
/** As far as pi itself looks for a header, in bytes. */
const headerBytesMax = 1024 * 1024;

const expected = 'not a pi session: expected a header {"type":"session",...}';

/** Why a record of type `session` is no header that pi wrote. Spec: HN-4. */
export function headerProblem(entry: JsonObject): string | undefined {
  const version = entry["version"] ?? 1;
  if (typeof version === "string") return undefined;
  if (Number.isInteger(version) && Number(version) > 0) return undefined;
  const found = JSON.stringify(version);
  return `not a pi session: expected version 1, 2 or 3 in the header, found ${found}`;
}

/** A header as an item. Version 1 is what a header without a version means. Spec: HN-4. */
export function headerItem(entry: JsonObject, line: number): HeaderItem {
  const { id, cwd, version } = entry;
  return {
    kind: "header",
    line,
    ...(typeof id === "string" && { id }),
    ...(typeof cwd === "string" && cwd !== "" && { cwd }),
    version: versionOf(version),
  };
}

function versionOf(version: unknown): number | string {
  if (typeof version === "number") return version;
  if (typeof version !== "string") return 1;
  return /^[1-9]\d*$/.test(version) ? Number(version) : version;
}

/**
 * What stands before the header. Lines that are no header are held back: they are malformed lines
 * of a session when a header follows, and of no interest when the file turns out to be none.
 *
 * Spec: HN-4.
 */
export class HeaderSearch {
  readonly held: MalformedItem[] = [];
  #firstLine = 1;
  #first: string | undefined;

  /** A line without a record. */
  hold(line: number, reason: string): void {
    this.#note(line, "a line that is no record");
    this.held.push({ kind: "malformed", line, reason });
  }

  /** A record of another type. */
  holdEntry(line: number, entry: JsonObject): void {
    this.#note(line, `type ${JSON.stringify(entry["type"])}`);
    this.held.push({ kind: "malformed", line, reason: "expected the session header first" });
  }

  #note(line: number, found: string): void {
    if (this.#first !== undefined) return;
    this.#firstLine = line;
    this.#first = found;
  }

  /** Whether enough was seen, `bytes` in all, to say that there is no header. */
  isOver(bytes: number): boolean {
    return this.held.length >= headerLinesMax || bytes >= headerBytesMax;
  }

  /** Where and why the file is refused. */
  refusal(): { line: number; reason: string } {
    return {
      line: this.#firstLine,
      reason: `${expected}, found ${this.#first ?? "nothing"}`,
    };
  }
}
