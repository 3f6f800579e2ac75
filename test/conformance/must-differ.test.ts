import { beforeAll, describe, expect, it } from "vitest";
import { runInRealPi } from "../../harness/real-host/real-pi.ts";
import { firstDifference } from "../../harness/scenario/compare.ts";
import { runInFakeHost } from "../../harness/scenario/fake-run.ts";
import { wrappedHost, wrongHosts } from "../../harness/scenario/wrong-hosts.ts";
import { scenarios } from "./scenarios/catalogue.ts";

const real = new Map<string, unknown[]>();

beforeAll(async () => {
  for (const scenario of scenarios) real.set(scenario.name, await runInRealPi(scenario));
});

describe("the comparison with pi catches a host that", () => {
  for (const [way, start] of Object.entries(wrongHosts))
    it(way, async () => {
      let caught: string | undefined;
      for (const scenario of scenarios) {
        const log = await runInFakeHost(scenario, start);
        if (firstDifference(log, real.get(scenario.name) ?? []) === undefined) continue;
        caught = scenario.name;
        break;
      }
      expect(caught).toBeDefined();
    });
});

it("the comparison with pi does not catch a host that is only wrapped", async () => {
  for (const scenario of scenarios) {
    const log = await runInFakeHost(scenario, wrappedHost);
    const difference = firstDifference(log, real.get(scenario.name) ?? []);
    expect({ [scenario.name]: difference }).toEqual({ [scenario.name]: undefined });
  }
});

describe("the first difference of two logs", () => {
  it("is none when they are equal", () => {
    expect(firstDifference([{ a: [1, { b: null }] }], [{ a: [1, { b: null }] }])).toBeUndefined();
  });

  it("names line, path and values", () => {
    expect(firstDifference([{}, { a: [1, 2] }], [{}, { a: [1, 3] }])).toEqual({
      line: 1,
      path: ".a.1",
      fake: 2,
      real: 3,
    });
  });

  it("is found in what only one log has", () => {
    expect(firstDifference([{}], [{}, 7])).toMatchObject({ line: 1, fake: undefined, real: 7 });
    expect(firstDifference([{ a: 1 }], [{}])).toMatchObject({ path: ".a", fake: 1 });
    expect(firstDifference([[]], [{}])).toMatchObject({ line: 0, path: "" });
  });
});
