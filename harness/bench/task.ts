import { execFileSync } from "node:child_process";
import { lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Admission } from "../../src/decisions/admission/admission.ts";
import { keysOverlap, pathKey } from "../../src/kernel/path-key.ts";
import { type RootWatch, rootChanges, watchRoot } from "../../src/runner/root-watch.ts";

// What a task costs beside its child: its admission among many, and telling what changed. Each is
// measured side by side with the plain way, in turns, and printed as a ratio.
const turns = Number(process.env["BENCH_PAIRS"] ?? 9);
const files = Number(process.env["BENCH_FILES"] ?? 50_000);

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

async function timedMs(work: () => unknown): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

/** Runs both in turns, after one turn that does not count, and prints the median of the ratios. */
async function compare(
  what: string,
  wanted: string,
  ours: () => unknown,
  plain: () => unknown,
): Promise<void> {
  const [a, b]: [number[], number[]] = [[], []];
  for (let turn = 0; turn <= turns; turn += 1) {
    const isFirst = turn % 2 === 0;
    const first = await timedMs(isFirst ? ours : plain);
    const second = await timedMs(isFirst ? plain : ours);
    if (turn === 0) continue;
    a.push(isFirst ? first : second);
    b.push(isFirst ? second : first);
  }
  const ratio = median(a.map((ms, index) => ms / (b[index] ?? Number.NaN)));
  process.stdout.write(
    `${what}: ${median(a).toFixed(3)} ms against ${median(b).toFixed(3)} ms, ` +
      `ratio ${ratio.toFixed(4)} (wanted: ${wanted})\n`,
  );
}

function rootsOf(task: number): readonly string[] {
  return Array.from({ length: 10 }, (_, root) => {
    return `/home/somebody/work/group-${task % 97}/project-${task}/part-${root}`;
  });
}

async function benchAdmission(): Promise<void> {
  const tasks = 10_000;
  const admission = new Admission();
  const keys: string[][] = [];
  for (let task = 0; task < tasks; task += 1) {
    admission.arrive(String(task), rootsOf(task));
    keys.push(rootsOf(task).map((root) => pathKey(root, "posix")));
  }
  // Ten roots, one of which meets a live task.
  const roots = [...rootsOf(tasks + 1).slice(1), `${rootsOf(4_321)[3]}/inner`];
  const own = roots.map((root) => pathKey(root, "posix"));
  const scan = (): number =>
    keys.filter((each) => each.some((x) => own.some((y) => keysOverlap(x, y)))).length;
  const admit = (): number => {
    const waits = admission.arrive("newcomer", roots).length;
    admission.leave("newcomer");
    return waits;
  };
  if (admit() !== scan()) throw new Error("the index and the scan disagree");
  await compare(`admission among ${tasks} tasks of 10 roots`, "<= 0.02", admit, scan);
}

function plant(folder: string): void {
  for (let at = 0; at < files; at += 100) {
    const inner = join(folder, `part-${at % 2_000}`, `group-${at}`);
    mkdirSync(inner, { recursive: true });
    for (let file = 0; file < 100; file += 1) {
      writeFileSync(join(inner, `file-${file}.ts`), `export const x${file} = ${at};\n`.repeat(20));
    }
  }
}

function bareWalk(root: string): number {
  const open = [root];
  let count = 0;
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    for (const name of readdirSync(folder)) {
      const path = `${folder}/${name}`;
      count += 1;
      if (lstatSync(path).isDirectory()) open.push(path);
    }
  }
  return count;
}

async function unchanged(watch: RootWatch): Promise<void> {
  const { changes, problem } = await rootChanges(watch);
  if (changes.length > 0 || problem !== undefined) throw new Error("nothing was changed");
}

async function benchRoots(scratch: string): Promise<void> {
  const [plain, repo, copies] = [join(scratch, "plain"), join(scratch, "repo"), join(scratch, "c")];
  for (const folder of [plain, repo]) plant(folder);
  mkdirSync(copies);
  const git = (...args: readonly string[]): void => {
    execFileSync("git", ["-C", repo, ...args], { stdio: "ignore" });
  };
  git("init", "-q");
  git("config", "gc.auto", "0");
  git("config", "maintenance.auto", "false");
  writeFileSync(join(repo, ".gitignore"), "*.log\nbuild/\n");
  mkdirSync(join(repo, "build"));
  for (const name of ["a.log", "b.log", "build/out.js"]) writeFileSync(join(repo, name), "x\n");
  git("add", "-A");
  git("-c", "user.name=Bench", "-c", "user.email=bench@example.invalid", "commit", "-qm", "first");
  git("repack", "-adq");
  for (const name of ["dirty.ts", "part-0/group-0/file-1.ts"]) writeFileSync(join(repo, name), "y");
  const from = performance.now();
  const plainWatch = await watchRoot(plain, plain, false, [], copies);
  const between = performance.now();
  const gitWatch = await watchRoot(repo, repo, false, [], copies);
  const kinds = `${plainWatch.kind} ${(between - from).toFixed(0)} ms`;
  const other = `${gitWatch.kind} ${(performance.now() - between).toFixed(0)} ms`;
  process.stdout.write(`remembering ${files} files, contents read: ${kinds}, ${other}\n`);
  await compare(
    `telling that a plain root of ${files} files is unchanged, against readdir and lstat`,
    "<= 2",
    () => unchanged(plainWatch),
    () => bareWalk(plain),
  );
  await compare(
    `telling that a git root of ${files} files is unchanged, against git status --ignored`,
    "<= 1.3",
    () => unchanged(gitWatch),
    () => git("status", "--porcelain", "--ignored"),
  );
}

await benchAdmission();
const scratch = mkdtempSync(join(tmpdir(), "gatehouse-bench-"));
try {
  await benchRoots(scratch);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
