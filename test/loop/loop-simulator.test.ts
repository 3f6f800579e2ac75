import { Readable, Writable } from "node:stream";
import { describe, expect, test } from "vitest";
import { loopSimulateCommand } from "../../harness/cli/loop-simulate.ts";
import { simulateLoops } from "../../harness/loop-simulator.ts";
import type { JsonObject } from "../../src/kernel/json.ts";
import { calls, completes, type LoopPlace, loopOf, loopPlace, startedLoop } from "./loop-place.ts";

const note = () => calls("loop_progress", { section: "Completed", note: "a piece" });
const branch = ({ host }: LoopPlace) => host.session.getBranch() as unknown as JsonObject[];
const causes = (place: LoopPlace, policy = {}) =>
  simulateLoops(branch(place), policy).map(({ decisions }) =>
    decisions.map(({ simulated }) => (simulated === undefined ? "-" : simulated.cause)),
  );

/** A loop of four turns that ends with evidence, with a wait, an error and a mark on the way. */
async function recorded(): Promise<LoopPlace> {
  const place = await loopPlace();
  const failing = { content: "", stopReason: "error" as const, errorMessage: "503 overloaded" };
  await startedLoop(
    place,
    "please /loop --max 9 ship A. Then ship B.",
    note(),
    "one",
    failing,
    calls("loop_wait", { reason: "CI", resume_after: "5m" }),
    "waiting",
  );
  place.host.model.push(
    calls("loop_progress", { criterion: "c1", evidence: "exit 0" }),
    completes(() => ({
      loop_id: loopOf(place.host).id,
      evidence: { c1: "exit 0", c2: "src/b.ts:2" },
    })),
    "done",
  );
  place.clock.advance(301_000);
  await place.host.settled();
  expect(loopOf(place.host)).toMatchObject({ cause: "completed", turns: 4 });
  return place;
}

describe("a recorded loop, played again", () => {
  test("decides as it was recorded, each decision with its cause", async () => {
    const place = await recorded();
    const [loop] = simulateLoops(branch(place), {});
    for (const { recorded: was, simulated } of loop?.decisions ?? [])
      expect(simulated).toEqual(was);
    expect(causes(place)).toEqual([
      ["continue", "continue", "continue", "waiting", "wait-elapsed", "completed"],
    ]);
    expect(loop).toMatchObject({ recordedTurns: 4, simulatedTurns: 4, goesOn: false });
    expect(loop?.completions).toMatchObject([{ refusal: undefined }]);
  });

  test("stops earlier under a lower cap", async () => {
    const place = await recorded();
    expect(causes(place, { max: 2 })).toEqual([["continue", "continue", "cap", "-", "-", "-"]]);
  });

  test("goes on under other criteria, where the evidence does not answer them", async () => {
    const place = await recorded();
    const policy = { criteria: ["ship A.", "Then ship B.", "Tell everybody."] };
    const [loop] = simulateLoops(branch(place), policy);
    expect(loop?.completions).toMatchObject([{ refusal: { code: "uncited" } }]);
    expect(loop?.goesOn).toBe(true);
  });

  test.each([
    ["pauses and a resume", ["same", "same", "same"], "no-progress"],
    ["an Esc", [{ content: "", stopReason: "aborted" as const }], "interrupted"],
  ])("knows %s", async (_, answers, cause) => {
    const place = await loopPlace();
    await startedLoop(place, "please /loop --max 5 ship A", ...answers);
    expect(loopOf(place.host).cause).toBe(cause);
    place.host.model.push(
      ...Array.from({ length: 5 - loopOf(place.host).turns }, note).flatMap((step, at) => [
        step,
        `${at}`,
      ]),
    );
    await place.host.prompt("/loop resume");
    await place.host.settled();
    const [loop] = simulateLoops(branch(place), {});
    for (const { recorded: was, simulated } of loop?.decisions ?? [])
      expect(simulated).toEqual(was);
    expect(loop?.decisions.map(({ simulated }) => simulated?.cause)).toContain(cause);
    expect(loop?.decisions.at(-1)?.simulated?.cause).toBe("cap");
  });
});

describe("gatehouse loop-sim", () => {
  async function ran(args: readonly string[], lines: readonly JsonObject[]) {
    let stdout = "";
    const out = new Writable({
      write: (chunk, _encoding, done) => {
        stdout += String(chunk);
        done();
      },
    });
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
    const stdin = Readable.from([Buffer.from(text)]);
    const code = await loopSimulateCommand.run(args, {
      stdin,
      stdout: out,
      stderr: out,
      environment: {},
      cwd: "/",
    });
    return { code, stdout };
  }

  test("prints decisions and completions, and exits 0 where nothing differs", async () => {
    const place = await recorded();
    const { code, stdout } = await ran(["-"], branch(place));
    expect(code).toBe(0);
    expect(stdout).toContain("tick: continue (wait-elapsed)");
    expect(stdout).toContain("loop_complete accepted");
    expect(stdout).toContain("turns: 4 recorded, 4 here");
    const other = await ran(["-", "--max", "1"], branch(place));
    expect(other.stdout).toContain("stop (cap)  (recorded: continue (continue))");
    const json = await ran(["-", "--format", "json"], branch(place));
    expect(JSON.parse(json.stdout).loops).toHaveLength(1);
  });

  test("reports a recording that decided otherwise", async () => {
    const place = await recorded();
    const changed = branch(place).map((entry) =>
      JSON.parse(JSON.stringify(entry).replace('"cause":"wait-elapsed"', '"cause":"wake"')),
    );
    expect((await ran(["-"], changed)).code).toBe(1);
  });

  test.each([[["-", "--max", "0"]], [["-", "--format", "xml"]], [[]], [["-"]]])(
    "refuses %j",
    async (args) => {
      await expect(ran(args, [])).rejects.toThrow("loop-sim:");
    },
  );
});
