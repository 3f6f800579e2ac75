import { getCurrentSystemPrompt } from "@earendil-works/pi-ai";
import { SessionManager } from "@earendil-works/pi-coding-agent";
import { afterEach, describe, expect, test } from "vitest";
import { call, RealPi } from "./real-pi.ts";

const objective = "ship A. Then ship B.";
const message = "please /loop 10m --max 2 ship A. Then ship B.";
const start = call("loop_start", { objective });
const note = call("loop_progress", { section: "Completed", note: "a piece" });
const cited = { c1: "src/a.ts:10", c2: "npm test: exit 0" };
const open: RealPi[] = [];

async function realPi(...args: Parameters<typeof RealPi.start>): Promise<RealPi> {
  const pi = await RealPi.start(...args);
  open.push(pi);
  return pi;
}

afterEach(async () => {
  for (const pi of open.splice(0)) await pi.close();
});

describe("in a real pi", () => {
  test("a start without a token is refused", async () => {
    const pi = await realPi();
    await pi.prompt("keep going until A is shipped", start, "ok");
    expect(pi.results("loop_start")).toMatchObject([{ isError: true }]);
  });

  test("the token starts one loop, it goes on by itself, and stops at the cap", async () => {
    const pi = await realPi();
    await pi.prompt(
      message,
      start,
      start,
      call("loop_complete", { loop_id: "x", evidence: {} }),
      "On it.",
      note,
      "one",
      note,
      "two",
    );
    expect(pi.results("loop_start").map(({ isError }) => isError)).toEqual([false, true]);
    expect(pi.results("loop_complete")[0]).toMatchObject({ isError: true });
    expect(pi.loop.criteria.map(({ id, description }) => [id, description])).toEqual([
      ["c1", "ship A."],
      ["c2", "Then ship B."],
    ]);
    expect(pi.loop).toMatchObject({ status: "stopped", cause: "cap", turns: 2 });
    expect(pi.unused).toBe(0);
  });

  test("completing in the starting run is refused, later it ends the loop", async () => {
    const pi = await realPi();
    const complete = (real: RealPi) =>
      call("loop_complete", { loop_id: real.loop.id, evidence: cited });
    await pi.prompt(
      "please /loop ship A. Then ship B.",
      start,
      complete,
      "On it.",
      note,
      complete,
      "Done.",
    );
    expect(pi.results("loop_complete").map(({ isError }) => isError)).toEqual([true, false]);
    expect(pi.results("loop_complete")[0]?.text).toContain("Not in the run that started");
    expect(pi.loop).toMatchObject({ status: "stopped", cause: "completed", turns: 1 });
  });

  test("/loop stop ends it between turns", async () => {
    const pi = await realPi();
    const stops = (real: RealPi) => {
      void real.session.prompt("/loop stop");
      return "working";
    };
    await pi.prompt("please /loop ship A. Then ship B.", start, "On it.", note, stops);
    expect(pi.loop).toMatchObject({ status: "stopped", cause: "user", turns: 1 });
  });

  test("an abort of its turn pauses it", async () => {
    const pi = await realPi();
    const aborts = (real: RealPi) => {
      void real.session.abort();
      return "cut";
    };
    await pi.prompt("please /loop ship A. Then ship B.", start, "On it.", aborts);
    await pi.session.waitForIdle();
    expect(pi.loop).toMatchObject({ status: "paused", cause: "interrupted" });
  });

  test("what the provider gets is the same from turn to turn", async () => {
    const pi = await realPi();
    await pi.prompt(
      "please /loop --max 3 ship A. Then ship B.",
      start,
      "On it.",
      note,
      "one",
      note,
      "two",
      note,
      "three",
    );
    const prompts = pi.requests.map((sent) => getCurrentSystemPrompt(sent) ?? "");
    const active = prompts.filter((text) => text.includes("A loop is running"));
    expect(active.length).toBe(6);
    expect(new Set(active).size).toBe(1);
    const sends = pi.requests.map((sent) =>
      JSON.stringify(sent.findLast(({ role }) => role === "user")),
    );
    const own = new Set(sends.filter((text) => text.includes("gatehouse-loop:")).map(withoutTime));
    expect(own.size).toBe(1);
    const starting = prompts.filter((text) => text.includes("Call loop_start first"));
    expect(starting.length).toBe(2);
  });

  test("it survives a compaction: the next turn carries id, objective and criteria once", async () => {
    const pi = await realPi();
    const wait = call("loop_wait", { reason: "you" });
    await pi.prompt("please /loop --max 2 ship A. Then ship B.", start, "On it.", wait, "waiting");
    pi.push("A summary.", "Of a turn.");
    await pi.session.compact();
    const before = pi.requests.length;
    await pi.prompt("go on", "hello", note, "two");
    const sent = getCurrentSystemPrompt(pi.requests[before] ?? []) ?? "";
    for (const part of [pi.loop.id, objective, "c1: ship A.", "c2: Then ship B."]) {
      expect(sent).toContain(part);
    }
    expect(sent.split("A loop is running")).toHaveLength(2);
    expect(pi.loop).toMatchObject({ cause: "cap", turns: 2 });
  });

  test("it survives a restart and a move in the tree", async () => {
    const first = await realPi((cwd) => SessionManager.create(cwd, `${cwd}-sessions`));
    const wait = call("loop_wait", { reason: "you" });
    await first.prompt(
      "please /loop --max 2 ship A. Then ship B.",
      start,
      "On it.",
      wait,
      "waiting",
    );
    const file = first.session.sessionManager.getSessionFile() ?? "";
    const id = first.loop.id;
    const again = await realPi(() => SessionManager.open(file), first);
    expect(again.loop).toMatchObject({ id, status: "active", turns: 1 });
    const leaf = again.session.sessionManager.getLeafId() ?? "";
    const root = again.session.sessionManager.getBranch().find(isUserMessage)?.id ?? "";
    await again.session.navigateTree(root);
    await again.session.navigateTree(leaf);
    await again.prompt("go on", "hello", note, "two");
    expect(again.loop).toMatchObject({ id, cause: "cap", turns: 2 });
  });

  test("a forked session does not drive its parent's loop", async () => {
    const parent = await realPi((cwd) => SessionManager.create(cwd, `${cwd}-sessions`));
    const wait = call("loop_wait", { reason: "you" });
    await parent.prompt(
      "please /loop --max 2 ship A. Then ship B.",
      start,
      "On it.",
      wait,
      "waiting",
    );
    const file = parent.session.sessionManager.getSessionFile() ?? "";
    const fork = await realPi(
      (cwd) => SessionManager.forkFrom(file, cwd, `${cwd}-sessions`),
      parent,
    );
    expect(fork.loop).toMatchObject({ status: "paused", cause: "forked", id: parent.loop.id });
    await fork.prompt("hello", "hi");
    expect(fork.unused).toBe(0);
    expect(fork.loop.status).toBe("paused");
    expect(parent.loop.status).toBe("active");
  });
});

function isUserMessage(entry: { readonly type: string }): boolean {
  return (
    entry.type === "message" && (entry as { message?: { role?: string } }).message?.role === "user"
  );
}

function withoutTime(text: string): string {
  return text.replace(/"timestamp":\d+/u, "");
}
