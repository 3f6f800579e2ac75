import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { isGone, processIdentity } from "../../src/runner/process-identity.ts";
import { joinLine, type Ticket } from "../../src/runner/task-line.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "gatehouse-line-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const here = processIdentity();
const dead = { ...here, start: "1" };
const elsewhere = { ...here, place: "another machine" };

/** A ticket that another process left. */
function foreign(number: number, given: Readonly<Record<string, unknown>> = {}): string {
  const file = join(folder, `${String(number).padStart(12, "0")}.json`);
  const text = { id: `t${number}`, keys: ["/a/"], owners: [here], desk: "other", ...given };
  writeFileSync(file, JSON.stringify({ released: false, ...text }));
  return file;
}

function old(file: string, ms: number): void {
  const then = new Date(Date.now() - ms);
  utimesSync(file, then, then);
}

/** Whom the ticket waits for at its first look; `[]` when for nobody. */
async function waitsFor(ticket: Ticket): Promise<readonly string[]> {
  const abort = new AbortController();
  let waited: readonly string[] = [];
  await ticket
    .turn(abort.signal, (ids) => {
      waited = ids;
      abort.abort();
    })
    .catch(() => {});
  return waited;
}

function take(places: readonly string[] = ["/a"], held?: number): Ticket {
  return joinLine(folder, "mine", places, held);
}

describe("a place in line", () => {
  test("numbers go up, and a released one stays taken", () => {
    const [one, two] = [take(), take()];
    two.release();
    two.release();
    const three = take();
    expect([one.number, two.number, three.number]).toEqual([1, 2, 3]);
    expect(readdirSync(folder).length).toBe(3);
  });

  test.each([
    ["a live one that overlaps", {}, ["t1"]],
    ["a live one that lies inside", { keys: ["/x/", "/a/b/"] }, ["t1"]],
    ["the top", { keys: ["/"] }, ["t1"]],
    ["a disjoint one", { keys: ["/ab/"] }, []],
    ["a released one", { released: true }, []],
    ["one of a dead process", { owners: [dead] }, []],
    ["one whose process is dead and whose runner lives", { owners: [dead, here] }, ["t1"]],
    ["one of another machine that was heard of", { owners: [elsewhere] }, ["t1"]],
    ["one without owners", { owners: [] }, []],
    ["one with an owner that is none", { owners: [{ pid: "x" }] }, []],
  ])("%s", async (_, given, expected) => {
    foreign(1, given);
    expect(await waitsFor(take())).toEqual(expected);
  });

  test("one of another machine that fell silent is gone", async () => {
    old(foreign(1, { owners: [elsewhere] }), 61_000);
    expect(await waitsFor(take())).toEqual([]);
  });

  test("a live one of this machine is waited for, however long it was silent", async () => {
    old(foreign(1), 3_000_000);
    expect(await waitsFor(take())).toEqual(["t1"]);
  });

  test("one that is being written is waited for, one that never was is not", async () => {
    const file = foreign(1);
    writeFileSync(file, '{"id":');
    expect(await waitsFor(take())).toEqual(["ticket 1"]);
    old(file, 11_000);
    expect(await waitsFor(take())).toEqual([]);
  });

  test("later ones are not waited for, nor those of this process, nor the caller's own", async () => {
    foreign(1);
    const ticket = take(["/a"], 1);
    foreign(9);
    expect(await waitsFor(ticket)).toEqual([]);
    expect(await waitsFor(take(["/a"], 1))).toEqual(["t9"]);
  });

  test("old numbers are cleared away, the highest never", () => {
    for (const number of [1, 2]) old(foreign(number, { released: true }), 3_700_000);
    old(foreign(3), 3_700_000);
    foreign(4, { released: true });
    expect(take(["/b"]).number).toBe(5);
    expect(readdirSync(folder).map((name) => Number(name.slice(0, 12)))).toEqual([3, 4, 5]);
  });

  test("other files in the directory are left alone", () => {
    writeFileSync(join(folder, "notes.txt"), "x");
    expect(take().number).toBe(1);
    expect(readdirSync(folder)).toContain("notes.txt");
  });

  test("a directory that cannot be made is an error", () => {
    writeFileSync(join(folder, "file"), "x");
    expect(() => joinLine(join(folder, "file/line"), "mine", ["/a"])).toThrow(/ENOTDIR|EEXIST/);
  });

  test("an aborted waiter rejects with the reason", async () => {
    foreign(1);
    const abort = new AbortController();
    const turn = take().turn(abort.signal, () => abort.abort(new Error("no more")));
    await expect(turn).rejects.toThrow();
  });
});

describe("whether a process is gone", () => {
  test.each([
    ["this one", here, 0, false],
    ["a number that was given to another process", dead, 0, true],
    ["a number that nobody has", { ...here, pid: 2 ** 22 + 1 }, 0, true],
    ["another machine's, fresh", elsewhere, 59_000, false],
    ["another machine's, silent", elsewhere, 61_000, true],
  ] as const)("%s", (_, identity, silenceMs, expected) => {
    expect(isGone(identity, silenceMs)).toBe(expected);
  });
});
