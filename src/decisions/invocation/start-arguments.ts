import { durationMs } from "../../kernel/duration-token.ts";
import { maskUnit } from "./masked-text.ts";

/** What is wrong with the arguments of an invocation. Spec: LP-12. */
export type ArgumentProblemCode =
  | "unknown-flag"
  | "flag-without-value"
  | "repeated-flag"
  | "bad-max"
  | "bad-expires"
  | "bad-interval"
  | "repeated-interval"
  | "objective-too-long";

/** A problem, and the words that show it. Spec: LP-12. */
export interface ArgumentProblem {
  readonly code: ArgumentProblemCode;
  readonly found: string;
}

/** What follows the token of an invocation, taken apart. Absent members were not given. */
export interface StartArguments {
  /** Verbatim, without blanks around it; empty where none is given. */
  readonly objective: string;
  /** As typed. */
  readonly interval?: string;
  readonly max?: number | "unlimited";
  /** As typed. */
  readonly expires?: string;
  /** The first problem, in the order of the text. */
  readonly problem?: ArgumentProblem;
}

/** An objective is at most this long, in UTF-16 units. Spec: LP-12. */
export const objectiveUnitsMax = 4_000;

const flagForm = /^--([A-Za-z][\w-]*)(?:=(.*))?$/su;
const lastStop = /[.,;:!?…。！？]+$/u;
/** A number with letters that stand for time, however it is spelled. */
const timeUnit =
  "(?:ms|secs?|seconds?|mins?|minutes?|hrs?|hours?|days?|wks?|weeks?|months?|mo|yrs?|years?|[smhdwy])";
const durationLike = new RegExp(
  `^[+-]?(?:\\d*[.,])?\\d+${timeUnit}(?:\\d+${timeUnit})*\\d*$`,
  "iu",
);

interface Token {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Code, quoted or commented: plain text, whatever it looks like. */
  readonly opaque: boolean;
}

/**
 * Takes apart what follows the token. Flags count in the run before the objective and in the run
 * after it; in its middle, in code or quotes, and after a bare `--` they are its text.
 *
 * `masked` is the text with code and quotes masked, unit by unit. Spec: LP-12.
 */
export function startArguments(text: string, masked: string, from: number): StartArguments {
  const found = new Found();
  let at = from;
  let literal = false;
  for (let token = tokenAt(text, masked, at); token !== undefined; ) {
    if (!token.opaque && token.text === "--") {
      literal = true;
      at = token.end;
      break;
    }
    const next = leadingArgument(text, masked, token, found);
    if (next === undefined) break;
    at = next;
    token = tokenAt(text, masked, at);
  }
  const end = literal ? text.length : beforeTrailingFlags(text, masked, at, found);
  const objective = text.slice(at, end).trim();
  if (objective.length > objectiveUnitsMax) {
    found.fault("objective-too-long", `${objective.length}`);
  }
  return found.result(objective);
}

/** Takes one flag or interval; where the next token starts, or `undefined` at the objective. */
function leadingArgument(
  text: string,
  masked: string,
  token: Token,
  found: Found,
): number | undefined {
  if (token.opaque) return undefined;
  const flag = flagForm.exec(token.text);
  if (flag !== null) {
    const [, name = "", value] = flag;
    if (value !== undefined || !isKnown(name)) {
      found.flag(name, value);
      return token.end;
    }
    const next = tokenAt(text, masked, token.end);
    const hasValue = next !== undefined && !isFlag(next) && next.text !== "--";
    found.flag(name, hasValue ? next.text : undefined);
    return hasValue ? next.end : token.end;
  }
  if (durationMs(token.text) !== undefined) {
    found.interval(token.text);
    return token.end;
  }
  if (!durationLike.test(token.text.replace(lastStop, ""))) return undefined;
  found.fault("bad-interval", token.text);
  return token.end;
}

/** Takes the flags after the objective, from the back; where the objective ends. */
function beforeTrailingFlags(text: string, masked: string, from: number, found: Found): number {
  const tokens = tokensFrom(text, masked, from);
  if (tokens.some((token) => !token.opaque && token.text === "--")) return text.length;
  const flags: { readonly name: string; readonly value: string | undefined }[] = [];
  let count = tokens.length;
  while (count > 0) {
    const last = tokens[count - 1];
    const before = tokens[count - 2];
    if (last === undefined || last.opaque) break;
    // Only the very last token can carry the stop of the sentence.
    const bare = count === tokens.length ? last.text.replace(lastStop, "") : last.text;
    const flag = flagForm.exec(bare);
    const named = before === undefined || before.opaque ? null : flagForm.exec(before.text);
    if (flag !== null) {
      flags.push({ name: flag[1] ?? "", value: flag[2] });
      count -= 1;
    } else if (named !== null && named[2] === undefined && isKnown(named[1] ?? "")) {
      flags.push({ name: named[1] ?? "", value: bare });
      count -= 2;
    } else break;
  }
  for (const { name, value } of flags.reverse()) found.flag(name, value);
  return tokens[count]?.start ?? text.length;
}

function isKnown(name: string): boolean {
  return name === "max" || name === "expires";
}

function isFlag(token: Token): boolean {
  return !token.opaque && flagForm.test(token.text);
}

const blanks = /\s*/uy;
const run = /\S+/uy;

function tokenAt(text: string, masked: string, from: number): Token | undefined {
  blanks.lastIndex = from;
  const start = from + (blanks.exec(text)?.[0].length ?? 0);
  run.lastIndex = start;
  const found = run.exec(text)?.[0];
  if (found === undefined) return undefined;
  return { text: found, start, end: start + found.length, opaque: masked[start] === maskUnit };
}

function tokensFrom(text: string, masked: string, from: number): readonly Token[] {
  const tokens: Token[] = [];
  for (let at = from; ; ) {
    const token = tokenAt(text, masked, at);
    if (token === undefined) return tokens;
    tokens.push(token);
    at = token.end;
  }
}

/** Collects what was given; the first problem stays. */
class Found {
  readonly #given: { interval?: string; max?: number | "unlimited"; expires?: string } = {};
  readonly #names = new Set<string>();
  #problem: ArgumentProblem | undefined;

  fault(code: ArgumentProblemCode, found: string): void {
    this.#problem ??= { code, found };
  }

  interval(text: string): void {
    if (this.#given.interval !== undefined) this.fault("repeated-interval", text);
    this.#given.interval ??= text;
  }

  flag(name: string, value: string | undefined): void {
    const known = isKnown(name);
    if (!known) this.fault("unknown-flag", `--${name}`);
    else if (this.#names.has(name)) this.fault("repeated-flag", `--${name}`);
    else if (value === undefined || value === "") this.fault("flag-without-value", `--${name}`);
    else if (name === "max") this.#max(value);
    else if (durationMs(value) === undefined) this.fault("bad-expires", value);
    else this.#given.expires = value;
    this.#names.add(name);
  }

  #max(value: string): void {
    const count = /^\d{1,9}$/u.test(value) ? Number(value) : 0;
    if (value === "unlimited") this.#given.max = "unlimited";
    else if (count >= 1) this.#given.max = count;
    else this.fault("bad-max", value);
  }

  result(objective: string): StartArguments {
    const problem = this.#problem === undefined ? {} : { problem: this.#problem };
    return { objective, ...this.#given, ...problem };
  }
}
