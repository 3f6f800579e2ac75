import type { ExtensionAPI, ExtensionFactory } from "@earendil-works/pi-coding-agent";
import { FakeHost } from "../fake-host/fake-host.ts";
import type { FakeHostOptions } from "../fake-host/host-world.ts";
import type { AnyHandler } from "../fake-host/loaded-extension.ts";
import type { StartHost } from "./fake-run.ts";

type Change = (options: FakeHostOptions) => FakeHostOptions;
type Wrap = (handler: AnyHandler, event: string) => AnyHandler;

/** The extension with each of its handlers wrapped. */
function wrapped(factory: ExtensionFactory, wrap: Wrap): ExtensionFactory {
  return (pi) => {
    const on = pi.on as unknown as (event: string, handler: AnyHandler) => () => void;
    const changed = (event: string, handler: AnyHandler) => on(event, wrap(handler, event));
    return factory({ ...pi, on: changed as unknown as ExtensionAPI["on"] });
  };
}

function wrapAll(wrap: Wrap): Change {
  return (options) => ({
    ...options,
    extensions: options.extensions.map(({ name, factory }) => ({
      name,
      factory: wrapped(factory, wrap),
    })),
  });
}

function forEvent(name: string, wrap: (handler: AnyHandler) => AnyHandler): Change {
  return wrapAll((handler, event) => (event === name ? wrap(handler) : handler));
}

type Answer = Readonly<Record<string, unknown>> | undefined;
type CallEvent = { toolCallId: string; toolName: string; input: object };

/**
 * Asks all handlers, and lets the last block stand. Only the first handler is really registered.
 */
function lastBlockWins(options: FakeHostOptions): FakeHostOptions {
  const all: AnyHandler[] = [];
  const collect = (handler: AnyHandler): AnyHandler => {
    all.push(handler);
    if (all.length > 1) return () => undefined;
    return async (event, context) => {
      let last: Answer;
      for (const asked of all) {
        const answer = (await asked(event, context)) as Answer;
        if (answer?.["block"]) last = answer;
      }
      return last;
    };
  };
  return forEvent("tool_call", collect)(options);
}

/** Tells `tool_result` handlers of calls that were blocked. */
function resultsOfBlocked(options: FakeHostOptions): FakeHostOptions {
  const results: AnyHandler[] = [];
  const wrap: Wrap = (handler, event) => {
    if (event === "tool_result") results.push(handler);
    if (event !== "tool_call") return handler;
    return async (given, context) => {
      const answer = (await handler(given, context)) as Answer;
      const { toolCallId, toolName, input } = given as CallEvent;
      const content = [{ type: "text", text: String(answer?.["reason"]) }];
      const told = { type: "tool_result", toolCallId, toolName, input, content, isError: true };
      if (answer?.["block"]) for (const result of results) await result(told, context);
      return answer;
    };
  };
  return wrapAll(wrap)(options);
}

const silent = (handler: AnyHandler): AnyHandler => {
  return async (event, context) => void (await handler(event, context));
};

const swallowing = (handler: AnyHandler): AnyHandler => {
  return async (event, context) => {
    try {
      return await handler(event, context);
    } catch {
      return undefined;
    }
  };
};

const copying = (handler: AnyHandler): AnyHandler => {
  return (event, context) => {
    const { input, ...rest } = event as CallEvent;
    return handler({ ...rest, input: structuredClone(input) }, context);
  };
};

const changes: Readonly<Record<string, Change>> = {
  "asks the last extension first": (options) => ({
    ...options,
    extensions: [...options.extensions].reverse(),
  }),
  "lets the last block win": lastBlockWins,
  "tells tool_result of blocked calls": resultsOfBlocked,
  "lets a call pass when its handler throws": forEvent("tool_call", swallowing),
  "gives each tool_call handler a copy of the input": forEvent("tool_call", copying),
  "ignores blocks": forEvent("tool_call", silent),
  "ignores changed results": forEvent("tool_result", silent),
  "ignores changed input of the user": forEvent("input", silent),
  "ignores replaced messages": forEvent("message_end", silent),
  "ignores messages of before_agent_start": forEvent("before_agent_start", silent),
  "ignores changes of the context": forEvent("context", silent),
  "ignores what boundary handlers want": forEvent("agent_before_settle", silent),
  "ignores what handlers say of a turn's end": forEvent("turn_end", silent),
  "ignores cancelled forks": forEvent("session_before_fork", silent),
  "ignores cancelled moves": forEvent("session_before_tree", silent),
  "ignores compactions by extensions": forEvent("session_before_compact", silent),
  "reports no errors": (options) => ({ ...options, onRecord: () => undefined }),
  "always has a user": (options) => ({ ...options, mode: "tui" }),
  "trusts every project": (options) => ({ ...options, trusted: true }),
  "has no skills": (options) => ({ ...options, skills: [] }),
  "stops loading at the first extension": (options) => ({
    ...options,
    extensions: options.extensions.slice(0, 1),
  }),
};

/**
 * Hosts that are wrong in one way each, by what the way is. A comparison with pi that does not
 * catch every one of them proves nothing.
 *
 * Spec: HN-3.
 */
export const wrongHosts: Readonly<Record<string, StartHost>> = Object.fromEntries(
  Object.entries(changes).map(([way, change]) => [
    way,
    (options: FakeHostOptions) => FakeHost.start(change(options)),
  ]),
);

/**
 * A host whose handlers are wrapped like those of the wrong ones, and left as they are: it shows
 * that a wrong host is caught for its way and not for being wrapped.
 *
 * Spec: HN-3.
 */
export const wrappedHost: StartHost = (options) =>
  FakeHost.start(wrapAll((handler) => (event, context) => handler(event, context))(options));
