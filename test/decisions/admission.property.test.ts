import fc from "fast-check";
import { expect, test } from "vitest";
import { Admission } from "../../src/decisions/admission/admission.ts";
import { rootsOverlap } from "../../src/decisions/overlap/overlap.ts";
import { runCount, runs } from "../laws.ts";

interface Task {
  readonly id: string;
  readonly roots: readonly string[];
}

/** The plain definition: the line in order of arrival, every pair compared. */
class Model {
  readonly line: Task[] = [];
  arrivals = 0;

  waitsFor(task: Task): readonly string[] {
    const earlier = this.line.slice(0, this.line.indexOf(task));
    return earlier
      .filter((each) => each.roots.some((a) => task.roots.some((b) => rootsOverlap(a, b))))
      .map(({ id }) => id);
  }

  get running(): readonly string[] {
    return this.line.filter((task) => this.waitsFor(task).length === 0).map(({ id }) => id);
  }
}

class Arrive implements fc.Command<Model, Admission> {
  readonly roots: readonly string[];
  constructor(roots: readonly string[]) {
    this.roots = roots;
  }

  check = () => true;

  run(model: Model, admission: Admission): void {
    const task = { id: `t${model.arrivals++}`, roots: this.roots };
    model.line.push(task);
    expect(admission.arrive(task.id, task.roots)).toEqual(model.waitsFor(task));
    agree(model, admission);
  }

  toString = () => `arrive(${this.roots.join(" ")})`;
}

/** Whoever leaves: a running task that finishes or fails, or any task that is cancelled. */
class Leave implements fc.Command<Model, Admission> {
  readonly who: number;
  readonly kind: "finish" | "fail" | "cancel";
  constructor(who: number, kind: "finish" | "fail" | "cancel") {
    this.who = who;
    this.kind = kind;
  }

  check = (model: Readonly<Model>) => this.candidates(model).length > 0;

  candidates(model: Readonly<Model>): readonly string[] {
    return this.kind === "cancel" ? model.line.map(({ id }) => id) : model.running;
  }

  run(model: Model, admission: Admission): void {
    const candidates = this.candidates(model);
    const id = candidates[this.who % candidates.length];
    const before = new Set(model.running);
    model.line.splice(
      model.line.findIndex((task) => task.id === id),
      1,
    );
    const started = model.running.filter((each) => !before.has(each));
    expect(admission.leave(id ?? "")).toEqual(started);
    agree(model, admission);
  }

  toString = () => `${this.kind}(${this.who})`;
}

/** Both say the same of everybody, and what runs never overlaps. */
function agree(model: Model, admission: Admission): void {
  const running = model.line.filter((task) => admission.runs(task.id));
  expect(running.map(({ id }) => id)).toEqual(model.running);
  running.forEach((a, index) => {
    for (const b of running.slice(index + 1)) {
      expect(a.roots.some((x) => b.roots.some((y) => rootsOverlap(x, y)))).toBe(false);
    }
  });
  // No deadlock: whenever somebody is in line, somebody runs; and the first always does.
  if (model.line.length > 0) expect(admission.runs(model.line[0]?.id ?? "")).toBe(true);
}

const root = fc.oneof(
  { weight: 1, arbitrary: fc.constantFrom("/", "/a/", "/a/../b", "//c") },
  {
    weight: 8,
    arbitrary: fc
      .array(fc.constantFrom("a", "b", "c", "ab"), { minLength: 1, maxLength: 3 })
      .map((names) => `/${names.join("/")}`),
  },
);
const commands = [
  fc.array(root, { minLength: 1, maxLength: 4 }).map((roots) => new Arrive(roots)),
  fc
    .tuple(fc.nat({ max: 30 }), fc.constantFrom("finish", "fail", "cancel"))
    .map(([who, kind]) => new Leave(who, kind)),
];

test("every history goes as the plain definition says", () => {
  fc.assert(
    fc.property(fc.commands(commands, { maxCommands: 60, size: "max" }), (history) => {
      const setup = () => ({ model: new Model(), real: new Admission() });
      fc.modelRun(setup, history);
    }),
    {
      ...runs<[Iterable<fc.Command<Model, Admission>>]>(2_000),
      numRuns: Math.max(2_000, runCount()),
    },
  );
});

test("nobody starves: when all that run keep finishing, everybody has run, overlapping ones in order", () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(root, { minLength: 1, maxLength: 3 }), { maxLength: 25 }),
      fc.infiniteStream(fc.nat()),
      (tasks, picks) => {
        const admission = new Admission();
        const running = tasks.flatMap((roots, index) =>
          admission.arrive(String(index), roots).length === 0 ? [String(index)] : [],
        );
        const ended: string[] = [];
        while (running.length > 0) {
          const pick = Number(picks.next().value) % running.length;
          const [id = ""] = running.splice(pick, 1);
          ended.push(id);
          running.push(...admission.leave(id));
        }
        expect(ended.length).toBe(tasks.length);
        tasks.forEach((a, i) => {
          tasks.slice(i + 1).forEach((b, j) => {
            if (!a.some((x) => b.some((y) => rootsOverlap(x, y)))) return;
            expect(ended.indexOf(String(i))).toBeLessThan(ended.indexOf(String(i + 1 + j)));
          });
        });
      },
    ),
    runs(500),
  );
});

test("a task that nobody knows leaves nothing changed, and an id in line twice is a mistake", () => {
  const admission = new Admission();
  admission.arrive("a", ["/a"]);
  expect(admission.leave("b")).toEqual([]);
  expect(admission.runs("b")).toBe(false);
  expect(() => admission.arrive("a", ["/b"])).toThrow("in line already");
});
