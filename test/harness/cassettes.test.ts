import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Cassette, flipRate, recordedReplies } from "../../harness/cassettes.ts";
import { cassetteWith } from "../../harness/cli/cassette.ts";
import { reviewCases } from "../../harness/review-cases.ts";
import { modelQuestion, questionKey } from "../../src/edge/supervisor/questions.ts";
import type { ModelPort, ModelReply } from "../../src/kernel/ports.ts";
import { runs } from "../laws.ts";
import { runCommand } from "./command-run.ts";

const questions = resolve("fixtures/reviews/questions.ndjson");
let cwd = "";
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "gatehouse-cassette-"));
});
afterEach(() => rmSync(cwd, { recursive: true, force: true }));

const reply = (passed: boolean): ModelReply => ({
  ok: true,
  text: "",
  calls: [{ name: "report_review", input: { passed, findings: [{ message: "m" }] } }],
  cut: false,
});
/** A model that objects to what is not called itemCount, and counts how often it is asked. */
function model(answer: (text: string, time: number) => ModelReply) {
  let time = 0;
  const port: ModelPort = {
    ask: ({ text }) => ({ reply: Promise.resolve(answer(text, time++)), cancel: () => {} }),
  };
  return { command: cassetteWith(async () => port), times: () => time };
}
const sensible = () => model((text) => reply(text.includes("+const itemCount")));

describe("record and replay (HN-28)", () => {
  test("what was recorded is replayed without a model", async () => {
    const live = sensible();
    const recorded = await runCommand(live.command, ["record", questions, "--tape", "t.ndjson"], {
      cwd,
    });
    expect(recorded).toMatchObject({ exit: 0, stderr: "" });
    expect(recorded.stdout).toBe(
      "unclear-count: rejected\nclear-count: passed\nshell: rejected\n" +
        "3 questions, 3 answers, flip rate 0.0 %, 0 not as expected\n",
    );
    const offline = cassetteWith(() => Promise.reject(new Error("nobody is asked")));
    const replayed = await runCommand(offline, ["replay", questions, "--tape", "t.ndjson"], {
      cwd,
    });
    expect(replayed).toEqual(recorded);
  });

  test("the tape that ships holds answers in both forms, and reads as expected", async () => {
    const tape = resolve("fixtures/reviews/tape.ndjson");
    const offline = cassetteWith(() => Promise.reject(new Error("nobody is asked")));
    const { exit, stdout } = await runCommand(offline, ["replay", questions, "--tape", tape], {
      cwd,
    });
    expect([exit, stdout.split("\n")[0]]).toEqual([0, "unclear-count: rejected"]);
  });

  test("a question that the tape does not hold is a finding", async () => {
    writeFileSync(join(cwd, "t.ndjson"), "");
    const args = ["replay", questions, "--tape", "t.ndjson"];
    const { exit, stdout } = await runCommand(sensible().command, args, { cwd });
    expect(exit).toBe(1);
    expect(stdout).toContain(
      "unclear-count: failed, expected rejected (the cassette holds no answer",
    );
  });

  test("failures are not recorded", async () => {
    const live = model(() => ({ ok: false, problem: "no-key", message: "no key" }));
    const args = ["record", questions, "--tape", "t.ndjson"];
    expect((await runCommand(live.command, args, { cwd })).exit).toBe(1);
    expect(readFileSync(join(cwd, "t.ndjson"), "utf8")).toBe("");
  });

  test("the key is the question's, whatever its marks", () => {
    const [first, second] = reviewCases(questions, readFileSync(questions, "utf8"));
    if (first === undefined || second === undefined) throw new Error("there are two questions");
    const once = modelQuestion(first.question, true);
    const again = modelQuestion(first.question, true);
    expect(once.text).not.toBe(again.text);
    expect([again.key, again.key]).toEqual([once.key, questionKey(first.question)]);
    expect(questionKey(second.question)).not.toBe(once.key);
  });

  test("several answers to one question come in turn", async () => {
    const [first] = reviewCases(questions, readFileSync(questions, "utf8"));
    if (first === undefined) throw new Error("there is a question");
    const question = modelQuestion(first.question, true);
    const about = { key: question.key, provider: "p", model: "m" };
    const tape = new Cassette([
      { ...about, reply: reply(true) },
      { ...about, reply: reply(false) },
    ]);
    const answers = [];
    for (let time = 0; time < 3; time += 1) answers.push(await tape.ask(question).reply);
    expect(answers).toEqual([reply(true), reply(false), reply(true)]);
  });
});

describe("flip rates (HN-28)", () => {
  test("a model that cannot agree with itself is told", async () => {
    const live = model((_text, time) => reply(time % 4 === 0));
    const args = ["flip", questions, "--times", "4", "--json"];
    const { stdout, exit } = await runCommand(live.command, args, { cwd });
    const answer = JSON.parse(stdout) as { readonly flips: unknown };
    expect(answer.flips).toEqual({ answers: 12, flips: 3, rate: 0.25 });
    expect([exit, live.times()]).toEqual([1, 12]);
  });

  test("one that agrees does not flip", async () => {
    const { stdout, exit } = await runCommand(sensible().command, ["flip", questions], { cwd });
    expect(stdout).toContain("clear-count: passed 5x\n");
    expect(stdout).toContain("3 questions, 15 answers, flip rate 0.0 %, 0 not as expected");
    expect(exit).toBe(0);
  });

  test("are a part of the answers, and zero exactly where all agree", () => {
    const status = fc.constantFrom("passed" as const, "rejected" as const, "failed" as const);
    fc.assert(
      fc.property(fc.array(fc.array(status, { maxLength: 8 }), { maxLength: 6 }), (answers) => {
        const { rate, flips } = flipRate(answers);
        expect(rate).toBeGreaterThanOrEqual(0);
        expect(rate).toBeLessThan(1);
        expect(flips === 0).toBe(answers.every((each) => new Set(each).size <= 1));
      }),
      runs(),
    );
  });
});

describe("what cannot be read", () => {
  test.each([
    [[], /name record, replay or flip/u],
    [["play", questions, "--tape", "t"], /expected record, replay or flip, found "play"/u],
    [["record", questions], /name the tape/u],
    [["flip", questions, "--times", "0"], /--times: expected a positive whole number/u],
    [["flip", "none.ndjson"], /ENOENT/u],
  ])("%j is a usage error", async (args, words) => {
    expect((await runCommand(sensible().command, args, { cwd })).exit).toMatch(words);
  });

  test.each([
    ["{", /q\.ndjson:1: expected one JSON object/u],
    ['{"id": "a"}', /q\.ndjson:1: "model" is missing/u],
    ['{"id": "a", "model": "x", "rules": ["r"], "change": "c"}', /provider\/id/u],
    ['{"id": "a", "model": "p/m", "rules": [], "change": "c"}', /"rules" is no list/u],
    ['{"id": "a", "model": "p/m", "rules": ["r"], "change": "c", "x": 1}', /unknown key "x"/u],
    ["", /holds no questions/u],
  ])("the question %j is named by file and line", async (line, words) => {
    writeFileSync(join(cwd, "q.ndjson"), line);
    expect((await runCommand(sensible().command, ["flip", "q.ndjson"], { cwd })).exit).toMatch(
      words,
    );
  });

  test("a tape of another form is refused with file and line", () => {
    expect(() => recordedReplies("t", '\n{"key": "k"}')).toThrow(/^t:2: expected key, provider/u);
    expect(() => recordedReplies("t", "nope")).toThrow(/^t:1: expected one JSON object/u);
  });
});
