import { randomUUID } from "node:crypto";
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { isJsonObject } from "../kernel/json.ts";
import { keysOverlap, pathKey } from "../kernel/path-key.ts";
import { isGone, type ProcessIdentity, processIdentity, readIdentity } from "./process-identity.ts";

/** Set for a runner whose caller holds a place in line already. Spec: TK-3. */
export const heldTicketVariable = "GATEHOUSE_TASK_TICKET";

const pollMs = 150;
const heartbeatMs = 5_000;
/** A ticket that cannot be read is being written; after this long it never will be, in ms. */
const halfWrittenMs = 10_000;
/** Released tickets keep their number taken for this long, in ms. */
const keptMs = 3_600_000;

interface TicketText {
  readonly id: string;
  readonly keys: readonly string[];
  /** The processes that hold the place: the caller, and its runner or child. */
  readonly owners: readonly ProcessIdentity[];
  /** Of the process; its own tickets are ordered by its own scheduler. */
  readonly desk: string;
  readonly released: boolean;
}

/** This process, as far as tickets are concerned. */
const desk = randomUUID();

/** A place in line. Spec: TK-3. */
export interface Ticket {
  readonly number: number;
  /**
   * Resolves when no earlier task of another process overlaps; rejects with the signal's reason.
   * `waiting` is told the ids that are waited for, whenever they change.
   */
  turn(signal: AbortSignal | undefined, waiting: (ids: readonly string[]) => void): Promise<void>;
  /**
   * The process works for this task: while it lives the place is taken, even when its caller was
   * killed and could not end it.
   */
  alsoHeldBy(pid: number): void;
  /** Gives the place back. Safe to call twice. */
  release(): void;
}

/**
 * Takes a place in the line that all pi processes of a user share: a numbered file under the agent
 * directory. A number is taken by creating its file, which only one process can; it stays taken
 * after the task, so that no latecomer slips in front. A ticket whose process is gone holds nobody
 * up: there is no lock that a crash could leave behind. `held` is the ticket of a caller that runs
 * this very task, and is not waited for.
 *
 * Throws when the directory cannot be written.
 *
 * Spec: TK-3.
 */
export function joinLine(
  folder: string,
  id: string,
  places: readonly string[],
  held?: number,
): Ticket {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const platform = process.platform === "win32" ? "windows" : "posix";
  const keys = places.map((place) => pathKey(place, platform));
  const owners = [processIdentity()];
  const text: TicketText = { id, keys, owners, desk, released: false };
  const number = takeNumber(folder, JSON.stringify(text));
  const file = ticketFile(folder, number);
  let open = numbersIn(folder).filter((each) => each < number && each !== held);
  prune(folder, number);
  const beat = setInterval(() => touch(file), heartbeatMs);
  beat.unref();
  let isReleased = false;
  return {
    number,
    async turn(signal, waiting) {
      let told = "";
      for (;;) {
        signal?.throwIfAborted();
        const blocking = open.map((each) => blocker(folder, each, keys));
        open = open.filter((_, index) => blocking[index] !== undefined);
        if (open.length === 0) return;
        const ids = blocking.filter((each) => each !== undefined);
        if (ids.join("\n") !== told) waiting(ids);
        told = ids.join("\n");
        await delay(pollMs, undefined, signal === undefined ? {} : { signal });
      }
    },
    alsoHeldBy(pid) {
      owners.push(processIdentity(pid));
      if (!isReleased) replace(file, JSON.stringify(text));
    },
    release() {
      if (isReleased) return;
      isReleased = true;
      clearInterval(beat);
      replace(file, JSON.stringify({ ...text, keys: [], released: true }));
    },
  };
}

function takeNumber(folder: string, text: string): number {
  let number = (numbersIn(folder).at(-1) ?? 0) + 1;
  for (;;) {
    try {
      writeFileSync(ticketFile(folder, number), text, { flag: "wx", mode: 0o600 });
      return number;
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
      number += 1;
    }
  }
}

/** The id of a ticket that must be waited for; `undefined` when it need not. */
function blocker(folder: string, number: number, keys: readonly string[]): string | undefined {
  const file = ticketFile(folder, number);
  const ageMs = ageOf(file);
  if (ageMs === undefined) return undefined;
  const ticket = readTicket(file);
  if (ticket === undefined) return ageMs < halfWrittenMs ? `ticket ${number}` : undefined;
  if (ticket.released || ticket.desk === desk) return undefined;
  const overlaps = ticket.keys.some((key) => keys.some((own) => keysOverlap(own, key)));
  return !overlaps || isLeft(ticket, ageMs) ? undefined : ticket.id;
}

function isLeft({ owners }: TicketText, ageMs: number): boolean {
  return owners.every((owner) => isGone(owner, ageMs));
}

function readTicket(file: string): TicketText | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(file, "utf8"));
    if (!isJsonObject(value)) return undefined;
    const { id, keys, owners, desk: ofDesk, released } = value;
    if (typeof id !== "string" || !Array.isArray(keys) || !Array.isArray(owners)) return undefined;
    return {
      id,
      keys: keys.map(String),
      owners: owners.map(readIdentity).filter((owner) => owner !== undefined),
      desk: String(ofDesk),
      released: released === true,
    };
  } catch {
    return undefined;
  }
}

function ticketFile(folder: string, number: number): string {
  return join(folder, `${String(number).padStart(12, "0")}.json`);
}

/** Every number that is taken, in order. */
function numbersIn(folder: string): readonly number[] {
  return readdirSync(folder)
    .flatMap((name) => (/^\d{12}\.json$/u.test(name) ? [Number(name.slice(0, 12))] : []))
    .sort((a, b) => a - b);
}

/** Removes numbers that nobody can still be about to take; the highest stays. */
function prune(folder: string, own: number): void {
  for (const number of numbersIn(folder)) {
    const file = ticketFile(folder, number);
    if (number >= own || (ageOf(file) ?? 0) < keptMs) continue;
    const ticket = readTicket(file);
    if (ticket === undefined || ticket.released || isLeft(ticket, keptMs)) {
      rmSync(file, { force: true });
    }
  }
}

function ageOf(file: string): number | undefined {
  try {
    return Date.now() - statSync(file).mtimeMs;
  } catch {
    return undefined;
  }
}

function touch(file: string): void {
  const now = new Date();
  try {
    utimesSync(file, now, now);
  } catch {
    // The directory is gone, and the line with it.
  }
}

function replace(file: string, text: string): void {
  try {
    writeFileSync(`${file}.${process.pid}.tmp`, text, { mode: 0o600 });
    renameSync(`${file}.${process.pid}.tmp`, file);
  } catch {
    // As above: without the directory there is no line to leave.
  }
}
