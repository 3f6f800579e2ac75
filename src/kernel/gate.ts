import type { JsonObject } from "./json.ts";
import type { Ports } from "./ports.ts";
import type { GateMode, Settings } from "./settings.ts";
import type { Verdict } from "./verdict.ts";

/** One call of a tool, as the host reports it before it runs. Spec: FG-20. */
export interface ToolCall {
  readonly toolName: string;
  readonly toolCallId: string;
  /** Set where another tool made the call. */
  readonly parentToolCallId?: string;
  readonly input: JsonObject;
  /** The session's working directory, absolute. */
  readonly cwd: string;
}

/** What a gate may ask when it collects its facts. Spec: ST-1, HN-5. */
export interface World {
  readonly settings: Settings;
  readonly ports: Ports;
}

/** What the host offers the model right now: a refusal names only tools that work. Spec: FG-24. */
export interface ToolOffer {
  /** The names of the active tools. */
  readonly active: ReadonlySet<string>;
}

/** The prose for one refusal, for the model and for a person. */
export interface Words {
  /** What the model reads instead of the tool's result. */
  readonly reason: string;
  /** One line for the person at the terminal. */
  readonly notice: string;
}

/** A gate's mode, and what was wrong with what set it, if anything. Spec: FG-23. */
export interface ModeAnswer {
  readonly mode: GateMode;
  readonly problem?: string;
}

/**
 * A decision bound to pi's `tool_call` event: which calls it looks at, what it says of one, and the
 * words for a refusal. The extension asks the gates of `gates.ts` in order; the first block wins.
 *
 * Spec: ST-1, FG-20.
 */
export interface Gate {
  /** A noun, kebab-case; names the gate in records, settings and messages. */
  readonly id: string;
  /** What happens to a call when the gate itself breaks: it is stopped, or let through. */
  readonly onFailure: "closed" | "open";
  /** The tools it looks at under these settings; `*` stands for every tool. */
  tools(settings: Settings): ReadonlySet<string> | "*";
  /**
   * The names of the arguments on which the verdict for such a call depends, beside the world and
   * the mode. Replay leaves the others unread, and asks once about calls that agree in these. Left
   * out by a gate that remembers earlier calls or reads every argument.
   */
  argumentsRead?(tool: string, settings: Settings): readonly string[];
  mode(world: World): ModeAnswer;
  /**
   * The gate's judgement, loaded on the first call that it looks at: rule tables cost nothing at
   * the host's start.
   */
  load(): Promise<Judgement>;
}

/** What a gate says of a call, and the words for it. Spec: ST-1, FG-21. */
export interface Judgement {
  judge(call: ToolCall, world: World): Verdict | Promise<Verdict>;
  words(verdict: Verdict, call: ToolCall, offer: ToolOffer, world: World): Words;
}

/** One gate's verdict on one call, as the extension reached it. Spec: HN-6. */
export interface GateDecision extends Verdict {
  readonly gate: string;
  readonly tool: string;
  readonly toolCallId: string;
  /** The mode in which a would-be block was let through; absent where it was not. */
  readonly mode?: GateMode;
}
