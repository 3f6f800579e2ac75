import { parseArgs } from "node:util";
import type { JsonObject } from "../../src/kernel/json.ts";
import { type Checker, checkedInput } from "./checker.ts";
import { checkerNamed, checkers } from "./checkers.ts";
import { type Command, type CommandIo, type ExitCode, UsageError } from "./command.ts";
import { textLines, wholeText } from "./input.ts";
import { printer } from "./output.ts";

const help = `gatehouse check <decision> [text] [options]

Asks one decision, on the code path of the extension.

${checkers.map((checker) => `  ${checker.name.padEnd(12)} ${checker.summary}`).join("\n")}

The text comes as an argument or on standard input. Further values: --set key=value (a value that
is JSON is taken as JSON).

  --ndjson     one JSON object a line in, one a line out, same order, "id" echoed
  --json       the answer as one JSON object
  --explain    rule, clause, the words with carets, what else would match
  --set k=v    another input value, repeatable

Exit: 0 answered, 2 input that cannot be read (with --ndjson the other lines are still answered).
`;

async function run(args: readonly string[], io: CommandIo): Promise<ExitCode> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      ndjson: { type: "boolean" },
      json: { type: "boolean" },
      explain: { type: "boolean" },
      set: { type: "string", multiple: true },
    },
  });
  const [name, ...words] = positionals;
  const checker = named(name);
  const print = printer(io.stdout);
  if (values.ndjson === true) return answerLines(checker, words, io, print);
  const input = await inputOf(checker, words, values.set ?? [], io);
  const asJson = values.json === true;
  if (values.explain === true && !asJson) await print(await checker.explain(input));
  else
    await print(
      asJson ? JSON.stringify(await checker.answer(input)) : plain(await checker.answer(input)),
    );
  return 0;
}

function named(name: string | undefined): Checker {
  const checker = name === undefined ? undefined : checkerNamed(name);
  if (checker !== undefined) return checker;
  const names = checkers.map((each) => each.name).join(", ");
  throw new UsageError(`check: name a decision (${names}), not ${JSON.stringify(name ?? "")}`);
}

async function inputOf(
  checker: Checker,
  words: readonly string[],
  pairs: readonly string[],
  io: CommandIo,
): Promise<JsonObject> {
  const input = Object.fromEntries(pairs.map(pairOf));
  if (words.length > 0) input[checker.textKey] = words.join(" ");
  if (input[checker.textKey] === undefined) input[checker.textKey] = await typedText(checker, io);
  return checkedInput(checker, input);
}

async function typedText(checker: Checker, io: CommandIo): Promise<string> {
  if (io.stdin.isTTY === true) {
    throw new UsageError(
      `check ${checker.name}: give the ${checker.textKey} as an argument or on stdin`,
    );
  }
  const text = await wholeText(io.stdin);
  return text.endsWith("\n") ? text.slice(0, text.endsWith("\r\n") ? -2 : -1) : text;
}

function pairOf(pair: string): [string, unknown] {
  const at = pair.indexOf("=");
  if (at < 1) throw new UsageError(`--set ${pair}: write key=value`);
  const value = pair.slice(at + 1);
  try {
    return [pair.slice(0, at), JSON.parse(value)];
  } catch {
    return [pair.slice(0, at), value];
  }
}

async function answerLines(
  checker: Checker,
  words: readonly string[],
  io: CommandIo,
  print: (line: string) => Promise<void>,
): Promise<ExitCode> {
  if (words.length > 0) throw new UsageError("check --ndjson reads standard input, not arguments");
  let exit: ExitCode = 0;
  for await (const line of textLines(io.stdin)) {
    if (line.trim() === "") continue;
    const answer = await answerLine(checker, line);
    if ("error" in answer) exit = 2;
    await print(JSON.stringify(answer));
  }
  return exit;
}

/** The answer to one line; what cannot be answered is an `error` on that line. Spec: HN-20. */
async function answerLine(checker: Checker, line: string): Promise<JsonObject> {
  let id: JsonObject = {};
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value === "object" && value !== null && "id" in value) id = { id: value.id };
    return { ...id, ...(await checker.answer(checkedInput(checker, value))) };
  } catch (error) {
    if (error instanceof UsageError) return { ...id, error: error.message };
    if (error instanceof SyntaxError) return { ...id, error: `not JSON: ${error.message}` };
    throw error;
  }
}

function plain(answer: JsonObject): string {
  return Object.entries(answer)
    .map(([key, value]) => `${key}: ${typeof value === "string" ? value : JSON.stringify(value)}`)
    .join("\n");
}

/** Spec: HN-20. */
export const checkCommand: Command = {
  name: "check",
  summary: "ask one decision: a brief, a path, an origin, …",
  help,
  run,
};
