import type { Readable, Writable } from "node:stream";

/** What a command may touch of its process, so that tests run it without one. */
export interface CommandIo {
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Writable & { readonly isTTY?: boolean; readonly columns?: number };
  readonly stderr: Writable & { readonly isTTY?: boolean };
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Absolute. */
  readonly cwd: string;
}

/**
 * Exit codes: 0 clean, 1 findings against expectations, 2 usage or unreadable input.
 *
 * Spec: HN-8.
 */
export type ExitCode = 0 | 1 | 2;

/** One subcommand of `gatehouse`. */
export interface Command {
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** The whole text of `gatehouse <name> --help`. */
  readonly help: string;
  run(args: readonly string[], io: CommandIo): Promise<ExitCode>;
}

/**
 * Something the caller can mend: printed as one line that says what to do, exit 2. Everything else
 * that is thrown is a fault of the program and keeps its stack.
 *
 * Spec: HN-8.
 */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
