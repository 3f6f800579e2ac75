import { isJsonObject, type JsonObject } from "../../src/kernel/json.ts";

/** Where recorded sessions say they ran: a place that is on nobody's machine. */
export const recordedCwd = "/proj/shop";
const recordedAgentDir = "/home/user/.pi/agent";

const startMs = Date.UTC(2026, 0, 1);

/**
 * A session file in canonical form: ids count up in file order, each entry is one second after the
 * one before, the working directory is the same for all, token counts are zero, durations go; of
 * the declared tools only the names are kept (their texts are the host's, and change with every
 * version of it). Everything else is as pi wrote it.
 *
 * Spec: HN-31.
 */
export function normalisedSession(jsonl: string, cwd: string, agentDir?: string): string {
  const lines = jsonl.split("\n").filter((line) => line !== "");
  const entries = lines.map((line) => JSON.parse(line) as JsonObject);
  const ids = new Map<string, string>();
  for (const entry of entries) {
    const { id } = entry;
    if (typeof id === "string") ids.set(id, canonicalId(entry, ids.size));
  }
  const words: (readonly [string, string])[] = [[cwd, recordedCwd]];
  if (agentDir !== undefined) words.push([agentDir, recordedAgentDir]);
  for (const [at, id] of loopIds(entries).entries()) {
    words.push([id, `100b${at.toString(16).padStart(4, "0")}`]);
  }
  return entries
    .map((entry, index) => {
      const names: Names = { ids, words, timeMs: startMs + index * 1000 };
      return `${JSON.stringify(canonical(entry, names))}\n`;
    })
    .join("");
}

/** What stands for what in one entry. */
interface Names {
  readonly ids: ReadonlyMap<string, string>;
  /** Replaced wherever they stand in a text. */
  readonly words: readonly (readonly [from: string, to: string])[];
  readonly timeMs: number;
}

/** The ids of the session's loops, in order; they come from the session's own id and the time. */
function loopIds(entries: readonly JsonObject[]): readonly string[] {
  const ids = entries.flatMap(({ customType, data }) => {
    if (customType !== "gatehouse.loop" || !isJsonObject(data)) return [];
    const { loop } = data;
    return isJsonObject(loop) && typeof loop["id"] === "string" ? [loop["id"]] : [];
  });
  return [...new Set(ids)];
}

/** A loop's times: its start is the recording's, the rest stays as far from it as it was. */
function canonicalTimes(loop: JsonObject): JsonObject {
  const { startedAt, expiresAt } = loop;
  if (typeof startedAt !== "number" || typeof expiresAt !== "number") return loop;
  return { ...loop, startedAt: startMs, expiresAt: startMs + (expiresAt - startedAt) };
}

/** Figures that vary with the host's texts or with the machine. */
const uncountedKeys: ReadonlySet<string> = new Set([
  "input",
  "output",
  "cacheRead",
  "cacheWrite",
  "totalTokens",
  "tokensBefore",
]);

function namedOnly(tool: unknown): unknown {
  const name = isJsonObject(tool) ? tool["name"] : undefined;
  return { name, description: "", parameters: { type: "object" } };
}

function canonicalId(entry: JsonObject, count: number): string {
  const digits = count.toString(16).padStart(8, "0");
  return entry["type"] === "session" ? `00000000-0000-4000-8000-0000${digits}` : digits;
}

/** Times are milliseconds since the epoch (13 digits) or ISO strings under `timestamp`. */
function canonical(value: unknown, names: Names): unknown {
  const { ids, words, timeMs } = names;
  if (typeof value === "string") {
    const known = ids.get(value);
    return known ?? words.reduce((text, [from, to]) => text.replaceAll(from, to), value);
  }
  if (Array.isArray(value)) return value.map((item) => canonical(item, names));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(canonicalTimes(value)).flatMap(([key, member]) => {
      if (key === "timestamp") {
        return [[key, typeof member === "number" ? timeMs : new Date(timeMs).toISOString()]];
      }
      if (key === "evidenceAt") return [[key, new Date(timeMs).toISOString()]];
      // pi leaves a duration out where the clock did not move.
      if (key === "durationMs") return [];
      if (uncountedKeys.has(key) && typeof member === "number") return [[key, 0]];
      if (key === "toolsAdded" && Array.isArray(member)) return [[key, member.map(namedOnly)]];
      return [[key, canonical(member, names)]];
    }),
  );
}
