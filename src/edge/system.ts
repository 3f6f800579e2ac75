import type { GateDecision } from "../kernel/gate.ts";
import type { Ports } from "../kernel/ports.ts";
import type { Settings } from "../kernel/settings.ts";
import type { Host, HostContext } from "./host.ts";

/**
 * What a part of the package that is more than a gate (tools, commands, several events) gets to
 * work with. Everything it knows of the world comes through here, so that it runs the same in pi
 * and in the harness.
 *
 * Spec: ST-1, HN-1.
 */
export interface SystemDesk {
  readonly host: Host;
  readonly ports: Ports;
  /** The settings in force: read again at every `session_start`, before the systems hear of it. */
  settings(): Settings;
  /**
   * Whether the package acts in this session: false where the repo gate switched it off. Asked at
   * the time of the event, never kept.
   */
  isOn(): boolean;
  /** Observes and records a decision: blocks and notes become session entries. */
  decide(decision: GateDecision): void;
  /** Says a problem once per session: a notice with a UI, else a line on standard error. */
  complain(problem: string, context: HostContext): void;
}

/** A part of the package with its own tools, commands or events; `systems.ts` lists them all. */
export interface System {
  readonly id: string;
  /** The names of the tools it registers: they are taken away where the package is switched off. */
  readonly tools?: readonly string[];
  /** Called once, when the package loads: registers tools, commands and handlers. */
  install(desk: SystemDesk): void;
}
