import { describe, expect, test } from "vitest";
import { runnerChoice } from "../../src/edge/task/runner-lookup.ts";
import { taskSystem } from "../../src/edge/task/task-system.ts";
import type { EnvironmentPort, FilePort } from "../../src/kernel/ports.ts";
import { taskView } from "../../src/tools/task-view.ts";

function choice(there: readonly string[], variables: Readonly<Record<string, string>> = {}) {
  const environment: EnvironmentPort = {
    variable: (name) => variables[name],
    home: "/home/me",
    platform: "posix",
  };
  const files = {
    realPath: (path: string) =>
      there.includes(path) ? { ok: true, value: path } : { ok: false, problem: "missing" },
    facts: () => ({ ok: true, value: { type: "file" } }),
  } as unknown as FilePort;
  return runnerChoice(environment, files);
}

describe("which runner carries a task out (TK-16)", () => {
  const places = [
    "/opt/pi-toolkit/bin/pi-task",
    "/home/me/src/pi-toolkit/bin/pi-task",
    "/home/me/src/src_local/pi-toolkit/bin/pi-task",
    "/workspace/pi-toolkit/bin/pi-task",
    "/usr/bin/pi-task",
  ];
  const path = { PATH: "bin:/nowhere:/usr/bin" };

  test("the first place that has one, in order, PATH last, else our own", () => {
    places.forEach((place, index) => {
      expect(choice(places.slice(index), path)).toMatchObject({ kind: "external", program: place });
    });
    expect(choice([], path)).toEqual({ kind: "own" });
    expect(choice(["bin/pi-task"], path)).toEqual({ kind: "own" });
  });

  test("the variable goes first; naming nothing is an error, being empty is not", () => {
    const named = { PI_TASK_BIN: "/my/runner" };
    expect(choice(["/my/runner", ...places], named)).toMatchObject({ program: "/my/runner" });
    expect(choice(places, named)).toMatchObject({ kind: "missing" });
    expect(choice(places, { PI_TASK_BIN: "" })).toMatchObject({ program: places[0] });
    const home = { PI_TASK_BIN: "~/runner" };
    expect(choice(["/home/me/runner"], home)).toMatchObject({ program: "/home/me/runner" });
  });
});

describe("on the screen (TK-17)", () => {
  type Theme = Parameters<typeof taskView.renderCall>[1];
  const theme = { fg: (_: string, text: string) => text, bold: (text: string) => text } as Theme;
  const context = (expanded: boolean) =>
    ({ expanded }) as Parameters<typeof taskView.renderCall>[2];
  const drawn = (component: { render(width: number): readonly string[] }) =>
    component.render(200).map((line) => line.trimEnd());
  const details = {
    id: "one",
    phase: "done",
    verdict: "FAIL",
    result: {
      elapsed_ms: 1_500,
      cost_usd: 0.25,
      roots: [{ root: "/r" }],
      failures: Array.from({ length: 5 }, (_, at) => ({
        code: "changed-outside",
        message: `${at}`,
      })),
      changes: [{ change: "created", path: "/r/x\u001b[2J", outside: false }],
      evidence: [{ pointer: "a:1", claim: "c" }],
    },
  } as const;
  const answer = { content: [{ type: "text", text: "the whole report" }], details } as Parameters<
    typeof taskView.renderResult
  >[0];
  const result = (expanded: boolean, of = answer, isPartial = false) =>
    drawn(taskView.renderResult(of, { expanded, isPartial }, theme, context(expanded)));

  test("a call shows id, effort and roots, and all when expanded", () => {
    const args = { id: "one", goal: "The goal.", deliverable: "D", roots: ["/a", "/b"] };
    const call = (expanded: boolean) => drawn(taskView.renderCall(args, theme, context(expanded)));
    expect(call(false)).toEqual(["task one balanced, reads /a, /b"]);
    expect(call(true)).toEqual(["task one balanced, reads /a, /b", "The goal.", "Deliverable: D"]);
    expect(drawn(taskView.renderCall(undefined, theme, context(false)))[0]).toContain("task");
  });

  test("a result shows the first of everything, and all when expanded", () => {
    expect(result(false)).toEqual([
      "FAIL one 1.5 s, $0.2500, /r",
      "changed-outside: 0",
      "changed-outside: 1",
      "changed-outside: 2",
      "… 2 more",
      "created /r/x [2J",
      "a:1 c",
    ]);
    expect(result(true)).toHaveLength(10);
    expect(result(true).at(-1)).toBe("the whole report");
  });

  test("updates and errors are their words", () => {
    expect(result(false, answer, true)).toEqual(["the whole report"]);
    const error = { ...answer, details: undefined } as unknown as typeof answer;
    expect(result(false, error)).toEqual(["the whole report"]);
  });
});

test("the tool says when to use it, in the prompt that survives compaction (TK-11)", () => {
  const tools: { name: string; promptSnippet?: string; promptGuidelines?: string[] }[] = [];
  const host = { registerTool: (tool: (typeof tools)[0]) => tools.push(tool), on: () => {} };
  taskSystem.install({ host } as unknown as Parameters<typeof taskSystem.install>[0]);
  expect(tools.map(({ name }) => name)).toEqual(["task"]);
  expect(tools[0]?.promptSnippet).toMatch(/PASS or FAIL/);
  expect(tools[0]?.promptGuidelines?.join(" ")).toMatch(/fork.*PASS.*overlap/);
});
