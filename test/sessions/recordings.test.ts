import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { recordSession } from "../../harness/recording/record-session.ts";
import { recordedWorld } from "../../harness/recording/recorded-world.ts";
import { recordings } from "../../harness/recording/recordings.ts";
import { transcript } from "../../harness/recording/transcript.ts";

const named = recordings.map((recording) => [recording.name, recording] as const);
const file = (name: string, part: string) => `fixtures/sessions/${name}/${name}.${part}`;

test("there is a folder for each recording and no other, at least 12 (HN-31)", () => {
  expect(readdirSync("fixtures/sessions").sort()).toEqual(named.map(([name]) => name).sort());
  expect(named.length).toBeGreaterThanOrEqual(12);
});

// A real pi records it again: what is committed is what pi writes today, byte for byte.
test.each(named)("%s is what a real pi records", async (name, recording) => {
  expect(await recordSession(recording)).toBe(readFileSync(file(name, "session.jsonl"), "utf8"));
  const world = JSON.parse(readFileSync(file(name, "world.json"), "utf8")) as unknown;
  expect(world).toEqual(recordedWorld(recording));
});

test.each(named)("%s replays to its transcript, without drift", async (name) => {
  const golden = readFileSync(file(name, "transcript.jsonl"), "utf8");
  expect(await transcript(file(name, "session.jsonl"))).toBe(golden);
  expect(golden.trimEnd().split("\n").length).toBeGreaterThan(0);
});
