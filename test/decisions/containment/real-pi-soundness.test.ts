import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type AgentSession,
  createAgentSession,
  DefaultResourceLoader,
  ModelRuntime,
  SessionManager,
  SettingsManager,
} from "@earendil-works/pi-coding-agent";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { diskWorlds } from "../../../harness/arbitraries/disk-worlds.ts";
import {
  workingDirectories,
  writeSpellings,
} from "../../../harness/arbitraries/write-spellings.ts";
import { scriptedAnswer, scriptedProvider } from "../../../harness/recording/scripted-model.ts";
import { nodePorts } from "../../../src/edge/node-ports.ts";
import { gatehouse } from "../../../src/extension.ts";
import { runCount, runs } from "../../laws.ts";
import { callInput, landed, prepared, staysInside, type WriteCase } from "./write-trial.ts";

const cases: fc.Arbitrary<WriteCase> = fc.record({ world: diskWorlds, spelling: writeSpellings });
const homeBefore = process.env["HOME"];
let scratch = "";
let folder = "";
let calls = 0;
const seen = { refused: 0, written: 0 };

beforeAll(() => {
  scratch = realpathSync(mkdtempSync(join(tmpdir(), "gatehouse-real-")));
  folder = join(scratch, ..."abcdefghijkl");
  mkdirSync(folder, { recursive: true });
  process.env["HOME"] = join(folder, "w/home");
});
afterAll(() => {
  if (homeBefore === undefined) delete process.env["HOME"];
  else process.env["HOME"] = homeBefore;
  rmSync(scratch, { recursive: true, force: true });
});

/** A session of pi itself, with its own tools, the package, and a model that is scripted. */
async function startPi(cwd: string) {
  const agentDir = join(scratch, "agent");
  const provider = scriptedProvider();
  const settingsManager = SettingsManager.inMemory({ compaction: { enabled: false } });
  const variable = (name: string) => (name === "PI_CODING_AGENT_DIR" ? agentDir : undefined);
  // `home` is asked each time, as pi asks for it.
  const environment = Object.create(nodePorts.environment, { variable: { value: variable } });
  const resourceLoader = new DefaultResourceLoader({
    cwd,
    agentDir,
    settingsManager,
    noExtensions: true,
    noSkills: true,
    noContextFiles: true,
    noPromptTemplates: true,
    noThemes: true,
    extensionFactories: [gatehouse({ ...nodePorts, environment })],
  });
  await resourceLoader.reload();
  const modelRuntime = await ModelRuntime.create({
    authPath: join(agentDir, "auth.json"),
    modelsPath: join(agentDir, "models.json"),
  });
  modelRuntime.registerNativeProvider(provider.provider);
  const { session } = await createAgentSession({
    cwd,
    agentDir,
    settingsManager,
    sessionManager: SessionManager.inMemory(cwd),
    resourceLoader,
    modelRuntime,
    model: provider.getModel(),
    thinkingLevel: "off",
  });
  await session.bindExtensions({});
  return { session, provider };
}

/** What the model was told of its last call. */
function lastResult(session: AgentSession): string {
  const results = session.messages.filter((message) => message.role === "toolResult");
  return JSON.stringify(results.at(-1));
}

async function soundnessProblem(written: WriteCase): Promise<string | undefined> {
  calls += 1;
  const token = `token-${calls}`;
  const cwd = prepared(written, folder);
  const input = callInput(written, folder, token);
  const { session, provider } = await startPi(cwd);
  try {
    const call = { call: written.spelling.tool, input };
    const replies = [[call], [{ text: "done" }]];
    provider.setResponses(replies.map((reply) => scriptedAnswer(reply, () => `call-${calls}`)));
    await session.prompt("go");
    const isRefused = lastResult(session).includes("write lockdown: ");
    const { isInTree, hasLanded } = landed(folder, token);
    seen.refused += Number(isRefused);
    seen.written += Number(hasLanded);
    if (isRefused && hasLanded) return "it was refused, and is written all the same";
    return isInTree ? "it is in the tree" : undefined;
  } finally {
    session.dispose();
  }
}

test("in a real pi nothing that the package lets through is in the tree (WL-8)", async () => {
  expect(workingDirectories.length).toBeGreaterThan(0);
  await fc.assert(
    fc.asyncProperty(cases, async (written) => {
      fc.pre(await staysInside(written, folder));
      expect(await soundnessProblem(written)).toBeUndefined();
    }),
    { ...runs<[WriteCase]>(200), numRuns: Math.min(runCount(200), 2_000) },
  );
  expect(seen.refused).toBeGreaterThan(10);
  expect(seen.written).toBeGreaterThan(10);
}, 600_000);
