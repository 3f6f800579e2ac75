import { PassThrough, Readable } from "node:stream";
import { type Command, type CommandIo, UsageError } from "../../harness/cli/command.ts";

/** What a command wrote, and how it ended; a usage error is its message. */
export interface CommandRun {
  readonly exit: number | string;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command without a process of its own. */
export async function runCommand(
  command: Command,
  args: readonly string[],
  options: {
    readonly cwd: string;
    readonly stdin?: string;
    readonly isTTY?: boolean;
    readonly environment?: CommandIo["environment"];
  },
): Promise<CommandRun> {
  const { cwd, stdin = "", isTTY = false, environment = {} } = options;
  const collected = (): { stream: PassThrough & { isTTY: boolean }; text: () => string } => {
    const stream = Object.assign(new PassThrough({ highWaterMark: 1 << 28 }), { isTTY });
    return { stream, text: () => String(stream.read() ?? "") };
  };
  const out = collected();
  const err = collected();
  const io = {
    stdin: Readable.from([Buffer.from(stdin)]),
    stdout: out.stream,
    stderr: err.stream,
    environment,
    cwd,
  };
  const exit = await command.run(args, io).catch((error: unknown) => {
    if (error instanceof UsageError) return error.message;
    throw error;
  });
  return { exit, stdout: out.text(), stderr: err.text() };
}
