import type { SessionEntry } from "@earendil-works/pi-coding-agent";
import { messageOf } from "../fake-host/event-dispatch.ts";
import type { Barriers } from "./barriers.ts";
import { theEntry } from "./references.ts";
import type { Action, LogRecord, Scenario } from "./scenario.ts";

/** How a prompt of a scenario is given. Spec: HN-3. */
export interface PromptDetails {
  readonly source?: "interactive" | "rpc" | "extension";
  readonly streamingBehavior?: "steer" | "followUp";
}

/** A host that a scenario can be played in. Every member rejects as the host would. Spec: HN-3. */
export interface DrivenHost {
  prompt(text: string, details: PromptDetails): Promise<unknown>;
  steer(text: string): Promise<unknown>;
  followUp(text: string): Promise<unknown>;
  abort(): Promise<unknown>;
  reload(): Promise<unknown>;
  newSession(): Promise<unknown>;
  compact(): Promise<unknown>;
  shutdown(): Promise<unknown>;
  fork(entryId: string, position?: "before" | "at"): Promise<unknown>;
  tree(entryId: string, options: { summarize?: boolean; label?: string }): Promise<unknown>;
  /** Resolves when nothing goes on any more. */
  settled(): Promise<void>;
  entries(): SessionEntry[];
  leafId(): string | null;
  statuses(): Readonly<Record<string, string>>;
  /** How many of the model's messages were not asked for. */
  unasked(): number;
}

interface Play {
  readonly host: DrivenHost;
  readonly barriers: Barriers;
  readonly log: (record: LogRecord) => void;
  readonly begun: Promise<void>[];
}

function promptDetails(action: Extract<Action, { act: "prompt" | "begin" }>): PromptDetails {
  const { source, streamingBehavior } = action;
  return {
    ...(source === undefined ? {} : { source }),
    ...(streamingBehavior === undefined ? {} : { streamingBehavior }),
  };
}

async function perform(action: Action, { host, barriers, begun, log }: Play): Promise<unknown> {
  switch (action.act) {
    case "prompt":
      return host.prompt(action.text, promptDetails(action));
    case "begin": {
      const run = host.prompt(action.text, promptDetails(action));
      begun.push(
        run.then(
          () => undefined,
          (thrown: unknown) => log({ begun: action.text, error: messageOf(thrown) }),
        ),
      );
      return undefined;
    }
    case "settle":
      return Promise.all(begun);
    case "steer":
    case "followUp":
      return host[action.act](action.text);
    case "abort":
    case "reload":
    case "newSession":
    case "compact":
    case "shutdown":
      return host[action.act]();
    case "fork":
      return host.fork(theEntry(host.entries(), action.entry), action.position);
    case "tree": {
      const { summarize, label } = action;
      return host.tree(theEntry(host.entries(), action.entry), {
        ...(summarize === undefined ? {} : { summarize }),
        ...(label === undefined ? {} : { label }),
      });
    }
    case "reached":
      // A call that was blocked never gets there: then its run has ended, and the play goes on.
      return Promise.race([barriers.wait(action.barrier), Promise.all(begun)]);
    case "release":
      barriers.reach(action.barrier);
      return undefined;
  }
}

/** Whether the action leaves a run open, so that waiting for its end would wait for ever. */
function leavesOpen(action: Action): boolean {
  return ["begin", "reached", "steer", "followUp", "release"].includes(action.act);
}

/**
 * Lets everything that is ready run. Without it, what begins here and what goes on in the run would
 * race, and each host would order them in its own way.
 */
export async function untilQuiet(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

/**
 * Plays a scenario's actions one after the other, and writes down what each one gave or threw and,
 * at the end, everything that the session holds.
 *
 * Spec: HN-3.
 */
export async function playActions(
  scenario: Scenario,
  host: DrivenHost,
  barriers: Barriers,
  log: (record: LogRecord) => void,
): Promise<void> {
  const play: Play = { host, barriers, log, begun: [] };
  for (const [index, action] of scenario.actions.entries()) {
    const told = { action: index, act: action.act };
    const outcome = await perform(action, play).then(
      (gave) => outcomeOf(action, gave),
      (thrown: unknown) => ({ error: messageOf(thrown) }),
    );
    await (leavesOpen(action) ? untilQuiet() : host.settled());
    log({ ...told, ...outcome });
  }
  await Promise.all(play.begun);
  await host.settled();
  log({ statuses: host.statuses(), unasked: host.unasked() });
  log({ leafId: host.leafId() ?? "none", entries: host.entries() });
}

/** What an action gave, where it gives anything that a user sees. */
function outcomeOf(action: Action, gave: unknown): LogRecord {
  if (action.act !== "fork" && action.act !== "tree" && action.act !== "newSession") return {};
  const { cancelled, editorText } = gave as { cancelled: boolean; editorText?: string };
  return editorText === undefined ? { cancelled } : { cancelled, editorText };
}
