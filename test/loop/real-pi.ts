import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type AssistantMessage,
  fauxAssistantMessage,
  fauxProvider,
  fauxToolCall,
  type Message,
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
import type { Loop } from "../../src/decisions/loop/loop-state.ts";
import { nodePorts } from "../../src/edge/node-ports.ts";
import { gatehouse } from "../../src/extension.ts";
import type { Ports } from "../../src/kernel/ports.ts";

/** One answer of the model: words, a call, or what depends on the session as it is then. */
export type Answer = string | Call | ((pi: RealPi) => string | Call | AssistantMessage);

/** A call of one tool. */
export interface Call {
  readonly tool: string;
  readonly input: Record<string, unknown>;
}

/** A call, spelled short. */
export function call(tool: string, input: Record<string, unknown>): Call {
  return { tool, input };
}

/** A real pi session with the whole package and a scripted model. */
export class RealPi {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), "gatehouse-loop-")));
  readonly agentDir = join(this.root, "agent");
  readonly cwd = join(this.root, "work");
  /** What the provider was asked, one list of messages a request. */
  readonly requests: Message[][] = [];
  readonly lines: string[] = [];
  readonly #faux = fauxProvider({ provider: "scripted", models: [{ id: "script" }] });
  #session: AgentSession | undefined;
  #answers: Answer[] = [];

  get session(): AgentSession {
    if (this.#session === undefined) throw new Error("The session has not started");
    return this.#session;
  }

  static async start(manager?: (cwd: string) => SessionManager, root?: RealPi): Promise<RealPi> {
    const pi = new RealPi();
    await pi.#open(manager, root);
    return pi;
  }

  async #open(
    manager: (cwd: string) => SessionManager = (cwd) => SessionManager.inMemory(cwd),
    earlier?: RealPi,
  ): Promise<void> {
    mkdirSync(this.cwd);
    mkdirSync(this.agentDir);
    const agentDir = earlier?.agentDir ?? this.agentDir;
    const settingsManager = SettingsManager.inMemory({
      compaction: { enabled: false, keepRecentTokens: 1 },
      retry: { enabled: false },
    });
    const factory: ExtensionFactory = gatehouse(this.#ports(agentDir));
    const resourceLoader = new DefaultResourceLoader({
      cwd: this.cwd,
      agentDir: this.agentDir,
      settingsManager,
      noExtensions: true,
      noSkills: true,
      noContextFiles: true,
      noPromptTemplates: true,
      noThemes: true,
      extensionFactories: [factory],
    });
    await resourceLoader.reload();
    const modelRuntime = await ModelRuntime.create({
      authPath: join(this.agentDir, "auth.json"),
      modelsPath: join(this.agentDir, "models.json"),
    });
    modelRuntime.registerNativeProvider(this.#faux.provider);
    this.#faux.setResponses(
      Array.from({ length: 300 }, () => (context: { messages: readonly Message[] }) => {
        this.requests.push(structuredClone([...context.messages]) as Message[]);
        return this.#next();
      }),
    );
    const { session } = await createAgentSession({
      cwd: this.cwd,
      agentDir: this.agentDir,
      settingsManager,
      sessionManager: manager(this.cwd),
      resourceLoader,
      modelRuntime,
      model: this.#faux.getModel(),
      thinkingLevel: "off",
    });
    await session.bindExtensions({});
    this.#session = session;
  }

  #ports(agentDir: string): Ports {
    const environment = {
      ...nodePorts.environment,
      home: this.root,
      variable: (name: string) => (name === "PI_CODING_AGENT_DIR" ? agentDir : undefined),
    };
    return { ...nodePorts, environment, log: { line: (text) => void this.lines.push(text) } };
  }

  #next(): AssistantMessage {
    const answer = this.#answers.shift();
    if (answer === undefined) throw new Error("The model is asked for more than its script holds");
    const given = typeof answer === "function" ? answer(this) : answer;
    if (typeof given === "string") return fauxAssistantMessage(given);
    if ("role" in given) return given;
    const { tool, input } = given;
    return fauxAssistantMessage([fauxToolCall(tool, input as never)], { stopReason: "toolUse" });
  }

  /** Sends a message and waits until the session is idle. */
  async prompt(text: string, ...answers: readonly Answer[]): Promise<void> {
    this.#answers.push(...answers);
    await this.session.prompt(text);
    await this.session.waitForIdle();
  }

  /** What the script still holds. */
  get unused(): number {
    return this.#answers.length;
  }

  /** Adds answers. */
  push(...answers: readonly Answer[]): void {
    this.#answers.push(...answers);
  }

  /** Ends the session. */
  async close(): Promise<void> {
    await this.session.dispose();
    rmSync(this.root, { recursive: true, force: true });
  }

  /** The newest loop of the branch. */
  get loop(): Loop {
    const found = this.session.sessionManager
      .getBranch()
      .findLast((entry) => entry.type === "custom" && entry.customType === "gatehouse.loop");
    if (found === undefined) throw new Error("the branch holds no loop");
    return (found as unknown as { data: { loop: Loop } }).data.loop;
  }

  /** The results of a tool on the branch, oldest first. */
  results(name: string): { readonly text: string; readonly isError: boolean }[] {
    return this.session.sessionManager.getBranch().flatMap((entry) => {
      if (entry.type !== "message" || entry.message.role !== "toolResult") return [];
      if (entry.message.toolName !== name) return [];
      const { content, isError } = entry.message;
      return [
        { text: content.map((part) => (part.type === "text" ? part.text : "")).join(), isError },
      ];
    });
  }
}
