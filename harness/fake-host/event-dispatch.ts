import type {
  ExtensionContext,
  ExtensionError,
  ToolCallEvent,
  ToolCallEventResult,
} from "@earendil-works/pi-coding-agent";
import type { AnyHandler, LoadedExtension } from "./loaded-extension.ts";
import type { EventName, EventOf } from "./pi-shapes.ts";

/**
 * The order in which the host asks: extensions as loaded, handlers as registered. The list is taken
 * before the first handler runs, so a handler that (un)registers changes the next event, not this.
 *
 * Spec: HN-2.
 */
export interface AskedHandler {
  readonly extension: LoadedExtension;
  readonly handler: AnyHandler;
}

/** What dispatch needs from the runtime that owns the extensions. Spec: HN-2. */
export interface DispatchHost {
  readonly extensions: readonly LoadedExtension[];
  /** The context that handlers receive. */
  eventContext(): ExtensionContext;
  /** Tells whoever listens that a handler failed. */
  report(error: ExtensionError): void;
}

const cancellable: ReadonlySet<string> = new Set([
  "session_before_switch",
  "session_before_fork",
  "session_before_compact",
  "session_before_tree",
]);

/** The message of anything that can be thrown. Spec: HN-2. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

/** The handlers of an event in asking order. Spec: HN-2. */
export function handlersOf(host: DispatchHost, name: EventName): readonly AskedHandler[] {
  const asked: AskedHandler[] = [];
  for (const extension of host.extensions) {
    const handlers = extension.handlers.get(name);
    if (handlers === undefined) continue;
    for (const handler of handlers) asked.push({ extension, handler });
  }
  return asked;
}

/** Whether any extension handles the event. Spec: HN-2. */
export function hasHandlers(host: DispatchHost, name: EventName): boolean {
  return host.extensions.some((extension) => (extension.handlers.get(name)?.length ?? 0) > 0);
}

/** Reports what a handler threw; the handlers behind it still run. Spec: HN-2. */
export function reportThrow(
  host: DispatchHost,
  extension: LoadedExtension,
  event: string,
  thrown: unknown,
): void {
  const stack = thrown instanceof Error ? thrown.stack : undefined;
  const error = { extensionPath: extension.path, event, error: messageOf(thrown) };
  host.report(stack === undefined ? error : { ...error, stack });
}

/**
 * Tells every handler of an event, one after the other. A throw is reported and the rest go on.
 * Only the four `session_before_*` events have an answer: the last one given, or the first cancel.
 *
 * Spec: HN-2.
 */
export async function tell<Name extends EventName>(
  host: DispatchHost,
  event: EventOf<Name> & { type: Name },
): Promise<unknown> {
  const context = host.eventContext();
  const answers = cancellable.has(event.type);
  let answer: unknown;
  for (const { extension, handler } of handlersOf(host, event.type)) {
    try {
      const given = await handler(event, context);
      if (!answers || !given) continue;
      answer = given;
      if ((given as { cancel?: boolean }).cancel) return answer;
    } catch (thrown) {
      reportThrow(host, extension, event.type, thrown);
    }
  }
  return answer;
}

/**
 * Asks the `tool_call` handlers about one call. They change `event.input` in place, the first block
 * ends the asking, and a throw is passed on: the caller turns it into a block.
 *
 * Spec: HN-2.
 */
export async function askToolCall(
  host: DispatchHost,
  event: ToolCallEvent,
): Promise<ToolCallEventResult | undefined> {
  const context = host.eventContext();
  let answer: ToolCallEventResult | undefined;
  for (const { handler } of handlersOf(host, "tool_call")) {
    const given = (await handler(event, context)) as ToolCallEventResult | undefined;
    if (!given) continue;
    answer = given;
    if (given.block) return given;
  }
  return answer;
}
