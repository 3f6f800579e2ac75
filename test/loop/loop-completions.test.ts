import { expect, test } from "vitest";
import { loopCompletions } from "../../src/edge/loop/loop-completions.ts";

const offered = (typed: string) => loopCompletions(typed)?.map(({ value }) => value) ?? null;

test("the command completes its subcommands, intervals and flags, each once", () => {
  expect(offered("s")).toEqual(["status", "stop", "settings"]);
  expect(offered("")).toContain("10m ");
  expect(offered("stop")).toBeNull();
  expect(offered("10m --m")).toEqual(["10m --max "]);
  expect(offered("--")).toEqual(["--max ", "--expires "]);
  expect(offered("--max 5 --")).toEqual(["--max 5 --expires "]);
  expect(offered("10m fix th")).toBeNull();
});
