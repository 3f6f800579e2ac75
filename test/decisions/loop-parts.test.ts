import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fingerprint } from "../../src/decisions/loop/fingerprint.ts";
import { newLoop } from "../../src/decisions/loop/loop-state.ts";
import {
  newProgress,
  progressSections,
  withNote,
} from "../../src/decisions/loop/progress-notes.ts";
import { providerProblem } from "../../src/decisions/loop/provider-problem.ts";
import { storedLoop } from "../../src/decisions/loop/stored-loop.ts";
import { runs } from "../laws.ts";

describe("a provider's error", () => {
  test.each([
    ["429 Too Many Requests", "transient"],
    ["Rate limit reached for requests per minute", "transient"],
    ["Too many tokens, please wait before trying again", "transient"],
    ["529 overloaded_error: Overloaded", "transient"],
    ["503 Service Unavailable", "transient"],
    ["fetch failed: ECONNRESET", "transient"],
    ["The operation timed out", "transient"],
    ["429: you have used all included usage for this month", "usage-limit"],
    ["You exceeded your current quota, please check your plan and billing", "usage-limit"],
    ["Your credit balance is too low", "usage-limit"],
    ["Weekly limit reached, resets Monday", "usage-limit"],
    ["401 Unauthorized", "authentication"],
    ["403 Forbidden: invalid x-api-key", "authentication"],
    ["No API key found for provider", "authentication"],
    ["prompt is too long: 210000 tokens > 200000 maximum", "context-overflow"],
    ["This model's maximum context length is 128000 tokens", "context-overflow"],
    ["model exploded strangely", "provider-error"],
    ["", "provider-error"],
  ])("%j is read as %s (LP-43)", (text, problem) => {
    expect(providerProblem(text)).toBe(problem);
  });
});

describe("what a turn said", () => {
  test("is the same whatever its case, blanks and invisible units", () => {
    const said = ["Still waiting.", "still  WAITING.", "\u200bStill\nwaiting.", "Ｓtill waiting."];
    expect(new Set(said.map(fingerprint)).size).toBe(1);
    expect(new Set(["", " … ", "--", "\n"].map(fingerprint)).size).toBe(1);
    expect(fingerprint("a")).not.toBe(fingerprint("b"));
  });
});

describe("a stored loop", () => {
  const plan = {
    id: "0123abcd",
    objective: "ship A",
    criteria: ["ship A"],
    intervalMs: 60_000,
    max: 25,
    lifetimeMs: 3_600_000,
  };
  const whole = JSON.parse(JSON.stringify(newLoop(plan, "s", 1_000))) as Record<string, unknown>;

  test("comes back as it was written", () => {
    expect(storedLoop(whole)).toEqual(whole);
  });

  test("is none when any part of it is missing or of another kind (LP-44)", () => {
    for (const key of Object.keys(whole)) {
      const { [key]: _, ...cut } = whole;
      expect([key, storedLoop(cut)]).toEqual([key, undefined]);
      expect([key, storedLoop({ ...whole, [key]: { odd: true } })]).toEqual([key, undefined]);
    }
  });

  test.each([
    [{ id: "../../x" }],
    [{ id: "" }],
    [{ status: "running" }],
    [{ status: "paused" }],
    [{ cause: "user" }],
    [{ objective: " " }],
    [{ intervalMs: 0 }],
    [{ max: 0 }],
    [{ max: 1.5 }],
    [{ turns: -1 }],
    [{ startedAt: Number.NaN }],
    [{ criteria: [] }],
    [{ criteria: [{ id: "c1", description: "a", passes: "yes" }] }],
    [{ sessionId: "" }],
  ])("with %j is none", (change) => {
    expect(storedLoop({ ...whole, ...change })).toBeUndefined();
  });

  test("is looked for in any value without a throw", () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect(storedLoop(value)).toBeUndefined();
      }),
      runs(),
    );
  });
});

describe("a note", () => {
  test("changes nothing that is in the file, and stands in it (LP-32, LP-45)", () => {
    const line = fc.constantFrom(
      "# T",
      "## Completed",
      "## completed ##",
      "## Other",
      "- a",
      "",
      "x",
    );
    const file = fc.array(line, { maxLength: 12 }).map((lines) => lines.join("\n"));
    const section = fc.constantFrom(...progressSections);
    fc.assert(
      fc.property(file, section, (text, name) => {
        const after = withNote(text, name, "the note").split("\n");
        const before = text.split("\n").filter((each) => each.trim() !== "");
        expect(after).toContain("- the note");
        let at = 0;
        for (const each of after) if (each === before[at]) at++;
        expect(at).toBe(before.length);
      }),
      runs(),
    );
  });

  test("goes to its section of a new file", () => {
    const file = withNote(newProgress("ship A.\nThen B."), "Completed", "one\ntwo");
    expect(file).toMatchInlineSnapshot(`
      "# Loop progress

      > ship A.
      > Then B.

      ## Current status

      ## Completed

      - one
        two

      ## Failed approaches

      ## Next actions
      "
    `);
  });
});
