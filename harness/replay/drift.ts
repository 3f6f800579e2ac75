import { gates } from "../../src/gates.ts";
import { isJsonObject } from "../../src/kernel/json.ts";
import type { DecisionRecord } from "./decision-record.ts";

/** The part of a verdict that drift is about. */
export interface DriftVerdict {
  readonly verdict: string;
  readonly clause: string;
  readonly rule?: string;
}

/**
 * A difference between what the extension said when the session was recorded and what it says now:
 * `changed` both spoke, and differ in verdict, clause or rule; `missing` it spoke then and is
 * silent now; `extra` it was silent then and speaks now. Silence is to allow, or not to be asked.
 *
 * Spec: HN-6.
 */
export interface Drift {
  readonly kind: "changed" | "missing" | "extra";
  readonly file: string;
  readonly session: string;
  /** The line of the call; for `missing`, of the recorded verdict. */
  readonly line: number;
  readonly toolCallId: string;
  readonly gate: string;
  readonly recorded?: DriftVerdict;
  readonly now?: DriftVerdict;
}

interface Recorded extends DriftVerdict {
  readonly line: number;
  readonly toolCallId: string;
  readonly gate: string;
}

/**
 * The gates that replay asks. Verdicts of tools and reviewers (a refused loop, a review) came from
 * work that replay does not do again: its silence about them is no drift.
 */
const replayed: ReadonlySet<string> = new Set(gates.map((gate) => gate.id));

/** A verdict that a session entry holds, or `undefined` where the data is of another form. */
function recordedVerdict(data: unknown, line: number): Recorded | undefined {
  if (!isJsonObject(data)) return undefined;
  const { toolCallId, gate, verdict, clause, rule } = data;
  if (typeof toolCallId !== "string" || typeof gate !== "string") return undefined;
  if (typeof verdict !== "string" || typeof clause !== "string") return undefined;
  return { line, toolCallId, gate, verdict, clause, ...(typeof rule === "string" && { rule }) };
}

/**
 * Compares the verdicts of one session as they come, in the order of the file. Only a session that
 * carries the extension's entries was recorded with it; for others there is nothing to compare.
 *
 * Spec: HN-6.
 */
export class DriftWatch {
  readonly #recorded = new Map<string, Recorded[]>();
  readonly #now = new Map<string, DecisionRecord[]>();
  readonly #unjudged = new Set<string>();
  readonly #gate: string | undefined;
  #isRecordedWithUs = false;

  /** `gate` limits the comparison to one gate. */
  constructor(gate?: string) {
    this.#gate = gate;
  }

  /** An entry of this package, of whatever type: the extension was there. */
  noteEntry(): void {
    this.#isRecordedWithUs = true;
  }

  /** The data of an entry that holds a verdict. */
  recorded(data: unknown, line: number): void {
    const verdict = recordedVerdict(data, line);
    if (verdict === undefined || !replayed.has(verdict.gate)) return;
    if (this.#gate !== undefined && verdict.gate !== this.#gate) return;
    add(this.#recorded, verdict);
  }

  /** A verdict of this run. Allows are silence; of what could not be judged nothing is said. */
  decided(record: DecisionRecord): void {
    if (record.verdict === "allow") return;
    if (record.fact === undefined) add(this.#now, record);
    else this.#unjudged.add(keyOf(record));
  }

  /** The differences, once the session is read; in the order of their lines. */
  differences(file: string, session: string): Drift[] {
    if (!this.#isRecordedWithUs) return [];
    const found: Drift[] = [];
    const keys = new Set([...this.#recorded.keys(), ...this.#now.keys()]);
    for (const key of keys) {
      if (this.#unjudged.has(key)) continue;
      const then = this.#recorded.get(key) ?? [];
      const now = this.#now.get(key) ?? [];
      for (let index = 0; index < Math.max(then.length, now.length); index++) {
        const drift = difference(then[index], now[index]);
        if (drift !== undefined) found.push({ ...drift, file, session });
      }
    }
    return found.sort((a, b) => a.line - b.line);
  }
}

function keyOf({ toolCallId, gate }: { toolCallId: string; gate: string }): string {
  return `${gate} ${toolCallId}`;
}

function add<Value extends { toolCallId: string; gate: string }>(
  to: Map<string, Value[]>,
  value: Value,
): void {
  const key = keyOf(value);
  const list = to.get(key);
  if (list === undefined) to.set(key, [value]);
  else list.push(value);
}

function difference(
  then: Recorded | undefined,
  now: DecisionRecord | undefined,
): Omit<Drift, "file" | "session"> | undefined {
  const about = now ?? then;
  if (about === undefined || (then !== undefined && now !== undefined && isSame(then, now))) {
    return undefined;
  }
  const kind = then === undefined ? "extra" : now === undefined ? "missing" : "changed";
  return {
    kind,
    line: about.line,
    toolCallId: about.toolCallId,
    gate: about.gate,
    ...(then !== undefined && { recorded: verdictOf(then) }),
    ...(now !== undefined && { now: verdictOf(now) }),
  };
}

function isSame(a: DriftVerdict, b: DriftVerdict): boolean {
  return a.verdict === b.verdict && a.clause === b.clause && a.rule === b.rule;
}

function verdictOf({ verdict, clause, rule }: DriftVerdict): DriftVerdict {
  return { verdict, clause, ...(rule !== undefined && { rule }) };
}
