import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { loop } from "../../src/decisions/loop/loop.ts";
import type { LoopEffect, LoopEvent } from "../../src/decisions/loop/loop-event.ts";
import { emptyLoopState, type LoopState } from "../../src/decisions/loop/loop-state.ts";
import { storedLoop } from "../../src/decisions/loop/stored-loop.ts";
import { runs } from "../laws.ts";

const minute = 60_000;

/** What the test itself believes, by the plain words of the spec. */
interface Model {
  busy: boolean;
  live: boolean;
  compacting: boolean;
  cap: number | null;
  /** Turns that the loop caused since it started. */
  turns: number;
  /** A send that started no run yet. */
  sent: boolean;
}

/** The world around the reducer: a clock, one timer, and a log of all it was told and did. */
class World {
  state: LoopState = loop(emptyLoopState, { type: "restore", sessionId: "s", loop: null }, 0).state;
  now = 1_000_000;
  timer: number | null = null;
  readonly log: { readonly event: LoopEvent; readonly now: number }[] = [];
  effects: readonly LoopEffect[] = [];

  tell(event: LoopEvent): readonly LoopEffect[] {
    this.log.push({ event, now: this.now });
    const before = JSON.stringify(this.state);
    const step = loop(this.state, event, this.now);
    expect(JSON.stringify(this.state)).toBe(before);
    this.state = step.state;
    this.effects = step.effects;
    for (const effect of step.effects) {
      if (effect.type === "schedule") this.timer = effect.at;
      if (effect.type === "cancel") this.timer = null;
    }
    return step.effects;
  }
}

/** What holds after every event, whatever came before. */
function check(model: Model, world: World, event: LoopEvent): void {
  const { state, effects } = world;
  const sends = effects.filter(({ type }) => type === "send");
  expect(sends.length).toBeLessThanOrEqual(1);
  if (sends.length > 0) {
    expect(state.loop?.status).toBe("active");
    expect(model.busy).toBe(false);
    expect(model.compacting).toBe(false);
    // A second send is only for one that was given its time and started nothing.
    if (model.sent) expect(["tick", "settled", "compaction", "resume"]).toContain(event.type);
  }
  if (state.loop?.status !== "active") {
    expect(sends).toEqual([]);
    expect(world.timer).toBeNull();
    expect(state.sent).toBeNull();
    expect(state.pendingWake).toBe(false);
  } else {
    expect(world.timer).toBe(state.timerAt);
    expect(state.loop.cause).toBeNull();
    // It can always be woken: by its timer, by the run that goes on, or both.
    expect(world.timer !== null || model.busy).toBe(true);
  }
  if (model.cap !== null) expect(state.loop?.turns ?? 0).toBeLessThanOrEqual(model.cap);
  const stored = state.loop === null ? null : storedLoop(JSON.parse(JSON.stringify(state.loop)));
  expect(stored ?? null).toEqual(state.loop);
  const wasTouched = effects.some(({ type }) => type === "persist");
  if (wasTouched) expect(state.loop).not.toBeNull();
}

class Told implements fc.Command<Model, World> {
  readonly name: string;
  readonly can: (model: Model) => boolean;
  readonly event: (world: World) => LoopEvent;
  readonly after: (model: Model, world: World) => void;

  constructor(
    name: string,
    can: (model: Model) => boolean,
    event: (world: World) => LoopEvent,
    after: (model: Model, world: World) => void = () => {},
  ) {
    this.name = name;
    this.can = can;
    this.event = event;
    this.after = after;
  }

  check(model: Readonly<Model>): boolean {
    return this.can(model);
  }

  run(model: Model, world: World): void {
    const event = this.event(world);
    const wasLive = model.live;
    const effects = world.tell(event);
    this.after(model, world);
    check(model, world, event);
    if (effects.some(({ type }) => type === "send")) model.sent = true;
    model.live = world.state.loop?.status === "active";
    if (!model.live) model.sent = false;
    // Only a start or a resume brings a loop to life.
    if (!wasLive && model.live) expect(["start", "resume", "restore"]).toContain(event.type);
    world.now += 1;
  }

  toString(): string {
    return this.name;
  }
}

const idle = (model: Model): boolean => !model.busy;
const busy = (model: Model): boolean => model.busy;
const always = (): boolean => true;

const started = fc
  .tuple(fc.option(fc.integer({ min: 1, max: 4 })), fc.integer({ min: 1, max: 30 }), fc.boolean())
  .map(
    ([max, minutes, byCommand]) =>
      new Told(
        `start(max ${max}, ${minutes}m, ${byCommand ? "command" : "tool"})`,
        (model) => !model.live && (model.busy || byCommand),
        (world) => ({
          type: "start",
          by: byCommand ? "command" : "tool",
          busy: world.state.run !== null,
          plan: {
            id: "0123abcd",
            objective: "fix A. Then B.",
            criteria: ["fix A.", "Then B."],
            intervalMs: minute,
            max,
            lifetimeMs: minutes * minute,
          },
        }),
        (model, world) => {
          if (world.state.loop?.status !== "active") return;
          if (world.state.loop.turns === 0) model.cap = max;
          model.sent = false;
        },
      ),
  );
const runStart = (cause: "user" | "other" | "loop") =>
  new Told(
    `run(${cause})`,
    (model) => !model.busy && !model.compacting && (cause !== "loop" || model.sent),
    () => ({ type: "run-start", cause }),
    (model, world) => {
      model.busy = true;
      if (cause === "loop" && world.state.loop?.status === "active") {
        model.turns += 1;
        model.sent = false;
      }
    },
  );
const turnEnd = fc
  .record({
    toolCalls: fc.integer({ min: 0, max: 2 }),
    text: fc.constantFrom("", "working", "Working.", "done"),
    error: fc.constantFrom(null, null, null, "503 overloaded", "usage limit reached", "strange"),
  })
  .map(
    (turn) =>
      new Told(`turn(${JSON.stringify(turn)})`, busy, () => ({ type: "turn-end", ...turn })),
  );
const settledWith = fc.tuple(fc.boolean(), fc.boolean(), fc.integer({ min: 0, max: 5 })).map(
  ([aborted, tools, odds]) =>
    new Told(
      `settled(aborted ${aborted && odds === 0})`,
      busy,
      () => ({
        type: "settled",
        aborted: aborted && odds === 0,
        canComplete: tools || odds > 0,
      }),
      (model) => {
        model.busy = false;
        model.sent = false;
      },
    ),
);
const tick = new Told(
  "tick",
  always,
  (world) => {
    world.now = Math.max(world.now, world.timer ?? world.now);
    return { type: "tick", busy: world.state.run !== null };
  },
  () => {},
);
const passes = fc.integer({ min: 1, max: 20 }).map(
  (minutes) =>
    new Told(`after(${minutes}m)`, always, (world) => {
      world.now += minutes * minute;
      return { type: "mark", criteria: world.state.loop?.criteria ?? [] };
    }),
);
const compaction = fc.boolean().map(
  (on) =>
    new Told(
      `compaction(${on})`,
      (model) => model.compacting !== on,
      (world) => ({ type: "compaction", on, busy: world.state.run !== null }),
      (model) => {
        model.compacting = on;
      },
    ),
);
const others = fc.constantFrom<Told>(
  new Told("pause", always, () => ({ type: "pause" })),
  new Told("stop", always, () => ({ type: "stop", cause: "user" })),
  new Told(
    "resume",
    (model) => !model.compacting,
    (world) => ({
      type: "resume",
      busy: world.state.run !== null,
      freshId: "89abcdef",
    }),
  ),
  new Told("wait", busy, (world) => ({
    type: "wait",
    reason: "CI",
    until: world.now + 5 * minute,
  })),
  new Told("wait for the user", busy, () => ({ type: "wait", reason: "CI", until: null })),
  new Told("message of the user", busy, () => ({ type: "message", from: "user" })),
  new Told(
    "message of the loop",
    busy,
    () => ({ type: "message", from: "loop" }),
    (model) => {
      model.sent = false;
    },
  ),
  new Told("complete", busy, (world) => ({
    type: "complete",
    criteria: world.state.loop?.criteria ?? [],
  })),
  new Told(
    "restart",
    idle,
    (world) => ({
      type: "restore",
      sessionId: "s",
      loop: world.state.loop,
    }),
    (model) => {
      model.sent = false;
      model.compacting = false;
    },
  ),
);

const histories = fc.commands(
  [
    started,
    fc.constant(runStart("user")),
    fc.constant(runStart("loop")),
    fc.constant(runStart("loop")),
    fc.constant(runStart("other")),
    turnEnd,
    settledWith,
    settledWith,
    fc.constant(tick),
    passes,
    compaction,
    others,
  ],
  { maxCommands: 60, size: "max" },
);

const model = (): Model => ({
  busy: false,
  live: false,
  compacting: false,
  cap: null,
  turns: 0,
  sent: false,
});

describe("the reducer, under any interleaving of events", () => {
  test("never sends for a loop that has ended, exceeds no cap, holds one wake", () => {
    fc.assert(
      fc.property(histories, (commands) => {
        const world = new World();
        fc.modelRun(() => ({ model: model(), real: world }), commands);
      }),
      runs(3_000),
    );
  });

  test("is deterministic: the same history gives the same states and effects", () => {
    fc.assert(
      fc.property(histories, (commands) => {
        const world = new World();
        fc.modelRun(() => ({ model: model(), real: world }), commands);
        let state = loop(emptyLoopState, { type: "restore", sessionId: "s", loop: null }, 0).state;
        for (const { event, now } of world.log) state = loop(state, event, now).state;
        expect(state).toEqual(world.state);
      }),
      runs(500),
    );
  });
});
