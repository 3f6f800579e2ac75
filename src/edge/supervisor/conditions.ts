import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import type { Ports } from "../../kernel/ports.ts";
import type { HostContext, HostToolCall, HostToolResult } from "../host.ts";
import { Deadline } from "./deadline.ts";
import { type ModuleFiles, moduleFiles } from "./module-files.ts";

/** What a condition gets beside the event and pi's context. Spec: SV-20. */
export interface ConditionHelpers {
  /** A Bash syntax tree; `errors` is always there. Never throws and runs nothing. */
  parseBash(source: string): object & { readonly errors: readonly unknown[] };
  /** Ends when the condition's time is over or the agent is aborted. */
  readonly signal: AbortSignal;
}

/** The default export of a condition module. Spec: SV-20. */
export type Condition = (
  event: HostToolCall | HostToolResult,
  context: HostContext,
  helpers: ConditionHelpers,
) => unknown;

/** What a condition said, or why it said nothing. */
export type ConditionAnswer =
  | { readonly kind: "holds" }
  | { readonly kind: "does-not-hold" }
  | { readonly kind: "aborted" }
  | { readonly kind: "broken"; readonly problem: string };

/** One asking of a condition. */
export interface ConditionCall {
  /** Absolute. */
  readonly path: string;
  readonly event: HostToolCall | HostToolResult;
  readonly context: HostContext;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

/**
 * The conditions of a session, each loaded once for each state of its files. Loading and running
 * share one deadline.
 *
 * Spec: SV-20, SV-21.
 */
export class Conditions {
  readonly #ports: Ports;
  readonly #loaded = new Map<string, { readonly hash: string; readonly condition: Condition }>();
  /** How often a module was loaded. */
  loads = 0;

  /** Loads nothing yet. */
  constructor(ports: Ports) {
    this.#ports = ports;
  }

  /** Asks one condition. Never rejects, and never waits longer than its time. */
  async ask(call: ConditionCall): Promise<ConditionAnswer> {
    const { path, event, context, timeoutMs, signal } = call;
    const deadline = new Deadline(this.#ports.clock, timeoutMs, signal);
    try {
      const waited = await deadline.wait(async () => {
        const condition = await this.#condition(path);
        const { parse } = await import("unbash");
        const parseBash = (source: string) => {
          const tree = parse(source);
          return Object.assign(tree, { errors: tree.errors ?? [] });
        };
        if (deadline.signal.aborted) return false;
        return await condition(event, context, { parseBash, signal: deadline.signal });
      });
      if (waited.kind === "aborted") return { kind: "aborted" };
      if (waited.kind === "timeout") return broken(path, `took longer than ${timeoutMs / 1000} s`);
      if (waited.kind === "error") return broken(path, waited.message);
      if (waited.value === true) return { kind: "holds" };
      if (waited.value === false) return { kind: "does-not-hold" };
      return broken(path, `answered ${shown(waited.value)}, expected true or false`);
    } finally {
      deadline.close();
    }
  }

  async #condition(path: string): Promise<Condition> {
    const found = moduleFiles(this.#ports.files, path);
    if (found === undefined) throw new Error("the module cannot be read");
    const held = this.#loaded.get(path);
    if (held?.hash === found.hash) return held.condition;
    this.loads += 1;
    const condition = functionOf(await evaluated(path, found));
    this.#loaded.set(path, { hash: found.hash, condition });
    return condition;
  }
}

function broken(path: string, problem: string): ConditionAnswer {
  const line = problem.replace(/\s+/gu, " ").trim();
  return { kind: "broken", problem: `condition module ${path}: ${line}` };
}

/**
 * Loads the module as it is now. Node keeps what it loaded natively, so those files are forgotten
 * first; the rest goes through jiti, without its caches. The synchronous way comes first, as it is
 * the one that leaves nothing to Node; only a module that awaits at its top level needs the other.
 */
async function evaluated(path: string, { paths, text }: ModuleFiles): Promise<unknown> {
  const { createJiti } = await import("jiti");
  const { cache } = createRequire(import.meta.url);
  for (const each of paths) delete cache[each];
  const jiti = createJiti(pathToFileURL(path).href, { moduleCache: false, fsCache: false });
  const options = { filename: path, id: path, forceTranspile: true };
  try {
    return jiti.evalModule(text, { ...options, async: false });
  } catch (error) {
    if (!(error instanceof SyntaxError) || !/\bawait\b/u.test(text)) throw error;
    return await jiti.evalModule(text, { ...options, async: true });
  }
}

/** The function that a module exports, whichever way its form of export wraps it. */
function functionOf(exported: unknown): Condition {
  let value = exported;
  for (let depth = 0; depth < 3; depth += 1) {
    if (typeof value === "function") return value as Condition;
    if (typeof value !== "object" || value === null) break;
    value = Reflect.get(value, "default");
  }
  throw new Error("the module has no function as its default export");
}

function shown(value: unknown): string {
  if (value === undefined) return "nothing";
  return typeof value === "string" ? JSON.stringify(value.slice(0, 40)) : `a ${typeof value}`;
}
