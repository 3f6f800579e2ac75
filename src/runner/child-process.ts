import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { ChildStory } from "./child-story.ts";
import { eventLines } from "./event-lines.ts";
import { killGraceMs, killSurvivors, runMarkVariable, signalGroup } from "./process-group.ts";

/** A settled child gets this long to leave by itself, in ms. Spec: TK-33. */
const leaveMs = 2_000;
/** Output that somebody else still holds open is given up after this long, in ms. */
const drainMs = 2_000;
/** How often progress is told when the child says nothing, in ms. */
const tickMs = 1_000;
const stderrTailBytes = 8 * 1024;
const stderrBytesMax = 8 * 1024 * 1024;

/** What a child is started with. Spec: TK-31, TK-33. */
export interface ChildPlan {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly prompt: string;
  /** Unique to the run; marks its processes. */
  readonly mark: string;
  readonly wallMs: number;
  /** US dollars. */
  readonly usd: number;
  readonly eventsFile: string;
  readonly stderrFile: string;
  readonly signal: AbortSignal | undefined;
  /** Told of the process once it is there. */
  readonly onStart: (pid: number) => void;
  /** Told after every event and every second, for live progress. */
  readonly onEvent: (story: ChildStory) => void;
}

/** How a child's life went. Spec: TK-33, TK-34. */
export interface ChildEnd {
  readonly story: ChildStory;
  readonly aborted: boolean;
  readonly trip: "wall-clock" | "cost" | undefined;
  /** `undefined` when it never started. */
  readonly exit: { readonly code: number | null; readonly signal: string | null } | undefined;
  readonly startProblem: string | undefined;
  readonly stderrTail: string;
  /** Processes that outlived the child and were killed. */
  readonly survivors: number;
}

/**
 * Runs a child to its end: prompt in through standard input, events out line by line, budgets
 * watched, the whole process group ended when a budget trips, the caller aborts, or the child has
 * settled and does not leave. Nothing of the run is alive when this resolves. Never rejects.
 *
 * Spec: TK-31, TK-33, TK-34.
 */
export async function runChild(plan: ChildPlan): Promise<ChildEnd> {
  const story = new ChildStory();
  const child = spawn(plan.command, [...plan.args], {
    cwd: plan.cwd,
    env: { ...plan.environment, [runMarkVariable]: plan.mark },
    stdio: ["pipe", "pipe", "pipe"],
    detached: process.platform !== "win32",
    windowsHide: true,
  });
  const gone = whenGone(child);
  if (child.pid !== undefined) plan.onStart(child.pid);
  const life = new ChildLife(child, plan, gone);
  const tail = keepStderr(child, plan.stderrFile);
  // A child that dies early breaks the pipe; how it ended is told by its exit.
  child.stdin?.on("error", () => {});
  child.stdin?.end(plan.prompt);
  const events = readEvents(child, plan, story, life);
  const tick = setInterval(() => plan.onEvent(story), tickMs);
  const exit = await gone;
  clearInterval(tick);
  if (child.pid !== undefined) signalGroup(child.pid, "SIGKILL");
  const survivors = killSurvivors(plan.mark);
  await Promise.race([events, afterDelay(drainMs)]);
  child.stdout?.destroy();
  child.stderr?.destroy();
  await events;
  life.close();
  if (story.usage.cost > plan.usd) life.trip ??= "cost";
  return {
    story,
    aborted: life.aborted,
    trip: life.trip,
    exit: "problem" in exit ? undefined : exit,
    startProblem: "problem" in exit ? exit.problem : undefined,
    stderrTail: tail(),
    survivors,
  };
}

type Gone =
  | { readonly code: number | null; readonly signal: string | null }
  | { readonly problem: string };

function whenGone(child: ChildProcess): Promise<Gone> {
  return new Promise((resolve) => {
    child.on("error", (error) => resolve({ problem: error.message }));
    child.on("exit", (code, signal) => resolve({ code, signal }));
  });
}

/** What is done when this process ends; one listener for all, however many children there are. */
const lastWishes = new Set<() => void>();

function atExit(wish: () => void): void {
  if (lastWishes.size === 0 && !process.listeners("exit").includes(grant)) {
    process.once("exit", grant);
  }
  lastWishes.add(wish);
}

function grant(): void {
  for (const wish of lastWishes) wish();
}

/** The reasons for which a child is ended, and the ending itself. */
class ChildLife {
  aborted = false;
  trip: "wall-clock" | "cost" | undefined;
  readonly #child: ChildProcess;
  readonly #timers: NodeJS.Timeout[] = [];
  readonly #cleanups: (() => void)[] = [];
  #isEnding = false;

  constructor(child: ChildProcess, plan: ChildPlan, gone: Promise<Gone>) {
    this.#child = child;
    this.#after(plan.wallMs, () => {
      this.trip ??= "wall-clock";
      this.end();
    });
    const abort = (): void => {
      this.aborted = true;
      this.end();
    };
    plan.signal?.addEventListener("abort", abort, { once: true });
    const killNow = (): void => this.#signal("SIGKILL");
    atExit(killNow);
    this.#cleanups.push(
      () => plan.signal?.removeEventListener("abort", abort),
      () => lastWishes.delete(killNow),
    );
    if (plan.signal?.aborted === true) abort();
    void gone.then(() => this.close());
  }

  /** TERM to the group, and KILL to what is left of it. */
  end(): void {
    if (this.#isEnding) return;
    this.#isEnding = true;
    this.#signal("SIGTERM");
    this.#after(killGraceMs, () => this.#signal("SIGKILL"));
  }

  /** The child has no work left: it leaves by itself, or is helped out. */
  settled(): void {
    this.#after(leaveMs, () => this.end());
  }

  close(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    for (const cleanup of this.#cleanups) cleanup();
  }

  #after(delayMs: number, callback: () => void): void {
    this.#timers.push(setTimeout(callback, Math.min(delayMs, 2 ** 31 - 1)));
  }

  #signal(signal: "SIGTERM" | "SIGKILL"): void {
    if (this.#child.pid !== undefined) signalGroup(this.#child.pid, signal);
  }
}

async function readEvents(
  child: ChildProcess,
  plan: ChildPlan,
  story: ChildStory,
  life: ChildLife,
): Promise<void> {
  if (child.stdout === null) return;
  const file = createWriteStream(plan.eventsFile, { mode: 0o600 });
  let isWritable = true;
  file.on("error", () => {
    isWritable = false;
  });
  try {
    for await (const line of eventLines(child.stdout)) {
      const wasSettled = story.settled;
      story.take(line);
      if (line.kind === "line" && isWritable && !file.write(Buffer.concat([line.bytes, lineEnd]))) {
        // Slow disk: the child waits, and its budgets run on.
        await Promise.race([once(file, "drain"), once(file, "close")]).catch(() => {});
      }
      if (story.usage.cost > plan.usd) {
        life.trip ??= "cost";
        life.end();
      }
      if (story.settled && !wasSettled) life.settled();
      plan.onEvent(story);
    }
  } catch {
    // The stream was cut when the child ended; what was read counts.
  } finally {
    await new Promise<void>((resolve) => {
      if (isWritable) file.end(() => resolve());
      else resolve();
    });
  }
}

const lineEnd = Buffer.from("\n");

/** Standard error goes to a file up to a bound; its last bytes are kept at hand. */
function keepStderr(child: ChildProcess, path: string): () => string {
  const file = createWriteStream(path, { mode: 0o600 });
  file.on("error", () => {});
  let bytes = 0;
  let tail: Buffer = Buffer.alloc(0);
  child.stderr?.on("data", (chunk: Buffer) => {
    if (bytes < stderrBytesMax) file.write(chunk.subarray(0, stderrBytesMax - bytes));
    bytes += chunk.length;
    tail = Buffer.concat([tail, chunk]).subarray(-stderrTailBytes);
  });
  child.stderr?.on("error", () => {});
  child.on("close", () => file.end());
  return () => tail.toString("utf8").trim();
}

function afterDelay(delayMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, delayMs).unref());
}
