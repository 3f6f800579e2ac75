import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { lineRecords } from "../../harness/session/line-records.ts";
import { recordedCalls } from "../../harness/session/recorded-calls.ts";
import type { SessionItem, SessionTotals } from "../../harness/session/session-items.ts";
import { SessionReader } from "../../harness/session/session-reader.ts";
import { fileSource } from "../../harness/session/session-source.ts";

// Sessions of other people's tools, kept beside the checkout and never part of it.
const zoo = join(import.meta.dirname, "../../../shared/sessions");
const strangers = join(zoo, "not-sessions");

function namesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).filter((name) => name.endsWith(".jsonl"));
}

async function read(path: string): Promise<{ items: SessionItem[]; totals: SessionTotals }> {
  const reader = new SessionReader({ watched: "*" });
  const items: SessionItem[] = [];
  for await (const batch of reader.read(fileSource(path))) items.push(...batch);
  return { items, totals: reader.totals };
}

describe.skipIf(!existsSync(zoo))("sessions of other tools", () => {
  test.each(namesIn(zoo))(
    "%s is read as parsing every line reads it, and not changed",
    async (name) => {
      const path = join(zoo, name);
      const hash = (): string => createHash("sha256").update(readFileSync(path)).digest("hex");
      const before = hash();
      const { items, totals } = await read(path);
      expect(hash()).toBe(before);
      const lines = readFileSync(path, "utf8").split("\n");
      const records = lines.flatMap(lineRecords);
      const entries = records.flatMap((record) =>
        record.ok && record.entry["type"] !== "session" ? [record.entry] : [],
      );
      const counts = entries.map((entry) => recordedCalls(entry, "*", 1).count);
      expect(totals).toMatchObject({
        malformed: records.filter((record) => !record.ok).length,
        entries: entries.length,
        toolCalls: counts.reduce((sum, count) => sum + count, 0),
        bytes: readFileSync(path).length,
      });
      expect(items.filter((item) => item.kind === "refused")).toEqual([]);
    },
  );

  test.each(namesIn(strangers))("%s is refused with its line", async (name) => {
    const { items } = await read(join(strangers, name));
    expect(items).toEqual([
      { kind: "refused", line: 1, reason: expect.stringMatching(/^not a pi session: expected/) },
    ]);
  });

  test.runIf(existsSync(join(zoo, "large-session.jsonl")))(
    "the large one has 391 calls",
    async () => {
      const { totals } = await read(join(zoo, "large-session.jsonl"));
      expect(totals).toMatchObject({ lines: 1019, malformed: 0, entries: 1018, toolCalls: 391 });
    },
  );
});
