import { isJsonObject, type JsonObject } from "../../src/kernel/json.ts";

/** A record of a line, or why a part of the line is none. Spec: HN-4. */
export type LineRecord =
  | { readonly ok: true; readonly entry: JsonObject }
  | { readonly ok: false; readonly reason: string };

/**
 * The records of one line, by `JSON.parse` and the shape check: none for a blank line, one for a
 * sound one, several where records were written without a line feed between them.
 *
 * Runs of NUL bytes, which a crash leaves where a block was never written, are taken out first.
 * Parts of a line that are no records are answered by one reason, after the records beside them.
 *
 * Spec: HN-4.
 */
export function lineRecords(line: string): LineRecord[] {
  if (line.trim() === "") return [];
  const whole = parsed(line);
  if (whole.ok) return [shaped(whole.value)];
  const text = line.includes("\0") ? line.replaceAll("\0", "") : line;
  if (text.trim() === "") return [];
  if (text !== line) {
    const again = parsed(text);
    if (again.ok) return [shaped(again.value)];
  }
  const parts = gluedParts(text);
  const records = parts.map((part) => {
    const record = parsed(part);
    return record.ok ? shaped(record.value) : record;
  });
  const sound = records.filter((record) => record.ok);
  if (sound.length === 0) return [{ ok: false, reason: whole.reason }];
  const bad = records.length - sound.length;
  if (bad === 0) return records;
  return [
    ...sound,
    { ok: false, reason: `${bad} of ${records.length} records on one line: broken` },
  ];
}

type Parsed = { readonly ok: true; readonly value: unknown } | { ok: false; reason: string };

function parsed(text: string): Parsed {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch (error) {
    return { ok: false, reason: parseProblem(error, text.length) };
  }
}

/** Says where, and never repeats the line's own text, which may be anything. */
function parseProblem(error: unknown, length: number): string {
  const message = error instanceof Error ? error.message : "";
  const found = /at position (\d+)/.exec(message)?.[1];
  const position = found === undefined ? undefined : Number(found);
  if (/end of JSON input|Unterminated/.test(message) || position === length) {
    return "not JSON: ends inside a value";
  }
  return position === undefined ? "not JSON" : `not JSON: wrong at column ${position + 1}`;
}

function shaped(value: unknown): LineRecord {
  if (!isJsonObject(value))
    return { ok: false, reason: `expected an object, found ${kind(value)}` };
  const reason = shapeProblem(value);
  return reason === undefined ? { ok: true, entry: value } : { ok: false, reason };
}

function kind(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "an array" : `a ${typeof value}`;
}

/**
 * What is wrong with the shape of a record, as far as replay depends on it: `type` is a text; a
 * message has a role; its content is a text, a list of blocks, `null` or absent; a tool call has a
 * name. Everything else may be missing or odd without harm.
 *
 * Spec: HN-4.
 */
export function shapeProblem(entry: JsonObject): string | undefined {
  const { type, message } = entry;
  if (typeof type !== "string" || type === "") return 'expected a text under "type"';
  if (type !== "message") return undefined;
  if (!isJsonObject(message)) return 'expected an object under "message"';
  if (typeof message["role"] !== "string") return 'expected a text under "message.role"';
  const content = message["content"] ?? "";
  if (typeof content === "string") return undefined;
  if (!Array.isArray(content)) return 'expected a text or a list under "message.content"';
  for (const [index, block] of content.entries()) {
    const where = `message.content[${index}]`;
    if (!isJsonObject(block)) return `expected an object under "${where}"`;
    if (message["role"] !== "assistant" || block["type"] !== "toolCall") continue;
    if (typeof block["name"] !== "string" || block["name"] === "") {
      return `expected a text under "${where}.name"`;
    }
  }
  return undefined;
}

/** The line cut where one object at the top ends and the next begins (`}{`, blanks between). Noise before a record makes it none. */
function gluedParts(text: string): string[] {
  if (!text.trimStart().startsWith("{")) return [text];
  const parts: string[] = [];
  let start = 0;
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (inString) {
      if (char === "\\") at++;
      else if (char === '"') inString = false;
    } else if (char === '"') inString = true;
    else if (char === "{") {
      if (depth === 0 && at > start) {
        parts.push(text.slice(start, at));
        start = at;
      }
      depth++;
    } else if (char === "}") depth--;
  }
  parts.push(text.slice(start));
  return parts.filter((part) => part.trim() !== "");
}
