import { spawn } from "node:child_process";

/** Status output over this size, in bytes, is not read to its end. */
const outputBytesMax = 512 * 1024 * 1024;

/**
 * Settings that keep git from running what a repository names: no hooks, no file system monitor,
 * and no index refresh that would count as a write.
 */
const safeArguments = [
  "-c",
  "core.fsmonitor=false",
  "-c",
  "core.hooksPath=/dev/null",
  "-c",
  "core.quotePath=false",
];

/** Without the variables that point git at another repository; a copy of an index may be written. */
function gitEnvironment(indexFile: string | undefined): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !name.startsWith("GIT_"));
  const index =
    indexFile === undefined ? { GIT_OPTIONAL_LOCKS: "0" } : { GIT_INDEX_FILE: indexFile };
  return { ...Object.fromEntries(kept), LC_ALL: "C", ...index };
}

/**
 * Runs git in a directory and answers its output; `undefined` when it fails, is not installed or
 * says too much. `codeMax` is the highest exit code that is an answer: 1 where git diff means
 * "they differ". `indexFile` is a copy of the index to use instead, which git may refresh.
 *
 * Spec: TK-32.
 */
export function git(
  folder: string,
  args: readonly string[],
  codeMax = 0,
  indexFile?: string,
): Promise<Buffer | undefined> {
  return new Promise((resolve) => {
    const child = spawn("git", ["-C", folder, ...safeArguments, ...args], {
      env: gitEnvironment(indexFile),
      stdio: ["ignore", "pipe", "ignore"],
      windowsHide: true,
    });
    const chunks: Buffer[] = [];
    let bytes = 0;
    child.stdout.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > outputBytesMax) child.kill("SIGKILL");
      else chunks.push(chunk);
    });
    child.on("error", () => resolve(undefined));
    child.on("close", (code) => {
      const isAnswer = code !== null && code <= codeMax && bytes <= outputBytesMax;
      resolve(isAnswer ? Buffer.concat(chunks) : undefined);
    });
  });
}

/** The same as text without its last line end. */
export async function gitLine(
  folder: string,
  args: readonly string[],
): Promise<string | undefined> {
  const output = await git(folder, args);
  return output?.toString("utf8").replace(/\r?\n$/u, "");
}

/**
 * Arguments that switch off the content filters which the repository itself defines: they are
 * commands, and status would run them.
 *
 * Spec: TK-32.
 */
export async function filterArguments(folder: string): Promise<readonly string[]> {
  const pattern = "^filter\\..*\\.(clean|process|required)$";
  const output = await git(folder, ["config", "--local", "--name-only", "--get-regexp", pattern]);
  const names =
    output
      ?.toString("utf8")
      .split("\n")
      .filter((name) => name !== "") ?? [];
  return [...new Set(names)].flatMap((name) => [
    "-c",
    name.endsWith(".required") ? `${name}=false` : `${name}=`,
  ]);
}
