import type {
  ExtensionAPI,
  ExtensionContext,
  ExtensionToolContext,
} from "@earendil-works/pi-coding-agent";
import { builtinToolNames } from "../fake-host/fake-tool.ts";
import type { Observation } from "./scenario.ts";

type Look = (pi: ExtensionAPI, context: ExtensionContext) => unknown;

const looks: Readonly<Record<Observation, Look>> = {
  mode: (_pi, context) => context.mode,
  hasUI: (_pi, context) => context.hasUI,
  trusted: (_pi, context) => context.isProjectTrusted(),
  idle: (_pi, context) => context.isIdle(),
  signal: (_pi, context) => (context.signal === undefined ? "none" : context.signal.aborted),
  pending: (_pi, context) => context.hasPendingMessages(),
  activeTools: (pi) => pi.getActiveTools(),
  // What pi says of its own tools is pi's affair: names and origins of all, the rest of the others.
  allTools: (pi) =>
    pi.getAllTools().map((tool) => {
      const { name, exposure, sourceInfo } = tool;
      const { path, source, scope, origin } = sourceInfo;
      const own = builtinToolNames.includes(name) && source === "builtin";
      return {
        name,
        exposure,
        path,
        source,
        scope,
        origin,
        ...(own ? {} : { more: tool.parameters }),
      };
    }),
  commands: (pi) =>
    pi.getCommands().map(({ name, description, source }) => ({ name, description, source })),
  branch: (_pi, context) => context.sessionManager.getBranch(),
  context: (_pi, context) => context.sessionManager.buildSessionProjection().messages,
  label: (_pi, context) =>
    context.sessionManager
      .getEntries()
      .map(({ id }) => context.sessionManager.getLabel(id))
      .filter((label) => label !== undefined),
  sessionName: (pi) => pi.getSessionName(),
  systemPrompt: (_pi, context) => context.getSystemPrompt(),
  usageKnown: (_pi, context) => typeof context.getContextUsage()?.tokens === "number",
  flag: (pi) => pi.getFlag("probe"),
  settings: (pi) => pi.getSettings().compaction,
  callable: (_pi, context) => (context as ExtensionToolContext).tools.map(({ name }) => name),
  skills: (pi) =>
    pi
      .getCommands()
      .filter(({ source }) => source === "skill")
      .map(({ name }) => name),
  thinkingLevel: (pi) => pi.getThinkingLevel(),
};

/** What a probe sees, as data that both hosts can be compared by. Spec: HN-3. */
export function observe(what: Observation, pi: ExtensionAPI, context: ExtensionContext): unknown {
  const seen = looks[what](pi, context);
  return seen === undefined ? "undefined" : structuredClone(JSON.parse(JSON.stringify(seen)));
}
