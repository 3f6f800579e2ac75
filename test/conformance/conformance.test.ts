import { describe, expect, it } from "vitest";
import { runInRealPi } from "../../harness/real-host/real-pi.ts";
import { runInFakeHost } from "../../harness/scenario/fake-run.ts";
import { scenarios } from "./scenarios/catalogue.ts";

describe("the fake host and pi tell the same story when", () => {
  for (const scenario of scenarios)
    it(scenario.name, async () => {
      const fake = await runInFakeHost(scenario);
      const real = await runInRealPi(scenario);
      expect(fake).toEqual(real);
    });
});
