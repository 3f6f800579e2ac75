/**
 * How collectors ask about the world. `edge/node-ports.ts` answers from Node, the harness from
 * memory, so a gate behaves the same in pi and in replay.
 *
 * Spec: HN-2, HN-5.
 */
export interface Ports {
  readonly files: FilePort;
  readonly environment: EnvironmentPort;
  readonly clock: ClockPort;
  readonly programs: ProgramPort;
  readonly log: LogPort;
  /** Models outside the conversation. Absent in pi, where the running session's own answer. */
  readonly models?: ModelPort;
}

/** What a path is, without following a link in its last segment. Sizes in bytes, times in ms. */
export interface FileFacts {
  readonly type: "file" | "directory" | "link" | "other";
  readonly size: number;
  readonly mtimeMs: number;
  readonly mode: number;
  readonly device: number;
  readonly inode: number;
  readonly linkCount: number;
}

/**
 * Why the file system could not answer. Not being able to look is a fact, never a throw:
 * `missing` (ENOENT, ENOTDIR), `loop` (ELOOP), `denied` (EACCES, EPERM), `full` (ENOSPC, EDQUOT),
 * `failed` (all others).
 */
export type FileProblem = "missing" | "loop" | "denied" | "full" | "failed";

/** An answer of the file system, or why there is none. */
export type FileAnswer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: FileProblem };

/** The file system, synchronous, never throwing. Paths are absolute. */
export interface FilePort {
  /** Facts of the path itself; a link is `link`. */
  facts(path: string): FileAnswer<FileFacts>;
  /** The canonical path, all links followed, as the system spells it. */
  realPath(path: string): FileAnswer<string>;
  /** The text a link holds, as written. */
  linkTarget(path: string): FileAnswer<string>;
  /** UTF-8 text. A file over `bytesMax` is `failed`: nothing here reads without a bound. */
  readText(path: string, bytesMax: number): FileAnswer<string>;
  /** The bytes as they are, with the same bound: for files that may be no text. */
  readBytes(path: string, bytesMax: number): FileAnswer<Uint8Array>;
  /** Names in a directory, in the system's order. */
  names(path: string): FileAnswer<readonly string[]>;
  /** Replaces the file in one step: readers see the old text or the new, never a part. */
  writeText(path: string, text: string): FileAnswer<true>;
  /** Makes the directory and its parents, for the owner alone; one that is there is fine. */
  makeDirectory(path: string): FileAnswer<true>;
}

/** The process's surroundings. Spec: HN-2. */
export interface EnvironmentPort {
  variable(name: string): string | undefined;
  readonly home: string;
  readonly platform: "posix" | "windows";
}

/** Time. `now` in ms since the epoch; `elapsedNs` is monotonic, for costs only. */
export interface ClockPort {
  now(): number;
  elapsedNs(): bigint;
  /**
   * Calls back once; the returned function cancels. Keeps the process alive only where asked: a
   * deadline on which somebody waits must, or the process ends before it.
   */
  after(delayMs: number, callback: () => void, keepsAlive?: boolean): () => void;
}

/** What a program that ran to its end said. `code` is null where a signal or the limit ended it. */
export interface ProgramAnswer {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly timedOut: boolean;
}

/** Programs, without a shell, standard input closed. Spec: RG-11. */
export interface ProgramPort {
  /** Resolves always; `undefined` when the program is not there or cannot be started. */
  run(
    program: string,
    args: readonly string[],
    options: {
      readonly cwd: string;
      readonly timeoutMs: number;
      readonly environment?: Readonly<Record<string, string | undefined>>;
    },
  ): Promise<ProgramAnswer | undefined>;
}

/** One line to the person who runs pi, on standard error. Spec: FG-23. */
export interface LogPort {
  line(text: string): void;
}

/** One question to a model outside the conversation. Spec: SV-35. */
export interface ModelQuestion {
  readonly provider: string;
  readonly model: string;
  readonly system: string;
  readonly text: string;
  /** A tool for the answer; its parameters are a JSON Schema. Absent where the model takes none. */
  readonly tool?: {
    readonly name: string;
    readonly description: string;
    readonly parameters: Readonly<Record<string, unknown>>;
  };
  readonly tokensMax: number;
  /** Stands for the question without its random parts: equal keys are one question. */
  readonly key: string;
}

/** What asking cost. Tokens, and US dollars. Spec: SV-38. */
export interface ModelUsage {
  readonly input: number;
  readonly output: number;
  readonly usd: number;
}

/** Why a model did not answer. Spec: SV-36. */
export type ModelProblem = "no-model" | "no-key" | "aborted" | "failed";

/** A model's answer: its text, its tool calls' arguments, and whether its output was cut short. */
export type ModelReply =
  | {
      readonly ok: true;
      readonly text: string;
      readonly calls: readonly { readonly name: string; readonly input: unknown }[];
      readonly cut: boolean;
      readonly usage?: ModelUsage;
    }
  | { readonly ok: false; readonly problem: ModelProblem; readonly message: string };

/** A question under way. `reply` never rejects; after `cancel` nobody listens to it. */
export interface ModelAsking {
  readonly reply: Promise<ModelReply>;
  cancel(): void;
}

/** Models, asked one question at a time. Spec: HN-28, SV-36. */
export interface ModelPort {
  ask(question: ModelQuestion): ModelAsking;
}
