import { containment } from "../../src/decisions/containment/containment.ts";
import { containmentFacts, type WrittenPath } from "../../src/decisions/containment/facts.ts";
import { toolPath } from "../../src/decisions/containment/tool-path.ts";
import { writingTools } from "../../src/decisions/containment/writing-tools.ts";
import { nodePorts } from "../../src/edge/node-ports.ts";
import { defaultSettings } from "../../src/edge/settings.ts";
import type { JsonObject } from "../../src/kernel/json.ts";
import { isAbsolutePath } from "../../src/kernel/path-key.ts";
import { resolvedPath } from "../../src/kernel/plain-path.ts";
import type { LockedTreeSettings } from "../../src/kernel/settings.ts";
import { type Checker, optionalText, textOf, textsOf } from "./checker.ts";
import { UsageError } from "./command.ts";

/** The call that the input stands for. Here as in pi, the disk of this machine is looked at. */
function writtenOf(input: JsonObject): WrittenPath {
  const path = textOf(input, "path");
  const cwd = input["cwd"] === undefined ? process.cwd() : directoryOf(input, "cwd");
  const root = input["root"] === undefined ? undefined : directoryOf(input, "root");
  return { path, cwd, root, tool: optionalText(input, "tool") ?? "write" };
}

function directoryOf(input: JsonObject, key: string): string {
  const { platform } = nodePorts.environment;
  const directory = textOf(input, key);
  if (!isAbsolutePath(directory, platform)) {
    throw new UsageError(`"${key}": expected an absolute path`);
  }
  return resolvedPath(directory, "", platform);
}

function treesOf(input: JsonObject): readonly LockedTreeSettings[] {
  if (input["trees"] === undefined) return defaultSettings.lockdown.trees;
  return textsOf(input, "trees").map((path) => ({ path }));
}

function answer(input: JsonObject): JsonObject {
  const written = writtenOf(input);
  const facts = containmentFacts(nodePorts, written, treesOf(input));
  if (!isWatched(written)) {
    return { block: false, reason: "other-tool", resolved: facts.resolved ?? null };
  }
  const { block, reason, resolved = null, real, tree, exempt } = containment(facts);
  return {
    block,
    reason,
    resolved,
    ...(real === undefined ? {} : { real }),
    ...(tree === undefined ? {} : { tree }),
    ...(exempt === undefined ? {} : { exempt }),
  };
}

/** Tools that only read, and the shell, are never looked at. */
function isWatched({ tool }: WrittenPath): boolean {
  return writingTools(defaultSettings.lockdown).has(tool);
}

function explain(input: JsonObject): string {
  const written = writtenOf(input);
  if (!isWatched(written)) return `allow: ${written.tool} is not looked at (WL-6)`;
  const { home, platform } = nodePorts.environment;
  const read = toolPath(written.path, { cwd: written.cwd, home, platform });
  const facts = containmentFacts(nodePorts, written, treesOf(input));
  const outcome = containment(facts);
  const lines = [
    `${outcome.block ? "block" : "allow"}: ${outcome.reason} (${outcome.clause})`,
    `  as given: ${JSON.stringify(written.path)}, cwd ${written.cwd}`,
    ...read.steps.map(({ step, path }) => `  ${step}: ${JSON.stringify(path)}`),
    `  real path: ${facts.real ?? "not to be had"}`,
  ];
  for (const view of facts.trees) {
    lines.push(`  tree ${view.tree} at ${view.at}`);
    lines.push(`    by its text: ${placeText(view.lexical)}`);
    lines.push(`    by its real path: ${placeText(view.real)}`);
    const twins = view.twins === "unknown" ? "not all of the tree could be searched" : view.twins;
    if (twins !== undefined && twins.length > 0) lines.push(`    hard links: ${twinText(twins)}`);
  }
  if (outcome.exempt !== undefined) lines.push(`  exempt: ${outcome.exempt}`);
  return lines.join("\n");
}

function placeText(names: readonly string[] | undefined): string {
  if (names === undefined) return "outside";
  return names.length === 0 ? "the tree itself" : `inside, ${names.join("/")}`;
}

function twinText(twins: string | readonly (readonly string[])[]): string {
  return typeof twins === "string" ? twins : twins.map((names) => names.join("/")).join(", ");
}

/** `gatehouse check path`: would the write lockdown refuse this path? Spec: WL-1..WL-4, HN-20. */
export const checkPath: Checker = {
  name: "path",
  summary: "would the write lockdown refuse this path, and by which step",
  keys: ["path", "cwd", "root", "trees", "tool"],
  textKey: "path",
  answer,
  explain,
};
