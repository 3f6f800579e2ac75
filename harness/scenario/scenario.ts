import type { EventName, HostMode, HostSettings } from "../fake-host/pi-shapes.ts";
import type { ScriptedMessage } from "../fake-host/scripted-model.ts";
import type { DialogKind } from "../fake-host/ui-recorder.ts";
import type { PackageWorld } from "./package-extension.ts";

/** A JSON value, which a scenario is made of. Spec: HN-3. */
export type Data =
  | string
  | number
  | boolean
  | null
  | readonly Data[]
  | { readonly [key: string]: Data };

/**
 * An entry named by what it is, as ids differ between hosts: the n-th from the start among entries
 * of the kind (a message's role, or an entry's type); a negative number counts from the end.
 *
 * Spec: HN-3.
 */
export interface EntryReference {
  readonly kind: string;
  readonly index: number;
}

/** What a probe can look at and write down. Spec: HN-3. */
export type Observation =
  | "mode"
  | "hasUI"
  | "trusted"
  | "idle"
  | "signal"
  | "pending"
  | "activeTools"
  | "allTools"
  | "commands"
  | "branch"
  | "context"
  | "label"
  | "sessionName"
  | "systemPrompt"
  | "usageKnown"
  | "flag"
  | "settings"
  | "callable"
  | "skills"
  | "thinkingLevel";

/**
 * One thing that a probe does, in a handler, a command or a tool. All of it is data, so that a
 * scenario can be generated, shrunk, and kept as a file.
 *
 * `return` gives the handler's answer and goes on; in its value `{ "$entry": … }` stands for an id.
 * `reach` and `wait` meet at barriers, which is how two things are put in an order without
 * sleeping.
 *
 * Spec: HN-3.
 */
export type Step =
  | { readonly do: "return"; readonly value: Data }
  | { readonly do: "throw"; readonly message: string; readonly bare?: boolean }
  | { readonly do: "mutate"; readonly set: Readonly<Record<string, Data>> }
  | { readonly do: "observe"; readonly what: Observation }
  | { readonly do: "append"; readonly customType: string; readonly data: Data }
  | { readonly do: "label"; readonly entry: EntryReference; readonly label: string | null }
  | { readonly do: "name"; readonly name: string }
  | {
      readonly do: "notify";
      readonly message: string;
      readonly type?: "info" | "warning" | "error";
    }
  | { readonly do: "status"; readonly key: string; readonly text: string | null }
  | { readonly do: "dialog"; readonly kind: DialogKind; readonly title: string }
  | {
      readonly do: "send";
      readonly text: string;
      readonly deliverAs?: "steer" | "followUp" | "nextTurn";
      readonly triggerTurn?: boolean;
    }
  | {
      readonly do: "sendUser";
      readonly text: string;
      readonly deliverAs?: "steer" | "followUp";
      readonly expand?: boolean;
    }
  | { readonly do: "setActiveTools"; readonly names: readonly string[] }
  | { readonly do: "registerTool"; readonly tool: ScenarioTool }
  | { readonly do: "registerHandler"; readonly handler: ProbeHandler }
  | { readonly do: "emit"; readonly channel: string; readonly data: Data }
  | { readonly do: "abort" }
  | { readonly do: "compact" }
  | { readonly do: "shutdown" }
  | { readonly do: "reach"; readonly barrier: string }
  | { readonly do: "wait"; readonly barrier: string }
  | { readonly do: "waitForAbort" }
  | { readonly do: "section"; readonly name: string; readonly text: string }
  | { readonly do: "dropSkill"; readonly name: string }
  | { readonly do: "selectTools"; readonly names: readonly string[] }
  | { readonly do: "dropMessages"; readonly role: string }
  | { readonly do: "update"; readonly text: string }
  | { readonly do: "nested"; readonly tool: string; readonly input: Data }
  | { readonly do: "newSession" }
  | { readonly do: "fork"; readonly entry: EntryReference; readonly position?: "before" | "at" }
  | { readonly do: "tree"; readonly entry: EntryReference }
  | { readonly do: "reload" }
  | { readonly do: "waitForIdle" }
  | { readonly do: "useOldContext" };

/** A handler of a probe. It writes down what it is told, then does its steps. Spec: HN-3. */
export interface ProbeHandler {
  readonly on: EventName;
  readonly steps?: readonly Step[];
  /** Only for events of this tool; others are written down and nothing is done. */
  readonly tool?: string;
  /** Only the first so many times. */
  readonly times?: number;
  /** Leaves the event out of the log, for the ones that come in heaps. */
  readonly quiet?: boolean;
}

/** A tool of a scenario. It writes down its input, does its steps, and ends as said. Spec: HN-3. */
export interface ScenarioTool {
  readonly name: string;
  readonly parameters?: Data;
  readonly sequential?: boolean;
  readonly exposure?: "direct" | "model-only" | "codemode" | "deferred" | "hidden";
  readonly inactive?: boolean;
  readonly promptSnippet?: string;
  readonly promptGuidelines?: readonly string[];
  /** Arguments that are filled in before they are checked. */
  readonly prepared?: Readonly<Record<string, Data>>;
  readonly steps?: readonly Step[];
  readonly result?: {
    readonly text?: string;
    readonly details?: Data;
    readonly structuredContent?: Data;
    readonly terminate?: boolean;
    readonly isError?: boolean;
  };
  readonly throws?: string;
}

/** A command of a probe. Spec: HN-3. */
export interface ProbeCommand {
  readonly name: string;
  readonly steps: readonly Step[];
}

/** An extension described by data. Spec: HN-3. */
export interface Probe {
  readonly name: string;
  readonly handlers?: readonly ProbeHandler[];
  readonly commands?: readonly ProbeCommand[];
  readonly tools?: readonly ScenarioTool[];
  readonly flags?: Readonly<Record<string, boolean | string>>;
  readonly channels?: readonly { readonly channel: string; readonly steps?: readonly Step[] }[];
  /** What it does while it loads, after registering. */
  readonly loading?: readonly Step[];
}

/** A skill of a scenario; its file is written for the real host. Spec: HN-3. */
export interface ScenarioSkill {
  readonly name: string;
  readonly description: string;
  readonly body: string;
  readonly disableModelInvocation?: boolean;
}

/** What the user does, one after the other. `begin` does not wait; `settle` does. Spec: HN-3. */
export type Action =
  | {
      readonly act: "prompt" | "begin";
      readonly text: string;
      readonly source?: "interactive" | "rpc" | "extension";
      readonly streamingBehavior?: "steer" | "followUp";
    }
  | { readonly act: "steer" | "followUp"; readonly text: string }
  | { readonly act: "settle" | "abort" | "reload" | "newSession" | "compact" | "shutdown" }
  | { readonly act: "fork"; readonly entry: EntryReference; readonly position?: "before" | "at" }
  | {
      readonly act: "tree";
      readonly entry: EntryReference;
      readonly summarize?: boolean;
      readonly label?: string;
    }
  | { readonly act: "reached"; readonly barrier: string }
  | { readonly act: "release"; readonly barrier: string };

/**
 * A course of events that any host can run: probes, tools, what the model says and what the user
 * does. Its name is a fact in the present tense.
 *
 * Spec: HN-3.
 */
export interface Scenario {
  readonly name: string;
  readonly mode?: HostMode;
  readonly trusted?: boolean;
  /**
   * Makes sibling calls take turns, by their ids `c1`, `c2`, …: each tool waits until the call
   * before has ended. Otherwise they run together, and how their handlers mix is a race in pi as
   * well.
   */
  readonly takesTurns?: boolean;
  readonly probes: readonly Probe[];
  /** Set where this package itself takes part, loaded before the probes. */
  readonly package?: PackageWorld;
  readonly tools?: readonly ScenarioTool[];
  readonly skills?: readonly ScenarioSkill[];
  readonly settings?: HostSettings;
  readonly model?: readonly (string | ScriptedMessage)[];
  readonly answers?: readonly { readonly kind: DialogKind; readonly value: Data }[];
  readonly actions: readonly Action[];
}

/** One line of a run's log. Spec: HN-3. */
export type LogRecord = Readonly<Record<string, unknown>>;
