import { formatAge, formatDuration } from "../../decisions/duration/duration.ts";
import type { Loop, LoopState, PauseCause, StopCause } from "../../decisions/loop/loop-state.ts";
import type { CompletionRefusal, StartRefusal } from "../../decisions/loop/refusals.ts";

const pauseWords: Readonly<Record<PauseCause, string>> = {
  user: "you paused it",
  interrupted: "you interrupted it",
  "no-progress": "three turns in a row said the same and used no tool",
  "dead-delivery": "three messages in a row started no turn; check the model and its key",
  "usage-limit": "the provider's usage limit is reached",
  authentication: "the provider refuses the credentials",
  "provider-error": "the provider reported an error that waiting will not mend",
  "context-overflow": "the context is too long for the model; /compact may help",
  "complete-tool-missing": "the tool loop_complete is not active, so it could never end",
  forked: "this session is a copy; the loop belongs to the session it was forked from",
};

const stopWords: Readonly<Record<StopCause, string>> = {
  completed: "every criterion is answered with evidence",
  cap: "it reached its cap on turns",
  expired: "its time is up",
  user: "you stopped it",
  replaced: "another loop takes its place",
};

/** Why a loop stands still or has ended, in a few words. Spec: LP-43, LP-46. */
export function causeText(loop: Pick<Loop, "status" | "cause">): string {
  if (loop.cause === null) return "";
  const words: Readonly<Record<string, string>> = loop.status === "paused" ? pauseWords : stopWords;
  return words[loop.cause] ?? loop.cause;
}

/** The line for the person when a loop pauses or stops. Spec: LP-43. */
export function endNotice(loop: Loop): string {
  const hint = loop.status === "paused" ? " Resume it with /loop resume." : "";
  return `Loop ${loop.id} ${loop.status}: ${causeText(loop)}.${hint}`;
}

/** What a start fixed, for the person who asked for it. Spec: LP-2, LP-33. */
export interface StartEcho {
  readonly loop: Loop;
  readonly requestedMs: number;
  readonly clamped: boolean;
  readonly ledger: string;
}

/** The start, its limits and its numbered criteria. Spec: LP-2, LP-30, LP-33. */
export function startLines({ loop, requestedMs, clamped, ledger }: StartEcho): readonly string[] {
  const raised = clamped ? ` (${formatDuration(requestedMs)} was raised to it)` : "";
  const cap = loop.max === null ? "no cap on turns" : `at most ${turnsText(loop.max)}`;
  const lifetime = formatDuration(loop.expiresAt - loop.startedAt);
  return [
    `Loop ${loop.id} started: it continues at every idle moment, ${cap}, for ${lifetime}.`,
    `Fallback wake: ${formatDuration(loop.intervalMs)}${raised}.`,
    ...loop.criteria.map(({ id, description }) => `${id}. ${description}`),
    `Ledger: ${ledger}`,
  ];
}

function turnsText(count: number): string {
  return count === 1 ? "1 turn" : `${count} turns`;
}

/** One line for the footer, or `undefined` where there is nothing to show. Spec: LP-46. */
export function statusLine(state: LoopState, now: number): string | undefined {
  const { loop } = state;
  if (loop === null || loop.status === "stopped") return undefined;
  const met = loop.criteria.filter(({ passes }) => passes).length;
  const counts = [
    `${met}/${loop.criteria.length} met`,
    `turn ${loop.turns}/${loop.max ?? "∞"}`,
    formatAge(now - loop.startedAt),
  ];
  return `loop ${[...counts, nextText(state, loop, now)].join(" · ")}`;
}

/** What comes next. One place for it, so that footer and widget cannot disagree. */
function nextText(state: LoopState, loop: Loop, now: number): string {
  if (loop.status === "paused") return `paused: ${causeText(loop)}`;
  if (loop.expiring) return "last turn";
  if (loop.waiting !== null) {
    const { reason, until } = loop.waiting;
    const end = until === null ? "your next message" : `${formatAge(until - now)} from now`;
    return `waits for ${shortened(reason, 60)} until ${end}`;
  }
  if (state.run !== null || state.sent !== null) return "on idle";
  return state.timerAt === null ? "on idle" : `wakes in ${formatAge(state.timerAt - now)}`;
}

/** The lines above the editor: the objective, and the same line as the footer's. Spec: LP-46. */
export function widgetLines(state: LoopState, now: number): readonly string[] | undefined {
  const line = statusLine(state, now);
  const { loop } = state;
  if (line === undefined || loop === null) return undefined;
  return [line, shortened(loop.objective.replace(/\s+/gu, " "), 100)];
}

/** The answer to `/loop status`. Spec: LP-33, LP-46. */
export function statusText(state: LoopState, now: number, ledger: string): string {
  const { loop } = state;
  if (loop === null) return usageText;
  const first = statusLine(state, now) ?? endNotice(loop);
  const criteria = loop.criteria.map(
    ({ id, description, passes }) => `[${passes ? "x" : " "}] ${id} ${description}`,
  );
  return [first, `id ${loop.id}`, loop.objective, ...criteria, `Ledger: ${ledger}`].join("\n");
}

/** How the command is used. Spec: LP-33. */
export const usageText = [
  "/loop [interval] objective [--max N|unlimited] [--expires D]  starts a loop",
  "/loop status | pause | resume | stop | settings",
  'Within a message, "/loop 10m fix the build" or a line "loop: fix the build" asks for one.',
].join("\n");

/** What to do about a start that was refused. Spec: LP-30. */
export function startRefusalText(refusal: StartRefusal): string {
  switch (refusal.code) {
    case "not-armed":
      return (
        "No loop was started: the user's message of this run holds no explicit request (/loop " +
        "… or a line loop: …), or it was used already. Do the work without a loop, or ask the " +
        "user to type /loop."
      );
    case "no-objective":
      return (
        "No loop was started: the objective has no words. Pass the user's text after the " +
        "token, word for word."
      );
    case "objective-too-long":
      return (
        `No loop was started: the objective has ${refusal.units} characters, at most 4000 are ` +
        "possible. Put the details in a file and name it."
      );
    case "bad-criteria":
      return "No loop was started: its criteria do not hold.";
    case "loop-exists":
      return (
        `No loop was started: loop ${refusal.id} is ${refusal.status}. Only the user can stop ` +
        "it (/loop stop)."
      );
    case "bad-max":
      return `No loop was started: max is ${refusal.text}; it must be a whole number, 1 or more.`;
    case "bad-interval":
      return (
        `No loop was started: ${JSON.stringify(refusal.text)} is no interval. Write a number ` +
        "and one of s, m, h, d, like 10m."
      );
    case "bad-expires":
      return (
        `No loop was started: ${JSON.stringify(refusal.text)} is no lifetime. Write a number ` +
        "and one of s, m, h, d, at most 24d, like 12h."
      );
    case "complete-tool-missing":
      return (
        "No loop was started: the tool loop_complete is not active, so the loop could never " +
        "end. Activate it first."
      );
  }
}

/** What to do about a completion that was refused. Spec: LP-31. */
export function completionRefusalText(refusal: CompletionRefusal): string {
  switch (refusal.code) {
    case "no-loop":
      return "There is no loop in this session.";
    case "not-active":
      return (
        `The loop is ${refusal.status} (${causeText(refusal)}); only an active one can be ` +
        "spoken to."
      );
    case "wrong-id":
      return `That is another loop's id. This session's loop is ${refusal.id}.`;
    case "starting-run":
      return "Not in the run that started the loop: work on, and complete in a later turn.";
    case "unknown-ids":
      return `No such criterion: ${refusal.ids.join(", ")}. There are ${refusal.known.join(", ")}.`;
    case "uncited":
      return [
        `${refusal.missing.length} of ${refusal.count} criteria have no citation:`,
        ...refusal.missing.map(
          ({ id, description, passes }) => `- ${id} ${description}${passes ? "" : " (still open)"}`,
        ),
        "Cite each, or work on what is not proven.",
      ].join("\n");
    case "only-claims":
      return (
        `Only claims for ${refusal.ids.join(", ")}. Cite something that can be checked: a ` +
        "path with a line, a command and its exit code, a number with what it counts, an " +
        "address, a hash, quoted output."
      );
  }
}

function shortened(text: string, units: number): string {
  return text.length <= units ? text : `${text.slice(0, units - 1)}…`;
}
