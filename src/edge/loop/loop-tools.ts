import { formatDuration } from "../../decisions/duration/duration.ts";
import { evidence } from "../../decisions/evidence/evidence.ts";
import type { Criterion } from "../../decisions/loop/loop-state.ts";
import { type ProgressSection, progressSections } from "../../decisions/loop/progress-notes.ts";
import { activeRefusal, completionRefusal, marked } from "../../decisions/loop/refusals.ts";
import { durationMs } from "../../kernel/duration-token.ts";
import { isJsonObject, type JsonObject } from "../../kernel/json.ts";
import type { HostContext, HostToolAnswer } from "../host.ts";
import type { LoopEngine } from "./loop-engine.ts";
import { completionRefusalText } from "./loop-words.ts";
import { startLoop } from "./start-loop.ts";

/** One call of a loop tool. */
export interface LoopCall {
  readonly engine: LoopEngine;
  readonly toolCallId: string;
  readonly input: JsonObject;
  readonly context: HostContext;
}

const waitMsMin = 60_000;
const waitMsMax = 3_600_000;
const textUnitsMax = 4_000;

function answer(text: string, details: JsonObject): HostToolAnswer {
  return { content: [{ type: "text", text }], details };
}

/** A refusal is a result that says what to do, and a decision on record. Spec: LP-30, HN-6. */
function refused(call: LoopCall, tool: string, code: string, text: string): HostToolAnswer {
  const { toolCallId, engine } = call;
  const clause = clauses[tool] ?? "LP-30";
  engine.desk.decide({ gate: "loop", tool, toolCallId, verdict: "block", reason: code, clause });
  return { ...answer(text, { refused: code }), isError: true };
}

const clauses: Readonly<Record<string, string>> = {
  loop_start: "LP-30",
  loop_complete: "LP-31",
  loop_progress: "LP-32",
  loop_wait: "LP-46",
};

/** Spec: LP-30. */
export function callLoopStart(call: LoopCall): HostToolAnswer {
  const { engine, input, context } = call;
  const { armed } = engine.arming;
  const given = input["criteria"];
  const criteria = Array.isArray(given) ? given.map(String) : undefined;
  const max = input["max"];
  // What the model asks for is judged, but what the user typed is what holds.
  const asked = startLoop(
    engine,
    {
      armed: armed !== undefined,
      objective: text(input["objective"]),
      interval: armed?.interval ?? optionalText(input["interval"]),
      max: armed?.max ?? (typeof max === "number" ? max : undefined),
      expires: armed?.expires ?? optionalText(input["expires"]),
      criteria,
      by: "tool",
    },
    context,
  );
  if (!asked.started) return refused(call, "loop_start", asked.code, asked.text);
  engine.arming.use();
  const { loop } = engine.state;
  // The person sees the criteria in the result already: the notice only says that it runs.
  engine.say(asked.lines.slice(0, 2).join(" "), "info", context);
  const said = [
    ...asked.lines,
    `Objective: ${loop?.objective ?? ""}`,
    "Keep working this turn. loop_complete is not for this turn: when every criterion is proven, " +
      `call it in a later one with loop_id ${loop?.id ?? ""} and a citation for each.`,
  ].join("\n");
  return answer(said, {
    loopId: loop?.id,
    objective: loop?.objective,
    intervalMs: loop?.intervalMs,
    criteria: loop?.criteria,
  });
}

/** Spec: LP-31. */
export function callLoopComplete(call: LoopCall): HostToolAnswer {
  const { engine, input, context } = call;
  engine.readLedger(context);
  const citations = citationsOf(input["evidence"]);
  const refusal = completionRefusal({
    state: engine.state,
    loopId: text(input["loop_id"]).trim(),
    citations,
    counts: (citation) => evidence({ text: citation }).counts,
  });
  const { loop } = engine.state;
  if (refusal !== undefined || loop === null) {
    const why = refusal ?? { code: "no-loop" as const };
    return refused(call, "loop_complete", why.code, completionRefusalText(why));
  }
  const at = new Date(engine.now).toISOString();
  const criteria = loop.criteria.reduce<readonly Criterion[]>(
    (list, { id }) => marked(list, id, { text: citations.get(id) ?? "", at }),
    loop.criteria,
  );
  engine.tell({ type: "complete", criteria }, context);
  const problem = engine.writeLedger(context);
  const summary = text(input["summary"]).trim();
  const said = [
    `Loop ${loop.id} is complete and stopped: every criterion is answered.`,
    ...criteria.map(({ id, description, evidence: cited }) => `${id} ${description}: ${cited}`),
    ...(summary === "" ? [] : [summary]),
    ...(problem === undefined ? [] : [`The ledger could not be written: ${problem}.`]),
  ];
  return answer(said.join("\n"), {
    loopId: loop.id,
    evidence: Object.fromEntries(citations),
    ...(summary === "" ? {} : { summary }),
  });
}

/** Keys and values without blanks around them; what is blank is not there. */
function citationsOf(value: unknown): ReadonlyMap<string, string> {
  if (!isJsonObject(value)) return new Map();
  const pairs = Object.entries(value).map(
    ([id, cited]) => [id.trim(), text(cited).trim()] as const,
  );
  return new Map(pairs.filter(([, cited]) => cited !== ""));
}

/** Spec: LP-32. */
export function callLoopProgress(call: LoopCall): HostToolAnswer {
  const { engine, input, context } = call;
  engine.readLedger(context);
  const held = activeRefusal(engine.state);
  const { loop } = engine.state;
  if (held !== undefined || loop === null) {
    const why = held ?? { code: "no-loop" as const };
    return refused(call, "loop_progress", why.code, completionRefusalText(why));
  }
  const fault = progressFault(input, loop.criteria);
  if (fault !== undefined) return refused(call, "loop_progress", fault[0], fault[1]);
  const said: string[] = [];
  const criterion = optionalText(input["criterion"])?.trim();
  if (criterion !== undefined) said.push(markOne(call, criterion));
  const note = optionalText(input["note"])?.trim();
  if (note !== undefined) said.push(noteOne(call, note));
  const after = engine.state.loop?.criteria ?? [];
  const open = after.filter(({ passes }) => !passes).map(({ id }) => id);
  said.push(
    open.length === 0
      ? "All are met: audit them once more, then call loop_complete."
      : `Still open: ${open.join(", ")}.`,
  );
  return answer(said.join("\n"), { loopId: loop.id, open });
}

function progressFault(
  input: JsonObject,
  criteria: readonly Criterion[],
): readonly [code: string, text: string] | undefined {
  const criterion = optionalText(input["criterion"])?.trim();
  const note = optionalText(input["note"])?.trim();
  if (criterion === undefined && note === undefined) {
    return ["nothing-given", "Give a criterion to mark, or a note and its section."];
  }
  const ids = criteria.map(({ id }) => id);
  if (criterion !== undefined && !ids.includes(criterion)) {
    return ["unknown-ids", `No such criterion: ${criterion}. There are ${ids.join(", ")}.`];
  }
  if (criterion !== undefined && input["met"] !== false) {
    const cited = text(input["evidence"]).trim();
    if (!evidence({ text: cited }).counts) {
      return [
        "only-claims",
        `Marking ${criterion} as met needs evidence that can be checked: a path with a line, a command and its exit code, a number with what it counts, an address, a hash, quoted output.`,
      ];
    }
  }
  if (note === undefined) return undefined;
  if (note === "" || note.length > textUnitsMax) {
    return ["bad-note", `A note has 1 to ${textUnitsMax} characters; this one has ${note.length}.`];
  }
  if (sectionOf(input["section"]) === undefined) {
    return ["unknown-section", `Name the note's section: ${progressSections.join(", ")}.`];
  }
  return undefined;
}

function sectionOf(value: unknown): ProgressSection | undefined {
  const name = text(value).trim().toLowerCase();
  return progressSections.find((section) => section.toLowerCase() === name);
}

function markOne({ engine, input, context }: LoopCall, id: string): string {
  const met = input["met"] !== false;
  const at = new Date(engine.now).toISOString();
  const cited = met ? { text: text(input["evidence"]).trim(), at } : undefined;
  const criteria = marked(engine.state.loop?.criteria ?? [], id, cited);
  engine.tell({ type: "mark", criteria }, context);
  const problem = engine.writeLedger(context);
  const done = met ? `${id} is marked as met.` : `${id} is open again; its evidence is dropped.`;
  return problem === undefined ? done : `${done} The ledger could not be written: ${problem}.`;
}

function noteOne({ engine, input, context }: LoopCall, note: string): string {
  const { loop } = engine.state;
  const section = sectionOf(input["section"]);
  if (loop === null || section === undefined) return "";
  const problem = engine.ledger.note(loop, section, note);
  if (problem === undefined) return `Noted under ${section}.`;
  engine.desk.complain(`loop: ${problem}; the note is lost`, context);
  return `The note could not be written: ${problem}.`;
}

/** Spec: LP-46. */
export function callLoopWait(call: LoopCall): HostToolAnswer {
  const { engine, input, context } = call;
  const held = activeRefusal(engine.state);
  if (held !== undefined) {
    return refused(call, "loop_wait", held.code, completionRefusalText(held));
  }
  const reason = text(input["reason"]).trim();
  if (reason === "") return refused(call, "loop_wait", "no-reason", "Say what the loop waits for.");
  const asked = optionalText(input["resume_after"])?.trim();
  const ms = asked === undefined ? null : durationMs(asked);
  if (ms === undefined) {
    const words = `${JSON.stringify(asked)} is no duration: write 60s to 1h, or leave it out.`;
    return refused(call, "loop_wait", "bad-duration", words);
  }
  const waitMs = ms === null ? null : Math.min(waitMsMax, Math.max(waitMsMin, ms));
  const until = waitMs === null ? null : engine.now + waitMs;
  engine.tell({ type: "wait", reason, until }, context);
  const end = waitMs === null ? "the user's next message" : formatDuration(waitMs);
  const limited = waitMs === ms || ms === null ? "" : ` (${asked} was limited to it)`;
  const said = `The loop waits for ${reason}, until ${end}${limited}. End this turn now.`;
  return answer(said, { loopId: engine.state.loop?.id, waitMs });
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function optionalText(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
