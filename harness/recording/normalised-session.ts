import { isJsonObject, type JsonObject } from "../../src/kernel/json.ts";

/** Where recorded sessions say they ran: a place that is on nobody's machine. */
export const recordedCwd = "/work/shop";

const startMs = Date.UTC(2026, 0, 1);

/**
 * A session file in canonical form: ids count up in file order, each entry is one second after the
 * one before, the working directory is the same for all, token counts are zero, durations go, and of the declared
 * tools only the names are kept (their texts are the host's, and change with every version of it).
 * Everything else is as pi wrote it.
 *
 * Spec: HN-31.
 */
export function normalisedSession(jsonl: string, cwd: string): string {
  const lines = jsonl.split("\n").filter((line) => line !== "");
  const entries = lines.map((line) => JSON.parse(line) as JsonObject);
  const ids = new Map<string, string>();
  for (const entry of entries) {
    const { id } = entry;
    if (typeof id === "string") ids.set(id, canonicalId(entry, ids.size));
  }
  return entries
    .map(
      (entry, index) => `${JSON.stringify(canonical(entry, ids, cwd, startMs + index * 1000))}\n`,
    )
    .join("");
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
function canonical(
  value: unknown,
  ids: ReadonlyMap<string, string>,
  cwd: string,
  timeMs: number,
): unknown {
  if (typeof value === "string") return ids.get(value) ?? value.replaceAll(cwd, recordedCwd);
  if (Array.isArray(value)) return value.map((item) => canonical(item, ids, cwd, timeMs));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, member]) => {
      if (key === "timestamp") {
        return [[key, typeof member === "number" ? timeMs : new Date(timeMs).toISOString()]];
      }
      // pi leaves a duration out where the clock did not move.
      if (key === "durationMs") return [];
      if (uncountedKeys.has(key) && typeof member === "number") return [[key, 0]];
      if (key === "toolsAdded" && Array.isArray(member)) return [[key, member.map(namedOnly)]];
      return [[key, canonical(member, ids, cwd, timeMs)]];
    }),
  );
}
