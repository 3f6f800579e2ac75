import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { diskWorlds } from "../../../harness/arbitraries/disk-worlds.ts";
import {
  workingDirectories,
  writeSpellings,
} from "../../../harness/arbitraries/write-spellings.ts";
import { FakeHost } from "../../../harness/fake-host/fake-host.ts";
import { nodePorts } from "../../../src/edge/node-ports.ts";
import { gatehouse } from "../../../src/extension.ts";
import { runs } from "../../laws.ts";
import { callInput, land, prepared, type WriteCase } from "./write-trial.ts";

const saved = "fixtures/writes";
const cases: fc.Arbitrary<WriteCase> = fc.record({ world: diskWorlds, spelling: writeSpellings });

let scratch = "";
let folder = "";
const hosts = new Map<string, FakeHost>();
const surroundings = { home: process.env["HOME"], agent: process.env["PI_CODING_AGENT_DIR"] };
let calls = 0;
const seen = { blocked: 0, landedInTree: 0, landed: 0, refusedByPi: 0 };

beforeAll(async () => {
  scratch = realpathSync(mkdtempSync(join(memoryFolder(), "gatehouse-writes-")));
  // Deep enough that no `..` of a spelling leads out of it.
  folder = join(scratch, ..."abcdefghijkl");
  mkdirSync(folder, { recursive: true });
  process.env["HOME"] = join(folder, "w/home");
  process.env["PI_CODING_AGENT_DIR"] = join(scratch, "agent");
  for (const name of workingDirectories) {
    const extensions = [{ name: "gatehouse", factory: gatehouse(nodePorts) }];
    hosts.set(name, await FakeHost.start({ extensions, cwd: join(folder, name) }));
  }
});
afterAll(() => {
  restore("HOME", surroundings.home);
  restore("PI_CODING_AGENT_DIR", surroundings.agent);
  rmSync(scratch, { recursive: true, force: true });
});

/** A disk in memory makes a world in a millisecond instead of forty. */
function memoryFolder(): string {
  return existsSync("/dev/shm") ? "/dev/shm" : tmpdir();
}

function restore(name: string, value: string | undefined): void {
  if (value === undefined) delete process.env[name];
  else process.env[name] = value;
}

/** Asks the extension, runs pi's tool whatever it said, and compares. Throws where they disagree. */
async function soundnessProblem(written: WriteCase): Promise<string | undefined> {
  calls += 1;
  const token = `token-${calls}`;
  prepared(written, folder);
  const { tool, cwd } = written.spelling;
  const input = callInput(written, folder, token);
  const host = hosts.get(cwd);
  if (host === undefined) throw new Error(`no host runs in ${cwd}`);
  const answer = await host.callTool({ toolCallId: `call-${calls}`, toolName: tool, input });
  const landing = await land(written, folder, token);
  seen.blocked += Number(answer.block);
  seen.landed += Number(landing.hasLanded);
  seen.landedInTree += Number(landing.isInTree);
  seen.refusedByPi += Number(landing.piPath === undefined);
  if (landing.isInTree && !answer.block) return "an escape: it is in the tree, and was let through";
  const isHarmless = landing.hasLanded && !landing.isInTree && !landing.isLexicallyInTree;
  return answer.block && isHarmless ? `a wrong refusal: ${answer.reason}` : undefined;
}

test("one case of each kind holds (WL-8)", async () => {
  for (const name of readdirSync(saved)) {
    const written = JSON.parse(readFileSync(join(saved, name), "utf8")) as WriteCase;
    expect({ name, problem: await soundnessProblem(written) }).toEqual({
      name,
      problem: undefined,
    });
  }
});

test("no write lands in the tree unless it was refused, and no refused one would land elsewhere (WL-8)", async () => {
  const law = fc.asyncProperty(cases, async (written) => {
    const problem = await soundnessProblem(written);
    if (problem !== undefined) throw new Error(problem);
  });
  const { reporter: _, ...parameters } = runs<[WriteCase]>(5_000);
  const details = await fc.check(law, parameters);
  if (details.failed && details.counterexample !== null) {
    const [written] = details.counterexample;
    const name = `failed-${details.seed}-${details.counterexamplePath}.json`.replaceAll(":", "-");
    writeFileSync(join(saved, name), `${JSON.stringify(written, undefined, 2)}\n`);
    const paste = `FC_SEED=${details.seed} FC_PATH=${details.counterexamplePath}`;
    throw new Error(`${paste}: ${String(details.errorInstance)}\n${JSON.stringify(written)}`);
  }
  // The run says something only if all kinds of endings were in it.
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(details.numRuns / 100);
}, 1_800_000);
