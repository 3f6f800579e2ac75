#!/usr/bin/env node
import { readFileSync } from "node:fs";
import process from "node:process";
import { cassetteCommand } from "./cassette.ts";
import { checkCommand } from "./check.ts";
import { type Command, type CommandIo, type ExitCode, UsageError } from "./command.ts";
import { loopSimulateCommand } from "./loop-simulate.ts";
import { replayCommand } from "./replay.ts";
import { taskCommand } from "./task.ts";

/** Every subcommand, in the order of the help text. One line each. */
const commands: readonly Command[] = [
  checkCommand,
  replayCommand,
  taskCommand,
  loopSimulateCommand,
  cassetteCommand,
];

const usage = `gatehouse: gates that keep the pi coding agent honest, and their proof

Usage: gatehouse <command> [options]

${commands.map((command) => `  ${command.name.padEnd(10)} ${command.summary}`).join("\n")}

  gatehouse <command> --help    what a command takes
  gatehouse --version
`;

function version(): string {
  // One folder up from the built file, two from the source.
  for (const up of ["../package.json", "../../package.json"]) {
    try {
      const text = readFileSync(new URL(up, import.meta.url), "utf8");
      const { name, version } = JSON.parse(text) as Record<string, unknown>;
      if (name === "pi-gatehouse" && typeof version === "string") return version;
    } catch {
      // Not there: try the next place.
    }
  }
  return "unknown";
}

async function run(args: readonly string[], io: CommandIo): Promise<ExitCode> {
  const [name, ...rest] = args;
  if (name === undefined || name === "--help" || name === "-h" || name === "help") {
    io.stdout.write(usage);
    return name === undefined ? 2 : 0;
  }
  if (name === "--version" || name === "-v") {
    io.stdout.write(`${version()}\n`);
    return 0;
  }
  const command = commands.find((each) => each.name === name);
  if (command === undefined) {
    throw new UsageError(`no command "${name}"; gatehouse --help lists them`);
  }
  if (rest.includes("--help") || rest.includes("-h")) {
    io.stdout.write(command.help);
    return 0;
  }
  return command.run(rest, io);
}

/** One line for what the caller can mend; a fault of ours keeps its stack. Spec: HN-8. */
function failure(error: unknown): string {
  if (error instanceof UsageError) return `gatehouse: ${error.message}`;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (error instanceof Error && code.startsWith("ERR_PARSE_ARGS")) {
    return `gatehouse: ${error.message.split("\n")[0]}; --help lists the options`;
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

// A reader that closes early (`| head`) is no fault.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  process.exit(error.code === "EPIPE" ? 0 : 2);
});

const io: CommandIo = {
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  environment: process.env,
  cwd: process.cwd(),
};

try {
  process.exitCode = await run(process.argv.slice(2), io);
} catch (error) {
  process.stderr.write(`${failure(error)}\n`);
  process.exitCode = 2;
}
