import type { ToolResultEvent } from "@earendil-works/pi-coding-agent";
import { FakeHost } from "../../harness/fake-host/fake-host.ts";
import type { HostMode } from "../../harness/fake-host/pi-shapes.ts";
import { type MemoryPorts, memoryPorts } from "../../harness/memory-ports.ts";
import type { Audit } from "../../src/edge/supervisor/audit.ts";
import { gatehouse } from "../../src/extension.ts";
import type { JsonObject } from "../../src/kernel/json.ts";
import type { ModelPort, ModelQuestion, ModelReply, Ports } from "../../src/kernel/ports.ts";

/** The agent's home and places in the fake world. */
export const home = "/home/ada";
export const configFile = `${home}/.pi/agent/extensions/pi-tool-supervisor/config.json`;
export const legacyFile = `${home}/.pi/agent/extensions/pi-file-edit-review/config.json`;
export const cwd = "/project";

/** How a scripted model answers a question; undefined never answers. */
export type ModelScript = (question: ModelQuestion) => ModelReply | undefined;

/** A reply whose verdict is a tool call. */
export function verdictReply(input: unknown): ModelReply {
  return { ok: true, text: "", calls: [{ name: "report_review", input }], cut: false };
}

/** A reply in text. */
export function textReply(text: string): ModelReply {
  return { ok: true, text, calls: [], cut: false };
}

/** What a supervised fake session is made with. */
export interface HostSetup {
  readonly config?: unknown;
  readonly files?: Readonly<Record<string, string>>;
  readonly mode?: HostMode;
  readonly trusted?: boolean;
  readonly model?: ModelScript;
}

/** The package in a fake pi with a supervisor's configuration and scripted reviewer models. */
export class SupervisedHost {
  readonly asked: ModelQuestion[] = [];
  readonly cancelled: string[] = [];
  model: ModelScript = () => verdictReply({ passed: true, findings: [] });
  #calls = 0;
  readonly host: FakeHost;
  readonly ports: MemoryPorts;

  private constructor(host: FakeHost, ports: MemoryPorts) {
    this.host = host;
    this.ports = ports;
  }

  static async start(setup: HostSetup = {}): Promise<SupervisedHost> {
    const { config } = setup;
    const text = typeof config === "string" ? config : JSON.stringify(config);
    const ports = memoryPorts({
      files: {
        [`${cwd}/rules/style.md`]: "Names say what they count.\n",
        ...(config === undefined ? {} : { [configFile]: text }),
        ...setup.files,
      },
      home,
      environment: {},
    });
    let self: SupervisedHost | undefined;
    const models: ModelPort = {
      ask: (question) => {
        self?.asked.push(question);
        const reply = self?.model(question);
        return {
          reply: reply === undefined ? new Promise(() => {}) : Promise.resolve(reply),
          cancel: () => void self?.cancelled.push(question.model),
        };
      },
    };
    const own: Ports = { ...ports, models };
    const host = await FakeHost.start({
      extensions: [{ name: "pi-gatehouse", factory: gatehouse(own) }],
      cwd,
      clock: ports.clock,
      mode: setup.mode ?? "tui",
      trusted: setup.trusted ?? true,
    });
    self = new SupervisedHost(host, ports);
    if (setup.model !== undefined) self.model = setup.model;
    return self;
  }

  /** A write that runs: asks before it, changes the file, asks after it. */
  async write(path: string, content: string) {
    const id = `call-${++this.#calls}`;
    const input = { path, content };
    const before = await this.host.callTool({ toolCallId: id, toolName: "write", input });
    if (before.block) return { blocked: before.reason ?? "", audit: undefined, text: "" };
    this.put(path.startsWith("/") ? path : `${cwd}/${path}`, content);
    return this.result(id, "write", input);
  }

  /** Another tool's call and its result. */
  async call(toolName: string, input: Record<string, unknown>, details: unknown = {}) {
    const id = `call-${++this.#calls}`;
    const before = await this.host.callTool({ toolCallId: id, toolName, input });
    if (before.block) return { blocked: before.reason ?? "", audit: undefined, text: "" };
    return this.result(id, toolName, input, details);
  }

  /** Tells of a result. */
  async result(id: string, toolName: string, input: object, details: unknown = undefined) {
    const event = {
      type: "tool_result",
      toolCallId: id,
      toolName,
      input,
      content: [{ type: "text", text: "done" }],
      details,
      isError: false,
    } as ToolResultEvent;
    const changed = await this.host.resultTool(event);
    const held = (changed?.details ?? details) as JsonObject | undefined;
    const audit = held?.["toolSupervisor"] as Audit | undefined;
    const content = changed?.content ?? event.content;
    const text = content.map((block) => ("text" in block ? block.text : "")).join("\n");
    return { blocked: undefined, audit, text };
  }

  put(path: string, text: string): void {
    this.ports.volume.mkdirSync(path.slice(0, path.lastIndexOf("/")), { recursive: true });
    this.ports.volume.writeFileSync(path, text);
  }

  read(path: string): string {
    return String(this.ports.volume.readFileSync(path));
  }

  get warnings(): string[] {
    return this.host.notices.filter(({ type }) => type === "warning").map(({ message }) => message);
  }
}
