import { valuesAt } from "../../kernel/argument-paths.ts";
import type { ToolCall, ToolOffer, Words } from "../../kernel/gate.ts";
import type { Verdict } from "../../kernel/verdict.ts";
import type { BriefKind } from "./brief.ts";
import { suggestedRoots } from "./suggested-roots.ts";

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
  const reason = [
    `${call.toolName} was blocked by the fork gate: the brief${place} carries ${kind}, ${matched}.`,
    `Why: ${verdict.why ?? ""}`,
    taskWay(brief, offer),
    "Tasks whose roots overlap run one after another; tasks with separate roots run together.",
    `If the brief really is read-only exploration of this conversation, say it without ${matched}: ` +
      "ask what to find out and what to report. The gate matches wording, not intent.",
  ].join("\n\n");
  const notice = `fork gate: ${verdict.kind} ${matched} in ${call.toolName}; use task`;
  return { reason, notice };
}

function blockedBrief(verdict: Verdict, call: ToolCall): string {
  const places = (verdict.where ?? "").replaceAll(/\[\d+\]/gu, "[]");
  const found = valuesAt(call.input, places).find(({ where }) => where === verdict.where);
  return typeof found?.value === "string" ? found.value : "";
}

/** The route, what works here first. Spec: FG-21, FG-24. */
function taskWay(brief: string, offer: ToolOffer): string {
  const isActive = offer.active.has("task");
  const call = `task(${JSON.stringify(taskCall(brief), undefined, 2)})`;
  const command = "gatehouse task run spec.json";
  const lead = isActive
    ? "Call the task tool instead; its child sees only these arguments:"
    : "Give it to an isolated task instead. The task tool is not active here; " +
      `write this object to spec.json and run: ${command}`;
  const notes = [
    "- roots: absolute directories that are watched; each is diffed on its own, before and after.",
    "- write_allowed: the roots that may change; an exact subset of roots, never nested in another " +
      "root. Leave it out when read_only is true.",
  ];
  const without = `Where the tool is absent: the same object in spec.json, and ${command}`;
  return [lead, call, ...notes, ...(isActive ? [without] : [])].join("\n");
}

/**
 * The `task` arguments for a brief: what the brief itself names, and a marked gap for the rest.
 *
 * Spec: FG-21.
 */
function taskCall(brief: string): Record<string, unknown> {
  const { roots, writeAllowed } = suggestedRoots(brief);
  return {
    id: slug(brief),
    goal: brief.length <= goalUnitsMax ? brief : "<the whole brief, verbatim>",
    deliverable: "<the exact shape you want back>",
    effort: "balanced",
    read_only: writeAllowed === undefined,
    roots,
    ...(writeAllowed === undefined ? {} : { write_allowed: writeAllowed }),
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
