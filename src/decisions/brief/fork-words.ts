import type { ToolCall, ToolOffer, Words } from "../../kernel/gate.ts";
import { isJsonObject } from "../../kernel/json.ts";
import type { Verdict } from "../../kernel/verdict.ts";
import type { BriefKind } from "./brief.ts";
import { namedPaths, outermostPaths } from "./named-paths.ts";

/** A brief longer than this, in UTF-16 units, is referred to instead of repeated in the call. */
const goalUnitsMax = 6_000;

const kindNames: Readonly<Record<BriefKind, string>> = {
  prohibition: "a prohibition",
  boundary: "a write boundary",
  mutation: "an instruction to change files",
};

/**
 * The refusal that the model reads, and the notice for a person. The parts stand in the order that
 * the clause gives; the route that works here, tool or command line, comes first.
 *
 * Spec: FG-21, FG-22, FG-24.
 */
export function forkWords(verdict: Verdict, call: ToolCall, offer: ToolOffer): Words {
  const kind = kindNames[verdict.kind as BriefKind] ?? "a directive";
  const matched = JSON.stringify(verdict.matched ?? "");
  const brief = blockedBrief(verdict, call);
  const place = verdict.where === undefined ? "" : ` (in ${verdict.where})`;
  const ways = [toolWay(brief, verdict), commandWay(offer)];
  if (!offer.active.has("task")) ways.reverse();
  const reason = [
    `${call.toolName} was blocked by the fork gate: the brief${place} carries ${kind}, ${matched}.`,
    `Why: ${verdict.why ?? ""}`,
    ...ways,
    "Tasks whose roots overlap run one after another; tasks with separate roots run together.",
    `If the brief really is read-only exploration of this conversation, say it without ${matched}: ` +
      "ask what to find out and what to report. The gate matches wording, not intent.",
  ].join("\n\n");
  const notice = `fork gate: ${verdict.kind} ${matched} in ${call.toolName}; use task`;
  return { reason, notice };
}

function blockedBrief(verdict: Verdict, call: ToolCall): string {
  const steps = (verdict.where ?? "").split(/[.[\]]+/u).filter((step) => step !== "");
  const found = steps.reduce<unknown>(
    (value, step) =>
      isJsonObject(value) || Array.isArray(value) ? Reflect.get(value, step) : undefined,
    call.input,
  );
  return typeof found === "string" ? found : "";
}

function toolWay(brief: string, verdict: Verdict): string {
  const filled = JSON.stringify(taskCall(brief, verdict), undefined, 2);
  return [
    "Call the task tool instead; its child sees only these arguments:",
    `task(${filled})`,
    "- roots: absolute directories that are watched; each is diffed on its own, before and after.",
    "- write_allowed: the roots that may change; an exact subset of roots, never nested in another " +
      "root. Leave it out when read_only is true.",
  ].join("\n");
}

function commandWay(offer: ToolOffer): string {
  const absent = offer.active.has("task")
    ? "Without the tool"
    : "The task tool is not active here; on the command line";
  return `${absent}, write the same object to spec.json and run: gatehouse task run spec.json`;
}

/**
 * The `task` arguments for a brief: what the brief itself names, and a marked gap for the rest.
 *
 * Spec: FG-21.
 */
function taskCall(brief: string, verdict: Verdict): Record<string, unknown> {
  const named = outermostPaths(namedPaths(brief));
  const roots = named.length > 0 ? named : ["<absolute directory>"];
  const writes = verdict.kind === "mutation";
  return {
    id: slug(brief),
    goal: brief.length <= goalUnitsMax ? brief : "<the whole brief, verbatim>",
    deliverable: "<the exact shape you want back>",
    effort: "balanced",
    read_only: !writes,
    roots,
    ...(writes ? { write_allowed: roots } : {}),
    facts: [],
    files: [],
    commands: [],
    wall_s: 600,
    usd: 1,
  };
}

/** An id in the form that `task` accepts, from the first words of the brief. Spec: TK-10. */
function slug(brief: string): string {
  const words = brief.toLowerCase().match(/[a-z0-9]+/gu) ?? [];
  const joined = words.slice(0, 5).join("-").slice(0, 40).replace(/-+$/u, "");
  return joined.length > 1 ? joined : "task-1";
}
