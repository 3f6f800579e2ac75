import { describe, expect, test } from "vitest";
import {
  calls,
  completes,
  continuations,
  loopOf,
  loopPlace,
  results,
  startedLoop,
} from "./loop-place.ts";

const cited = { c1: "src/a.ts:10", c2: "npm test: exit 0" };
const work = () => calls("loop_progress", { section: "Completed", note: "did a piece" });

describe("a start (LP-13, LP-30)", () => {
  test("without a token in the user's message is refused", async () => {
    const { host } = await loopPlace();
    host.model.push(calls("loop_start", { objective: "ship A" }), "ok");
    await host.prompt("please keep working on A until it is done");
    expect(results(host, "loop_start")).toMatchObject([{ isError: true }]);
    expect(results(host, "loop_start")[0]?.text).toContain("No loop was started");
    expect(host.entries.some(({ type }) => type === "custom")).toBe(true);
  });

  test("with the token makes c1 and c2, and is refused a second time", async () => {
    const place = await loopPlace();
    const { host } = place;
    host.model.push(
      calls("loop_start", { objective: "ship A. Then ship B." }),
      calls("loop_start", { objective: "ship A. Then ship B." }),
      "On it.",
      "one",
      "two",
    );
    await host.prompt("please /loop 10m --max 2 ship A. Then ship B.");
    const [first, second] = results(host, "loop_start");
    expect(first?.isError).toBe(false);
    expect(second?.isError).toBe(true);
    const loop = loopOf(host);
    expect(loop.criteria.map(({ id, description }) => `${id} ${description}`)).toEqual([
      "c1 ship A.",
      "c2 Then ship B.",
    ]);
    expect([loop.intervalMs, loop.max]).toEqual([600_000, 2]);
    expect(first?.text).toContain("c2. Then ship B.");
    const notices = host.notices.map(({ message }) => message).join("\n");
    expect(notices).toContain("at most 2 turns");
    expect(notices).not.toContain("c2. Then ship B.");
  });

  test("by another extension's message is refused", async () => {
    const { host } = await loopPlace();
    host.model.push(calls("loop_start", { objective: "ship A" }), "ok");
    await host.prompt("please /loop ship A", { source: "extension" });
    expect(results(host, "loop_start")).toMatchObject([{ isError: true }]);
  });

  test("is over with the run: a later one is refused", async () => {
    const { host } = await loopPlace();
    host.model.push("what do you mean?", calls("loop_start", { objective: "ship A" }), "ok");
    await host.prompt("please /loop ship A");
    await host.prompt("go on");
    expect(results(host, "loop_start")).toMatchObject([{ isError: true }]);
  });

  test("is armed by a message that was queued, and its run does not complete it", async () => {
    const { host } = await loopPlace();
    const id = () => loopOf(host).id;
    host.model.push(
      "first",
      calls("loop_start", { objective: "ship A" }),
      completes(() => ({ loop_id: id(), evidence: { c1: "src/a.ts:1" } })),
      "On it.",
      "done.",
    );
    host.begin("do something");
    while (host.isIdle) await Promise.resolve();
    await host.followUp("now /loop --max 1 ship A");
    await host.settled();
    expect(results(host, "loop_start")).toMatchObject([{ isError: false }]);
    expect(results(host, "loop_complete")[0]?.text).toContain("Not in the run that started");
    expect(loopOf(host)).toMatchObject({ max: 1, status: "stopped", cause: "cap" });
    const shown = JSON.stringify(host.model.requests[1]);
    expect(shown).toContain("Call loop_start first");
    expect(JSON.stringify(host.entries)).not.toContain("Call loop_start first");
  });

  test("reminds the model in this run only, and leaves the message as it is", async () => {
    const { host } = await loopPlace();
    host.model.push("hm", "hm");
    await host.prompt("please /loop ship A");
    expect(JSON.stringify(host.model.requests[0])).toContain("Call loop_start first");
    expect(JSON.stringify(host.model.requests[0])).toContain('"please /loop ship A"');
    await host.prompt("go on");
    expect(host.promptSections["gatehouse_loop_start"]).toBeUndefined();
  });

  test("is off with inlineInvocation false", async () => {
    const { host } = await loopPlace({
      userSettings: { gatehouse: { loop: { inlineInvocation: false } } },
    });
    host.model.push(calls("loop_start", { objective: "ship A" }), "ok");
    await host.prompt("please /loop ship A");
    expect(results(host, "loop_start")).toMatchObject([{ isError: true }]);
  });

  test("with a faulty flag is answered to the user and arms nothing", async () => {
    const { host } = await loopPlace();
    host.model.push(calls("loop_start", { objective: "ship A" }), "ok");
    await host.prompt("please /loop --max 0 ship A");
    expect(host.notices[0]?.message).toContain("--max 0");
    expect(results(host, "loop_start")).toMatchObject([{ isError: true }]);
  });

  test("is refused where loop_complete is not active", async () => {
    const { host } = await loopPlace({ activeTools: ["read"] }, undefined, undefined, (pi) => {
      pi.on("session_start", () => pi.setActiveTools(["read", "loop_start"]));
    });
    host.model.push(calls("loop_start", { objective: "ship A" }), "ok");
    await host.prompt("please /loop ship A");
    expect(results(host, "loop_start")[0]).toMatchObject({ isError: true });
    expect(results(host, "loop_start")[0]?.text).toContain("loop_complete is not active");
    await host.prompt("/loop ship A");
    expect(host.notices.at(-1)?.message).toContain("loop_complete is not active");
  });

  test.each([
    ["4 001 characters", "x".repeat(4_001), "objective-too-long"],
    ["no words", "… 🎉 ---", "no-objective"],
    [
      "17 bullets",
      Array.from({ length: 17 }, (_, at) => `- item ${at}`).join("\n"),
      "bad-criteria",
    ],
    ["a bullet of 600 characters", `- ${"x".repeat(600)}\n- b`, "bad-criteria"],
  ])("with an objective of %s is refused and says what to do", async (_, objective, code) => {
    const { host } = await loopPlace();
    host.model.push(calls("loop_start", { objective }), "ok");
    await host.prompt("please /loop do the thing");
    const [result] = results(host, "loop_start");
    expect(result?.isError).toBe(true);
    expect(JSON.stringify(host.entries)).toContain(`"refused":"${code}"`);
    expect(result?.text.length).toBeGreaterThan(40);
  });

  test("with emoji, CRLF and fences keeps the objective as it is", async () => {
    const { host } = await loopPlace();
    const objective = "ship 🎉 A\r\n```\nnpm test\n```\r\n\r\nThen B.";
    host.model.push(calls("loop_start", { objective }), "ok", "a.", "b.");
    await host.prompt(`/loop_ please\n/loop --max 2 ${objective}`);
    expect(loopOf(host).objective).toBe(objective);
    expect(loopOf(host).criteria).toHaveLength(2);
  });
});

describe("running (LP-31, LP-40, LP-42)", () => {
  test("goes on by itself and stops at the cap", async () => {
    const place = await loopPlace();
    await startedLoop(place, undefined, work(), "one", work(), "two");
    expect(continuations(place.host)).toHaveLength(2);
    expect(loopOf(place.host)).toMatchObject({ status: "stopped", cause: "cap", turns: 2 });
    expect(place.host.model.remaining).toBe(0);
    expect(place.clock.waitingCount).toBe(0);
  });

  test("ends with evidence, and not in the run that started it", async () => {
    const place = await loopPlace();
    const { host } = place;
    const id = () => loopOf(host).id;
    host.model.push(
      calls("loop_start", { objective: "ship A. Then ship B." }),
      completes(() => ({ loop_id: id(), evidence: cited })),
      "On it.",
      completes(() => ({ loop_id: id(), evidence: { c1: "done" } })),
      completes(() => ({
        loop_id: id(),
        evidence: { ...cited, c2: "tests pass" },
      })),
      completes(() => ({ loop_id: "0000", evidence: cited })),
      completes(() => ({ loop_id: id(), evidence: { ...cited, c9: "x.ts" } })),
      completes(() => ({ loop_id: id(), evidence: cited, summary: "Shipped." })),
      "Finished.",
    );
    await host.prompt("please /loop ship A. Then ship B.");
    const found = results(host, "loop_complete").map(({ isError, text }) => `${isError} ${text}`);
    expect(found[0]).toContain("true Not in the run that started");
    expect(found[1]).toContain("true 1 of 2 criteria have no citation:\n- c2");
    expect(found[2]).toContain("true Only claims for c2");
    expect(found[3]).toContain("true That is another loop's id");
    expect(found[4]).toContain("true No such criterion: c9. There are c1, c2");
    expect(found[5]).toContain("false Loop");
    expect(loopOf(host)).toMatchObject({ status: "stopped", cause: "completed", turns: 1 });
    const ledger = `/home/user/.pi/agent/loop/${id()}`;
    const stored = JSON.parse(String(place.ports.volume.readFileSync(`${ledger}/criteria.json`)));
    expect(stored).toMatchObject([
      { id: "c1", passes: true, evidence: "src/a.ts:10" },
      { id: "c2", passes: true, evidence: "npm test: exit 0" },
    ]);
    expect(stored[0].evidenceAt).toMatch(/^2026-01-01T/u);
  });

  test("stops on /loop stop, pauses on /loop pause and goes on with /loop resume", async () => {
    const place = await loopPlace();
    const { host } = place;
    host.model.push(calls("loop_start", { objective: "ship A" }), () => {
      void host.prompt("/loop pause");
      return "On it.";
    });
    await host.prompt("please /loop ship A");
    await host.settled();
    expect(loopOf(host)).toMatchObject({ status: "paused", cause: "user", turns: 0 });
    expect(host.statuses.get("gatehouse.loop")).toContain("paused: you paused it");
    host.model.push(work(), () => {
      void host.prompt("/loop stop");
      return "working";
    });
    await host.prompt("/loop resume");
    await host.settled();
    expect(loopOf(host)).toMatchObject({ status: "stopped", cause: "user", turns: 1 });
    expect(host.statuses.get("gatehouse.loop")).toBeUndefined();
    expect(host.widgets.get("gatehouse.loop")).toBeUndefined();
  });

  test.each([
    ["the loop's own turn", true],
    ["a run of the user", false],
  ])("pauses on Esc in %s", async (_, own) => {
    const place = await loopPlace();
    const { host } = place;
    host.model.push(calls("loop_start", { objective: "ship A" }), "On it.");
    if (own) host.model.push({ content: "", waitsForAbort: true });
    else
      host.model.push(calls("loop_wait", { reason: "you" }), "waiting", {
        content: "",
        waitsForAbort: true,
      });
    host.begin("please /loop ship A");
    const requests = own ? 3 : 4;
    while (host.model.requests.length < requests) await Promise.resolve();
    if (!own) {
      await host.settled();
      host.begin("how is it going?");
      while (host.model.requests.length < 5) await Promise.resolve();
    }
    await host.abort();
    await host.settled();
    expect(loopOf(host)).toMatchObject({ status: "paused", cause: "interrupted" });
    expect(host.notices.at(-1)?.message).toContain("you interrupted it");
  });

  test("sends the same bytes from turn to turn, in prompt and message", async () => {
    const place = await loopPlace();
    await startedLoop(
      place,
      "/loop_ now\n/loop --max 3 ship <A> & B",
      work(),
      "one",
      work(),
      "two",
      work(),
      "three",
    );
    const { host } = place;
    const texts = continuations(host);
    expect(texts).toHaveLength(3);
    expect(new Set(texts).size).toBe(1);
    const systems = host.model.requests.map((sent) =>
      JSON.stringify(sent.filter(({ role }) => role === "system")),
    );
    const loopTurns = systems.filter((text) => text.includes("A loop is running"));
    expect(loopTurns[0]).toContain("ship &lt;A&gt; &amp; B");
    expect(loopTurns.length).toBeGreaterThanOrEqual(6);
    expect(new Set(loopTurns).size).toBe(1);
    expect(loopTurns[0]).not.toMatch(/turn \d|\d\/\d/u);
  });
});

describe("breakers (LP-43)", () => {
  test("three turns that say the same and use no tool pause it", async () => {
    const place = await loopPlace();
    await startedLoop(
      place,
      "please /loop ship A",
      "Still waiting.",
      "still  waiting!".replace("!", "."),
      "Still waiting.",
    );
    expect(loopOf(place.host)).toMatchObject({ status: "paused", cause: "no-progress", turns: 3 });
  });

  test("different words, or a tool in between, do not", async () => {
    const place = await loopPlace();
    const turns = ["same", "same", "other", "same", work(), "same", "same", "x"];
    await startedLoop(place, "please /loop --max 7 ship A", ...turns);
    expect(loopOf(place.host)).toMatchObject({ status: "stopped", cause: "cap", turns: 7 });
  });

  test.each([
    ["429: you have used all included usage", "usage-limit"],
    ["401 invalid api key", "authentication"],
    ["model exploded strangely", "provider-error"],
  ])("%s pauses it", async (errorMessage, cause) => {
    const place = await loopPlace();
    const failing = { content: "", stopReason: "error" as const, errorMessage };
    await startedLoop(place, "please /loop ship A", failing);
    expect(loopOf(place.host)).toMatchObject({ status: "paused", cause });
  });

  test("a transient error does not", async () => {
    const place = await loopPlace();
    const failing = {
      content: "",
      stopReason: "error" as const,
      errorMessage: "stream closed, 503",
    };
    await startedLoop(place, "please /loop --max 2 ship A", failing, "two");
    expect(loopOf(place.host)).toMatchObject({ status: "stopped", cause: "cap", turns: 2 });
  });

  test("after a resume the counting starts afresh", async () => {
    const place = await loopPlace();
    await startedLoop(place, "please /loop --max 5 ship A", "same", "same", "same");
    expect(loopOf(place.host).cause).toBe("no-progress");
    place.host.model.push("same", work(), "same");
    await place.host.prompt("/loop resume");
    await place.host.settled();
    expect(loopOf(place.host)).toMatchObject({ status: "stopped", cause: "cap", turns: 5 });
  });

  test("expiry gives one final turn, then stops", async () => {
    const place = await loopPlace();
    const { host, clock } = place;
    await startedLoop(
      place,
      "please /loop --expires 1h ship A",
      () => {
        clock.advance(3_600_000);
        return "working";
      },
      "Written down.",
    );
    expect(continuations(host).at(-1)).toContain("this is its last turn");
    expect(loopOf(host)).toMatchObject({ status: "stopped", cause: "expired", turns: 2 });
  });
});

describe("waiting (LP-46)", () => {
  test("holds the loop until its time, then wakes it", async () => {
    const place = await loopPlace();
    const { host, clock } = place;
    await startedLoop(
      place,
      "please /loop --max 2 ship A",
      calls("loop_wait", { reason: "CI", resume_after: "10s" }),
      "waiting",
    );
    expect(results(host, "loop_wait")[0]?.text).toContain("until 1m (10s was limited to it)");
    expect(host.statuses.get("gatehouse.loop")).toContain("waits for CI");
    host.model.push("two");
    clock.advance(30_000);
    await host.settled();
    expect(continuations(host)).toHaveLength(1);
    clock.advance(40_000);
    await host.settled();
    expect(continuations(host).at(-1)).toContain("The wait is over");
    expect(loopOf(host)).toMatchObject({ cause: "cap" });
  });

  test("set in a run of the user is not undone by the end of that run", async () => {
    const place = await loopPlace();
    const { host } = place;
    await startedLoop(
      place,
      "please /loop --max 3 ship A",
      calls("loop_wait", { reason: "you" }),
      "waiting",
    );
    host.model.push(calls("loop_wait", { reason: "the review" }), "still waiting");
    await host.prompt("not yet, wait for the review");
    expect(loopOf(host).waiting).toMatchObject({ reason: "the review" });
    expect(continuations(host)).toHaveLength(1);
    host.model.push("thanks", work(), "one", work(), "two");
    await host.prompt("reviewed, go");
    expect(loopOf(host)).toMatchObject({ cause: "cap", turns: 3, waiting: null });
    expect(new Set(continuations(host)).size).toBe(1);
  });
});

test("all four tools are always there, and say when they may be called (LP-34)", async () => {
  const { host } = await loopPlace();
  const names = ["loop_start", "loop_complete", "loop_progress", "loop_wait"];
  expect(host.activeTools).toEqual(expect.arrayContaining(names));
  const prompt = host.systemPrompt;
  for (const name of names) expect(prompt).toContain(`- ${name}: `);
  expect(prompt).toContain("only when this turn's user message holds an explicit");
  expect(prompt).toContain("word for word");
  expect(prompt).toContain("never call loop_complete in the turn that started the loop");
});
