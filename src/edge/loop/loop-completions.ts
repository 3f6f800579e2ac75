const subcommands: readonly (readonly [value: string, description: string])[] = [
  ["status", "what the loop is about, what is met, what comes next"],
  ["pause", "hold the loop until you resume it"],
  ["resume", "go on with a paused loop"],
  ["stop", "end the loop"],
  ["settings", "the limits in force"],
  ["5m ", "fallback wake after 5 minutes"],
  ["10m ", "fallback wake after 10 minutes"],
  ["30m ", "fallback wake after 30 minutes"],
];

const flags: readonly (readonly [value: string, description: string])[] = [
  ["--max ", "cap on the loop's turns, or unlimited"],
  ["--expires ", "the loop's lifetime, like 12h"],
];

/** A completion, as pi shows it. */
interface Completion {
  readonly value: string;
  readonly label: string;
  readonly description: string;
}

/**
 * What may follow `/loop` as far as it is typed: its subcommands and intervals first, its flags
 * later on; each only once.
 *
 * Spec: LP-33.
 */
export function loopCompletions(typed: string): Completion[] | null {
  const start = typed.search(/\S*$/u);
  const head = typed.slice(0, start);
  const last = typed.slice(start);
  const isFirst = head.trim() === "";
  const offered = isFirst && !last.startsWith("-") ? subcommands : flags;
  const found = offered
    // A word that is typed out offers nothing more: Enter sends it instead of completing it.
    .filter(([value]) => value.startsWith(last) && value.trim() !== last)
    .filter(([value]) => !head.includes(value.trim()))
    .filter(() => isFirst || last.startsWith("-"))
    .map(([value, description]) => ({ value: head + value, label: value.trim(), description }));
  return found.length === 0 ? null : found;
}
