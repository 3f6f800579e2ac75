import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import {
  type AssistantMessage,
  fauxAssistantMessage,
  fauxProvider,
  fauxToolCall,
  type SimpleStreamOptions,
  type TranscriptContext,
} from "@earendil-works/pi-ai";
import {
  type AgentSession,
  createAgentSession,
  DefaultResourceLoader,
  type ExtensionFactory,
  ModelRuntime,
  SessionManager,
  SettingsManager,
} from "@earendil-works/pi-coding-agent";
import { Type } from "typebox";
import type { Reply } from "../../harness/recording/recording.ts";
import { scriptedAnswer, scriptedProvider } from "../../harness/recording/scripted-model.ts";
import { nodePorts } from "../../src/edge/node-ports.ts";
import type { Audit } from "../../src/edge/supervisor/audit.ts";
import { gatehouse } from "../../src/extension.ts";
import type { JsonObject } from "../../src/kernel/json.ts";
import type { Ports } from "../../src/kernel/ports.ts";

/** What a scripted reviewer was asked. */
export interface AskedReview {
  readonly model: string;
  readonly system: string;
  readonly text: string;
  readonly tools: readonly string[];
  readonly signal: AbortSignal | undefined;
}

/** How a scripted reviewer answers: text, a verdict as a tool call, or a whole message. */
export type ReviewScript = (
  asked: AskedReview,
) => string | JsonObject | AssistantMessage | Promise<string | JsonObject | AssistantMessage>;

/** What a supervised session is made with. */
export interface SupervisedOptions {
  readonly config?: JsonObject | string;
  readonly legacy?: JsonObject;
  /** Under the working directory. */
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  readonly extensions?: readonly ExtensionFactory[];
  /** Loaded before the package. */
  readonly earlier?: readonly ExtensionFactory[];
  readonly trusted?: boolean;
}

/** A tool result as the agent reads it. */
export interface ToolResult {
  readonly text: string;
  readonly blocks: number;
  readonly isError: boolean;
  readonly details: JsonObject | undefined;
  readonly audit: Audit | undefined;
}

/** A reviewer that passes everything. */
export const passing: ReviewScript = () => ({ passed: true, findings: [], summary: "fine" });

/** A reviewer that rejects with one finding. */
export const rejecting: ReviewScript = () => ({
  passed: false,
  summary: "names are unclear",
  findings: [
    { message: "say what the number counts", severity: "error", line: 1, ruleGroup: "names" },
  ],
});

/** One reviewer with the rule file `rules/style.md`, changed as asked. */
export function oneReviewer(more: JsonObject = {}, top: JsonObject = {}): JsonObject {
  const reviewer = { name: "style", model: "review/one", rulesFile: "rules/style.md", ...more };
  return { ...top, reviewers: [reviewer] };
}

/** A real pi session with the package, a scripted agent and scripted reviewers. */
export class SupervisedPi {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), "gatehouse-supervised-")));
  readonly cwd = join(this.root, "work");
  readonly agentDir = join(this.root, "agent");
  readonly reviews: AskedReview[] = [];
  readonly manager = SessionManager.inMemory(this.cwd);
  review: ReviewScript = passing;
  readonly #agent = scriptedProvider();
  readonly #reviewer = fauxProvider({
    provider: "review",
    models: [{ id: "one" }, { id: "two" }, { id: "a/b" }],
  });
  #session: AgentSession | undefined;
  #calls = 0;

  static async start(options: SupervisedOptions = {}): Promise<SupervisedPi> {
    const pi = new SupervisedPi();
    await pi.#open(options);
    return pi;
  }

  get configFile(): string {
    return join(this.agentDir, "extensions/pi-tool-supervisor/config.json");
  }

  get session(): AgentSession {
    if (this.#session === undefined) throw new Error("The session has not started");
    return this.#session;
  }

  write(path: string, content: string | Uint8Array): void {
    const file = join(this.cwd, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }

  read(path: string): string {
    return readFileSync(join(this.cwd, path), "utf8");
  }

  configure(config: JsonObject | string): void {
    mkdirSync(dirname(this.configFile), { recursive: true });
    writeFileSync(this.configFile, typeof config === "string" ? config : JSON.stringify(config));
  }

  async #open(options: SupervisedOptions): Promise<void> {
    mkdirSync(this.cwd);
    mkdirSync(this.agentDir);
    this.write("rules/style.md", "Names say what they count.\n");
    for (const [path, content] of Object.entries(options.files ?? {})) this.write(path, content);
    if (options.config !== undefined) this.configure(options.config);
    if (options.legacy !== undefined) {
      const file = join(this.agentDir, "extensions/pi-file-edit-review/config.json");
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, JSON.stringify(options.legacy));
    }
    const settings = { compaction: { enabled: false } };
    const settingsManager = SettingsManager.inMemory(settings);
    settingsManager.setProjectTrusted?.(options.trusted ?? true);
    const resourceLoader = new DefaultResourceLoader({
      cwd: this.cwd,
      agentDir: this.agentDir,
      settingsManager,
      noExtensions: true,
      noSkills: true,
      noContextFiles: true,
      noPromptTemplates: true,
      noThemes: true,
      extensionFactories: [
        ...(options.earlier ?? []),
        gatehouse(this.#ports()),
        ...(options.extensions ?? []),
      ],
    });
    await resourceLoader.reload();
    const modelRuntime = await ModelRuntime.create({
      authPath: join(this.agentDir, "auth.json"),
      modelsPath: join(this.agentDir, "models.json"),
    });
    modelRuntime.registerNativeProvider(this.#agent.provider);
    modelRuntime.registerNativeProvider(this.#reviewer.provider);
    this.#reviewer.setResponses(Array.from({ length: 200 }, () => this.#answer));
    const { session } = await createAgentSession({
      cwd: this.cwd,
      agentDir: this.agentDir,
      settingsManager,
      sessionManager: this.manager,
      resourceLoader,
      modelRuntime,
      model: this.#agent.getModel(),
      thinkingLevel: "off",
    });
    await session.bindExtensions({});
    this.#session = session;
  }

  #ports(): Ports {
    const environment = {
      ...nodePorts.environment,
      home: this.root,
      variable: (name: string) => (name === "PI_CODING_AGENT_DIR" ? this.agentDir : undefined),
    };
    return { ...nodePorts, environment, log: { line: () => {} } };
  }

  readonly #answer = async (
    context: TranscriptContext,
    options: SimpleStreamOptions | undefined,
    _state: unknown,
    model: { readonly id: string },
  ): Promise<AssistantMessage> => {
    const [system, user] = context.messages;
    const asked: AskedReview = {
      model: model.id,
      system: system?.role === "system" ? textOf(system.content) : "",
      text: user?.role === "user" ? textOf(user.content) : "",
      tools: system?.role === "system" ? (system.toolsAdded ?? []).map((tool) => tool.name) : [],
      signal: options?.signal,
    };
    this.reviews.push(asked);
    const answer = await this.review(asked);
    if (typeof answer === "string") return fauxAssistantMessage(answer);
    if ("role" in answer) return answer as AssistantMessage;
    const call = fauxToolCall("report_review", answer as never, {
      id: `verdict-${this.reviews.length}`,
    });
    return fauxAssistantMessage([call], { stopReason: "toolUse" });
  };

  /** Lets the agent make these calls, one message each, and then end. Gives their results. */
  async run(...replies: readonly Reply[]): Promise<ToolResult[]> {
    const before = this.results().length;
    const nextCallId = () => `call-${++this.#calls}`;
    const all = [...replies, [{ text: "done" }]];
    this.#agent.setResponses(all.map((reply) => scriptedAnswer(reply, nextCallId)));
    await this.session.prompt("go");
    return this.results().slice(before);
  }

  /** Every tool result of the session. */
  results(): ToolResult[] {
    return this.manager.getEntries().flatMap((entry) => {
      if (entry.type !== "message" || entry.message.role !== "toolResult") return [];
      const { content, isError, details } = entry.message;
      const held = details as JsonObject | undefined;
      const text = textOf(content.filter((block) => block.type === "text"));
      const audit = held?.["toolSupervisor"] as Audit | undefined;
      return [{ text, blocks: content.length, isError, details: held, audit }];
    });
  }

  /** The data of the session's entries of one type. */
  entries(customType: string): JsonObject[] {
    return this.manager.getEntries().flatMap((entry) => {
      if (entry.type !== "custom" || entry.customType !== customType) return [];
      return [entry.data as JsonObject];
    });
  }

  remove(): void {
    this.#session?.dispose();
    rmSync(this.root, { recursive: true, force: true });
  }
}

function textOf(content: string | readonly { readonly type: string }[]): string {
  if (typeof content === "string") return content;
  return content.map((block) => ("text" in block ? String(block.text) : "")).join("\n");
}

/** Sessions that are put away after each test. */
export class OpenSessions {
  #open: SupervisedPi[] = [];

  async start(options: SupervisedOptions = {}): Promise<SupervisedPi> {
    const pi = await SupervisedPi.start(options);
    this.#open.push(pi);
    return pi;
  }

  readonly close = (): void => {
    for (const pi of this.#open) pi.remove();
    this.#open = [];
  };
}

/** A write call. */
export function write(path: string, content: string): Reply {
  return [{ call: "write", input: { path, content } }];
}

/** An edit call with one replacement. */
export function edit(path: string, oldText: string, newText: string): Reply {
  return [{ call: "edit", input: { path, edits: [{ oldText, newText }] } }];
}

/** A tool that answers with a fixed text and details. */
export function countTool(details: unknown = { count: 3 }): ExtensionFactory {
  return (pi) =>
    pi.registerTool({
      name: "count",
      label: "Count",
      description: "Counts.",
      parameters: Type.Object({}, { additionalProperties: true }),
      execute: async () => ({ content: [{ type: "text", text: "three" }], details }),
    });
}
