import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { sentEvents } from "../../harness/fake-host/extension-api.ts";
import { runInFakeHost } from "../../harness/scenario/fake-run.ts";
import { scenarios } from "./scenarios/catalogue.ts";

const page = readFileSync("spec/host.md", "utf8");
const names = scenarios.map(({ name }) => name);
const said = [...page.matchAll(/`([a-z]+(?:-[a-z]+){2,})`/gu)].map((found) => found[1] ?? "");

describe("the page on the host", () => {
  it("names every scenario once", () => {
    expect([...said].sort()).toEqual([...names].sort());
  });

  it("states HN-1, HN-2 and HN-3", () => {
    expect([...page.matchAll(/^### (HN-\d)/gmu)].map((found) => found[1])).toEqual([
      "HN-1",
      "HN-2",
      "HN-3",
    ]);
  });
});

describe("the hand-written scenarios", () => {
  it("are at least sixty, each with a name of its own", () => {
    expect(names.length).toBeGreaterThanOrEqual(60);
    expect(new Set(names).size).toBe(names.length);
  });

  it("tell every event that the fake host sends", async () => {
    const told = new Set<string>();
    const logs = await Promise.all(scenarios.map((scenario) => runInFakeHost(scenario)));
    for (const record of logs.flat() as { event?: { type?: string } }[])
      if (typeof record.event === "object" && record.event.type) told.add(record.event.type);
    expect([...sentEvents].filter((event) => !told.has(event))).toEqual([]);
  });

  it("make no mistakes of their own, which both hosts would share", async () => {
    const mistakes = /No entry|needs a context|no extension API|beyond the script|is unsupported/u;
    const found: string[] = [];
    for (const scenario of scenarios)
      for (const record of await runInFakeHost(scenario))
        if (mistakes.test(JSON.stringify(record))) found.push(scenario.name);
    expect(found).toEqual([]);
  });
});
