import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { scenario } from "../../harness/arbitraries/scenarios.ts";
import { runInRealPi } from "../../harness/real-host/real-pi.ts";
import { firstDifference } from "../../harness/scenario/compare.ts";
import { runInFakeHost } from "../../harness/scenario/fake-run.ts";
import type { Scenario } from "../../harness/scenario/scenario.ts";
import { runs } from "../laws.ts";

const command = "npx vitest run --config test/vitest.config.ts test/conformance/generated.test.ts";
const folder = "fixtures/scenarios";

async function difference(played: Scenario) {
  return firstDifference(await runInFakeHost(played), await runInRealPi(played));
}

/** Keeps the shrunk scenario, so that it is played again until both hosts agree on it. */
function save(seed: number, found: Scenario): string {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `seed-${seed}.json`);
  writeFileSync(path, `${JSON.stringify({ ...found, name: `seed-${seed}` }, null, 2)}\n`);
  return path;
}

describe("the fake host and pi tell the same story", () => {
  it("in generated scenarios", async () => {
    const law = fc.asyncProperty(scenario, async (played) => {
      expect(await difference(played)).toBeUndefined();
    });
    const { reporter: _reporter, ...parameters } = runs<[Scenario]>(200);
    const details = await fc.check(law, parameters);
    const [found] = details.counterexample ?? [];
    if (!details.failed || found === undefined) return;
    const again = `FC_SEED=${details.seed} FC_PATH=${details.counterexamplePath}`;
    const at = JSON.stringify(await difference(found), null, 2);
    const kept = save(details.seed, found);
    expect.fail(`${at}\n\nKept as ${kept}. To repeat: ${again} ${command}`);
  }, 1_800_000);

  for (const file of readdirSync(folder).filter((name) => name.endsWith(".json")))
    it(`in the scenario kept as ${file}`, async () => {
      const kept = JSON.parse(readFileSync(join(folder, file), "utf8")) as Scenario;
      expect(await difference(kept)).toBeUndefined();
    });
});
