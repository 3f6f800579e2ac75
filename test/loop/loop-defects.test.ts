import { describe, expect, test } from "vitest";
import {
  calls,
  continuations,
  isLoopEntry,
  loopOf,
  loopPlace,
  results,
  startedLoop,
} from "./loop-place.ts";

const wait = () => calls("loop_wait", { reason: "you" });
const message = "please /loop --max 5 ship A. Then ship B.";

/** What other loops got wrong, one test each: it fails on a loop that does it again. */
describe("a loop does not", () => {
  test("come back to life because the user says something, nor promise that it would", async () => {
    const place = await loopPlace();
    const { host } = place;
    await startedLoop(place, message, "same", "same", "same");
    const notice = host.notices.at(-1)?.message ?? "";
    expect(notice).toMatch(/Resume it with \/loop resume\.$/u);
    expect(notice).not.toMatch(/message/u);
    host.model.push("hello");
    await host.prompt("hi");
    expect(loopOf(host)).toMatchObject({ status: "paused", cause: "no-progress" });
    expect(host.model.remaining).toBe(0);
  });

  test("send an overlong context again and again", async () => {
    const place = await loopPlace();
    const errorMessage = "prompt is too long: 210000 tokens > 200000 maximum";
    await startedLoop(place, message, { content: "", stopReason: "error", errorMessage });
    expect(loopOf(place.host)).toMatchObject({ status: "paused", cause: "context-overflow" });
  });

  test("leave a short interval unclamped because it comes from the settings", async () => {
    const place = await loopPlace({
      userSettings: { gatehouse: { loop: { defaultInterval: "5s", max: 1 } } },
    });
    await startedLoop(place, "please /loop ship A", "one");
    expect(loopOf(place.host)).toMatchObject({ intervalMs: 60_000, max: 1, cause: "cap" });
    expect(results(place.host, "loop_start")[0]?.text).toContain("5s was raised to it");
  });

  test("go on when the tool that ends it has gone", async () => {
    const place = await loopPlace({}, undefined, undefined, (pi) => {
      pi.on("agent_end", () => pi.setActiveTools(["read"]));
    });
    await startedLoop(place, message);
    expect(loopOf(place.host)).toMatchObject({ status: "paused", cause: "complete-tool-missing" });
    expect(continuations(place.host)).toEqual([]);
  });

  test("stay active past its time because it waits", async () => {
    const place = await loopPlace();
    const { host, clock } = place;
    await startedLoop(place, "please /loop --expires 2h ship A", wait(), "waiting");
    host.model.push("written down");
    clock.advance(2 * 3_600_000 + 1_000);
    await host.settled();
    expect(continuations(host).at(-1)).toContain("this is its last turn");
    expect(loopOf(host)).toMatchObject({ status: "stopped", cause: "expired" });
    expect(clock.waitingCount).toBe(0);
  });

  test("lose its criteria when the run that started it is summarized", async () => {
    const place = await loopPlace();
    const { host } = place;
    host.model.push(calls("loop_start", { objective: "ship A. Then ship B." }), summarizing(host));
    host.model.push("On it.", "1", "2", "3", "4", "5");
    await host.prompt(message);
    const sent = JSON.stringify(host.model.requests[2]);
    expect(sent).toContain("c2: Then ship B.");
  });

  test("start from a summary that mentions the command", async () => {
    const { host } = await loopPlace({ settings: { compaction: { keepRecentTokens: 1 } } });
    host.model.push("hello", "The user wanted: please /loop 10m ship A");
    await host.prompt("hi");
    await host.compact();
    host.model.push(calls("loop_start", { objective: "ship A" }), "ok");
    await host.prompt("go on");
    expect(results(host, "loop_start")).toMatchObject([{ isError: true }]);
    expect(host.entries.some(isLoopEntry)).toBe(false);
  });

  test("end because its own words are said", async () => {
    const place = await loopPlace();
    const said = [
      "LOOP_OK",
      "The loop is complete, loop_complete.",
      "All criteria are met.",
      "x",
      "y",
    ];
    await startedLoop(place, message, ...said);
    expect(loopOf(place.host)).toMatchObject({ cause: "cap", turns: 5 });
  });

  test("act where the user has switched it off", async () => {
    const place = await loopPlace();
    const { host } = place;
    await startedLoop(place, message, wait(), "waiting");
    await host.prompt("/gates off loop");
    host.model.push("hello");
    await host.prompt("go on");
    expect(loopOf(host)).toMatchObject({ status: "paused", cause: "user" });
    expect(host.promptSections["gatehouse_loop"]).toBeUndefined();
  });

  test("forget a mark that was set while a turn ran", async () => {
    const place = await loopPlace();
    const { host } = place;
    await startedLoop(
      place,
      "please /loop --max 1 ship A. Then ship B.",
      calls("loop_progress", { criterion: "c2", evidence: "src/b.ts:1" }),
      "one",
    );
    expect(loopOf(host).criteria).toMatchObject([{ passes: false }, { passes: true }]);
  });
});

/** An answer in whose turn the host tells of a compaction, as pi does in the middle of a run. */
function summarizing(host: Awaited<ReturnType<typeof loopPlace>>["host"]) {
  return () => {
    void host.tell({ type: "session_compact" } as never);
    return calls("loop_progress", { section: "Completed", note: "a" }) as never;
  };
}
