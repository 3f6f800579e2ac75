import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import {
  type AgentSession,
  createAgentSession,
  DefaultResourceLoader,
  ModelRuntime,
  SessionManager,
  SettingsManager,
} from "@earendil-works/pi-coding-agent";
import { nodePorts } from "../../src/edge/node-ports.ts";
import { gatehouse } from "../../src/extension.ts";
import type { Ports } from "../../src/kernel/ports.ts";
import { delegationTools } from "./delegation-tools.ts";
import { normalisedSession, recordedCwd } from "./normalised-session.ts";
import type { Recording, Reply, Step } from "./recording.ts";
import { scriptedAnswer, scriptedProvider } from "./scripted-model.ts";

/**
 * Records a session with a real pi in a scratch directory and gives its JSONL, ids and times
 * counting up. The package is loaded as pi loads it; only the environment is the recording's own.
 *
 * Spec: HN-31.
 */
export async function recordSession(recording: Recording): Promise<string> {
  const scratch = realpathSync(mkdtempSync(join(tmpdir(), "gatehouse-record-")));
  try {
    return await recordIn(scratch, recording);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

async function recordIn(scratch: string, recording: Recording): Promise<string> {
  const cwd = join(scratch, "work");
  const agentDir = join(scratch, "agent");
  mkdirSync(cwd);
  mkdirSync(agentDir);
  const files = { ...recording.files, ...repositoryFiles(recording.origin) };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(cwd, path)), { recursive: true });
    writeFileSync(join(cwd, path), text);
  }
  const settings = { gatehouse: recording.settings };
  if (recording.settings !== undefined) {
    writeFileSync(join(agentDir, "settings.json"), JSON.stringify(settings));
  }
  // Tasks are handed to a runner that answers at once: what a gate offers works, and costs nothing.
  mkdirSync(join(agentDir, "bin"));
  writeFileSync(join(agentDir, "bin/pi-task"), taskRunner, { mode: 0o755 });
  const manager = SessionManager.create(cwd, join(scratch, "sessions"));
  const script = new Script(cwd);
  const session = await startSession(cwd, agentDir, manager, script, recording);
  try {
    for (const step of recording.steps) await play(session, manager, script, step);
  } finally {
    session.dispose();
  }
  const file = manager.getSessionFile();
  if (file === undefined) throw new Error(`${recording.name}: pi wrote no session file`);
  return normalisedSession(readFileSync(file, "utf8"), cwd, agentDir);
}

const taskRunner = '#!/bin/sh\necho "PASS: the task is done. Spot-check its evidence pointers."\n';

/** As much of a repository as the package's own reader needs; git itself takes it for none. */
function repositoryFiles(origin: string | null | undefined): Record<string, string> {
  if (origin === undefined || origin === null) return {};
  const config = `[remote "origin"]\n\turl = ${JSON.stringify(origin)}\n`;
  return { ".git/HEAD": "ref: refs/heads/main\n", ".git/config": config };
}

/** The provider with its answers, and the tool call ids that count up over the session. */
class Script {
  readonly provider = scriptedProvider();
  readonly #cwd: string;
  #calls = 0;

  constructor(cwd: string) {
    this.#cwd = cwd;
  }

  set(replies: readonly Reply[]): void {
    const nextCallId = () => `call-${++this.#calls}`;
    const placed = JSON.stringify(replies).replaceAll(recordedCwd, this.#cwd);
    const here = JSON.parse(placed) as readonly Reply[];
    this.provider.setResponses(here.map((reply) => scriptedAnswer(reply, nextCallId)));
  }
}

async function startSession(
  cwd: string,
  agentDir: string,
  sessionManager: SessionManager,
  script: Script,
  recording: Recording,
): Promise<AgentSession> {
  const settingsManager = SettingsManager.inMemory({
    compaction: { enabled: false, keepRecentTokens: 10 },
  });
  const resourceLoader = new DefaultResourceLoader({
    cwd,
    agentDir,
    settingsManager,
    noExtensions: true,
    noSkills: true,
    noContextFiles: true,
    noPromptTemplates: true,
    noThemes: true,
    systemPrompt: "A scripted session.",
    extensionFactories: [gatehouse(portsOf(agentDir, recording)), delegationTools],
  });
  await resourceLoader.reload();
  const modelRuntime = await ModelRuntime.create({
    authPath: join(agentDir, "auth.json"),
    modelsPath: join(agentDir, "models.json"),
  });
  modelRuntime.registerNativeProvider(script.provider.provider);
  const { session } = await createAgentSession({
    cwd,
    agentDir,
    settingsManager,
    sessionManager,
    resourceLoader,
    modelRuntime,
    model: script.provider.getModel(),
    thinkingLevel: "off",
  });
  await session.bindExtensions({});
  return session;
}

function portsOf(agentDir: string, recording: Recording): Ports {
  const variables = {
    PI_TASK_BIN: join(agentDir, "bin/pi-task"),
    ...recording.environment,
    PI_CODING_AGENT_DIR: agentDir,
  };
  const environment = {
    ...nodePorts.environment,
    home: dirname(agentDir),
    variable: (name: string) => new Map(Object.entries(variables)).get(name),
  };
  return { ...nodePorts, environment, log: { line: () => {} } };
}

async function play(
  session: AgentSession,
  manager: SessionManager,
  script: Script,
  step: Step,
): Promise<void> {
  if ("compact" in step) {
    script.set([[{ text: step.compact }]]);
    await session.compact();
    return;
  }
  if ("rewindToMessage" in step) {
    const messages = manager
      .getEntries()
      .filter((entry) => entry.type === "message" && entry.message.role === "user");
    const target = messages[step.rewindToMessage];
    if (target === undefined) throw new Error(`no user message ${step.rewindToMessage}`);
    await session.navigateTree(target.id);
    return;
  }
  script.set(step.replies);
  const abortIn = "abortIn" in step ? step.abortIn : undefined;
  const unsubscribe = session.subscribe((event) => {
    if (event.type === "tool_execution_start" && event.toolName === abortIn) void session.abort();
  });
  await session.prompt(step.prompt);
  unsubscribe();
}
