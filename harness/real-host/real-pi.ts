import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { InMemoryCredentialStore } from "@earendil-works/pi-ai";
import { type FauxProviderHandle, fauxProvider } from "@earendil-works/pi-ai/providers/faux";
import {
  type AgentSessionRuntime,
  type CreateAgentSessionRuntimeFactory,
  createAgentSessionFromServices,
  createAgentSessionRuntime,
  createAgentSessionServices,
  ModelRuntime,
  type ResourceLoader,
  SessionManager,
  SettingsManager,
} from "@earendil-works/pi-coding-agent";
import { fullSkill } from "../fake-host/fake-tool.ts";
import { type ScriptedMessage, scriptedModelId, spelledOut } from "../fake-host/scripted-model.ts";
import { UserInterface } from "../fake-host/ui-recorder.ts";
import { Faults } from "../fake-host/unsupported.ts";
import { Barriers } from "../scenario/barriers.ts";
import { type DrivenHost, playActions, untilQuiet } from "../scenario/driver.ts";
import { placedSkills, scenarioSettings, summaryRequest } from "../scenario/fake-run.ts";
import { Normaliser } from "../scenario/normalise.ts";
import { probeTool, scenarioExtensions } from "../scenario/probe.ts";
import type { ProbeRun } from "../scenario/probe-steps.ts";
import type { LogRecord, Scenario } from "../scenario/scenario.ts";

type Faux = FauxProviderHandle;
type FauxStep = Parameters<Faux["setResponses"]>[0][number];

interface Place {
  readonly cwd: string;
  readonly agentDir: string;
}

let place: Place | undefined;
let models: Promise<ModelRuntime> | undefined;

/**
 * A scratch directory of the process, so that pi finds no settings, resources or keys of anyone.
 */
function scratch(): Place {
  if (place === undefined) {
    const root = mkdtempSync(join(tmpdir(), "real-pi-"));
    place = { cwd: join(root, "project"), agentDir: join(root, "agent") };
    mkdirSync(place.cwd);
    mkdirSync(place.agentDir);
    process.once("exit", () => rmSync(root, { recursive: true, force: true }));
  }
  return place;
}

function modelRuntime({ agentDir }: Place): Promise<ModelRuntime> {
  models ??= ModelRuntime.create({
    credentials: new InMemoryCredentialStore(),
    authPath: join(agentDir, "auth.json"),
    modelsPath: null,
    modelsStorePath: join(agentDir, "models-store.json"),
    refreshOnCreate: false,
    allowModelNetwork: false,
  });
  return models;
}

/** A scripted answer as pi's scripted provider takes it; it writes down what the model was sent. */
function fauxStep(step: string | ScriptedMessage, run: ProbeRun): FauxStep {
  return async (context, options) => {
    const asksSummary = JSON.stringify(context.messages[0]).includes("context summarization");
    run.log({ request: asksSummary ? summaryRequest : context.messages });
    const waits = typeof step !== "string" && step.waitsForAbort === true;
    const signal = options?.signal;
    if (waits && signal !== undefined && !signal.aborted)
      await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
    const { content, stopReason } = spelledOut(step);
    const errorMessage = typeof step === "string" ? undefined : step.errorMessage;
    return {
      role: "assistant",
      content,
      api: scriptedModelId.api,
      provider: scriptedModelId.provider,
      model: scriptedModelId.id,
      usage: emptyUsage,
      stopReason,
      ...(errorMessage === undefined ? {} : { errorMessage }),
      timestamp: Date.now(),
    };
  };
}

const emptyUsage = {
  input: 0,
  output: 0,
  cacheRead: 0,
  cacheWrite: 0,
  totalTokens: 0,
  cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
};

function writeSkills(scenario: Scenario, cwd: string): void {
  for (const { filePath, name, description, body } of placedSkills(scenario, cwd)) {
    mkdirSync(dirname(filePath), { recursive: true });
    writeFileSync(filePath, `---\nname: ${name}\ndescription: ${description}\n---\n${body}\n`);
  }
}

function logLoadErrors(loader: ResourceLoader, run: ProbeRun): void {
  for (const { path } of loader.getExtensions().errors)
    run.log({ who: /^<inline:(.*)>$/.exec(path)?.[1] ?? path, failedToLoad: true });
}

function reload({ session }: AgentSessionRuntime, run: ProbeRun): Promise<void> {
  const beforeSessionStart = async (): Promise<void> => logLoadErrors(session.resourceLoader, run);
  return session.reload({ beforeSessionStart });
}

function runtimeFactory(
  scenario: Scenario,
  run: ProbeRun,
  runtime: ModelRuntime,
  faux: Faux,
): CreateAgentSessionRuntimeFactory {
  const skills = placedSkills(scenario, scratch().cwd).map(fullSkill);
  return async ({ cwd, agentDir, sessionManager, sessionStartEvent }) => {
    const settings = { ...scenarioSettings, ...scenario.settings };
    const services = await createAgentSessionServices({
      cwd,
      agentDir,
      modelRuntime: runtime,
      settingsManager: SettingsManager.inMemory(settings, {
        projectTrusted: scenario.trusted ?? true,
      }),
      resourceLoaderOptions: {
        extensionFactories: scenarioExtensions(scenario, run),
        noPromptTemplates: true,
        noThemes: true,
        noContextFiles: true,
        skillsOverride: () => ({ skills, diagnostics: [] }),
      },
    });
    logLoadErrors(services.resourceLoader, run);
    const created = await createAgentSessionFromServices({
      services,
      sessionManager,
      model: faux.getModel(),
      noTools: "builtin",
      customTools: (scenario.tools ?? []).map((tool) => probeTool(tool, undefined, run)),
      ...(sessionStartEvent === undefined ? {} : { sessionStartEvent }),
    });
    return { ...created, services, diagnostics: [] };
  };
}

async function bind(
  host: AgentSessionRuntime,
  scenario: Scenario,
  ui: UserInterface,
  run: ProbeRun,
): Promise<void> {
  const { session } = host;
  await session.bindExtensions({
    mode: scenario.mode ?? "print",
    ...(ui.present ? { uiContext: ui.context() } : {}),
    commandContextActions: {
      waitForIdle: () => session.waitForIdle(),
      newSession: (options) => host.newSession(options),
      fork: async (entryId, options) => {
        const { cancelled } = await host.fork(entryId, options);
        return { cancelled };
      },
      navigateTree: async (targetId, options) => {
        const { cancelled } = await session.navigateTree(targetId, options);
        return { cancelled };
      },
      switchSession: (path, options) => host.switchSession(path, options),
      reload: () => reload(host, run),
    },
    shutdownHandler: () => undefined,
    onError: ({ extensionPath, event, error }) => run.log({ extensionPath, event, error }),
  });
}

function driven(
  host: AgentSessionRuntime,
  ui: UserInterface,
  faux: Faux,
  run: ProbeRun,
): DrivenHost {
  return {
    prompt: (text, details) => host.session.prompt(text, details),
    steer: (text) => host.session.steer(text),
    followUp: (text) => host.session.followUp(text),
    abort: () => host.session.abort(),
    reload: () => reload(host, run),
    newSession: () => host.newSession(),
    compact: () => host.session.compact(),
    shutdown: () => host.dispose(),
    fork: (entryId, position) => host.fork(entryId, position === undefined ? {} : { position }),
    tree: (entryId, options) => host.session.navigateTree(entryId, options),
    settled: async () => {
      await untilQuiet();
      await host.session.waitForIdle();
      await untilQuiet();
      if (!host.session.isIdle) await host.session.waitForIdle();
    },
    entries: () => host.session.sessionManager.getEntries(),
    leafId: () => host.session.sessionManager.getLeafId(),
    statuses: () => Object.fromEntries(ui.screen.statuses),
    unasked: () => faux.getPendingResponseCount(),
  };
}

/**
 * Plays a scenario in pi itself: a session of pi's SDK in memory, with pi-ai's scripted provider as
 * the model. Gives the comparable log.
 *
 * Spec: HN-3.
 */
export async function runInRealPi(scenario: Scenario): Promise<unknown[]> {
  const records: LogRecord[] = [];
  const log = (record: LogRecord): void => void records.push(structuredClone(record));
  const barriers = new Barriers();
  const run: ProbeRun = { log, barriers, takesTurns: scenario.takesTurns ?? false };
  const { cwd, agentDir } = scratch();
  const { api, provider, id } = scriptedModelId;
  // Each block comes in one piece: how a provider cuts its stream is not what hosts differ in.
  const tokenSize = { min: 1_000_000, max: 1_000_000 };
  const faux = fauxProvider({ api, provider, models: [{ id }], tokenSize });
  const runtime = await modelRuntime(scratch());
  runtime.registerNativeProvider(faux.provider);
  // Otherwise pi looks for a key before each prompt, which takes it an unknown number of ticks.
  await runtime.getAvailable(provider);
  faux.setResponses((scenario.model ?? []).map((step) => fauxStep(step, run)));
  writeSkills(scenario, cwd);
  const ui = new UserInterface(scenario.mode ?? "print", new Faults());
  for (const { kind, value } of scenario.answers ?? []) ui.answer(kind, value);
  ui.onNotice = ({ message, type }) => log({ notice: message, type });
  const factory = runtimeFactory(scenario, run, runtime, faux);
  const sessionManager = SessionManager.inMemory(cwd);
  const host = await createAgentSessionRuntime(factory, { cwd, agentDir, sessionManager });
  host.setRebindSession(() => bind(host, scenario, ui, run));
  await bind(host, scenario, ui, run);
  await playActions(scenario, driven(host, ui, faux, run), barriers, log);
  host.session.dispose();
  return new Normaliser({ "<cwd>": cwd }).log(records);
}
