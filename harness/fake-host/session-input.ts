import type { ImageContent } from "@earendil-works/pi-ai";
import type { ExtensionActions, InputEvent, InputSource } from "@earendil-works/pi-coding-agent";
import { chainInput, type RunTrigger } from "./event-chains.ts";
import { messageOf } from "./event-dispatch.ts";
import { startRun } from "./session-run.ts";
import type { SessionState } from "./session-state.ts";

/** How a prompt comes in. Spec: HN-2. */
export interface PromptOptions {
  readonly source?: InputSource;
  readonly streamingBehavior?: "steer" | "followUp";
  readonly images?: ImageContent[];
  /** Whether commands run and skill commands are spelled out. True unless given. */
  readonly expandPromptTemplates?: boolean;
}

type Typed = Pick<InputEvent, "text" | "images">;

/** Spells out `/skill:name words` with the skill's text; anything else stays. */
function expandSkill(state: SessionState, text: string): string {
  const match = /^\/skill:([^ ]*)(?: ([\s\S]*))?$/.exec(text);
  if (match === null) return text;
  const skill = state.parts.fakeSkills.find((candidate) => candidate.name === match[1]);
  const full = state.parts.skills.find((candidate) => candidate.name === match[1]);
  if (skill === undefined || full === undefined) return text;
  const block = [
    `<skill name="${skill.name}" location="${skill.filePath}">`,
    `References are relative to ${full.baseDir}.`,
    "",
    skill.body.trim(),
    "</skill>",
  ].join("\n");
  const words = match[2]?.trim();
  return words ? `${block}\n\n${words}` : block;
}

function splitCommand(text: string): [name: string, args: string] {
  const space = text.indexOf(" ");
  return space < 0 ? [text.slice(1), ""] : [text.slice(1, space), text.slice(space + 1)];
}

async function runCommand(state: SessionState, text: string): Promise<boolean> {
  const { runtime } = state.parts;
  const [name, args] = splitCommand(text);
  const command = runtime.commands().find((candidate) => candidate.invocationName === name);
  if (command === undefined) return false;
  try {
    await command.handler(args, runtime.commandContext());
  } catch (thrown) {
    const error = messageOf(thrown);
    runtime.report({ extensionPath: `command:${name}`, event: "command", error });
  }
  return true;
}

async function askInput(
  state: SessionState,
  typed: Typed,
  source: InputSource,
  behavior: PromptOptions["streamingBehavior"],
): Promise<Typed | undefined> {
  const streaming = state.running && behavior !== undefined ? { streamingBehavior: behavior } : {};
  const answer = await chainInput(state.parts.runtime, { ...typed, source, ...streaming });
  if (answer.action === "handled") return undefined;
  if (answer.action === "continue") return typed;
  const images = answer.images ?? typed.images;
  return images === undefined ? { text: answer.text } : { text: answer.text, images };
}

function queue(state: SessionState, typed: Typed, behavior: "steer" | "followUp"): void {
  const texts = behavior === "steer" ? state.steeringTexts : state.followUpTexts;
  const target = behavior === "steer" ? state.agent.steering : state.agent.followUps;
  texts.push(typed.text);
  const content = [{ type: "text" as const, text: typed.text }, ...(typed.images ?? [])];
  target.add({ role: "user", content, timestamp: state.parts.identifiers.stampMs() });
}

async function preparePrompt(
  state: SessionState,
  text: string,
  options: PromptOptions,
): Promise<RunTrigger | undefined> {
  const { images, source = "interactive", streamingBehavior } = options;
  const typed = images === undefined ? { text } : { text, images };
  const given = await askInput(state, typed, source, streamingBehavior);
  if (given === undefined) return undefined;
  const expands = options.expandPromptTemplates ?? true;
  const expanded = { ...given, text: expands ? expandSkill(state, given.text) : given.text };
  if (state.running) {
    if (streamingBehavior === undefined)
      throw new Error(
        "Agent is already processing. Specify streamingBehavior to queue the message.",
      );
    queue(state, expanded, streamingBehavior);
    return undefined;
  }
  const trigger = { messageType: "user" as const, prompt: expanded.text };
  return expanded.images === undefined ? trigger : { ...trigger, images: expanded.images };
}

/**
 * Takes what the user typed: a command of an extension runs and is no prompt; then the `input`
 * handlers, skill commands, and a run, or a place in the queue of the run that goes on.
 *
 * Spec: HN-2.
 */
export async function prompt(
  state: SessionState,
  text: string,
  options: PromptOptions = {},
): Promise<void> {
  if (state.settling) {
    state.deferred.push(() => prompt(state, text, options));
    return;
  }
  const expands = options.expandPromptTemplates ?? true;
  if (expands && text.startsWith("/") && (await runCommand(state, text))) return;
  if (state.compacting) throw new Error("Cannot submit a prompt while compaction is in progress.");
  state.preflights += 1;
  let trigger: RunTrigger | undefined;
  try {
    trigger = await preparePrompt(state, text, options);
  } finally {
    state.preflights -= 1;
  }
  if (trigger !== undefined) await startRun(state, trigger);
}

/**
 * Queues what the user typed during a run. A command of an extension cannot wait and throws.
 *
 * Spec: HN-2.
 */
export async function enqueue(
  state: SessionState,
  text: string,
  behavior: "steer" | "followUp",
): Promise<void> {
  const [name] = splitCommand(text);
  const known = state.parts.runtime.commands().some((command) => command.invocationName === name);
  if (text.startsWith("/") && known)
    throw new Error(`Extension command "/${name}" cannot be queued.`);
  const given = await askInput(state, { text }, "interactive", behavior);
  if (given !== undefined)
    queue(state, { ...given, text: expandSkill(state, given.text) }, behavior);
}

/**
 * Sends a user message on an extension's behalf; commands and skills are words then.
 *
 * Spec: HN-2.
 */
export function sendUserMessage(
  state: SessionState,
  ...[content, options]: Parameters<ExtensionActions["sendUserMessage"]>
): Promise<void> {
  const blocks = typeof content === "string" ? [{ type: "text" as const, text: content }] : content;
  const text = blocks.flatMap((block) => (block.type === "text" ? block.text : [])).join("\n");
  const images = blocks.filter((block) => block.type === "image");
  return prompt(state, text, {
    source: "extension",
    expandPromptTemplates: options?.expandPromptTemplates ?? false,
    ...(options?.deliverAs === undefined ? {} : { streamingBehavior: options.deliverAs }),
    ...(images.length === 0 ? {} : { images }),
  });
}
