import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { nodePorts } from "../../src/edge/node-ports.ts";
import type { Ports } from "../../src/kernel/ports.ts";
import type { TaskSettings } from "../../src/kernel/settings.ts";
import { runTask, type TaskOutcome, type TaskProgress } from "../../src/runner/run-task.ts";
import type { ScriptedAnswer } from "./scripted-answer.ts";

const modelFile = new URL("./scripted-model.extension.ts", import.meta.url).pathname;

/** A temporary place with an agent directory of its own, roots, and a scripted model. */
export class TaskPlace {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), "gatehouse-e2e-")));
  readonly agent = join(this.folder, "agent");
  readonly script = join(this.folder, "script.json");

  constructor(model: "free" | "dear" = "free") {
    mkdirSync(this.agent);
    const profile = { provider: "scripted", id: model, thinking: "off" };
    const effortProfiles = { fast: profile, balanced: profile, deep: profile };
    this.write("agent/settings.json", JSON.stringify({ "pi-fork": { effortProfiles } }));
  }

  /** The settings that let a child use the scripted model. */
  get settings(): TaskSettings {
    return {
      pi: "",
      bwrap: "off",
      extensions: [modelFile],
      environment: ["GATEHOUSE_TEST_SCRIPT"],
    };
  }

  /** Node's ports with this place's agent directory. */
  get ports(): Ports {
    const variable = (name: string) =>
      name === "PI_CODING_AGENT_DIR" ? this.agent : nodePorts.environment.variable(name);
    return { ...nodePorts, environment: { ...nodePorts.environment, home: this.folder, variable } };
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  write(name: string, text: string): string {
    const path = this.path(name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    return path;
  }

  read(name: string): string {
    return readFileSync(this.path(name), "utf8");
  }

  exists(name: string): boolean {
    return existsSync(this.path(name));
  }

  /** A git work tree with one commit of these files. */
  repository(name: string, files: Readonly<Record<string, string>>): string {
    for (const [file, text] of Object.entries(files)) this.write(join(name, file), text);
    this.git(name, "init", "-q", "-b", "main");
    this.git(name, "add", "-A");
    this.git(name, "commit", "-q", "-m", "first");
    return this.path(name);
  }

  git(name: string, ...args: readonly string[]): string {
    const who = ["-c", "user.name=Test", "-c", "user.email=test@example.invalid"];
    return execFileSync("git", ["-C", this.path(name), ...who, ...args], { encoding: "utf8" });
  }

  /** A spec with what every test shares. */
  spec(given: Readonly<Record<string, unknown>>): string {
    return JSON.stringify({ id: "test-task", goal: "Look.", deliverable: "A line.", ...given });
  }

  /** Runs a task in this process, its child a real pi with these answers. */
  async run(
    spec: Readonly<Record<string, unknown>>,
    answers: readonly ScriptedAnswer[],
    more: {
      readonly signal?: AbortSignal;
      readonly settings?: Partial<TaskSettings>;
      readonly onProgress?: (progress: TaskProgress) => void;
    } = {},
  ): Promise<TaskOutcome> {
    writeFileSync(this.script, JSON.stringify(answers));
    process.env["GATEHOUSE_TEST_SCRIPT"] = this.script;
    return runTask({
      specText: this.spec(spec),
      settings: { ...this.settings, ...more.settings },
      ports: this.ports,
      signal: more.signal,
      ...(more.onProgress === undefined ? {} : { onProgress: more.onProgress }),
    });
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** The answer that hands a result over. */
export function result(given: Readonly<Record<string, unknown>> = {}): ScriptedAnswer {
  const input = { status: "done", deliverable: "It is there.", evidence: [], ...given };
  return { calls: [{ tool: "task_result", input }] };
}

/** An answer that calls one tool. */
export function call(tool: string, input: Record<string, unknown>): ScriptedAnswer {
  return { calls: [{ tool, input }] };
}
