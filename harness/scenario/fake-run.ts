import { FakeHost } from "../fake-host/fake-host.ts";
import type { FakeSkill } from "../fake-host/fake-tool.ts";
import type { TranscriptRecord } from "../fake-host/transcript.ts";
import { Barriers } from "./barriers.ts";
import { type DrivenHost, playActions } from "./driver.ts";
import { Normaliser } from "./normalise.ts";
import { probeTool, scenarioExtensions } from "./probe.ts";
import type { LogRecord, Scenario } from "./scenario.ts";

const cwd = "/scenario";

/**
 * The settings that scenarios run under: nothing is retried or summarized without being asked.
 *
 * Spec: HN-3.
 */
export const scenarioSettings = {
  compaction: { enabled: false, keepRecentTokens: 1 },
  retry: { enabled: false },
} as const;

/** The skills of a scenario with the places of their files. Spec: HN-3. */
export function placedSkills(scenario: Scenario, directory: string): FakeSkill[] {
  return (scenario.skills ?? []).map((skill) => ({
    ...skill,
    filePath: `${directory}/skills/${skill.name}/SKILL.md`,
  }));
}

/** What stands for a request of a summary: its words are the host's own. Spec: HN-3. */
export const summaryRequest = "<a request for a summary>";

/** What a host says by itself, as a line of the log: notices that are seen, and errors. */
function spoken(record: TranscriptRecord): LogRecord | undefined {
  if (record.kind === "notice" && record.notice.shown)
    return { notice: record.notice.message, type: record.notice.type };
  if (record.kind === "load-error") return { who: record.name, failedToLoad: true };
  if (record.kind === "error") {
    const { extensionPath, event, error } = record.error;
    return { extensionPath, event, error };
  }
  return undefined;
}

function driven(host: FakeHost): DrivenHost {
  return {
    prompt: (text, details) => host.submit(text, details),
    steer: (text) => host.steer(text),
    followUp: (text) => host.followUp(text),
    abort: () => host.abort(),
    reload: () => host.reload(),
    newSession: () => host.newSession(),
    compact: () => host.compact(),
    shutdown: () => host.shutdown(),
    fork: (entryId, position) => host.fork(entryId, position === undefined ? {} : { position }),
    tree: (entryId, options) => host.navigateTree(entryId, options),
    settled: () => host.settled(),
    entries: () => host.entries,
    leafId: () => host.session.getLeafId(),
    statuses: () => Object.fromEntries(host.statuses),
    unasked: () => host.model.remaining,
  };
}

/** How a fake host is started, which a deliberately wrong one replaces. Spec: HN-3. */
export type StartHost = typeof FakeHost.start;

/** Plays a scenario in the fake host; gives the comparable log. Spec: HN-3. */
export async function runInFakeHost(
  scenario: Scenario,
  start: StartHost = FakeHost.start,
): Promise<unknown[]> {
  const records: LogRecord[] = [];
  const log = (record: LogRecord): void => void records.push(structuredClone(record));
  const barriers = new Barriers();
  const run = { log, barriers, takesTurns: scenario.takesTurns ?? false };
  const { mode, trusted } = scenario;
  const host = await start({
    extensions: scenarioExtensions(scenario, run),
    cwd,
    activeTools: [],
    tools: (scenario.tools ?? []).map((tool) => probeTool(tool, undefined, run)),
    skills: placedSkills(scenario, cwd),
    settings: { ...scenarioSettings, ...scenario.settings },
    allowsLoadErrors: true,
    answers: scenario.answers ?? [],
    onRecord: (record) => {
      const line = spoken(record);
      if (line !== undefined) log(line);
    },
    ...(mode === undefined ? {} : { mode }),
    ...(trusted === undefined ? {} : { trusted }),
  });
  host.model.push(...(scenario.model ?? []));
  host.model.onRequest = (sent, purpose) =>
    log({ request: purpose === "summary" ? summaryRequest : sent });
  await playActions(scenario, driven(host), barriers, log);
  return new Normaliser({ "<cwd>": cwd }).log(records);
}
