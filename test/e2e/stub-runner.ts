import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

/** What a stub runner does once it is let go. */
export interface StubPlan {
  readonly exit?: number;
  readonly stdout?: string;
  readonly stderr?: string;
}

/**
 * A program that stands in for an external runner: it logs its start, keeps the spec it was given,
 * waits until the test lets it go, and ends as planned.
 */
export class StubRunner {
  readonly folder = mkdtempSync(join(tmpdir(), "gatehouse-stub-"));
  readonly program = join(this.folder, "pi-task");

  constructor(plan: StubPlan = {}) {
    writeFileSync(join(this.folder, "stdout"), plan.stdout ?? "fine\n");
    writeFileSync(join(this.folder, "stderr"), plan.stderr ?? "");
    writeFileSync(join(this.folder, "log"), "");
    const script = [
      "#!/bin/sh",
      `cd ${this.folder}`,
      'id=$(sed \'s/.*"id":"\\([^"]*\\)".*/\\1/\' "$2")',
      'cp "$2" "spec-$id.json"; ls -ld "$(dirname "$2")" "$2" > "modes-$id"',
      'echo "$1 $2" > "args-$id"; echo $$ > "pid-$id"; echo "start $id" >> log',
      'while [ ! -e "go-$id" ] && [ ! -e go ]; do sleep 0.02; done',
      'echo "end $id" >> log; cat stderr >&2; cat stdout',
      `exit ${plan.exit ?? 0}`,
    ];
    writeFileSync(this.program, `${script.join("\n")}\n`);
    chmodSync(this.program, 0o755);
  }

  /** Lets one run go on, or all of them. */
  go(id?: string): void {
    writeFileSync(join(this.folder, id === undefined ? "go" : `go-${id}`), "");
  }

  file(name: string): string {
    return readFileSync(join(this.folder, name), "utf8");
  }

  /** Kills one run, as a machine does that is out of memory. */
  kill(id: string): void {
    process.kill(Number(this.file(`pid-${id}`)), "SIGKILL");
  }

  /** The starts and ends so far, in order. */
  get log(): readonly string[] {
    return this.file("log")
      .split("\n")
      .filter((line) => line !== "");
  }

  async started(id: string): Promise<void> {
    await until(() => this.log.includes(`start ${id}`));
  }

  remove(): void {
    // What still waits is let go first: its directory is about to disappear.
    if (existsSync(this.folder)) this.go();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Looks again and again until it holds; the test's own time limit ends it. */
export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await delay(10);
}

/** git compares change times by whole seconds; a task's child takes longer to start than that. */
export async function nextSecond(): Promise<void> {
  const second = Math.floor(Date.now() / 1_000);
  await until(() => Math.floor(Date.now() / 1_000) > second);
}
