import { isJsonObject } from "../../kernel/json.ts";

/** A claim of the child and the place that shows it, `file:line`. Spec: TK-35. */
export interface Evidence {
  readonly claim: string;
  readonly pointer: string;
}

/** What the child hands over at its end. Spec: TK-35. */
export interface Envelope {
  readonly status: "done" | "blocked";
  readonly deliverable: string;
  readonly evidence: readonly Evidence[];
  readonly notes?: string;
}

/** How a pointer fared when it was looked up. Spec: TK-35. */
export type PointerState =
  | "found"
  | "malformed"
  | "file-missing"
  | "file-unreadable"
  | "line-missing";

/** Every reason for which a task fails. Spec: TK-33, TK-35. */
export type FailureCode =
  | "aborted"
  | "wall-clock"
  | "cost"
  | "not-settled"
  | "model-stopped"
  | "protocol"
  | "guard-missing"
  | "changed-outside"
  | "refused-outside"
  | "not-watched"
  | "envelope-missing"
  | "envelope-invalid"
  | "status-blocked"
  | "no-evidence"
  | "pointer-malformed"
  | "pointer-missing";

/** A failed condition, for programs and for people. Spec: TK-35. */
export interface Failure {
  readonly code: FailureCode;
  readonly message: string;
}

/** All that the verdict may know of a run. Spec: TK-35. */
export interface RunFacts {
  /** Ended by the caller. */
  readonly aborted: boolean;
  /** Which budget ended it, if one did. */
  readonly trip?: "wall-clock" | "cost";
  /** The child said that it has no work left. */
  readonly settled: boolean;
  /** Why the last answer ended, where that was not by its own choice: `error`, `length`. */
  readonly stopped?: string;
  /** What was wrong with the event stream, if anything. */
  readonly protocol?: string;
  /** The guard in the child reported that it is there. */
  readonly guarded: boolean;
  /** Changes outside write_allowed, as lines. */
  readonly outside: readonly string[];
  /** Attempts that the guard refused, as lines. */
  readonly refused: readonly string[];
  /** Roots that could not be compared, as lines. */
  readonly unwatched: readonly string[];
  /** What the child handed over; absent when it handed over nothing. */
  readonly handedOver?: unknown;
  /** Looks a pointer up. */
  readonly pointer: (pointer: string) => PointerState;
}

/** The verdict on a run. Spec: TK-35. */
export interface RunVerdict {
  readonly verdict: "PASS" | "FAIL";
  readonly failures: readonly Failure[];
  readonly envelope?: Envelope;
  readonly evidence: readonly (Evidence & { readonly state: PointerState })[];
}

/**
 * PASS or FAIL of a finished run. PASS needs a child that settled by itself, a valid envelope that
 * says done, evidence whose every pointer exists, no budget trip and no write outside; each failed
 * condition has its own code. It proves the shape of the answer and what was written, never that
 * the claims are true.
 *
 * Spec: TK-33, TK-35.
 */
export function envelope(facts: RunFacts): RunVerdict {
  const failures = runFailures(facts);
  const read = readEnvelope(facts.handedOver);
  if (!read.ok) {
    failures.push(...read.failures);
    return { verdict: "FAIL", failures, evidence: [] };
  }
  const evidence = read.envelope.evidence.map((item) => ({
    ...item,
    state: facts.pointer(item.pointer),
  }));
  if (read.envelope.status === "blocked") {
    const words = read.envelope.notes ?? read.envelope.deliverable;
    failures.push({ code: "status-blocked", message: `the child is blocked: ${line(words)}` });
  }
  if (evidence.length === 0) {
    failures.push({ code: "no-evidence", message: "the answer points at no evidence" });
  }
  failures.push(...evidence.flatMap(pointerFailure));
  const verdict = failures.length === 0 ? "PASS" : "FAIL";
  return { verdict, failures, envelope: read.envelope, evidence };
}

function runFailures(facts: RunFacts): Failure[] {
  const failures: Failure[] = [];
  const add = (code: FailureCode, message: string): void => void failures.push({ code, message });
  if (facts.aborted) add("aborted", "the caller ended the task");
  if (facts.trip === "wall-clock") add("wall-clock", "the time limit was reached");
  if (facts.trip === "cost") add("cost", "the cost limit was passed");
  const ended = facts.aborted || facts.trip !== undefined;
  if (!facts.settled && !ended) add("not-settled", "the child ended before its work was done");
  if (facts.stopped !== undefined) add("model-stopped", `the last answer ended: ${facts.stopped}`);
  if (facts.protocol !== undefined) add("protocol", facts.protocol);
  if (!facts.guarded) add("guard-missing", "the guard in the child never reported");
  for (const change of facts.outside) add("changed-outside", change);
  for (const attempt of facts.refused) add("refused-outside", attempt);
  for (const root of facts.unwatched) add("not-watched", root);
  return failures;
}

function pointerFailure(item: Evidence & { state: PointerState }): Failure[] {
  const name = JSON.stringify(item.pointer);
  switch (item.state) {
    case "found":
      return [];
    case "malformed": {
      const message = `pointer ${name} is not of the form file:line`;
      return [{ code: "pointer-malformed", message }];
    }
    case "file-missing":
      return [{ code: "pointer-missing", message: `pointer ${name}: there is no such file` }];
    case "file-unreadable":
      return [{ code: "pointer-missing", message: `pointer ${name}: the file cannot be read` }];
    case "line-missing":
      return [{ code: "pointer-missing", message: `pointer ${name}: the file has no such line` }];
  }
}

type EnvelopeAnswer =
  | { readonly ok: true; readonly envelope: Envelope }
  | { readonly ok: false; readonly failures: readonly Failure[] };

const keys: ReadonlySet<string> = new Set(["status", "deliverable", "evidence", "notes"]);

/**
 * Reads what the child handed over. A deliverable may be any JSON; what is no text is kept as its
 * JSON. Unknown members are refused: a misspelt `evidence` is not an envelope without evidence.
 *
 * Spec: TK-35.
 */
export function readEnvelope(value: unknown): EnvelopeAnswer {
  if (value === undefined) {
    const message = "the child handed over no result, neither by task_result nor as fenced JSON";
    return { ok: false, failures: [{ code: "envelope-missing", message }] };
  }
  if (!isJsonObject(value)) return invalid(["it is no JSON object"]);
  const wrong = Object.keys(value)
    .filter((key) => !keys.has(key))
    .map((key) => `unknown member ${JSON.stringify(key)}`);
  const { status, deliverable, evidence, notes } = value;
  if (status !== "done" && status !== "blocked") wrong.push('status is not "done" or "blocked"');
  if (deliverable === undefined || deliverable === null || deliverable === "") {
    wrong.push("deliverable is missing");
  }
  if (!isEvidence(evidence)) wrong.push("evidence is no array of { claim, pointer } texts");
  if (notes !== undefined && typeof notes !== "string") wrong.push("notes is no text");
  if (wrong.length > 0) return invalid(wrong);
  return {
    ok: true,
    envelope: {
      status: status as Envelope["status"],
      deliverable: typeof deliverable === "string" ? deliverable : JSON.stringify(deliverable),
      evidence: evidence as readonly Evidence[],
      ...(typeof notes === "string" ? { notes } : {}),
    },
  };
}

function isEvidence(value: unknown): value is readonly Evidence[] {
  return (
    Array.isArray(value) &&
    value.every(
      (item) =>
        isJsonObject(item) &&
        typeof item["claim"] === "string" &&
        typeof item["pointer"] === "string" &&
        Object.keys(item).every((key) => key === "claim" || key === "pointer"),
    )
  );
}

function invalid(wrong: readonly string[]): EnvelopeAnswer {
  const message = `the result is not valid: ${wrong.join("; ")}`;
  return { ok: false, failures: [{ code: "envelope-invalid", message }] };
}

function line(text: string): string {
  const first = text.trim().split("\n")[0] ?? "";
  return first.length <= 200 ? first : `${first.slice(0, 199)}…`;
}
