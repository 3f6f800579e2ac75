import type { ExtensionFactory, SessionEntry } from "@earendil-works/pi-coding-agent";
import { VirtualClock } from "../../harness/clock.ts";
import { FakeHost } from "../../harness/fake-host/fake-host.ts";
import type { FakeHostOptions } from "../../harness/fake-host/host-world.ts";
import { type ScriptedStep, toolCall } from "../../harness/fake-host/scripted-model.ts";
import { type MemoryPorts, memoryPorts } from "../../harness/memory-ports.ts";
import type { Loop } from "../../src/decisions/loop/loop-state.ts";
import { gatehouse } from "../../src/extension.ts";
import type { Ports } from "../../src/kernel/ports.ts";

/** The extension in a fake pi, and the disk and clock that both share. */
export interface LoopPlace {
  readonly host: FakeHost;
  readonly ports: MemoryPorts;
  readonly clock: VirtualClock;
}

/** Starts the whole extension. `change` wraps its ports, to make a disk fail. */
export async function loopPlace(
  options: Partial<FakeHostOptions> & { readonly userSettings?: object } = {},
  change: (ports: MemoryPorts) => Ports = (ports) => ports,
  earlier?: LoopPlace,
  beside?: ExtensionFactory,
): Promise<LoopPlace> {
  const clock = earlier?.clock ?? new VirtualClock();
  const { userSettings, ...rest } = options;
  const files = { "/home/user/.pi/agent/settings.json": JSON.stringify(userSettings ?? {}) };
  const ports = memoryPorts({ files: earlier?.ports.volume ?? files, clock });
  const factory = gatehouse(change(ports)) as FakeHostOptions["extensions"][number]["factory"];
  const other = beside === undefined ? [] : [{ name: "beside", factory: beside }];
  const extensions = [{ name: "gatehouse", factory }, ...other];
  const host = await FakeHost.start({ mode: "tui", ...rest, clock, extensions });
  return { host, ports, clock };
}

let callCount = 0;

/** An answer of the model that calls one tool. */
export function calls(name: string, input: Record<string, unknown>): ScriptedStep {
  callCount += 1;
  return { content: [toolCall(name, input as never, `call-${callCount}`)] };
}

/** A completion that is written when the model is asked, because only then the id is known. */
export function completes(input: () => Record<string, unknown>): ScriptedStep {
  callCount += 1;
  const id = `call-${callCount}`;
  return () => ({ content: [toolCall("loop_complete", input() as never, id)] });
}

/** The newest loop that the session holds. */
export function loopOf(host: FakeHost): Loop {
  const entry = host.entries.filter(isLoopEntry).at(-1);
  if (entry === undefined) throw new Error("the session holds no loop");
  return (entry as unknown as { data: { loop: Loop } }).data.loop;
}

/** Whether an entry holds a loop. */
export function isLoopEntry(entry: SessionEntry): boolean {
  return entry.type === "custom" && entry.customType === "gatehouse.loop";
}

/** The results of a tool, oldest first. */
export function results(host: FakeHost, name: string): { text: string; isError: boolean }[] {
  return host.entries.flatMap((entry) => {
    if (entry.type !== "message" || entry.message.role !== "toolResult") return [];
    if (entry.message.toolName !== name) return [];
    const text = entry.message.content
      .map((part) => (part.type === "text" ? part.text : ""))
      .join();
    return [{ text, isError: entry.message.isError }];
  });
}

/** The messages by which the loop sent the model on. */
export function continuations(host: FakeHost): string[] {
  return host.entries.flatMap((entry) => {
    if (entry.type !== "message" || entry.message.role !== "user") return [];
    const { content } = entry.message;
    const text =
      typeof content === "string"
        ? content
        : content.map((part) => (part.type === "text" ? part.text : "")).join("");
    return text.includes("<!-- gatehouse-loop:") ? [text] : [];
  });
}

/** Starts a loop as the user and the model would: the message, the tool, an answer. */
export async function startedLoop(
  place: LoopPlace,
  text = "please /loop 10m --max 2 ship A. Then ship B.",
  ...then: ScriptedStep[]
): Promise<void> {
  const objective = text.replace(/^.*?\/loop(?: \d+m)?(?: --max \w+)?(?: --expires \w+)? /u, "");
  place.host.model.push(calls("loop_start", { objective }), "On it.", ...then);
  await place.host.prompt(text);
}
