import type { GateDecision } from "../kernel/gate.ts";
import type { SettingOrigin } from "../kernel/settings.ts";
import type { VerdictKind } from "../kernel/verdict.ts";
import { type RepoAnswer, undecided } from "./repo/repo-gate.ts";

/** How often a gate said what in this session. */
export type GateCounts = Readonly<Record<VerdictKind, number>>;

const noneYet: GateCounts = { allow: 0, block: 0, note: 0, unknown: 0 };

/** Decisions that are kept to be shown. */
const lastMax = 10;

/**
 * What is on in this session, and what the gates have said in it. Lives as long as the session:
 * `start` forgets the one before.
 *
 * Spec: RG-20, HN-6.
 */
export class SessionState {
  #repo: RepoAnswer = undecided;
  #origins: readonly SettingOrigin[] = [];
  readonly #off = new Set<string>();
  readonly #counts = new Map<string, GateCounts>();
  #last: readonly GateDecision[] = [];

  /** A session begins, with the repo gate's answer and the origins of its settings. */
  start(repo: RepoAnswer, origins: readonly SettingOrigin[]): void {
    this.#repo = repo;
    this.#origins = [...repo.origins, ...origins];
    this.#off.clear();
    this.#counts.clear();
    this.#last = [];
  }

  /** Whether a gate or system acts: neither the repo gate nor the user switched it off. */
  isOn(id: string): boolean {
    return !this.#repo.active && !this.#off.has(id);
  }

  /** The user's word for this session; the repo gate's stands above it. */
  switch(id: string, isOn: boolean): void {
    if (isOn) this.#off.delete(id);
    else this.#off.add(id);
  }

  /** Counts a decision; blocks and notes are also kept to be shown. */
  count(decision: GateDecision): void {
    const counts = this.counts(decision.gate);
    const { verdict } = decision;
    this.#counts.set(decision.gate, { ...counts, [verdict]: counts[verdict] + 1 });
    if (verdict !== "allow") this.#last = [...this.#last, decision].slice(-lastMax);
  }

  /** How often the gate said what. */
  counts(gate: string): GateCounts {
    return this.#counts.get(gate) ?? noneYet;
  }

  /** The last decisions that did not simply allow, oldest first. */
  get last(): readonly GateDecision[] {
    return this.#last;
  }

  /** The repo gate's answer for this session. */
  get repo(): RepoAnswer {
    return this.#repo;
  }

  /** Where each set value comes from. */
  get origins(): readonly SettingOrigin[] {
    return this.#origins;
  }
}
