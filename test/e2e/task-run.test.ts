import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { call, result, TaskPlace } from "./task-place.ts";

let place: TaskPlace;
beforeEach(() => {
  place = new TaskPlace();
});
afterEach(() => place.remove());

test("a read-only task passes with evidence that exists", async () => {
  const root = place.repository("repo", { "a.txt": "one\ntwo\n" });
  const outcome = await place.run({ roots: [root] }, [
    call("read", { path: "a.txt" }),
    result({ evidence: [{ claim: "it says two", pointer: "a.txt:2" }] }),
  ]);
  console.log(outcome);
  expect(outcome.exit).toBe(0);
});
