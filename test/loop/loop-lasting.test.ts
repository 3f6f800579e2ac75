import type { SessionEntry } from "@earendil-works/pi-coding-agent";
import { describe, expect, test } from "vitest";
import type { FilePort } from "../../src/kernel/ports.ts";
import {
  calls,
  completes,
  continuations,
  isLoopEntry,
  type LoopPlace,
  loopOf,
  loopPlace,
  results,
  startedLoop,
} from "./loop-place.ts";

const ledgerOf = (place: LoopPlace) => `/home/user/.pi/agent/loop/${loopOf(place.host).id}`;
const read = (place: LoopPlace, name: string) =>
  String(place.ports.volume.readFileSync(`${ledgerOf(place)}/${name}`));
const write = (place: LoopPlace, name: string, text: string) =>
  place.ports.volume.writeFileSync(`${ledgerOf(place)}/${name}`, text);

/** A loop of two criteria that waits for the user, so that nothing goes on by itself. */
async function waitingLoop(
  settings: NonNullable<Parameters<typeof loopPlace>[0]>["settings"] = {},
): Promise<LoopPlace> {
  const place = await loopPlace({ settings });
  const wait = calls("loop_wait", { reason: "you" });
  await startedLoop(place, "please /loop 10m --max 5 ship A. Then ship B.", wait, "waiting");
  return place;
}

/** The same session in a new process: its entries are all that is left, and the disk. */
function restarted(place: LoopPlace, entries = place.host.entries): Promise<LoopPlace> {
  return loopPlace({ entries }, undefined, place);
}

describe("a restart (LP-41, LP-44)", () => {
  test("takes the loop up again, and wakes it when the session stays quiet", async () => {
    const place = await waitingLoop();
    const again = await restarted(place);
    again.host.model.push(
      "I am back",
      calls("loop_progress", { section: "Completed", note: "x" }),
      "one",
      "two",
      "three",
      "four",
    );
    await again.host.prompt("go on");
    expect(loopOf(again.host)).toMatchObject({ status: "stopped", cause: "cap", turns: 5 });
    expect(JSON.stringify(again.host.model.requests[0])).toContain("A loop is running");
  });

  test("of an active loop waits for the fallback wake, and only one is ever due", async () => {
    const place = await loopPlace();
    place.host.model.push(calls("loop_start", { objective: "ship A" }), "On it.");
    await place.host.prompt("please /loop 10m --max 2 ship A").catch(() => undefined);
    const cut = place.host.entries.findIndex(isLoopEntry);
    const again = await restarted(place, place.host.entries.slice(0, cut + 1));
    expect(loopOf(again.host).status).toBe("active");
    expect(again.host.statuses.get("gatehouse.loop")).toContain("wakes in 10m");
    again.host.model.push("one", "two");
    again.clock.advance(599_000);
    await again.host.settled();
    expect(continuations(again.host)).toHaveLength(0);
    again.clock.advance(2_000);
    await again.host.settled();
    expect(continuations(again.host)[0]).toContain("has been quiet");
    expect(loopOf(again.host)).toMatchObject({ cause: "cap", turns: 2 });
  });

  test("after the loop's time ends it", async () => {
    const place = await waitingLoop();
    place.clock.advance(8 * 86_400_000);
    const again = await restarted(place);
    expect(loopOf(again.host)).toMatchObject({ status: "stopped", cause: "expired" });
  });

  test("passes over an entry that is not whole, with a warning", async () => {
    const place = await waitingLoop();
    const entries = place.host.entries.map((entry) => ({ ...entry }));
    const last = entries.findLastIndex(isLoopEntry);
    entries[last] = { ...entries[last], data: { version: 1, loop: { id: "x" } } } as SessionEntry;
    const again = await restarted(place, entries);
    again.host.model.push("hello", "a", "b", "c", "d", "e");
    expect(again.host.notices.map(({ message }) => message).join()).toContain("cannot be read");
    await again.host.prompt("go on");
    expect(loopOf(again.host).id).toBe(loopOf(place.host).id);
  });

  test("keeps what was marked in the ledger, even where the session lags behind", async () => {
    const place = await waitingLoop();
    const stored = JSON.parse(read(place, "criteria.json"));
    stored[1] = { ...stored[1], passes: true, evidence: "src/b.ts:3", note: "by hand" };
    write(place, "criteria.json", JSON.stringify(stored));
    const again = await restarted(place);
    expect(loopOf(again.host).criteria[1]).toMatchObject({ passes: true, evidence: "src/b.ts:3" });
    again.host.model.push(
      calls("loop_progress", { criterion: "c1", evidence: "exit 0" }),
      "ok",
      "1",
      "2",
      "3",
      "4",
      "5",
    );
    await again.host.prompt("go on");
    expect(JSON.parse(read(again, "criteria.json"))).toMatchObject([
      { id: "c1", passes: true, evidence: "exit 0" },
      { id: "c2", passes: true, evidence: "src/b.ts:3", note: "by hand" },
    ]);
  });
});

describe("a compaction (LP-47)", () => {
  test("neither loses nor doubles the loop: the next turn has id, objective and criteria", async () => {
    const place = await waitingLoop({ compaction: { keepRecentTokens: 1 } });
    const { host } = place;
    host.model.push("a summary", "of a turn");
    await host.compact();
    const before = host.model.requests.length;
    host.model.push("hello", "a", "b", "c", "d", "e");
    await host.prompt("go on");
    const sent = JSON.stringify(host.model.requests[before]);
    for (const part of [
      loopOf(host).id,
      "ship A. Then ship B.",
      "c1: ship A.",
      "c2: Then ship B.",
    ]) {
      expect(sent).toContain(part);
    }
    expect(sent.split("A loop is running").length).toBe(2);
    expect(loopOf(host)).toMatchObject({ cause: "cap", turns: 5 });
  });
});

describe("a move in the tree", () => {
  test("takes up the loop of the branch, or none", async () => {
    const place = await waitingLoop();
    const { host } = place;
    const first = host.entries[0]?.id ?? "";
    const leaf = host.session.getLeafId() ?? "";
    await host.navigateTree(first);
    expect(host.statuses.get("gatehouse.loop")).toBeUndefined();
    await host.prompt("/loop status");
    expect(host.notices.at(-1)?.message).toContain("starts a loop");
    await host.navigateTree(leaf);
    expect(host.statuses.get("gatehouse.loop")).toContain("waits for you");
    host.model.push("hello", "a", "b", "c", "d", "e");
    await host.prompt("go on");
    expect(loopOf(host)).toMatchObject({ cause: "cap", turns: 5 });
  });

  test("disarms", async () => {
    const { host } = await loopPlace();
    host.model.push("hm", "hm", calls("loop_start", { objective: "ship A" }), "ok");
    await host.prompt("hello");
    await host.prompt("please /loop ship A");
    await host.navigateTree(host.entries[0]?.id ?? "");
    await host.prompt("go on");
    expect(results(host, "loop_start")).toMatchObject([{ isError: true }]);
  });
});

describe("a fork", () => {
  test("does not drive its parent's loop: the copy is paused, and resumes as its own", async () => {
    const place = await waitingLoop();
    const { host } = place;
    const parent = loopOf(host);
    const target = host.session.getLeafId() ?? "";
    await host.fork(target, { position: "at" });
    expect(loopOf(host)).toMatchObject({ status: "paused", cause: "forked", id: parent.id });
    expect(host.statuses.get("gatehouse.loop")).toContain("this session is a copy");
    expect(place.clock.waitingCount).toBe(0);
    const parentFile = read(place, "criteria.json");
    host.model.push(
      calls("loop_progress", { criterion: "c1", evidence: "exit 0" }),
      "a",
      "b",
      "c",
      "d",
      "e",
    );
    await host.prompt("/loop resume");
    await host.settled();
    expect(loopOf(host).id).not.toBe(parent.id);
    expect(
      String(
        place.ports.volume.readFileSync(`/home/user/.pi/agent/loop/${parent.id}/criteria.json`),
      ),
    ).toBe(parentFile);
    expect(JSON.parse(read(place, "criteria.json"))[0].passes).toBe(true);
  });
});

describe("the ledger (LP-32, LP-45)", () => {
  test("holds criteria and notes, and unmarking drops the evidence", async () => {
    const place = await waitingLoop();
    const { host } = place;
    host.model.push(
      calls("loop_progress", { criterion: "c1", evidence: "tests pass" }),
      calls("loop_progress", { criterion: "c1", evidence: "npm test: exit 0" }),
      calls("loop_progress", { criterion: "c1", met: false }),
      calls("loop_progress", {
        section: "Failed approaches",
        note: "mocking time: it hides the bug",
      }),
      calls("loop_progress", { criterion: "c9", evidence: "exit 0" }),
      calls("loop_progress", {}),
      calls("loop_wait", { reason: "you" }),
      "ok",
    );
    await host.prompt("note it");
    const told = results(host, "loop_progress").map(({ isError, text }) => `${isError} ${text}`);
    expect(told[0]).toContain("true Marking c1 as met needs evidence");
    expect(told[1]).toContain("false c1 is marked as met.\nStill open: c2.");
    expect(told[2]).toContain("its evidence is dropped");
    expect(told[4]).toContain("true No such criterion: c9");
    expect(told[5]).toContain("true Give a criterion");
    expect(JSON.parse(read(place, "criteria.json"))).toEqual([
      { id: "c1", description: "ship A.", passes: false },
      { id: "c2", description: "Then ship B.", passes: false },
    ]);
    expect(read(place, "PROGRESS.md")).toContain("## Failed approaches\n\n- mocking time");
  });

  test("that was cut or edited into nonsense is left alone, said once, and the loop goes on", async () => {
    const place = await waitingLoop();
    const { host } = place;
    const whole = read(place, "criteria.json");
    write(place, "criteria.json", whole.slice(0, 20));
    host.model.push(
      calls("loop_progress", { criterion: "c1", evidence: "exit 0" }),
      calls("loop_progress", { criterion: "c2", evidence: "exit 0" }),
      calls("loop_wait", { reason: "you" }),
      "ok",
    );
    await host.prompt("mark them");
    expect(read(place, "criteria.json")).toBe(whole.slice(0, 20));
    const warnings = host.notices.filter(({ message }) =>
      message.includes("not a list of criteria"),
    );
    expect(warnings).toHaveLength(2);
    expect(loopOf(host).criteria.every(({ passes }) => passes)).toBe(true);
    const again = await restarted(place);
    expect(loopOf(again.host).criteria.every(({ passes }) => passes)).toBe(true);
  });

  test("keeps sections that somebody wrote by hand", async () => {
    const place = await waitingLoop();
    write(place, "PROGRESS.md", "# Mine\n\nWords.\n\n## Completed\n- by hand\n\n## Other\nkept\n");
    place.host.model.push(
      calls("loop_progress", { section: "Completed", note: "a second thing" }),
      calls("loop_progress", { section: "Next actions", note: "rest" }),
      calls("loop_wait", { reason: "you" }),
      "ok",
    );
    await place.host.prompt("note it");
    expect(read(place, "PROGRESS.md")).toBe(
      "# Mine\n\nWords.\n\n## Completed\n- by hand\n- a second thing\n\n## Other\nkept\n\n## Next actions\n\n- rest\n",
    );
  });

  test("on a full disk gives a clear message and keeps the loop's state", async () => {
    let full = false;
    const place = await loopPlace({}, (ports) => {
      const files: FilePort = {
        ...ports.files,
        writeText: (path, text) =>
          full ? { ok: false, problem: "full" } : ports.files.writeText(path, text),
      };
      return { ...ports, files };
    });
    const { host } = place;
    full = true;
    const id = () => loopOf(host).id;
    await startedLoop(
      place,
      "please /loop --max 3 ship A",
      calls("loop_progress", {
        criterion: "c1",
        evidence: "exit 0",
        section: "Completed",
        note: "A",
      }),
      completes(() => ({ loop_id: id(), evidence: { c1: "src/a.ts:1" } })),
      "done",
    );
    expect(results(host, "loop_start")[0]?.text).toContain("the disk is full");
    expect(results(host, "loop_progress")[0]?.text).toContain("could not be written");
    expect(results(host, "loop_complete")[0]).toMatchObject({ isError: false });
    expect(loopOf(host)).toMatchObject({ cause: "completed", criteria: [{ passes: true }] });
  });
});

describe("the command (LP-33)", () => {
  test("starts a loop with its own turn, and echoes interval, clamp and criteria", async () => {
    const { host } = await loopPlace();
    host.model.push("one", "two");
    await host.prompt("/loop 5s --max 2 ship A. Then ship B.");
    await host.settled();
    const said = host.notices.map(({ message }) => message).join("\n");
    expect(said).toContain("Fallback wake: 1m (5s was raised to it)");
    expect(said).toContain("c1. ship A.");
    expect(loopOf(host)).toMatchObject({ cause: "cap", turns: 2, intervalMs: 60_000 });
    expect(continuations(host)[0]).toContain("The loop has started");
  });

  test.each([
    ["/loop", "starts a loop"],
    ["/loop status", "starts a loop"],
    ["/loop settings", "gatehouse.loop.defaultInterval: 10m"],
    ["/loop pause", "There is no loop to pause."],
    ["/loop stop now", "takes nothing after it"],
    ["/loop --max 0 ship A", "--max 0"],
    ["/loop 25d ship A", "25d is no interval"],
    ["/loop 10m", "starts a loop"],
    [`/loop ${"x".repeat(4_001)}`, "4001 characters"],
    [`/loop ${Array.from({ length: 17 }, (_, at) => `S${at} is done.`).join(" ")}`, "17 criteria"],
  ])("answers %s", async (typed, answer) => {
    const { host } = await loopPlace();
    await host.prompt(typed);
    expect(host.notices.at(-1)?.message).toContain(answer);
    expect(host.entries.some(isLoopEntry)).toBe(false);
  });

  test("asks before it replaces a loop, and refuses where nobody can answer", async () => {
    const place = await waitingLoop();
    const { host } = place;
    const old = loopOf(host).id;
    host.ui.answer("confirm", false);
    await host.prompt("/loop ship C");
    expect(loopOf(host).id).toBe(old);
    host.ui.answer("confirm", true);
    host.model.push("c");
    await host.prompt("/loop --max 1 ship C");
    await host.settled();
    const causes = host.entries
      .filter(isLoopEntry)
      .map((entry) => (entry as unknown as { data: { loop: { cause: string } } }).data.loop.cause);
    expect(causes).toContain("replaced");
    expect(loopOf(host)).toMatchObject({ objective: "ship C", cause: "cap" });
    const quiet = await loopPlace({ mode: "print", entries: (await waitingLoop()).host.entries });
    await quiet.host.prompt("/loop ship D");
    expect(quiet.ports.lines.join("\n")).toContain("Stop it first: /loop stop");
  });

  test("shows status with criteria and ledger", async () => {
    const place = await waitingLoop();
    await place.host.prompt("/loop status");
    const said = place.host.notices.at(-1)?.message ?? "";
    expect(said).toMatch(/0\/2 met · turn 1\/5 · \d+s · waits for you until your next message/u);
    expect(said).toContain("[ ] c1 ship A.");
    expect(said).toContain(ledgerOf(place));
    expect(place.host.widgets.get("gatehouse.loop")?.[0]).toBe(
      place.host.statuses.get("gatehouse.loop"),
    );
  });
});

describe("sends that start nothing", () => {
  test("pause the loop after the third, and a resume starts the counting afresh", async () => {
    let silent = false;
    const place = await loopPlace({}, undefined, undefined, (pi) => {
      pi.on("input", (event) => {
        if (silent && event.source === "extension") return { action: "handled" };
        return undefined;
      });
    });
    const { host, clock } = place;
    silent = true;
    await startedLoop(place, "please /loop --max 4 ship A");
    expect(loopOf(host)).toMatchObject({ status: "active", turns: 0 });
    for (let minute = 0; minute < 3; minute++) {
      clock.advance(61_000);
      await host.settled();
    }
    expect(loopOf(host)).toMatchObject({ status: "paused", cause: "dead-delivery", turns: 0 });
    silent = false;
    host.model.push("1", "2", "3", "4");
    await host.prompt("/loop resume");
    await host.settled();
    expect(loopOf(host)).toMatchObject({ cause: "cap", turns: 4 });
  });
});
